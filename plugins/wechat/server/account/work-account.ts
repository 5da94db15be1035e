import { createHash } from 'node:crypto';
import { isAppError } from '@nephra/plugin-sdk/contract';
import type { ReadCtx } from '../tables/tables.ts';
import { workAccountTable, type WorkAccountStored } from '../tables/work.table.ts';

/** Id of the one row. */
export const WORK = 'work';

/** The account with its secret in the open: for calls alone. */
export interface WorkAccount extends Omit<WorkAccountStored, 'secret'> {
  readonly secret: string;
}

/** As it is saved, secret sealed; undefined: nobody has set it up. */
export async function storedWorkAccount(ctx: Pick<ReadCtx, 'db'>): Promise<WorkAccountStored | undefined> {
  return await workAccountTable.everywhere(ctx, 'the one work account of the installation', 'account').where('account.id', '=', WORK).executeTakeFirst();
}

/** All that a call needs is there, and the outbound list holds the gateway. */
export const isUsable = (ctx: Pick<ReadCtx, 'outbound'>, account: WorkAccountStored): boolean =>
  account.corpId !== '' && account.agentId > 0 && account.secret !== '' && ctx.outbound.allows(`${account.gateway}/`);

/** The account for calls; undefined where it is not set up, or its secret was sealed with another key. */
export async function workAccount(ctx: ReadCtx): Promise<WorkAccount | undefined> {
  const stored = await storedWorkAccount(ctx);
  if (!stored || stored.corpId === '' || stored.agentId === 0 || stored.secret === '') return undefined;
  try {
    return { ...stored, secret: ctx.secrets.open(stored.secret) };
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

/** Stands for gateway, corporation and secret: a token of another account is no token of this one. */
export const markOf = ({ gateway, corpId, secret }: WorkAccount): string => createHash('sha256').update([gateway, corpId, secret].join('\n')).digest('hex');
