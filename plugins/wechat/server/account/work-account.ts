import { createHash } from 'node:crypto';
import { isAppError } from '@nephra/plugin-sdk/contract';
import type { ReadCtx } from '../tables/tables.ts';
import { workAccountTable, type WorkAccountStored } from '../tables/work.table.ts';

/** Id of the one row. */
export const WORK = 'work';

/** Id of the token that writes to the address book: it has a secret of its own. */
const BOOK = 'book';

/** The account with its secret in the open: for calls alone. */
export interface WorkAccount extends Omit<WorkAccountStored, 'bookSecret'> {}

/** As it is saved, secret sealed; undefined: nobody has set it up. */
export async function storedWorkAccount(ctx: Pick<ReadCtx, 'db'>): Promise<WorkAccountStored | undefined> {
  return await workAccountTable.everywhere(ctx, 'the one work account of the installation', 'account').where('account.id', '=', WORK).executeTakeFirst();
}

/** All that a call needs is there, and the outbound list holds the gateway. */
export const isUsable = (ctx: Pick<ReadCtx, 'outbound'>, account: WorkAccountStored): boolean =>
  account.corpId !== '' && account.agentId > 0 && account.secret !== '' && ctx.outbound.allows(`${account.gateway}/`);

/** Undefined: it was sealed with another key. */
export function opened(ctx: Pick<ReadCtx, 'secrets'>, sealed: string): string | undefined {
  try {
    return ctx.secrets.open(sealed);
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

/** The account for calls; undefined where it is not set up, or its secret was sealed with another key. */
export async function workAccount(ctx: ReadCtx): Promise<WorkAccount | undefined> {
  const stored = await storedWorkAccount(ctx);
  if (!stored || stored.corpId === '' || stored.agentId === 0 || stored.secret === '') return undefined;
  const secret = opened(ctx, stored.secret);
  return secret === undefined ? undefined : { ...stored, secret };
}

/** The same with the secret of the address book, which alone may change it; undefined where none is kept. */
export async function addressBook(ctx: ReadCtx): Promise<WorkAccount | undefined> {
  const stored = await storedWorkAccount(ctx);
  if (!stored || stored.corpId === '' || stored.bookSecret === '') return undefined;
  const secret = opened(ctx, stored.bookSecret);
  return secret === undefined ? undefined : { ...stored, id: BOOK, secret };
}

/** Stands for gateway, corporation and secret: a token of another account is no token of this one. */
export const markOf = ({ gateway, corpId, secret }: WorkAccount): string => createHash('sha256').update([gateway, corpId, secret].join('\n')).digest('hex');
