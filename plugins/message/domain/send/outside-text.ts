import type { Language, TextByLanguage } from '@nephra/plugin-sdk/contract';
import { filledText } from '../filled-text.ts';

type Params = Readonly<Record<string, string | number>>;

export interface OutsideKind {
  readonly title: TextByLanguage;
  readonly outside: TextByLanguage;
  readonly params: Readonly<Record<string, 'open' | 'personal'>>;
}

/** What a site says in place of the kind's words, in one language for all. */
export interface OutsideTemplate {
  readonly title: string;
  readonly content: string;
}

/** Characters of one parameter outside. */
const MAX_VALUE = 100;
const MAX_TEXT = 1_000;
/** `{name}`, and `${name}` as one provider writes it; as templates of the page have it. */
const PARAMETER = /\$?\{\s*([^{}\s](?:[^{}]{0,38}[^{}\s])?)\s*\}/gu;
const LINE_ENDS = /\p{Cc}+/gu;

/** Names that a text asks for. */
export const namesIn = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(PARAMETER)].map(([, name = '']) => name)));

/** Values that may leave the product, each on one line and cut short. What is not declared as open does not. */
export const openParams = ({ params }: Pick<OutsideKind, 'params'>, given: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => Object.hasOwn(params, name) && params[name] === 'open')
      .map(([name, value]) => [name, String(value).replace(LINE_ENDS, ' ').trim().slice(0, MAX_VALUE)]),
  );

/** Fills a site's text; undefined where it asks for something that is not given, or must not go outside. */
export function filledTemplate(text: string, values: Readonly<Record<string, string>>): string | undefined {
  if ([...namesIn(text)].some((name) => !Object.hasOwn(values, name))) return undefined;
  return text.replace(PARAMETER, (_written: string, name: string) => values[name] ?? '');
}

/**
 * Subject and text for outside. A site's words count where all that they ask for is open and given; else the kind's own words, in which a parameter that
 * is not given stays unfilled only if its plugin forgot it.
 */
export function outsideText(
  kind: OutsideKind,
  template: OutsideTemplate | undefined,
  given: Params,
  language: Language,
): { readonly subject: string; readonly text: string } {
  const values = openParams(kind, given);
  const ofSite = template && { subject: filledTemplate(template.title, values), text: filledTemplate(template.content, values) };
  const own = filledText(kind.outside, values)[language];
  const subject = ofSite?.subject !== undefined && ofSite.text !== undefined ? ofSite.subject : kind.title[language];
  const text = ofSite?.subject !== undefined && ofSite.text !== undefined ? ofSite.text : own;
  return { subject: subject.replace(LINE_ENDS, ' ').trim().slice(0, 200), text: text.slice(0, MAX_TEXT) };
}
