import { AppError, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { brokenUniqueIndex, type CallContext, implement, requireSystemAdministrator, selectPage } from '@nephra/plugin-sdk/server';
import { type SyncItem, type SyncRun, syncContract, syncWaiting } from '../../contract/sync/sync.contract.ts';
import { directionOf, PUSH_CONFLICTS, SYNC_CONFLICTS, sourceOf, type SyncChoice, type SyncKind } from '../../contract/sync/sync-limits.ts';
import type { DepartmentFacts, PersonFacts } from '../../domain/sync/plan-sync.ts';
import { type SyncItemStored, syncItemTable, type SyncRunStored, syncRunTable } from '../tables/sync.table.ts';
import type { Ctx, WechatDb } from '../tables/tables.ts';
import { previewSync } from './preview-sync.command.ts';
import { syncRunOf } from './sync-worker.ts';

const shownRun = (run: SyncRunStored): SyncRun => ({
  ...{
    id: run.id,
    source: sourceOf(run.kind),
    direction: directionOf(run.kind),
    organizeId: run.targetId,
    organizeName: run.targetName,
    state: run.state,
    creatorUser: run.creatorUser,
  },
  ...{ creatorTime: run.createdAt.getTime(), endTime: run.endedAt?.getTime() ?? null, adds: run.adds, changes: run.changes, disables: run.disables },
  ...{ conflicts: run.conflicts, total: run.total, done: run.done, refused: run.refused },
});

/** What keeps a line from being done, in the reader's language. */
function reasonOf(ctx: Ctx, reason: string, kind: SyncKind): string {
  const isDing = sourceOf(kind) === 'ding';
  if (PUSH_CONFLICTS.some((one) => one === reason)) return ctx.text(`sync.outConflicts.${reason}`);
  if (SYNC_CONFLICTS.some((one) => one === reason)) return isDing ? ctx.text(`sync.dingConflicts.${reason}`) : ctx.text(`sync.conflicts.${reason}`);
  if (!reason.startsWith('{')) return reason;
  try {
    const { key, params } = JSON.parse(reason) as { readonly key: string; readonly params?: Readonly<Record<string, string | number>> };
    return (ctx as CallContext<WechatDb>).refusalText(new AppError(key, { params: params ?? {} })).msg;
  } catch {
    return ctx.text('sync.refused');
  }
}

/** What becomes of it: names alone where a name changes, the place where that changes. */
function detailOf(ctx: Ctx, { subject, act, facts: { before, after } }: SyncItemStored): string {
  if (act === 'disable') return ctx.text('sync.detail.disable');
  if (subject === 'department') {
    const [was, is] = [before as DepartmentFacts | null, after as DepartmentFacts];
    if (is.binds) return ctx.text('sync.detail.same');
    if (was === null) return is.parent === '' ? '' : ctx.text('sync.detail.under', { id: is.under ?? is.parent });
    const said = [
      was.fullName === is.fullName ? '' : `${was.fullName} → ${is.fullName}`,
      was.parent === is.parent ? '' : ctx.text('sync.detail.moves', { id: is.under ?? (is.parent || '1') }),
      was.enabled ? '' : ctx.text('sync.detail.again'),
    ];
    return said.filter(Boolean).join(ctx.text('sync.detail.and'));
  }
  const [was, is] = [before as PersonFacts | null, after as PersonFacts];
  if (was === null) return ctx.text('sync.detail.account', { account: is.account });
  if (is.binds) return ctx.text('sync.detail.binds', { account: is.account });
  const said = [
    was.realName === is.realName ? '' : `${was.realName} → ${is.realName}`,
    was.place === is.place ? '' : ctx.text('sync.detail.moves', { id: is.under ?? (is.place || '1') }),
  ];
  return said.filter(Boolean).join(ctx.text('sync.detail.and'));
}

async function lockedRun(ctx: Ctx, id: string): Promise<SyncRunStored> {
  // rows: runs are of the installation, and the caller is its administrator
  const found = await ctx.db.selectFrom('wechat.sync_run').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  const run = found && (await syncRunOf(ctx, id));
  if (!run) throw new AppError('wechat.sync-not-found', { code: EnvelopeCode.NotFound });
  return run;
}

/** Lets a run begin. @throws AppError `wechat.sync-running` while another one is at work */
async function begin(ctx: Ctx, id: string, change: { readonly state: 'waiting' | 'undo-waiting'; readonly total: number }): Promise<void> {
  const other = await syncRunTable
    .everywhere(ctx, 'whether a run of another directory is at work', 'run')
    .where('run.state', 'in', ['waiting', 'running', 'undo-waiting', 'undoing'])
    .executeTakeFirst();
  if (other) throw new AppError('wechat.sync-running', { code: EnvelopeCode.Conflict });
  const open = { ...change, done: 0, refused: 0, ended_at: null, creator_id: ctx.user.userId, lease_owner: '', lease_until: ctx.clock.steady() };
  try {
    // rows: the run that was just locked
    await ctx.db.updateTable('wechat.sync_run').set(open).where('id', '=', id).execute();
  } catch (error) {
    if (brokenUniqueIndex(error) !== undefined) throw new AppError('wechat.sync-running', { code: EnvelopeCode.Conflict, cause: error });
    throw error;
  }
  ctx.publish(syncWaiting, { runId: id });
}

async function countOf(ctx: Ctx, runId: string, state: 'planned' | 'done'): Promise<number> {
  // rows: counted alone
  const { n } = await ctx.db
    .selectFrom('wechat.sync_item')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function apply(ctx: Ctx, id: string, acts: readonly SyncChoice[]): Promise<null> {
  const run = await lockedRun(ctx, id);
  if (run.state !== 'preview') throw new AppError('wechat.sync-not-preview', { code: EnvelopeCode.Conflict });
  // rows: lines that nobody agreed to, of the run that was just locked
  await ctx.db
    .updateTable('wechat.sync_item')
    .set({ state: 'left' })
    .where('run_id', '=', id)
    .where('act', 'not in', [...acts])
    .execute();
  await begin(ctx, id, { state: 'waiting', total: await countOf(ctx, id, 'planned') });
  ctx.audit({ subject: 'wechat-sync', subjectId: id, after: { acts, organizeId: run.targetId } });
  ctx.message('syncStarted');
  return null;
}

async function undo(ctx: Ctx, id: string): Promise<null> {
  const run = await lockedRun(ctx, id);
  const latest = await syncRunTable
    .everywhere(ctx, 'the latest run that did something', 'run')
    .where('run.state', 'not in', ['preview'])
    .orderBy('run.createdAt', 'desc')
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (run.state !== 'done' || latest?.id !== id) throw new AppError('wechat.sync-not-last', { code: EnvelopeCode.Conflict });
  await begin(ctx, id, { state: 'undo-waiting', total: await countOf(ctx, id, 'done') });
  ctx.audit({ subject: 'wechat-sync', subjectId: id, note: 'undo' });
  ctx.message('syncUndoing');
  return null;
}

/** Departments and members of the work account into an organisation, for system administrators. */
export const syncRoutes = implement<WechatDb>()(syncContract, {
  async runs({ query }, ctx) {
    requireSystemAdministrator(ctx);
    const found = syncRunTable.everywhere(ctx, 'runs of the installation, for its administrators', 'run');
    const page = await selectPage(found, { db: ctx.db, request: query, sorts: {}, byDefault: ['run.createdAt', 'desc'], tieBreaker: 'run.id' });
    return toPage(page.list.map(shownRun), page.pagination.total, query);
  },
  async items({ params, query }, ctx) {
    requireSystemAdministrator(ctx);
    let found = syncItemTable.everywhere(ctx, 'lines of a run, for administrators of the installation', 'item').where('item.runId', '=', params.id);
    if (query.act) found = found.where('item.act', '=', query.act);
    const page = await selectPage(found, { db: ctx.db, request: query, sorts: {}, byDefault: ['item.lineNo', 'asc'], tieBreaker: 'item.lineNo' });
    const kind = (await syncRunOf(ctx, params.id))?.kind ?? 'staff';
    const shown = page.list.map((item): SyncItem => {
      const { lineNo, subject, act, itemKey: key, name, state, reason } = item;
      return { lineNo, subject, act, key, name, detail: detailOf(ctx, item), state, reason: reason === '' ? '' : reasonOf(ctx, reason, kind) };
    });
    return toPage(shown, page.pagination.total, query);
  },
  preview({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return previewSync(ctx, body.organizeId, body.source ?? 'wecom', body.direction ?? 'in');
  },
  apply({ params, body }, ctx) {
    requireSystemAdministrator(ctx);
    return apply(ctx, params.id, body.acts);
  },
  undo({ params }, ctx) {
    requireSystemAdministrator(ctx);
    return undo(ctx, params.id);
  },
});
