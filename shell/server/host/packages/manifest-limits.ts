import type { PluginManifest, TextByLanguage } from '@nephra/plugin-sdk/contract';

/** Characters of manifest.json, looked at before it is read. */
export const MAX_MANIFEST_TEXT = 2_000_000;
/** Texts of one language, in bytes: the server keeps them, and browsers fetch them with the first page of the plugin. */
const MAX_TEXT_BYTES = 2 * 1_048_576;
const MAX_SETTINGS_TEXT = 200_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 2_000;
/** Menus and what stands in them (buttons, columns, forms, fields), and permissions: each is a row, and all of them go to every browser at its sign-in. */
const MAX_ENTRIES = 3_000;

const longest = (text: TextByLanguage | undefined): number => Math.max(0, ...Object.values(text ?? {}).map(({ length }) => length));

/**
 * What a plugin may ask of everybody who never opens it: menus of each sign-in, rows, texts in memory. Ten times what the largest plugin has.
 * @returns what is too much, with the limit; undefined: nothing
 */
export function excessOf({
  name,
  description,
  contributes,
  server,
  files,
  locales,
  settings,
  uses,
  dependsOn,
  outboundHosts,
}: PluginManifest): string | undefined {
  const { menus, permissions, pages, slots, menuClaims = [] } = contributes;
  const parts = menus.flatMap(({ buttons = [], columns = [], forms = [], dataFields = [] }) => [...buttons, ...columns, ...forms, ...dataFields]);
  const titles = [...menus, ...permissions, ...parts, ...(server?.jobs ?? [])].map(({ title }) => longest(title));
  const counts: readonly (readonly [what: string, count: number, most: number])[] = [
    ['menus', menus.length, 300],
    ['menus, their parts and permissions', menus.length + parts.length + permissions.length, MAX_ENTRIES],
    ['menu claims', menuClaims.length, 100],
    ['pages', pages.length, 300],
    ['slots', slots.length, 300],
    ['routes', server?.routes?.length ?? 0, 2_000],
    ['jobs', server?.jobs?.length ?? 0, 100],
    ['migrations', server?.migrations?.length ?? 0, 2_000],
    ['tables', server?.tables?.length ?? 0, 1_000],
    ['dependencies', dependsOn.length, 200],
    ['outbound hosts', outboundHosts.length, 200],
    ['names of others', Object.values(uses ?? {}).flat().length, 10_000],
    ['characters of a title', titles.reduce((most, length) => Math.max(most, length), longest(name)), MAX_TITLE],
    ['characters of its description', longest(description), MAX_DESCRIPTION],
    ['characters of its settings', JSON.stringify(settings ?? '').length, MAX_SETTINGS_TEXT],
    ['bytes of texts in a language', Math.max(...Object.values(locales).map((file) => files[file]?.size ?? 0)), MAX_TEXT_BYTES],
  ];
  const found = counts.find(([, count, most]) => count > most);
  return found && `${found[1]} ${found[0]}; at most ${found[2]}`;
}

/** Signs that do not show, or turn what stands behind them around: what an administrator reads would not be what stands there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/u;

const shownSigns = (text: string): string => [...text].map((sign) => (UNSEEN.test(sign) ? `\\u{${sign.codePointAt(0)?.toString(16)}}` : sign)).join('');

/** The text, escaped, that holds a sign which an administrator would not see; undefined: none does. */
export function unseenIn({ files: _, settings: __, ...shown }: PluginManifest): string | undefined {
  let found: string | undefined;
  const walk = (value: unknown): void => {
    if (found !== undefined) return;
    if (typeof value === 'string' && UNSEEN.test(value)) found = shownSigns(value.slice(0, 80));
    if (typeof value !== 'object' || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (!Array.isArray(value)) walk(key);
      walk(one);
    }
  };
  walk(shown);
  return found;
}
