import { dayOf } from '@nephra/plugin-sdk/contract';
import type { ChatLine } from './chat-line.ts';

/**
 * Puts messages into those that are known: in the order of their places, each once, whatever way and how often it came. Of two with one place the later one to
 * come stands, but the own name of a message is never lost.
 */
export function mergeLines(known: readonly ChatLine[], fresh: readonly ChatLine[]): readonly ChatLine[] {
  if (fresh.length === 0) return known;
  const last = known.at(-1)?.seq ?? -1;
  // What comes over the socket stands behind all others.
  if (fresh.length === 1 && fresh[0] && fresh[0].seq > last) return [...known, fresh[0]];
  const bySeq = new Map(known.map((line) => [line.seq, line]));
  for (const line of fresh) {
    const { clientId = '' } = bySeq.get(line.seq) ?? {};
    bySeq.set(line.seq, line.clientId === '' && clientId !== '' ? { ...line, clientId } : line);
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** The place behind which something may be missing; undefined when the places follow one another. */
export function gapAfter(lines: readonly ChatLine[], isKnown: (seq: number) => boolean): number | undefined {
  const at = lines.findIndex(({ seq }, nth) => {
    const next = lines[nth + 1];
    return next !== undefined && next.seq > seq + 1 && !isKnown(seq);
  });
  return lines[at]?.seq;
}

/** Messages of one business day, under one heading. */
export interface DayOfLines {
  /** Stays when older messages of the day come. */
  readonly key: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly lines: readonly ChatLine[];
}

/** By the day on which they were sent, in the order of their places: a clock that was set back makes a day stand twice, and moves nothing. */
export function byDay(lines: readonly ChatLine[]): readonly DayOfLines[] {
  const days: { key: string; day: string; lines: ChatLine[] }[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const day = dayOf(line.sentAt);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ key: seen.has(day) ? `${day} ${line.seq}` : day, day, lines: [line] });
    seen.add(day);
  }
  return days;
}
