import { setTimeout as pause } from 'node:timers/promises';
import { opened } from '../account/work-account.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { type AccessTokenStored, accessTokenTable } from '../tables/work.table.ts';
import { isFailure, WechatError } from './wechat-error.ts';

/** Whose token it is: the work account's or the public account's. */
export interface TokenOwner {
  /** Its row. */
  readonly id: string;
  /** Stands for account, secret and gateway: a token of another one is none of this one. */
  readonly mark: string;
  /** Asks the service. @param rejected the service did not take the one that it gave any more @throws WechatError */
  fetch(ctx: ReadCtx, rejected: boolean): Promise<{ readonly token: string; readonly seconds: number }>;
}

/** Whoever fetches a token has so long; a fetch with its second try takes less. */
const FETCH_MS = 20_000;
/** A token counts as over so long before it is: a call that begins with it must come to its end. */
const MARGIN_MS = 120_000;
/** After a fetch that failed nobody asks again for so long: many who wait must not each ask a service that refuses. */
const FAILED_MS = 3_000;
const LOOK_AGAIN_MS = 150;
const LOOKS = Math.ceil(FETCH_MS / LOOK_AGAIN_MS) + 10;

const LONG_AGO = new Date(0);

async function readRow(ctx: ReadCtx, id: string): Promise<AccessTokenStored> {
  const find = () => accessTokenTable.everywhere(ctx, 'the token that every server calls with', 'token').where('token.id', '=', id).executeTakeFirst();
  const found = await find();
  if (found) return found;
  const none = {
    sealed: '',
    accountMark: '',
    expiresAt: LONG_AGO,
    generation: 0,
    fetchingUntil: LONG_AGO,
    failure: '',
    errcode: 0,
    said: '',
    failedUntil: LONG_AGO,
  };
  await accessTokenTable.insertAll(ctx, [{ id, ...none }], { unlessTaken: ['id'] });
  return (await find()) ?? { id, ...none };
}

/** Changes the row that was seen, and no other. @returns whether it was still that one */
async function changeRow(ctx: ReadCtx, id: string, seen: number, change: object): Promise<boolean> {
  // rows: the token of the installation, as it was read
  const { numUpdatedRows } = await ctx.db
    .updateTable('wechat.access_token')
    .set({ ...change, generation: seen + 1 })
    .where('id', '=', id)
    .where('generation', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Fetches for all who wait, under the claim that the row's generation names. */
async function refresh(ctx: ReadCtx, owner: TokenOwner, claimed: number, rejected: boolean): Promise<string> {
  const free = { fetching_until: LONG_AGO, account_mark: owner.mark };
  try {
    const { token, seconds } = await owner.fetch(ctx, rejected);
    const expires_at = new Date(ctx.clock.steady().getTime() + seconds * 1_000);
    await changeRow(ctx, owner.id, claimed, {
      ...free,
      sealed: ctx.secrets.seal(token),
      expires_at,
      failure: '',
      errcode: 0,
      said: '',
      failed_until: LONG_AGO,
    });
    return token;
  } catch (error) {
    const { failure, errcode, said } = error instanceof WechatError ? error : new WechatError('no-answer');
    const failed_until = new Date(ctx.clock.steady().getTime() + FAILED_MS);
    await changeRow(ctx, owner.id, claimed, { ...free, sealed: '', expires_at: LONG_AGO, failure, errcode, said, failed_until });
    throw error;
  }
}

/**
 * The token that all servers share. Where it is over, one caller of all fetches the next one and the others wait for it; a fetch that failed is not made again
 * at once by each of them. Outside of any transaction.
 * @param rejected a token that the service did not take any more: another one is wanted
 * @throws WechatError
 */
export async function accessToken(ctx: ReadCtx, owner: TokenOwner, rejected?: string): Promise<string> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const row = await readRow(ctx, owner.id);
    const now = ctx.clock.steady().getTime();
    const isOurs = row.accountMark === owner.mark;
    const token = isOurs && row.expiresAt.getTime() - MARGIN_MS > now && row.sealed !== '' ? opened(ctx, row.sealed) : undefined;
    if (token !== undefined && token !== rejected) return token;
    if (isOurs && row.failure !== '' && row.failedUntil.getTime() > now)
      throw new WechatError(isFailure(row.failure) ? row.failure : 'refused', { errcode: row.errcode, said: row.said });
    const isFree = row.fetchingUntil.getTime() <= now;
    if (isFree && (await changeRow(ctx, owner.id, row.generation, { fetching_until: new Date(now + FETCH_MS) })))
      return await refresh(ctx, owner, row.generation + 1, rejected !== undefined);
    await pause(LOOK_AGAIN_MS);
  }
  throw new WechatError('busy');
}
