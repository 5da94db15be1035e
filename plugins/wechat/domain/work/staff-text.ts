import type { StaffMessageState } from '../../contract/work/work-limits.ts';
import { REPEAT_WINDOW_SECONDS, SAFE_AGAIN_MS } from './work-message.ts';

/** A text to several members, as the service takes it. */
export interface StaffText {
  /** Members, with a stroke between. */
  readonly touser: string;
  readonly agentid: number;
  readonly msgtype: 'text';
  readonly text: { readonly content: string };
  readonly enable_duplicate_check: 1;
  readonly duplicate_check_interval: number;
}

/** Letters of the mark under a text. */
const MARK = 6;

/**
 * A mark of the message stands under its text: the service drops what it gets twice within half an hour, so a call that is made again delivers nothing twice, and the same
 * words said again by a person are a message of their own.
 */
export const staffText = ({ id, members, agentId, content }: { id: string; members: readonly string[]; agentId: number; content: string }): StaffText => ({
  ...{ touser: members.join('|'), agentid: agentId, msgtype: 'text', text: { content: `${content}\n#${id.slice(-MARK)}` } },
  ...{ enable_duplicate_check: 1, duplicate_check_interval: REPEAT_WINDOW_SECONDS },
});

/** Members whom the service could not deliver to (unknown, or without a licence), in small letters: it compares ids without regard to case. */
export const unreachedIn = (...named: readonly unknown[]): ReadonlySet<string> =>
  new Set(named.flatMap((text) => (typeof text === 'string' ? text.toLowerCase().split('|') : [])).filter((one) => one !== ''));

export type NextTry = 'first' | 'repeat' | 'none';
/** A message that is on its way for so long has lost its process. */
export const SENDING_MS = 10 * 60_000;

/** `sending` of a process that is gone is doubtful. @param age milliseconds since the try began */
export const stateAfter = (state: StaffMessageState, age: number): StaffMessageState => (state === 'sending' && age > SENDING_MS ? 'doubtful' : state);

/**
 * How a message may be sent once more: what was refused as if for the first time, what is doubtful word by word while the service still drops repeats, and nothing else.
 * @param age milliseconds since the first try began whose end nobody knows
 */
export function nextTry(state: StaffMessageState, age: number): NextTry {
  const now = stateAfter(state, age);
  if (now === 'refused') return 'first';
  return now === 'doubtful' && age >= 0 && age <= SAFE_AGAIN_MS ? 'repeat' : 'none';
}

const HAN_RUN = /\p{Script=Han}{2,}/gu;
const LATIN_WORD = /[A-Za-z][A-Za-z'-]{0,24}/g;
const HAN_NAME = { least: 2, most: 4 } as const;
const MAX_LATIN_WORDS = 3;

/** Pieces of a text that may be somebody's name, however it is spaced: whoever knows names says which of them are one. */
export function namePieces(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const found = new Set<string>();
  for (const [run] of plain.replace(/[^\p{L}\p{N}\n]/gu, '').matchAll(HAN_RUN)) {
    for (let at = 0; at < run.length; at += 1)
      for (let size = HAN_NAME.least; size <= HAN_NAME.most && at + size <= run.length; size += 1) found.add(run.slice(at, at + size));
  }
  const words = [...plain.matchAll(LATIN_WORD)].map(([word]) => word);
  for (let at = 0; at < words.length; at += 1)
    for (let count = 1; count <= MAX_LATIN_WORDS && at + count <= words.length; count += 1) found.add(words.slice(at, at + count).join(' '));
  return [...found];
}
