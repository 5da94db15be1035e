import { type AppError, isAppError, type UserId } from '@nephra/plugin-sdk/contract';
import { type Lease, type LeaseClaim, type StaffSync, sql, staffSync } from '@nephra/plugin-sdk/server';
import { directionOf, MAX_SYNC_REASON, sourceOf, type SyncItemState } from '../../contract/sync/sync-limits.ts';
import { departmentCode, idInCode, type PersonFacts, prefixOf } from '../../domain/sync/plan-sync.ts';
import { type SyncItemStored, syncItemTable, type SyncRunStored, syncRunTable } from '../tables/sync.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { bindDingMember, unbindDingMember } from '../ding/ding-members.ts';
import { WechatError } from '../gateway/wechat-error.ts';
import { bookRefusal, openBook } from '../push/open-book.ts';
import { pushItem, unpushItem } from '../push/push-item.ts';
import { changeOf, standsAsLeft, undoOf } from './change-of.ts';

export const syncClaim: LeaseClaim = {
  ...{ table: 'wechat.sync_run', open: ['waiting', 'running', 'undo-waiting', 'undoing'], order: 'created_at' },
  taken: { waiting: 'running', 'undo-waiting': 'undoing' },
};

export const syncRunOf = (ctx: Pick<ReadCtx, 'db'>, id: string): Promise<SyncRunStored | undefined> =>
  syncRunTable.everywhere(ctx, 'work on a run goes on whoever is there', 'run').where('run.id', '=', id).executeTakeFirst();

/** The next line: of those that are planned from the first on, of those to be taken back from the last. */
async function nextItem(ctx: ReadCtx, { id, state }: SyncRunStored): Promise<SyncItemStored | undefined> {
  const undoing = state === 'undoing';
  return await syncItemTable
    .everywhere(ctx, 'lines of the run in hand', 'item')
    .where('item.runId', '=', id)
    .where('item.state', '=', undoing ? 'done' : 'planned')
    .orderBy('item.lineNo', undoing ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst();
}

interface Outcome {
  readonly state: SyncItemState;
  readonly localId?: string;
  /** Of what goes there: its id, now that there is one. */
  readonly key?: string;
  readonly reason?: string;
}

/** Writes down what became of a line, in the transaction of its change. */
async function note(ctx: ReadCtx, { runId, lineNo }: SyncItemStored, { state, localId, key, reason = '' }: Outcome): Promise<void> {
  // rows: a line of the run in hand, under its lease
  await ctx.db
    .updateTable('wechat.sync_item')
    .set({
      ...{ state, reason: reason.slice(0, MAX_SYNC_REASON) },
      ...(localId !== undefined && { local_id: localId }),
      ...(key !== undefined && { item_key: key }),
    })
    .where('run_id', '=', runId)
    .where('line_no', '=', lineNo)
    .execute();
  const refused = state === 'refused' || state === 'kept' ? 1 : 0;
  // rows: the run in hand
  await ctx.db
    .updateTable('wechat.sync_run')
    .set({ done: sql<number>`done + ${1 - refused}`, refused: sql<number>`refused + ${refused}` })
    .where('id', '=', runId)
    .execute();
}

/** As it stands now. */
async function nowOf(staff: StaffSync, { targetId }: SyncRunStored, { subject, localId }: SyncItemStored) {
  if (subject === 'person') {
    const found = (await staff.people()).find(({ id }) => id === localId);
    return found && { name: found.realName, enabled: found.enabled };
  }
  const found = (await staff.departments(targetId)).find(({ id }) => id === localId);
  return found && { name: found.fullName, enabled: found.enabled };
}

const bindsOnly = ({ facts: { after } }: SyncItemStored): boolean => (after as PersonFacts).binds === true;

async function applyItem(ctx: ReadCtx, staff: StaffSync, run: SyncRunStored, item: SyncItemStored): Promise<Outcome> {
  if (bindsOnly(item)) {
    await bindDingMember(ctx, item.localId, item.itemKey);
    return { state: 'done' };
  }
  const isDing = sourceOf(run.kind) === 'ding';
  const prefix = prefixOf(sourceOf(run.kind));
  const departments = await staff.departments(run.targetId);
  const places = new Map(departments.flatMap(({ id, enCode }) => [[idInCode(enCode, prefix) ?? '', id] as const]));
  const change = changeOf(run.targetId, item, places, departmentCode(item.itemKey, prefix));
  if (!change) return { state: 'left', reason: item.reason };
  // Members of DingTalk are kept here, those of WeCom with the account.
  if (!isDing || change.kind !== 'add-person') return { state: 'done', localId: await staff.apply(run.creatorId as UserId, change) };
  const localId = await staff.apply(run.creatorId as UserId, { ...change, workUserId: '' });
  await bindDingMember(ctx, localId, item.itemKey);
  return { state: 'done', localId };
}

async function undoItem(ctx: ReadCtx, staff: StaffSync, run: SyncRunStored, item: SyncItemStored): Promise<Outcome> {
  const change = undoOf(run.targetId, item);
  if (!change || !standsAsLeft(item, await nowOf(staff, run, item))) return { state: 'kept' };
  if (bindsOnly(item)) await unbindDingMember(ctx, item.localId, item.itemKey);
  else await staff.apply(run.creatorId as UserId, change);
  return { state: 'undone' };
}

/** One line, its change and what became of it together. A refusal is put on record, and the others go on. */
async function workItem(ctx: ReadCtx, lease: Lease, run: SyncRunStored, item: SyncItemStored): Promise<void> {
  const staff = ctx.service(staffSync);
  try {
    await ctx.transaction(async () => {
      await lease.keep();
      await note(ctx, item, run.state === 'undoing' ? await undoItem(ctx, staff, run, item) : await applyItem(ctx, staff, run, item));
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    await refuse(ctx, lease, run, item, error);
  }
}

/** Puts on record that a line was not done, and why. */
async function refuse(ctx: ReadCtx, lease: Lease, run: SyncRunStored, item: SyncItemStored, { key, params }: AppError): Promise<void> {
  await ctx.transaction(async () => {
    await lease.keep();
    // The key of the sentence and what it names; the page words it for its reader.
    await note(ctx, item, { state: run.state === 'undoing' ? 'kept' : 'refused', reason: JSON.stringify({ key, params }) });
  });
}

/**
 * One line over there, then what is written here with it. Where this server ends between the two it is done again: what is there already counts as made.
 * A refusal is put on record, and the others go on.
 */
async function workItemThere(ctx: ReadCtx, lease: Lease, run: SyncRunStored, item: SyncItemStored): Promise<void> {
  const [staff, source] = [ctx.service(staffSync), sourceOf(run.kind)];
  try {
    const book = await openBook(ctx, source);
    const { state, key, here } = await (run.state === 'undoing' ? unpushItem : pushItem)({ ctx, staff, run, book }, item);
    await ctx.transaction(async () => {
      await lease.keep();
      await here?.();
      await note(ctx, item, { state, ...(key !== undefined && { key }), ...(state === 'left' && { reason: item.reason }) });
    });
  } catch (error) {
    const refusal = error instanceof WechatError ? await bookRefusal(ctx, source, error) : error;
    if (!isAppError(refusal)) throw error;
    await refuse(ctx, lease, run, item, refusal);
  }
}

async function finish(ctx: ReadCtx, lease: Lease, run: SyncRunStored): Promise<void> {
  await ctx.transaction(async () => {
    await lease.keep();
    const state = run.state === 'undoing' ? 'undone' : 'done';
    // rows: the run in hand, whose lease was just renewed
    await ctx.db.updateTable('wechat.sync_run').set({ state, ended_at: ctx.clock.now() }).where('id', '=', run.id).execute();
  });
}

/** Does, or takes back, line by line, from wherever it stands to its end. */
export async function workSync(ctx: ReadCtx, id: string, lease: Lease): Promise<void> {
  for (;;) {
    const run = await syncRunOf(ctx, id);
    if (!run || (run.state !== 'running' && run.state !== 'undoing')) return;
    if (lease.stopping()) return;
    const item = await nextItem(ctx, run);
    if (!item) return await finish(ctx, lease, run);
    await (directionOf(run.kind) === 'out' ? workItemThere : workItem)(ctx, lease, run, item);
  }
}
