import type { Language } from '../menu/menu.ts';

/** What the key of an English text ends in that is said of exactly one. */
export const SINGULAR_END = '_one';

/** Numbers that decide whether a text speaks of one or of several. */
const COUNTED = ['n', 'count'] as const;

/**
 * Key of the text that speaks of exactly one, `users.chosen_one`, where the parameter `n` or `count` is 1; undefined otherwise. English
 * alone has such texts, and only where the usual one would be wrong: "1 users".
 */
export function singularKey(key: string, language: Language, params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (language !== 'en' || params === undefined) return undefined;
  return COUNTED.some((name) => Object.hasOwn(params, name) && Number(params[name]) === 1) ? key + SINGULAR_END : undefined;
}
