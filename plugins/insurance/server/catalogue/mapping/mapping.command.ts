import type { BodyOf, OrgId } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BatchReply, mappingContract } from '../../../contract/index.ts';
import { dayBefore, listsWith } from '../../../domain/catalogue/facility-kinds.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { mappingTable } from '../../tables/mapping.table.ts';
import { type LineVerdict, tellLines } from './line-results.ts';

type Ctx = RequestContext<InsuranceTables>;
type Line = BodyOf<(typeof mappingContract)['routes']['map']>['lines'][number];

const standing = (ctx: Ctx, orgId: OrgId, drugIds: readonly string[]) =>
  ctx.db
    .selectFrom('insurance.mapping')
    .select(['id', 'drug_id', 'code', 'begn_date', 'version'])
    .where('org_id', '=', orgId)
    .where('drug_id', 'in', [...drugIds])
    .where('ended_at', 'is', null)
    .forUpdate()
    .execute();

/** Puts codes behind entries; a line that may not be is told apart and does not stop the others. */
export async function mapEntries(ctx: Ctx, given: readonly Line[]): Promise<BatchReply> {
  const { orgId, userId, userName } = ctx.user;
  const lines = [...new Map(given.map((line) => [line.drugId, line])).values()];
  const ids = lines.map((line) => line.drugId);
  const entries = new Map(
    (await ctx.db.selectFrom('insurance.facility_item').select(['drug_id', 'list_type']).where('org_id', '=', orgId).where('drug_id', 'in', ids).execute()).map(
      (row) => [row.drug_id, row],
    ),
  );
  const items = new Map(
    (
      await ctx.db
        .selectFrom('insurance.national_item')
        .select(['code', 'name', 'list_type', 'valid', 'end_date'])
        .where('org_id', '=', orgId)
        .where('code', 'in', [...new Set(lines.map((line) => line.code))])
        .execute()
    ).map((row) => [row.code, row]),
  );
  const before = new Map((await standing(ctx, orgId, ids)).map((row) => [row.drug_id, row]));
  const today = ctx.clock.today();
  const now = ctx.clock.now();
  const verdicts: LineVerdict[] = [];
  for (const line of lines) {
    const [entry, item, old] = [entries.get(line.drugId), items.get(line.code), before.get(line.drugId)];
    const begn = line.begnDate ?? today;
    const refuse = (key: string): void => void verdicts.push({ drugId: line.drugId, error: key });
    if (!entry) refuse('insurance.map-entry-missing');
    else if (!item) refuse('insurance.map-code-missing');
    else if (!item.valid || (item.end_date !== '' && item.end_date < begn)) refuse('insurance.map-code-over');
    else if (!listsWith(entry.list_type).includes(item.list_type)) refuse('insurance.map-other-list');
    else if ((old?.version ?? 0) !== line.version) refuse('insurance.map-stale');
    else if (old && begn < old.begn_date) refuse('insurance.map-before');
    else {
      if (old?.code !== item.code) {
        if (old) {
          await ctx.db
            .updateTable('insurance.mapping')
            .set({ ended_at: now, ended_by: userName, end_date: begn === old.begn_date ? old.begn_date : dayBefore(begn), version: old.version + 1 })
            .where('id', '=', old.id)
            .execute();
        }
        await ctx.db
          .insertInto('insurance.mapping')
          .values(
            mappingTable.toSql({
              id: ctx.newId(),
              orgId,
              drugId: line.drugId,
              listType: item.list_type,
              code: item.code,
              name: item.name,
              begnDate: begn,
              state: 'draft',
              userId,
              userName,
              createdAt: now,
            }),
          )
          .execute();
      }
      verdicts.push({ drugId: line.drugId });
    }
  }
  const done = verdicts.filter((one) => one.error === undefined).map((one) => one.drugId);
  ctx.audit({
    subject: 'insurance-mapping',
    subjectId: orgId,
    before: [...before.values()].filter((row) => done.includes(row.drug_id)).map((row) => ({ drugId: row.drug_id, code: row.code })),
    after: lines.filter((line) => done.includes(line.drugId)).map(({ drugId, code }) => ({ drugId, code })),
  });
  return tellLines(verdicts);
}
