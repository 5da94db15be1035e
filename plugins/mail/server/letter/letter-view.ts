import type { LetterRow, LetterView } from '../../contract/mail.contract.ts';
import type { Ctx, LetterStored } from '../tables/tables.ts';

const MAX_SHOWN = 3;

/** A letter whose sender's server ended in between has left, or has not: nobody knows. */
export const stateNow = (ctx: Ctx, { state, busyUntil }: LetterStored): LetterStored['state'] =>
  state === 'sending' && busyUntil.getTime() <= ctx.clock.steady().getTime() ? 'doubtful' : state;

export const letterRow = (ctx: Ctx, letter: LetterStored): LetterRow => ({
  id: letter.letterId,
  to: `${letter.receivers.to.slice(0, MAX_SHOWN).join(', ')}${letter.receivers.to.length > MAX_SHOWN ? ' …' : ''}`,
  subject: letter.subject,
  state: stateNow(ctx, letter),
  lastModifyTime: letter.changedAt.getTime(),
});

export function letterView(ctx: Ctx, letter: LetterStored): LetterView {
  const { letterId: id, receivers, subject, bodyText, files, answers, answerKind, forwardParts, draftOf, trouble, troubleSaid, changedAt } = letter;
  return {
    ...{ id, to: [...receivers.to], cc: [...receivers.cc], bcc: [...receivers.bcc], subject, bodyText, files: [...files] },
    ...{ answers, answerKind, forwardParts: [...forwardParts], draftOf, state: stateNow(ctx, letter) },
    // text: one of the keys of `serverRefusal`
    trouble: trouble === '' || letter.state === 'sent' ? '' : ctx.text(`errors.mail.${trouble}`, { host: '', port: '', said: troubleSaid }),
    lastModifyTime: changedAt.getTime(),
  };
}
