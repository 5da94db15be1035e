import { type Address, distinct } from './address.ts';

export type AnswerKind = 'reply' | 'replyAll' | 'forward';

interface Answered {
  readonly subject: string;
  readonly from: Address;
  readonly replyTo: readonly Address[];
  readonly receivers: readonly Address[];
  readonly copies: readonly Address[];
}

/** What answers begin with, in several languages: one is enough, however often a letter went to and fro. */
const BEGINNINGS = /^(?:\s*(?:re|aw|sv|fw|fwd|wg|回复|回覆|答复|转发|轉寄|轉發)\s*(?:\[\d{1,3}\])?[:：])+\s*/i;
const MAX_SUBJECT = 200;

export const answerSubject = (kind: AnswerKind, subject: string): string =>
  `${kind === 'forward' ? 'Fwd' : 'Re'}: ${subject.slice(0, 500).replace(BEGINNINGS, '')}`.slice(0, MAX_SUBJECT);

/** Who gets an answer. Where the letter is one's own, its receivers do. @param own address of the mailbox */
export function answerReceivers(kind: AnswerKind, letter: Answered, own: string): { readonly to: Address[]; readonly cc: Address[] } {
  if (kind === 'forward') return { to: [], cc: [] };
  const isOwn = letter.from.address.toLowerCase() === own.toLowerCase();
  const first = isOwn ? letter.receivers : letter.replyTo.length > 0 ? letter.replyTo : [letter.from];
  const to = distinct(first.filter(({ address }) => address !== ''));
  if (kind === 'reply') return { to, cc: [] };
  const others = isOwn ? letter.copies : [...letter.receivers, ...letter.copies];
  return { to, cc: distinct(others, [own, ...to.map(({ address }) => address)]) };
}

/** The letter below an answer, each line marked. @param head says who wrote when */
export const quoted = (head: string, text: string, most: number): string => {
  const lines = text.trimEnd().split('\n');
  return `\n\n${head}\n${lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`)).join('\n')}`.slice(0, most);
};
