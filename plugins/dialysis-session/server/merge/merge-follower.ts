import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { FileMerge, MergeFollower } from '../../../patient/contract/index.ts';
import { isTwin } from '../../domain/orders-due.ts';
import { type OrderStored, orderTable } from '../tables/order.table.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

interface Moved {
  readonly sessionIds: readonly string[];
  readonly orderIds: readonly string[];
}
const RUNNING = 3;
const UNFINISHED = [0, 1, 2, 3, 4] as const;

const sessionsOf = (ctx: WorkCtx, patientIds: readonly string[], { orgId }: Pick<FileMerge, 'orgId'>) =>
  sessionTable
    .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 's')
    .where('s.patientId', 'in', [...patientIds])
    .where('s.orgId', '=', orgId);
const ordersOf = (ctx: WorkCtx, patientIds: readonly string[], { orgId }: Pick<FileMerge, 'orgId'>) =>
  orderTable
    .everywhere(ctx, 'of two files that the patient plugin merges behind its own door, in their facility', 'o')
    .where('o.patientId', 'in', [...patientIds])
    .where('o.orgId', '=', orgId);

/** Whose treatments run. @param locked under the locks of all that are under way, so that none begins meanwhile */
async function runningOf(ctx: WorkCtx, merge: FileMerge, locked: boolean): Promise<ReadonlySet<string>> {
  const unfinished = sessionsOf(ctx, [merge.from, merge.into], merge)
    .where('s.state', 'in', [...UNFINISHED])
    .orderBy('s.id');
  const rows = await (locked ? unfinished.forUpdate() : unfinished).execute();
  return new Set(rows.filter(({ state }) => state === RUNNING).map(({ patientId }) => patientId));
}
const isTwice = (running: ReadonlySet<string>, { from, into }: FileMerge): boolean => running.has(from) && running.has(into);

/** Orders that move: not those that the file that is left has, too, for nobody is to get a drug twice. What is given together moves together. */
function movingOrders(going: readonly OrderStored[], left: readonly OrderStored[]): readonly string[] {
  const standing = left.filter(({ stoppedAt }) => stoppedAt === null);
  const twins = new Set(
    going.filter((order) => order.stoppedAt === null && standing.some((other) => isTwin(order, other))).map(({ id, groupId }) => groupId || id),
  );
  return going.filter(({ id, groupId }) => !twins.has(groupId || id)).map(({ id }) => id);
}

/** Rows of one patient become those of another; `updated_at` stays, for nobody wrote in them. */
async function repoint(ctx: WorkCtx, { sessionIds, orderIds }: Moved, from: string, into: string): Promise<void> {
  if (sessionIds.length > 0) {
    // rows: treatments of the two files that are merged, or were
    await ctx.db
      .updateTable('dialysis_session.session')
      .set({ patient_id: into })
      .where('id', 'in', [...sessionIds])
      .where('patient_id', '=', from)
      .execute();
  }
  if (orderIds.length > 0) {
    // rows: orders of the two files that are merged, or were
    await ctx.db
      .updateTable('dialysis_session.standing_order')
      .set({ patient_id: into })
      .where('id', 'in', [...orderIds])
      .where('patient_id', '=', from)
      .execute();
  }
}

/** Treatments and orders move with a merge of patient files: a person never has two treatments at once, and gets no drug twice. */
export const sessionMerges = (ctx: WorkCtx): MergeFollower => ({
  name: 'dialysisSession',
  // After the board, whose slots treatments are made from.
  order: 30,
  async count(patientIds, orgId) {
    if (patientIds.length === 0) return 0;
    const [sessions, orders] = [
      await sessionsOf(ctx, patientIds, { orgId }).clearSelect().select('s.id').execute(),
      await ordersOf(ctx, patientIds, { orgId }).clearSelect().select('o.id').execute(),
    ];
    return sessions.length + orders.length;
  },
  obstacle: async (merge) => (isTwice(await runningOf(ctx, merge, false), merge) ? 'running' : undefined),
  async follow(merge) {
    if (isTwice(await runningOf(ctx, merge, true), merge)) throw new AppError('patient.merge-running', { code: EnvelopeCode.Conflict });
    const sessions = await sessionsOf(ctx, [merge.from], merge).clearSelect().select('s.id').orderBy('s.id').execute();
    const orders = await ordersOf(ctx, [merge.from], merge).orderBy('o.id').forUpdate().execute();
    const moved: Moved = { sessionIds: sessions.map(({ id }) => id), orderIds: movingOrders(orders, await ordersOf(ctx, [merge.into], merge).execute()) };
    await repoint(ctx, moved, merge.from, merge.into);
    return moved;
  },
  async undo(merge, followed) {
    const { sessionIds = [], orderIds = [] } = followed as Partial<Moved>;
    await repoint(ctx, { sessionIds, orderIds }, merge.into, merge.from);
  },
  async lastWrittenAt(patientIds, orgId) {
    if (patientIds.length === 0) return null;
    const newest = [
      await sessionsOf(ctx, patientIds, { orgId }).clearSelect().select('s.updatedAt').orderBy('s.updatedAt', 'desc').limit(1).executeTakeFirst(),
      await ordersOf(ctx, patientIds, { orgId }).clearSelect().select('o.updatedAt').orderBy('o.updatedAt', 'desc').limit(1).executeTakeFirst(),
    ].flatMap((row) => (row ? [row.updatedAt.getTime()] : []));
    return newest.length === 0 ? null : Math.max(...newest);
  },
});
