import { type Combination, COMBINATIONS, type JourneyWidth } from './combination.ts';

/** A journey that people do not make on a screen of these widths, and why not. */
interface LeftOut {
  /** File, without `.journey.ts`. */
  readonly file: string;
  /** A part of the journey's title; all journeys of the file when absent. */
  readonly title?: string;
  readonly widths: readonly JourneyWidth[];
  readonly reason: string;
}

/** Every journey runs in every language. Each reason is printed at the end of the long run. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    file: 'frame',
    title: 'the four layouts can be chosen',
    widths: [390],
    reason: 'on a phone all layouts are one: the menu lies over the page (specification 4, sidebar)',
  },
];

/** Tag of journeys that say themselves in which language and on which width they run. */
export const ONCE = '@once';

const HOME: Combination | undefined = COMBINATIONS[0];
const same = (a: Combination, b: Combination | undefined): boolean => a.language === b?.language && a.width === b.width;

/** Why a journey is not made in this combination; undefined when it is. @param file its path */
export function reasonLeftOut(
  journey: { readonly file: string; readonly title: string; readonly tags: readonly string[] },
  combination: Combination,
): string | undefined {
  if (journey.tags.includes(ONCE) && !same(combination, HOME)) return 'says itself in which language and on which width it runs';
  const name = journey.file.replace(/^.*\//, '').replace('.journey.ts', '');
  return LEFT_OUT.find(
    ({ file, title, widths }) => file === name && (title === undefined || journey.title.includes(title)) && widths.includes(combination.width),
  )?.reason;
}
