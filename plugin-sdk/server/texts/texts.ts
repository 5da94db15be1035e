import { type ErrorParams, type Language, singularKey } from '../../contract/index.ts';
import type { ServerContext } from '../context.ts';

/** Texts of one language: nested objects whose leaves are sentences with `{{placeholders}}`. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Texts of the shell or of one plugin, by language and dotted key. */
export interface TextSource {
  find(language: Language, key: string): string | undefined;
}

function findIn(tree: TextTree, key: string): string | undefined {
  const whole = Object.hasOwn(tree, key) ? tree[key] : undefined;
  if (typeof whole === 'string') return whole;
  const parts = key.split('.');
  // Keys may themselves hold dots ("session.locked" below "errors"), so every split point is tried.
  for (let cut = 1; cut < parts.length; cut += 1) {
    const head = parts.slice(0, cut).join('.');
    const branch = Object.hasOwn(tree, head) ? tree[head] : undefined;
    if (typeof branch === 'object') {
      const found = findIn(branch, parts.slice(cut).join('.'));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export const textsOf = (trees: Partial<Record<Language, TextTree>>): TextSource => ({
  find(language, key) {
    const own = trees[language];
    return (own && findIn(own, key)) ?? (trees.zh && findIn(trees.zh, key)) ?? (trees.en && findIn(trees.en, key));
  },
});

export const fill = (sentence: string, params: ErrorParams = {}): string =>
  sentence.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));

/** Looks a key up in several sources, first hit wins. */
export function textFrom(sources: readonly TextSource[], language: Language, key: string, params?: ErrorParams): string | undefined {
  const one = singularKey(key, language, params);
  for (const source of sources) {
    const found = (one && source.find(language, one)) ?? source.find(language, key);
    if (found !== undefined) return fill(found, params);
  }
  return undefined;
}

/** `ctx.text` over these sources; a key that none of them has is answered as it is, like in the browser. */
export const textReader =
  (sources: readonly TextSource[], byDefault: Language): ServerContext<never>['text'] =>
  (key, params, language = byDefault) =>
    textFrom(sources, language, key, params) ?? key;

/** The same texts, in another language where none is asked for: in that of whoever calls. */
export const textsIn =
  ({ text }: Pick<ServerContext<never>, 'text'>, byDefault: Language): ServerContext<never>['text'] =>
  (key, params, language = byDefault) =>
    text(key, params, language);

/** Word for a code, `wordOf(ctx, `payer.${code}`, code)`; codes that the texts have no word for show as they are. */
export function wordOf(ctx: Pick<ServerContext<never>, 'text'>, key: string, otherwise: string, params?: Readonly<Record<string, string | number>>): string {
  const found = ctx.text(key, params); // text: whoever calls writes the key
  return found === key ? otherwise : found;
}
