import { createHash } from 'node:crypto';
import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { publicRefusalOf, WechatError } from '../../gateway/wechat-error.ts';
import { publicAccountTable, type PublicAccountStored } from '../../tables/public.table.ts';
import type { ReadCtx } from '../../tables/tables.ts';

/** Id of the one row, and of its token's. */
export const PUBLIC = 'public';

/** The account with its secrets in the open: for calls and callbacks alone. */
export interface PublicAccount extends PublicAccountStored {
  readonly '~open': true;
}

export const storedPublicAccount = (ctx: Pick<ReadCtx, 'db'>): Promise<PublicAccountStored | undefined> =>
  publicAccountTable.everywhere(ctx, 'the one public account of the installation', 'account').where('account.id', '=', PUBLIC).executeTakeFirst();

/** All that a call needs is there, and the outbound list holds the gateway. */
export const isPublicUsable = (ctx: Pick<ReadCtx, 'outbound'>, account: PublicAccountStored): boolean =>
  account.appId !== '' && account.secret !== '' && ctx.outbound.allows(`${account.gateway}/`);

/** The account for calls; undefined where it is not set up, or its secrets were sealed with another key. */
export async function publicAccount(ctx: Pick<ReadCtx, 'db' | 'secrets'>): Promise<PublicAccount | undefined> {
  const stored = await storedPublicAccount(ctx);
  if (!stored || stored.appId === '') return undefined;
  const open = (sealed: string): string => (sealed === '' ? '' : ctx.secrets.open(sealed));
  try {
    return { ...stored, secret: open(stored.secret), token: open(stored.token), aesKey: open(stored.aesKey), '~open': true };
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}

/** @throws AppError `wechat.mp-off` */
export async function requirePublicAccount(ctx: ReadCtx): Promise<PublicAccount> {
  const account = await publicAccount(ctx);
  if (!account || account.secret === '') throw publicRefusalOf(new WechatError('off'), '');
  return account;
}

/** Stands for gateway, account and secret: a token of another account is no token of this one. */
export const publicMarkOf = ({ gateway, appId, secret }: PublicAccount): string =>
  createHash('sha256').update(['public', gateway, appId, secret].join('\n')).digest('hex');

/** Work with the service, whose failures become sentences for whoever asked. @throws AppError `wechat.mp-…` */
export async function askingService<T>(account: PublicAccount, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WechatError) throw publicRefusalOf(error, account.gateway);
    throw error;
  }
}

export const refused = (key: string, params: Record<string, string | number> = {}): AppError =>
  new AppError(`wechat.mp-${key}`, { code: EnvelopeCode.Refused, params });
