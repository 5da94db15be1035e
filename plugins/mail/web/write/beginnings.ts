import type { WebContext } from '@nephra/plugin-sdk/web';
import { MAX_FILES, MAX_TEXT } from '../../contract/limits.ts';
import type { MailConfig, MailView } from '../../contract/mail.contract.ts';
import { addressText } from '../../domain/address.ts';
import { type AnswerKind, answerReceivers, answerSubject, quoted } from '../../domain/answer.ts';
import type { Beginning } from './compose.store.ts';

/** The own signature behind two empty lines, below the sign that mail programs know. */
const signed = (signature: string): string => (signature === '' ? '' : `\n\n-- \n${signature}`);

export const newLetter = ({ signature }: MailConfig): Beginning => ({ bodyText: signed(signature) });

/** @param when the letter's date as people read it @param asText the letter's text, of its HTML where it has no other */
export function answerTo({ t }: Pick<WebContext, 't'>, kind: AnswerKind, letter: MailView, config: MailConfig, when: string, asText: string): Beginning {
  const { to, cc } = answerReceivers(kind, letter, config.address);
  const who = letter.from.name || letter.from.address;
  const head = kind === 'forward' ? forwardHead(t, letter, when) : t('write.wroteAt', { time: when, who });
  const start = signed(config.signature);
  return {
    ...{ to, cc, subject: answerSubject(kind, letter.subject), answers: letter.id, answerKind: kind },
    bodyText: `${start}${quoted(head, asText, MAX_TEXT - start.length)}`,
    forwards: kind === 'forward' ? letter.attachments.filter(({ fetchable }) => fetchable).slice(0, MAX_FILES) : [],
  };
}

/** A draft of the mailbox to go on with, with what hangs on it. */
export const draftGoneOn = (letter: MailView, asText: string): Beginning => ({
  ...{ to: letter.receivers, cc: letter.copies, subject: letter.subject, bodyText: asText.slice(0, MAX_TEXT), draftOf: letter.id },
  forwards: letter.attachments.filter(({ fetchable }) => fetchable).slice(0, MAX_FILES),
});

const forwardHead = (t: WebContext['t'], { from, receivers, subject }: MailView, when: string): string =>
  [
    t('write.forwardHead'),
    `${t('write.from')}: ${addressText(from)}`,
    ...(receivers.length > 0 ? [`${t('write.to')}: ${receivers.map(addressText).join(', ')}`] : []),
    `${t('write.subject')}: ${subject}`,
    ...(when === '' ? [] : [when]),
    '',
  ].join('\n');
