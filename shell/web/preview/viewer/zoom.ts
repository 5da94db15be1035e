/** Steps of the buttons and keys, as factors of the natural size. */
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Two factors that differ by less look the same. */
const SAME = 0.01;

/** `fit`: as wide as there is room, but not larger than reads well. */
export type Zoom = number | 'fit';

/** Room at both sides of what is shown, in pixels. */
export const EDGE = 16;
const MAX_FIT = 1.5;

/** Factor in which something of this width fits into the room. */
export const fitOf = (room: number, width: number): number => (width <= 0 || room <= 0 ? 1 : Math.min(MAX_FIT, Math.max(0.1, (room - 2 * EDGE) / width)));

export const largerThan = (scale: number): number => STEPS.find((step) => step > scale + SAME) ?? (STEPS.at(-1) as number);
export const smallerThan = (scale: number): number => STEPS.findLast((step) => step < scale - SAME) ?? STEPS[0];

/** What a key does to the size; undefined for others. */
export function zoomByKey({ key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>, scale: number): Zoom | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === '+' || key === '=') return largerThan(scale);
  if (key === '-') return smallerThan(scale);
  return key === '0' ? 'fit' : undefined;
}
