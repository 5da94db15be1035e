import { type OrgId, unitPriceToText } from '@nephra/plugin-sdk/contract';
import { pinyinInitials, searchGrams, type ServerContext, sql } from '@nephra/plugin-sdk/server';
import { createHash } from 'node:crypto';
import { catalogueEntries, type CatalogueFacts } from '../../../../catalogue/contract/index.ts';
import { usualList } from '../../../domain/catalogue/facility-kinds.ts';
import { gradeOf } from '../../../domain/fee-split.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';

type Ctx = ServerContext<InsuranceTables>;

/** How old the copy may be when somebody looks at the list. */
const FRESH_MS = 60_000;
const PAGE = 500;

const factsOf = (entry: CatalogueFacts) => ({
  drug_id: entry.drugId,
  list_type: usualList(entry.kind),
  drug_type: entry.drugType as string,
  drug_name: entry.drugName,
  drug_spec: entry.drugSpec,
  drug_form: entry.drugForm,
  drug_number: entry.drugNumber,
  approval_number: entry.approvalNumber,
  maker: entry.drugChangjia,
  stock_unit: entry.stockUnit,
  own_code: entry.medicalInsCode,
  grade: gradeOf(entry.drugDirectoryType) as string,
  price: unitPriceToText(entry.price),
  enabled: true,
});
type Facts = ReturnType<typeof factsOf>;

const fingerprintOf = (facts: Facts): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex');

const COLUMNS = [
  'list_type',
  'drug_type',
  'drug_name',
  'drug_spec',
  'drug_form',
  'drug_number',
  'approval_number',
  'maker',
  'stock_unit',
  'own_code',
  'grade',
  'price',
  'enabled',
  'fingerprint',
  'pinyin',
  'search_grams',
] as const;

async function* entriesOf(ctx: Ctx, orgId: OrgId): AsyncGenerator<CatalogueFacts[]> {
  const catalogue = ctx.service(catalogueEntries);
  for (let currentPage = 1; ; currentPage += 1) {
    const { list } = await catalogue.search({ orgId, currentPage, pageSize: PAGE });
    if (list.length > 0) yield list;
    if (list.length < PAGE) return;
  }
}

/** Brings the copy of the facility's entries up to date: only what changed is written, what is gone is out of use. */
export async function syncFacilityItems(ctx: Ctx, orgId: OrgId): Promise<void> {
  // rows: of the facility that is asked for; whoever asks works for it
  const known = new Map(
    (await ctx.db.selectFrom('insurance.facility_item').select(['drug_id', 'fingerprint', 'enabled']).where('org_id', '=', orgId).execute()).map((row) => [
      row.drug_id,
      row,
    ]),
  );
  const seen = new Set<string>();
  for await (const entries of entriesOf(ctx, orgId)) {
    const changed = entries
      .map((entry) => {
        seen.add(entry.drugId);
        const facts = factsOf(entry);
        return { facts, fingerprint: fingerprintOf(facts) };
      })
      .filter(({ facts, fingerprint }) => known.get(facts.drug_id)?.fingerprint !== fingerprint);
    if (changed.length === 0) continue;
    await ctx.db
      .insertInto('insurance.facility_item')
      .values(
        changed.map(({ facts, fingerprint }) => ({
          ...facts,
          org_id: orgId,
          fingerprint,
          pinyin: pinyinInitials(facts.drug_name),
          search_grams: searchGrams(facts.drug_name, facts.drug_spec, facts.drug_number, facts.approval_number, facts.own_code),
        })),
      )
      .onConflict((any) => any.columns(['org_id', 'drug_id']).doUpdateSet(Object.fromEntries(COLUMNS.map((column) => [column, sql.ref(`excluded.${column}`)]))))
      .execute();
  }
  const gone = [...known.values()].filter((row) => row.enabled && !seen.has(row.drug_id)).map((row) => row.drug_id);
  for (let at = 0; at < gone.length; at += PAGE) {
    // rows: of the facility that is asked for; whoever asks works for it
    await ctx.db
      .updateTable('insurance.facility_item')
      .set({ enabled: false, fingerprint: '' })
      .where('org_id', '=', orgId)
      .where('drug_id', 'in', gone.slice(at, at + PAGE))
      .execute();
  }
  const now = ctx.clock.steady();
  await ctx.db
    .insertInto('insurance.facility_sync')
    .values({ org_id: orgId, synced_at: now })
    .onConflict((any) => any.column('org_id').doUpdateSet({ synced_at: now }))
    .execute();
}

/** The same unless it was done a moment ago. */
export async function freshFacilityItems(ctx: Ctx, orgId: OrgId): Promise<void> {
  // rows: of the facility that is asked for; whoever asks works for it
  const last = await ctx.db.selectFrom('insurance.facility_sync').select('synced_at').where('org_id', '=', orgId).executeTakeFirst();
  if (last && ctx.clock.steady().getTime() - last.synced_at.getTime() < FRESH_MS) return;
  await syncFacilityItems(ctx, orgId);
}
