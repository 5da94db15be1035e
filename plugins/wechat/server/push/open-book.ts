import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { SyncSource } from '../../contract/sync/sync-limits.ts';
import { storedWorkAccount } from '../account/work-account.ts';
import { dingRefusalOf } from '../ding/call-ding.ts';
import { storedDingAccount } from '../ding/ding-account.ts';
import { refusalOf, type WechatError } from '../gateway/wechat-error.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { AddressBook } from './address-book.ts';
import { dingBook } from './ding-book.ts';
import { workBook } from './work-book.ts';

/** @throws AppError `wechat.sync-no-book` where it is not set up to be written to */
export async function openBook(ctx: ReadCtx, source: SyncSource): Promise<AddressBook> {
  const book = await (source === 'ding' ? dingBook(ctx) : workBook(ctx));
  if (!book) throw new AppError('wechat.sync-no-book', { code: EnvelopeCode.Refused });
  return book;
}

/** A failure of that service as a person reads it. */
export async function bookRefusal(ctx: ReadCtx, source: SyncSource, error: WechatError): Promise<AppError> {
  if (source === 'ding') return dingRefusalOf(error, (await storedDingAccount(ctx))?.gateway ?? '');
  return refusalOf(error, (await storedWorkAccount(ctx))?.gateway ?? '');
}
