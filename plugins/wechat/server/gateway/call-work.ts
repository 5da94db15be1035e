import { failureOf, isStaleToken, type WorkSaid } from '../../domain/work/work-errors.ts';
import type { WorkAccount } from '../account/work-account.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { accessToken } from './access-token.ts';
import { WorkError } from './work-error.ts';
import { exchange, type WorkRequest } from './work-request.ts';

/**
 * One call in the name of the account. A token that is no good any more is replaced and the call made again: the service did not work on it.
 * Outside of any transaction.
 * @throws WorkError
 */
export async function callWork(ctx: ReadCtx, account: WorkAccount, request: WorkRequest): Promise<WorkSaid> {
  let token = await accessToken(ctx, account);
  for (let tries = 1; ; tries += 1) {
    const said = await exchange(ctx, account.gateway, { ...request, query: { ...request.query, access_token: token } });
    const failure = failureOf(said.errcode);
    if (failure === undefined) return said;
    if (!isStaleToken(said.errcode) || tries > 1) {
      // 40001 answers a wrong secret where a token is asked for; here it is the token that is meant.
      throw new WorkError(isStaleToken(said.errcode) ? 'token' : failure, { errcode: said.errcode, said: said.errmsg });
    }
    token = await accessToken(ctx, account, token);
  }
}
