import type { BodyOf, OrgId } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BatchReply, mappingContract } from '../../../contract/index.ts';
import { dayBefore, listsWith } from '../../../domain/catalogue/facility-kinds.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { facilityItemTable, mappingTable } from '../../tables/mapping.table.ts';
import { nationalItemTable } from '../../tables/national-list.table.ts';
import { type LineVerdict, tellLines } from './line-results.ts';

type Ctx = RequestContext<InsuranceTables>;
type Line = BodyOf<(typeof mappingContract)['routes']['map']>['lines'][number];

const standing = (ctx: Ctx, orgId: OrgId, drugIds: readonly string[]) =>
  mappingTable
    .select(ctx)
    .where('row.orgId', '=', orgId)
    .where('row.drugId', 'in', [...drugIds])
    .where('row.endedAt', 'is', null)
    .forUpdate()
    .execute();

/** Puts codes behind entries; a line that may not be is told apart and does not stop the others. */
export async function mapEntries(ctx: Ctx, given: readonly Line[]): Promise<BatchReply> {
  const { orgId, userId, userName } = ctx.user;
  const lines = [...new Map(given.map((line) => [line.drugId, line])).values()];
  const ids = lines.map((line) => line.drugId);
  const entries = new Map(
    (await facilityItemTable.select(ctx).where('row.orgId', '=', orgId).where('row.drugId', 'in', ids).execute()).map((row) => [row.drugId, row]),
  );
  const items = new Map(
    (
      await nationalItemTable
        .select(ctx)
        .where('row.orgId', '=', orgId)
        .where('row.code', 'in', [...new Set(lines.map((line) => line.code))])
        .execute()
    ).map((row) => [row.code, row]),
  );
  const before = new Map((await standing(ctx, orgId, ids)).map((row) => [row.drugId, row]));
  const today = ctx.clock.today();
  const now = ctx.clock.now();
  const verdicts: LineVerdict[] = [];
  for (const line of lines) {
    const [entry, item, old] = [entries.get(line.drugId), items.get(line.code), before.get(line.drugId)];
    const begn = line.begnDate ?? today;
    const refuse = (key: string): void => void verdicts.push({ drugId: line.drugId, error: key });
    if (!entry) refuse('insurance.map-entry-missing');
    else if (!item) refuse('insurance.map-code-missing');
    else if (!item.valid || (item.endDate !== '' && item.endDate < begn)) refuse('insurance.map-code-over');
    else if (!listsWith(entry.listType).includes(item.listType)) refuse('insurance.map-other-list');
    else if ((old?.version ?? 0) !== line.version) refuse('insurance.map-stale');
    else if (old && begn < old.begnDate) refuse('insurance.map-before');
    else {
      if (old?.code !== item.code) {
        if (old) {
          // rows: a mapping that was locked through its door (`standing`)
          await ctx.db
            .updateTable('insurance.mapping')
            .set({ ended_at: now, ended_by: userName, end_date: begn === old.begnDate ? old.begnDate : dayBefore(begn), version: old.version + 1 })
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
              listType: item.listType,
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
    before: [...before.values()].filter((row) => done.includes(row.drugId)).map((row) => ({ drugId: row.drugId, code: row.code })),
    after: lines.filter((line) => done.includes(line.drugId)).map(({ drugId, code }) => ({ drugId, code })),
  });
  return tellLines(verdicts);
}
