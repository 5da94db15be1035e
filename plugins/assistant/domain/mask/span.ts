import type { MaskKind } from '../../contract/assistant.contract.ts';

/** A piece of a text that must not leave, by its places in it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: MaskKind;
}

/** Finds pieces in folded text; they may lie over each other. */
export type Detector = (folded: string) => readonly Span[];

/** All places of a pattern, or of its group `value`. */
export function spansOf(pattern: RegExp, kind: MaskKind): Detector {
  return (folded) => {
    const spans: Span[] = [];
    for (const match of folded.matchAll(pattern)) {
      const value = match.groups?.value;
      const offset = value === undefined ? 0 : match[0].lastIndexOf(value);
      const start = match.index + offset;
      const length = value === undefined ? match[0].length : value.length;
      if (length > 0) spans.push({ start, end: start + length, kind });
    }
    return spans;
  };
}

/** The longest first where two lie over each other; in the order of the text. */
export function withoutOverlaps(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  const longestFirst = [...spans].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  for (const span of longestFirst) if (!kept.some((one) => span.start < one.end && one.start < span.end)) kept.push(span);
  return kept.sort((a, b) => a.start - b.start);
}
