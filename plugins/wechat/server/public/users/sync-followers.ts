import { type Lease, type LeaseClaim, sql } from '@nephra/plugin-sdk/server';
import { callPublic } from '../account/call-public.ts';
import { WechatError } from '../../gateway/wechat-error.ts';
import { publicUserTable, type PublicSyncStored } from '../../tables/public.table.ts';
import type { ReadCtx } from '../../tables/tables.ts';
import { type PublicAccount, publicAccount } from '../account/public-account.ts';
import { publicSyncOf } from './sync.handlers.ts';
import { readTags } from './tag.handlers.ts';

export const publicSyncClaim: LeaseClaim = {
  ...{ table: 'wechat.public_sync', open: ['waiting', 'running'], order: 'created_at', taken: { waiting: 'running' } },
};

/** People whom the service tells of in one call. */
const INFO_AT_ONCE = 100;
/** Ids in one statement. */
const WRITE_AT_ONCE = 500;
/** The service is asked again after what passes by itself. */
const PAUSE_MS = 30_000;
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'no-answer', 'busy', 'garbled']);

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 64) : [];
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one): one is number => Number.isSafeInteger(one)) : []);

async function setRun(ctx: ReadCtx, id: string, change: object): Promise<void> {
  // rows: the run in hand, under its lease
  await ctx.db.updateTable('wechat.public_sync').set(change).where('id', '=', id).execute();
}

/** One page of ids: who is new is written, all are marked as seen and to be asked about. Marking twice is marking once. */
async function readPage(ctx: ReadCtx, lease: Lease, run: PublicSyncStored, account: PublicAccount): Promise<void> {
  const said = await callPublic(ctx, account, { path: '/cgi-bin/user/get', query: { next_openid: run.nextOpenId }, repeatable: true });
  const ids = texts((said.data as { readonly openid?: unknown } | undefined)?.openid);
  const next = typeof said.next_openid === 'string' && ids.length > 0 ? said.next_openid : '';
  await ctx.transaction(async () => {
    await lease.keep();
    let added = 0;
    for (let from = 0; from < ids.length; from += WRITE_AT_ONCE) {
      const some = ids.slice(from, from + WRITE_AT_ONCE);
      const now = ctx.clock.now();
      const rows = some.map((openId) => publicUserTable.toSql({ ...newFollower(ctx, openId), seenRun: run.id, infoDue: true }));
      const written = await ctx.db
        .insertInto('wechat.public_user')
        .values(rows as never)
        .onConflict((one) => one.column('open_id').doUpdateSet({ subscribed: true, seen_run: run.id, info_due: true, updated_at: now }))
        .returning(sql<boolean>`xmax = 0`.as('fresh'))
        .execute();
      added += written.filter(({ fresh }) => fresh).length;
    }
    const total = Number.isSafeInteger(said.total) ? (said.total as number) : run.total;
    await setRun(ctx, run.id, { total, added: run.added + added, next_open_id: next, listed: next === '' || next === run.nextOpenId });
  });
}

/** A follower of whom nothing is known yet. */
export const newFollower = (ctx: ReadCtx, openId: string) => ({
  ...{ id: ctx.newId(), openId, subscribed: true, subscribedAt: null, tags: [], lastAt: null, patientId: '', orgId: '', boundAt: null },
  ...{ wrongCodes: 0, wrongSince: null, seenRun: '', infoDue: false, createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() },
});

/** A hundred of those that are to be asked about. @returns how many there were */
async function readInfos(ctx: ReadCtx, lease: Lease, run: PublicSyncStored, account: PublicAccount): Promise<number> {
  const due = await publicUserTable
    .everywhere(ctx, 'followers that the run in hand asks about', 'follower')
    .where('follower.infoDue', '=', true)
    .where('follower.seenRun', '=', run.id)
    .orderBy('follower.id')
    .limit(INFO_AT_ONCE)
    .execute();
  if (due.length === 0) return 0;
  const body = { user_list: due.map(({ openId: openid }) => ({ openid, lang: 'zh_CN' })) };
  const said = await callPublic(ctx, account, { path: '/cgi-bin/user/info/batchget', query: {}, body, repeatable: true });
  const told = new Map<string, { readonly subscribe?: unknown; readonly subscribe_time?: unknown; readonly tagid_list?: unknown }>();
  for (const one of Array.isArray(said.user_info_list) ? said.user_info_list : []) if (typeof one?.openid === 'string') told.set(one.openid, one);
  await ctx.transaction(async () => {
    await lease.keep();
    for (const { id, openId } of due) {
      const { subscribe, subscribe_time: seconds, tagid_list: tags } = told.get(openId) ?? {};
      const since = Number.isSafeInteger(seconds) && (seconds as number) > 0 ? new Date((seconds as number) * 1_000) : null;
      // rows: a follower that the service told of
      await ctx.db
        .updateTable('wechat.public_user')
        .set({ info_due: false, subscribed: subscribe !== 0, tags: sql`${JSON.stringify(numbers(tags))}::jsonb`, ...(since && { subscribed_at: since }) })
        .where('id', '=', id)
        .execute();
    }
    await setRun(ctx, run.id, { done: run.done + due.length });
  });
  return due.length;
}

/** Who was not named has left; what is known of them, and whose they are, stays. */
async function finish(ctx: ReadCtx, lease: Lease, run: PublicSyncStored): Promise<void> {
  await ctx.transaction(async () => {
    await lease.keep();
    // rows: followers whom the service does not name any more; who began to follow meanwhile is younger than the run
    const { numUpdatedRows } = await ctx.db
      .updateTable('wechat.public_user')
      .set({ subscribed: false, updated_at: ctx.clock.now() })
      .where('seen_run', '<>', run.id)
      .where('subscribed', '=', true)
      .where('updated_at', '<=', run.createdAt)
      .executeTakeFirst();
    await setRun(ctx, run.id, { state: 'done', gone: Number(numUpdatedRows), ended_at: ctx.clock.now() });
  });
}

/** Reads all followers, from wherever it stands to its end. A failure that passes is tried again; another one ends the run with its reason. */
export async function syncFollowers(ctx: ReadCtx, id: string, lease: Lease): Promise<void> {
  try {
    for (;;) {
      const run = await publicSyncOf(ctx, id);
      if (run?.state !== 'running' || lease.stopping()) return;
      const account = await publicAccount(ctx);
      if (!account) throw new WechatError('off');
      if (run.done === 0 && run.nextOpenId === '' && !run.listed) await readTags(ctx, account);
      if (!run.listed) await readPage(ctx, lease, run, account);
      else if ((await readInfos(ctx, lease, run, account)) === 0) return await finish(ctx, lease, run);
    }
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    if (PASSING.has(error.failure)) return await lease.giveBack(PAUSE_MS);
    await ctx.transaction(async () => {
      await lease.keep();
      await setRun(ctx, id, { state: 'failed', reason: `${error.failure} ${error.errcode}`, ended_at: ctx.clock.now() });
    });
  }
}
