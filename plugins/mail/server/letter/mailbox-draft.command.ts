import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Address, distinct, readAddress } from '../../domain/address.ts';
import { inMailbox, requireAccount } from '../account/account.ts';
import { folderFor, placeOf } from '../mailbox/mailbox-calls.ts';
import type { Ctx } from '../tables/tables.ts';
import { attachmentsOf } from './attachments.ts';
import { ownLetter, removeLetter } from './draft.command.ts';
import { stateNow } from './letter-view.ts';

/** Who can be read as an address; what is half written stays out of the copy and is said. */
const readable = (texts: readonly string[]): Address[] => distinct(texts.flatMap((text) => readAddress(text) ?? []));

/** A draft of the mailbox that was gone on with is replaced, or sent: its old form goes. */
export const removeOldDraft = async (ctx: Ctx, draftOf: string): Promise<void> => {
  if (draftOf === '') return;
  const at = placeOf(draftOf);
  // One that somebody moved or removed meanwhile is no matter of this letter any more.
  await inMailbox(ctx, (box) => box.remove(at)).catch(() => undefined);
};

/**
 * Puts a draft into the mailbox's own folder of drafts, where other programs find it, and forgets it here: it lies in one place. Sent again it is found by its Message-ID.
 * @throws AppError `mail.no-drafts-folder`, `mail.draft-hidden` (hidden copies stand in no header), `mail.letter-gone`
 */
export async function moveToMailbox(ctx: Ctx, id: string): Promise<null> {
  const letter = await ownLetter(ctx, id);
  if (stateNow(ctx, letter) !== 'draft') throw new AppError('mail.letter-gone', { code: EnvelopeCode.Conflict });
  if (letter.receivers.bcc.length > 0) throw new AppError('mail.draft-hidden', { code: EnvelopeCode.Refused });
  if ([...letter.receivers.to, ...letter.receivers.cc].some((text) => !readAddress(text)))
    throw new AppError('mail.draft-receiver', { code: EnvelopeCode.Refused });
  const { stored } = await requireAccount(ctx);
  const messageId = `<draft-${letter.letterId}-${letter.changedAt.getTime()}@${stored.address.split('@')[1] ?? 'localhost'}>`;
  const content = await ctx.outbound.mailboxes.compose({
    ...{ messageId, from: { name: stored.senderName, address: stored.address }, to: readable(letter.receivers.to), cc: readable(letter.receivers.cc) },
    ...{ subject: letter.subject, text: letter.bodyText, html: '', date: ctx.clock.now(), inReplyTo: '', attachments: await attachmentsOf(ctx, letter) },
  });
  await inMailbox(ctx, async (box) => {
    const drafts = folderFor(await box.folders(), 'drafts');
    if (!drafts) throw new AppError('mail.no-drafts-folder', { code: EnvelopeCode.Refused });
    await box.append(drafts.path, content, messageId, { draft: true });
  });
  await removeOldDraft(ctx, letter.draftOf);
  await ctx.transaction(() => removeLetter(ctx, id));
  ctx.message('draft-moved');
  return null;
}
