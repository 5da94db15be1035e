import type { TextByLanguage } from '../menu/menu.ts';

/** What stands in a member: a text by language, a short text, a function, …; `texts` and `list` are arrays; an object or the objects of a list may say what is in them. */
export type MemberKind = 'title' | 'text' | 'function' | 'number' | 'boolean' | 'texts' | 'list' | 'object' | MemberKinds | readonly [MemberKinds];
export interface MemberKinds {
  readonly [member: string]: MemberKind;
}

type Needed<T> = { [K in keyof T]-?: undefined extends T[K] ? never : null extends T[K] ? never : K }[keyof T];
type KindOf<V> = [V] extends [(...given: never[]) => unknown]
  ? 'function'
  : [V] extends [boolean]
    ? 'boolean'
    : [V] extends [number]
      ? 'number'
      : [V] extends [string]
        ? 'text'
        : [V] extends [TextByLanguage]
          ? 'title'
          : [V] extends [readonly string[]]
            ? 'texts'
            : [V] extends [readonly (infer E)[]]
              ? 'list' | readonly [AdditionShape<E>]
              : 'object' | AdditionShape<V>;

/** What an addition to an extension point must have, so that whoever reads it need not look: every member of its type that is neither optional nor null, by its kind. */
export type AdditionShape<T> = { readonly [K in Needed<T>]: KindOf<T[K]> };

/** Characters of a text, and entries of a list, that an addition may have. */
const MAX_TEXT = 2_000;
const MAX_LIST = 10_000;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTitle = (value: unknown): boolean => isObject(value) && ['zh', 'zhtw', 'en'].every((language) => isText(value[language]));
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length <= MAX_LIST;

/** Where what is missing stands, from the member on; empty: nothing is. */
function flawIn(value: unknown, kind: MemberKind): string | undefined {
  const unless = (fits: boolean): string | undefined => (fits ? undefined : '');
  switch (kind) {
    case 'title':
      return unless(isTitle(value));
    case 'text':
      return unless(isText(value));
    case 'texts':
      return unless(isList(value) && value.every(isText));
    case 'list':
      return unless(isList(value));
    case 'object':
      return unless(isObject(value));
    case 'function':
    case 'number':
    case 'boolean':
      return unless(typeof value === kind);
    default:
      return isKinds(kind) ? flawOf(value, kind) : listFlaw(value, kind[0]);
  }
}

const isKinds = (kind: MemberKinds | readonly [MemberKinds]): kind is MemberKinds => !Array.isArray(kind);

function listFlaw(value: unknown, kinds: MemberKinds): string | undefined {
  if (!isList(value)) return '';
  for (const one of value) {
    const flaw = flawOf(one, kinds);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function flawOf(value: unknown, kinds: MemberKinds): string | undefined {
  if (!isObject(value)) return '';
  for (const [name, kind] of Object.entries(kinds)) {
    const flaw = flawIn(value[name], kind);
    if (flaw !== undefined) return flaw === '' ? name : `${name}.${flaw}`;
  }
  return undefined;
}

/**
 * What a package adds to an extension point is read by others, who would fail in its place: every bill, if it is a title that has no text.
 * @param point the extension point as its reader declares it; without a shape an addition must be an object and no more
 * @returns a sentence that names the member that is missing or of another kind; undefined: it is whole
 */
export function additionFlaw(point: { readonly id: string; readonly shape?: MemberKinds }, value: unknown): string | undefined {
  const flaw = flawOf(value, point.shape ?? {});
  return flaw === undefined ? undefined : `What is added to ${point.id} has no ${flaw || 'object'} that others can read.`;
}
