import type { AccountTestReply } from '../../contract/account/account-parts.ts';
import { WechatError, type WechatFailure } from './wechat-error.ts';
import type { Ctx } from '../tables/tables.ts';

/** A failure as a person reads it, with what it names. */
type SentenceOf = (failure: WechatFailure, params: Readonly<Record<string, string | number>>) => string;

/**
 * Tries an account and times it.
 * @param gateway of the account; empty: none is set up
 * @param work what says that it works, in one sentence
 */
export async function testAccount(ctx: Ctx, gateway: string, sentenceOf: SentenceOf, work: () => Promise<string>): Promise<AccountTestReply> {
  const began = ctx.clock.steady().getTime();
  const answer = (reply: Omit<AccountTestReply, 'milliseconds'>): AccountTestReply => ({
    ...reply,
    milliseconds: Math.max(0, ctx.clock.steady().getTime() - began),
  });
  try {
    return answer({ ok: true, failure: '', errcode: 0, message: await work() });
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    const { failure, errcode } = error;
    return answer({ ok: false, failure, errcode, message: sentenceOf(failure, error.params(gateway)) });
  }
}

const MAX_NAME = 60;
/** A name that the service told, as it stands in a sentence. */
export const nameTold = (name: unknown): string => (typeof name === 'string' ? name.slice(0, MAX_NAME) : '');
