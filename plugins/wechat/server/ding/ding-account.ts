import { createHash } from 'node:crypto';
import { opened } from '../account/work-account.ts';
import { dingAccountTable, type DingAccountStored } from '../tables/ding.table.ts';
import type { ReadCtx } from '../tables/tables.ts';

/** Id of the one row. */
export const DING = 'ding';

/** The account with its secret in the open: for calls alone. */
export interface DingAccount extends Omit<DingAccountStored, 'secret'> {
  readonly secret: string;
}

/** As it is saved, secret sealed; undefined: nobody has set it up. */
export async function storedDingAccount(ctx: Pick<ReadCtx, 'db'>): Promise<DingAccountStored | undefined> {
  return await dingAccountTable.everywhere(ctx, 'the one DingTalk account of the installation', 'account').where('account.id', '=', DING).executeTakeFirst();
}

/** The account for calls; undefined where it is not set up, or its secret was sealed with another key. */
export async function dingAccount(ctx: ReadCtx): Promise<DingAccount | undefined> {
  const stored = await storedDingAccount(ctx);
  if (!stored || stored.appKey === '' || stored.secret === '') return undefined;
  const secret = opened(ctx, stored.secret);
  return secret === undefined ? undefined : { ...stored, secret };
}

/** Stands for gateway, app and secret: a token of another account is no token of this one. */
export const dingMark = ({ gateway, appKey, secret }: DingAccount): string => createHash('sha256').update([gateway, appKey, secret].join('\n')).digest('hex');
