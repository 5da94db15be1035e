import { keywordGrams, matchesKeyword, type RequestContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { ListType, Suggestion } from '../../../contract/index.ts';
import { listsWith } from '../../../domain/catalogue/facility-kinds.ts';
import { fitOf } from '../../../domain/catalogue/mapping-suggestion.ts';
import { readerOf } from '../../tables/door-columns.ts';
import { type FacilityItemStored, facilityItemTable } from '../../tables/mapping.table.ts';
import { nationalItemTable } from '../../tables/national-list.table.ts';
import { ITEM } from '../catalogue.query.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { freshFacilityItems } from './facility-items.ts';

type Ctx = RequestContext<InsuranceTables>;

const CANDIDATES = 60;
const SHOWN = 8;
/** Beginnings of a name that are tried, longest first, until something is found. */
const BEGINNINGS = [6, 4, 3, 2] as const;

const candidates = (ctx: Ctx, lists: readonly ListType[]) =>
  ctx.db
    .selectFrom(nationalItemTable.as(readerOf(ctx, [ctx.user.orgId]), 'item'))
    .select(ITEM)
    .where('item.listType', 'in', [...lists])
    .where('item.valid', '=', true)
    .orderBy('item.code')
    .limit(CANDIDATES);

/** Entries of the list that might be meant: by code, approval number, and by name as much of it as leads anywhere. */
async function candidatesOf(ctx: Ctx, own: FacilityItemStored, keyword: string | undefined) {
  const lists = listsWith(own.listType);
  const searched = matchesKeyword('item.searchGrams', keyword);
  if (searched) return await candidates(ctx, lists).where(searched).execute();
  const exact = await candidates(ctx, lists)
    .where(({ eb, or }) =>
      or([
        eb('item.code', '=', own.ownCode === '' ? '\u0001' : own.ownCode),
        ...(own.approvalNumber === '' ? [] : [eb('item.approvalNumber', '=', own.approvalNumber)]),
      ]),
    )
    .execute();
  const name = [...(own.drugName.split(/[（(]/, 1)[0] ?? '')];
  for (const length of [name.length, ...BEGINNINGS.filter((one) => one < name.length)]) {
    const grams = keywordGrams(name.slice(0, length).join(''));
    if (grams.length === 0) continue;
    const found = await candidates(ctx, lists).where(sql<SqlBool>`item."searchGrams" @> ${grams}::text[]`).execute();
    if (found.length > 0) return [...exact, ...found];
  }
  return exact;
}

async function suggestionsFor(ctx: Ctx, own: FacilityItemStored, keyword: string | undefined): Promise<Suggestion[]> {
  const facts = { ...own, name: own.drugName, spec: own.drugSpec };
  const found = new Map((await candidatesOf(ctx, own, keyword)).map((item) => [item.code, nationalItemTable.fromSql(item)]));
  return [...found.values()]
    .map((item) => ({ item, ...fitOf(facts, item), reasons: [...fitOf(facts, item).reasons] }))
    .filter(({ score }) => score > 0 || keyword)
    .sort((a, b) => b.score - a.score || (a.item.code < b.item.code ? -1 : 1))
    .slice(0, SHOWN);
}

/** Proposals for entries of the caller's facility; others are left out. */
export async function suggestionsOf(
  ctx: Ctx,
  drugIds: readonly string[],
  keyword: string | undefined,
): Promise<{ drugId: string; suggestions: Suggestion[] }[]> {
  await freshFacilityItems(ctx, ctx.user.orgId);
  const rows = await facilityItemTable
    .select(ctx, 'own')
    .where('own.orgId', '=', ctx.user.orgId)
    .where('own.drugId', 'in', [...new Set(drugIds)])
    .execute();
  const list: { drugId: string; suggestions: Suggestion[] }[] = [];
  for (const row of rows) list.push({ drugId: row.drugId, suggestions: await suggestionsFor(ctx, row, keyword) });
  return list;
}
