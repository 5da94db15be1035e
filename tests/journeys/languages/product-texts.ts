import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type JourneyLanguage = 'zh' | 'zhtw' | 'en';

/** One text of the product in the languages that it is shown in; `{{name}}` is filled by the page. Several where English counts. */
export interface ProductText {
  readonly zh: string;
  readonly zhtw: readonly string[];
  readonly en: readonly string[];
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** What the browser shows comes from here; the demo data are no texts of the product. */
const AREAS = ['plugins', 'shell', 'plugin-sdk'];
const SINGULAR_END = '_one';

type Tree = { readonly [key: string]: string | Tree };

const readTree = (folder: string, language: JourneyLanguage): Map<string, string> => {
  const texts = new Map<string, string>();
  const walk = (tree: Tree, before: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') texts.set(before + key, value);
      else walk(value, `${before}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Tree, '');
  return texts;
};

/** Texts by key: `zh.json`, `zhtw.json` and `en.json` beside one another. */
function textsOfFolder(folder: string): ProductText[] {
  const [zh, zhtw, en] = (['zh', 'zhtw', 'en'] as const).map((language) => readTree(folder, language)) as [
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
  ];
  const there = (...found: (string | undefined)[]): string[] => found.filter((one) => one !== undefined);
  return [...zh].map(([key, text]) => ({ zh: text, zhtw: there(zhtw.get(key)), en: there(en.get(key), en.get(key + SINGULAR_END)) }));
}

const HAN = /\p{Script=Han}/u;
const QUOTED = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
/** Texts that stand in code: `{ zh: '…', zhtw: '…', en: '…' }`, and the same three in a row at the end of a call or a list. */
const IN_CODE = [
  new RegExp(String.raw`zh: ${QUOTED},\s*zhtw: ${QUOTED},\s*en: ${QUOTED}`, 'g'),
  new RegExp(String.raw`[(\s[]${QUOTED},\s*${QUOTED},\s*${QUOTED},?\s*[)\]]`, 'g'),
];
/** Several at once: `{ zh: { one: '…' }, zhtw: { one: '…' }, en: { one: '…' } }`. */
const TABLE_IN_CODE = /zh: \{([^{}]*)\},\s*zhtw: \{([^{}]*)\},\s*en: \{([^{}]*)\}/g;
const ENTRY = new RegExp(String.raw`(\w+): ${QUOTED}`, 'g');

const unquoted = (literal: string): string => literal.slice(1, -1).replace(/\\(.)/g, '$1');

const tablesInCode = (source: string): ProductText[] =>
  [...source.matchAll(TABLE_IN_CODE)].flatMap((tables) => {
    const [zh, zhtw, en] = tables.slice(1).map((table) => new Map([...table.matchAll(ENTRY)].map(([, key = '', text = "''"]) => [key, unquoted(text)])));
    return [...(zh ?? [])].map(([key, text]) => ({ zh: text, zhtw: [zhtw?.get(key) ?? text], en: [en?.get(key) ?? text] }));
  });

const textsInCode = (source: string): ProductText[] =>
  IN_CODE.flatMap((pattern) =>
    [...source.matchAll(pattern)]
      .map(([, zh = '', zhtw = '', en = '']) => ({ zh: unquoted(zh), zhtw: [unquoted(zhtw)], en: [unquoted(en)] }))
      .filter(inThreeLanguages),
  );

/** Three texts in a row are one in three languages when only the last has no Chinese. */
const inThreeLanguages = ({ zh, zhtw: [zhtw = ''], en: [en = ''] }: ProductText): boolean => HAN.test(zh) && HAN.test(zhtw) && !HAN.test(en);

/** All texts of the product, from its own files. */
export function readProductTexts(): readonly ProductText[] {
  const found: ProductText[] = [];
  for (const area of AREAS) {
    for (const entry of readdirSync(path.join(ROOT, area), { recursive: true, withFileTypes: true })) {
      const folder = entry.parentPath;
      if (!entry.isFile() || folder.includes('node_modules')) continue;
      if (entry.name === 'zh.json' && existsSync(path.join(folder, 'en.json'))) found.push(...textsOfFolder(folder));
      else if (/^(?!.*\.test\.).*\.tsx?$/.test(entry.name)) {
        const source = readFileSync(path.join(folder, entry.name), 'utf8');
        found.push(...textsInCode(source), ...tablesInCode(source));
      }
    }
  }
  return found;
}
