import { AppError, EnvelopeCode, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { isMailError, type MailToWrite } from '@nephra/plugin-sdk/server';
import type { LetterBody, mailContract } from '../../contract/mail.contract.ts';
import { type Address, distinct, readAddress } from '../../domain/address.ts';
import { oneLine } from '../../domain/header-text.ts';
import { inMailbox, type OwnAccount, requireAccount } from '../account/account.ts';
import { serverRefusal } from '../account/server-refusal.ts';
import { folderFor, placeOf } from '../mailbox/mailbox-calls.ts';
import { type Ctx, type LetterStored, letterTable, MAX_SAID } from '../tables/tables.ts';
import { attachmentsOf } from './attachments.ts';
import { keepDraft, settleLetter } from './draft.command.ts';
import { stateNow } from './letter-view.ts';
import { removeOldDraft } from './mailbox-draft.command.ts';

type Reply = ReplyOf<typeof mailContract.routes.send>;

/** Longer than a server may take: later than this the process that sends has ended. */
const BUSY_MS = 180_000;
/** Stands with a letter that was sent and of which no copy was stored. */
const NO_COPY = 'no-copy';

/** @throws AppError `core.invalid` that names what is no address, `mail.no-receiver` */
function receiversOf(ctx: Ctx, { receivers }: LetterStored): { readonly to: Address[]; readonly cc: Address[]; readonly bcc: Address[] } {
  const read = (field: 'to' | 'cc' | 'bcc'): Address[] =>
    distinct(
      receivers[field].map((text) => {
        const address = readAddress(text);
        if (address) return address;
        throw new AppError('core.invalid', {
          code: EnvelopeCode.Invalid,
          fields: [{ path: field, msg: ctx.text('errors.mail.field-receiver', { text: oneLine(text, 80) }) }],
        });
      }),
    );
  const all = { to: read('to'), cc: read('cc'), bcc: read('bcc') };
  if (all.to.length + all.cc.length + all.bcc.length === 0) throw new AppError('mail.no-receiver', { code: EnvelopeCode.Invalid });
  return all;
}

/** `Message-ID` of the letter that this one answers; where that has gone meanwhile, the answer goes without it. */
async function answeredId(ctx: Ctx, { answers, answerKind }: LetterStored): Promise<string> {
  if (answers === '' || answerKind === '' || answerKind === 'forward') return '';
  const at = placeOf(answers);
  try {
    return await inMailbox(ctx, async (box) => (await box.head(at)).messageId);
  } catch {
    return '';
  }
}

/** Takes the letter to send it: of two who try, one does. @throws AppError `mail.letter-gone` */
async function claim(ctx: Ctx, letter: LetterStored, messageId: string): Promise<void> {
  const busyUntil = new Date(ctx.clock.steady().getTime() + BUSY_MS);
  // rows: a letter of the caller's own
  const { numUpdatedRows } = await ctx.db
    .updateTable('mail.letter')
    .set({ state: 'sending', message_id: messageId, busy_until: busyUntil, changed_at: ctx.clock.now() })
    .where('user_id', '=', letter.userId)
    .where('letter_id', '=', letter.letterId)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('mail.letter-gone', { code: EnvelopeCode.Conflict });
}

async function note(ctx: Ctx, { userId, letterId: id }: LetterStored, state: 'draft' | 'doubtful' | 'sent', trouble: string, said: string): Promise<void> {
  // rows: a letter of the caller's own
  await ctx.db
    .updateTable('mail.letter')
    .set({ state, trouble, trouble_said: oneLine(said, MAX_SAID), changed_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('letter_id', '=', id)
    .execute();
}

/** What follows a letter that has arrived; that it did is true whatever becomes of this. */
async function afterwards(ctx: Ctx, { answers, answerKind }: LetterStored, content: Buffer, messageId: string): Promise<Reply['copy']> {
  try {
    return await inMailbox(ctx, async (box) => {
      if (answers !== '' && (answerKind === 'reply' || answerKind === 'replyAll')) await box.mark(placeOf(answers), 'answered', true).catch(() => undefined);
      const sent = folderFor(await box.folders(), 'sent');
      if (!sent) return 'none';
      await box.append(sent.path, content, messageId);
      return 'stored';
    });
  } catch (error) {
    ctx.log.warn({ reason: error instanceof AppError ? error.key : 'fault' }, 'no copy of a sent letter was stored');
    return 'none';
  }
}

/** What the first try came to, where there was one. @throws AppError `mail.letter-busy`, `mail.letter-doubtful` */
async function earlier(ctx: Ctx, id: string): Promise<Reply | undefined> {
  const letter = await letterTable.find(ctx, { userId: ctx.user.userId, letterId: id });
  const state = letter && stateNow(ctx, letter);
  if (state === 'sent') return { state: 'sent', copy: letter?.trouble === NO_COPY ? 'none' : 'stored' };
  if (state === 'sending') throw new AppError('mail.letter-busy', { code: EnvelopeCode.Conflict });
  if (state === 'doubtful') throw new AppError('mail.letter-doubtful', { code: EnvelopeCode.Conflict });
  return undefined;
}

async function hand(ctx: Ctx, { smtp, login, stored }: OwnAccount, letter: LetterStored, to: readonly Address[], content: Buffer): Promise<Reply['state']> {
  if (!smtp) throw new AppError('mail.no-sending', { code: EnvelopeCode.Refused });
  try {
    await ctx.outbound.mailboxes.send(smtp, login, { from: stored.address, to: to.map(({ address }) => address), content });
    return 'sent';
  } catch (error) {
    const failure = isMailError(error) ? error.failure : 'lost';
    // What is no answer of a server may have happened after the letter left.
    const doubtful = !isMailError(error) || error.handed;
    await ctx.transaction(() => note(ctx, letter, doubtful ? 'doubtful' : 'draft', `server-${failure}`, isMailError(error) ? error.said : ''));
    if (doubtful) return 'doubtful';
    throw serverRefusal(error, smtp);
  }
}

/** Sends a letter once. @throws AppError with the letter kept as a draft */
export async function sendLetter(ctx: Ctx, body: LetterBody): Promise<Reply> {
  const before = await earlier(ctx, body.id);
  if (before) return before;
  const letter = await ctx.transaction(() => keepDraft(ctx, body));
  const account = await requireAccount(ctx);
  if (!account.smtp) throw new AppError('mail.no-sending', { code: EnvelopeCode.Refused });
  const { to, cc, bcc } = receiversOf(ctx, letter);
  const { address, senderName } = account.stored;
  const messageId = letter.messageId || `<${ctx.newId()}@${address.split('@')[1] ?? 'localhost'}>`;
  const message: MailToWrite = {
    ...{ messageId, from: { name: senderName, address }, to, cc, subject: letter.subject, text: letter.bodyText, html: '' },
    ...{ date: ctx.clock.now(), inReplyTo: await answeredId(ctx, letter), attachments: await attachmentsOf(ctx, letter) },
  };
  const content = await ctx.outbound.mailboxes.compose(message);
  await ctx.transaction(() => claim(ctx, letter, messageId));
  const everybody = distinct([...to, ...cc, ...bcc]);
  ctx.audit({ subject: 'mail-letter', subjectId: letter.letterId, note: `${everybody.length} receivers, ${message.attachments.length} attachments` });
  const state = await hand(ctx, account, letter, everybody, content);
  if (state === 'doubtful') {
    ctx.message('letter-doubtful');
    return { state, copy: 'none' };
  }
  await ctx.transaction(() => settleLetter(ctx, { ...letter, messageId }));
  const copy = await afterwards(ctx, letter, content, messageId);
  await removeOldDraft(ctx, letter.draftOf);
  if (copy === 'none') await ctx.transaction(() => note(ctx, letter, 'sent', NO_COPY, ''));
  ctx.message(copy === 'stored' ? 'letter-sent' : 'letter-sent-no-copy');
  return { state, copy };
}
