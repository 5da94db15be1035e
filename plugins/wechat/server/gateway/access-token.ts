import { setTimeout as pause } from 'node:timers/promises';
import { isAppError } from '@nephra/plugin-sdk/contract';
import { WORK_FAILURES, type WorkFailure } from '../../contract/work/work-limits.ts';
import { failureOf } from '../../domain/work/work-errors.ts';
import { markOf, WORK, type WorkAccount } from '../account/work-account.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { type AccessTokenStored, accessTokenTable } from '../tables/work.table.ts';
import { WorkError } from './work-error.ts';
import { exchange } from './work-request.ts';

/** Whoever fetches a token has so long; a fetch with its second try takes less. */
const FETCH_MS = 20_000;
/** A token counts as over so long before it is: a call that begins with it must come to its end. */
const MARGIN_MS = 120_000;
/** After a fetch that failed nobody asks again for so long: many who wait must not each ask a service that refuses. */
const FAILED_MS = 3_000;
const LOOK_AGAIN_MS = 150;
const LOOKS = Math.ceil(FETCH_MS / LOOK_AGAIN_MS) + 10;

const LONG_AGO = new Date(0);

async function readRow(ctx: ReadCtx): Promise<AccessTokenStored> {
  const find = () => accessTokenTable.everywhere(ctx, 'the token that every server calls with', 'token').where('token.id', '=', WORK).executeTakeFirst();
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
  await accessTokenTable.insertAll(ctx, [{ id: WORK, ...none }], { unlessTaken: ['id'] });
  return (await find()) ?? { id: WORK, ...none };
}

function opened(ctx: ReadCtx, sealed: string): string | undefined {
  try {
    return sealed === '' ? undefined : ctx.secrets.open(sealed);
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

/** Changes the row that was seen, and no other. @returns whether it was still that one */
async function changeRow(ctx: ReadCtx, seen: number, change: object): Promise<boolean> {
  // rows: the token of the installation, as it was read
  const { numUpdatedRows } = await ctx.db
    .updateTable('wechat.access_token')
    .set({ ...change, generation: seen + 1 })
    .where('id', '=', WORK)
    .where('generation', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const known = (text: string): WorkFailure => WORK_FAILURES.find((failure) => failure === text) ?? 'refused';

/** Asks the service for a token. @throws WorkError */
export async function fetchToken(ctx: ReadCtx, { gateway, corpId, secret }: WorkAccount): Promise<{ readonly token: string; readonly seconds: number }> {
  const query = { corpid: corpId, corpsecret: secret };
  const said = await exchange(ctx, gateway, { path: '/cgi-bin/gettoken', query, repeatable: true });
  const failure = failureOf(said.errcode);
  if (failure) throw new WorkError(failure, { errcode: said.errcode, said: said.errmsg });
  const { access_token: token, expires_in: seconds } = said;
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number') throw new WorkError('garbled');
  return { token, seconds };
}

/** Fetches for all who wait, under the claim that the row's generation names. */
async function refresh(ctx: ReadCtx, account: WorkAccount, claimed: number): Promise<string> {
  const accountMark = markOf(account);
  const free = { fetching_until: LONG_AGO, account_mark: accountMark };
  try {
    const { token, seconds } = await fetchToken(ctx, account);
    const expires_at = new Date(ctx.clock.steady().getTime() + seconds * 1_000);
    await changeRow(ctx, claimed, { ...free, sealed: ctx.secrets.seal(token), expires_at, failure: '', errcode: 0, said: '', failed_until: LONG_AGO });
    return token;
  } catch (error) {
    const { failure, errcode, said } = error instanceof WorkError ? error : new WorkError('no-answer');
    const failed_until = new Date(ctx.clock.steady().getTime() + FAILED_MS);
    await changeRow(ctx, claimed, { ...free, sealed: '', expires_at: LONG_AGO, failure, errcode, said, failed_until });
    throw error;
  }
}

/**
 * The token that all servers share. Where it is over, one caller of all fetches the next one and the others wait for it; a fetch that failed is not made again
 * at once by each of them. Outside of any transaction.
 * @param rejected a token that the service did not take any more: another one is wanted
 * @throws WorkError
 */
export async function accessToken(ctx: ReadCtx, account: WorkAccount, rejected?: string): Promise<string> {
  const accountMark = markOf(account);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const row = await readRow(ctx);
    const now = ctx.clock.steady().getTime();
    const isOurs = row.accountMark === accountMark;
    const token = isOurs && row.expiresAt.getTime() - MARGIN_MS > now ? opened(ctx, row.sealed) : undefined;
    if (token !== undefined && token !== rejected) return token;
    if (isOurs && row.failure !== '' && row.failedUntil.getTime() > now) throw new WorkError(known(row.failure), { errcode: row.errcode, said: row.said });
    const isFree = row.fetchingUntil.getTime() <= now;
    if (isFree && (await changeRow(ctx, row.generation, { fetching_until: new Date(now + FETCH_MS) }))) return await refresh(ctx, account, row.generation + 1);
    await pause(LOOK_AGAIN_MS);
  }
  throw new WorkError('busy');
}
