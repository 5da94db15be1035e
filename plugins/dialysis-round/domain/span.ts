/** A part of an axis of time: first and last moment, in milliseconds. */
export type Span = readonly [number, number];

const DAY_MS = 86_400_000;
/** Nearer than a week nothing more is to be seen. */
export const MIN_SPAN_MS = 7 * DAY_MS;

/** Inside of the whole axis, never shorter than a week (or than the whole, where that is shorter). */
export function within([from, to]: Span, [first, last]: Span): Span {
  const whole = last - first;
  const length = Math.min(Math.max(to - from, Math.min(MIN_SPAN_MS, whole)), whole);
  const start = Math.min(Math.max(from, first), last - length);
  return [start, start + length];
}

/** Around its middle. @param factor below 1: nearer */
export function zoomed([from, to]: Span, factor: number, whole: Span): Span {
  const [middle, half] = [(from + to) / 2, ((to - from) / 2) * factor];
  return within([middle - half, middle + half], whole);
}

/** @param share of what is shown; below 0: back in time */
export function moved([from, to]: Span, share: number, whole: Span): Span {
  const by = (to - from) * share;
  return within([from + by, to + by], whole);
}

/** The last days of the axis; 0: all of it. */
export const lastDays = (days: number, whole: Span): Span => (days === 0 ? whole : within([whole[1] - days * DAY_MS, whole[1]], whole));

/** What a key does to the span; undefined: nothing. */
export function spanByKey(key: string, span: Span, whole: Span): Span | undefined {
  if (key === 'ArrowLeft') return moved(span, -0.2, whole);
  if (key === 'ArrowRight') return moved(span, 0.2, whole);
  if (key === 'PageUp') return moved(span, -1, whole);
  if (key === 'PageDown') return moved(span, 1, whole);
  if (key === 'ArrowUp' || key === '+' || key === '=') return zoomed(span, 0.6, whole);
  if (key === 'ArrowDown' || key === '-') return zoomed(span, 1 / 0.6, whole);
  if (key === 'Home') return within([whole[0], whole[0] + span[1] - span[0]], whole);
  if (key === 'End') return within([whole[1] - (span[1] - span[0]), whole[1]], whole);
  return undefined;
}
