import { createHash } from 'node:crypto';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement, inQueue, type RawReply } from '@nephra/plugin-sdk/server';
import { publicCallbackContract } from '../../../contract/public/public-message.contract.ts';
import { answerXml, readIncomingXml, sealedXml } from '../../../domain/public/incoming-xml.ts';
import { seenTable } from '../../tables/public.table.ts';
import type { Ctx, WechatDb } from '../../tables/tables.ts';
import { type PublicAccount, publicAccount } from '../account/public-account.ts';
import { hear } from './hear.ts';
import { isSameText, openSealed, seal, signatureOf } from './sealed-message.ts';

/** A call that was signed longer ago, or for later, is none of now. */
const MAX_AGE_MS = 5 * 60_000;

/** One refusal for all that is wrong: whoever tries learns nothing. */
const refusal = () => new AppError('wechat.mp-callback', { code: EnvelopeCode.Forbidden });
const plain = (text: string, contentType = 'text/plain; charset=utf-8'): RawReply => ({ content: Buffer.from(text, 'utf8'), contentType });
const DONE = 'success';

interface Signed {
  readonly signature?: string | undefined;
  readonly msg_signature?: string | undefined;
  readonly timestamp: string;
  readonly nonce: string;
}

/** The account, where the call is signed with its token, now. @throws AppError `wechat.mp-callback` */
async function signedFor(ctx: Ctx, { timestamp, nonce, ...signed }: Signed, encrypted?: string): Promise<PublicAccount> {
  const account = await publicAccount(ctx);
  if (!account?.receiveOn || account.token === '') throw refusal();
  const seconds = /^\d{9,11}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(ctx.clock.now().getTime() - seconds * 1_000) <= MAX_AGE_MS)) throw refusal();
  const given = encrypted === undefined ? signed.signature : signed.msg_signature;
  const right = signatureOf(account.token, timestamp, nonce, ...(encrypted === undefined ? [] : [encrypted]));
  if (given === undefined || !isSameText(given, right)) throw refusal();
  return account;
}

/** Whether this very call was not there before. Two servers that get it at once: one of them works on it. */
async function isFirst(ctx: Ctx, { timestamp, nonce }: Signed, body: string): Promise<boolean> {
  const mark = createHash('sha256').update([timestamp, nonce, body].join('\n')).digest('hex');
  const written = await ctx.db
    .insertInto('wechat.public_seen')
    .values(seenTable.toSql({ mark, seenAt: ctx.clock.steady() }) as never)
    .onConflict((one) => one.column('mark').doNothing())
    .returning('mark')
    .executeTakeFirst();
  return written !== undefined;
}

/** What the call says: as it stands, or out of its seal. An account with a key takes nothing that is not sealed. */
async function opened(
  ctx: Ctx,
  query: Signed,
  body: string,
): Promise<{ readonly account: PublicAccount; readonly fields: ReadonlyMap<string, string>; readonly sealed: boolean }> {
  const outer = readIncomingXml(body);
  const encrypted = outer?.get('Encrypt');
  const account = await signedFor(ctx, query, encrypted);
  if (!outer || (account.aesKey !== '' && encrypted === undefined)) throw refusal();
  if (encrypted === undefined) return { account, fields: outer, sealed: false };
  const text = account.aesKey === '' ? undefined : openSealed(encrypted, account.aesKey, account.appId);
  const fields = text === undefined ? undefined : readIncomingXml(text);
  if (!fields) throw refusal();
  return { account, fields, sealed: true };
}

/** What the service calls. The signature lets in; everything else is refused alike, and what comes twice is answered and not worked on. */
export const callbackRoutes = implement<WechatDb>()(publicCallbackContract, {
  async verify({ query }, ctx) {
    await signedFor(ctx, query);
    return plain(query.echostr);
  },
  receive: inQueue(
    (_ctx, { query }) => [`callback ${query.openid ?? ''}`],
    async ({ query, body }, ctx) => {
      const { account, fields, sealed } = await opened(ctx, query, body);
      if (!(await isFirst(ctx, query, body))) return plain(DONE);
      const text = await hear(ctx, fields);
      if (text === undefined) return plain(DONE);
      const seconds = Math.floor(ctx.clock.now().getTime() / 1_000);
      const answer = answerXml({ to: fields.get('FromUserName') ?? '', from: fields.get('ToUserName') ?? '', seconds, text });
      if (!sealed) return plain(answer, 'text/xml; charset=utf-8');
      const [encrypted, timestamp] = [seal(answer, account.aesKey, account.appId), String(seconds)];
      const signature = signatureOf(account.token, timestamp, query.nonce, encrypted);
      return plain(sealedXml({ encrypted, signature, timestamp, nonce: query.nonce }), 'text/xml; charset=utf-8');
    },
  ),
});
