import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SINGULAR_END } from '../../plugin-sdk/contract/checks/singular.ts';
import { ENGLISH, SIMPLE_ONLY, SIMPLIFIED, TRADITIONAL } from './locale-words.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const HAN = /\p{Script=Han}/u;
const filesOf = (top: string): string[] =>
  readdirSync(path.join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
const SOURCES = ['plugins', 'shell'].flatMap(filesOf);

type Said = readonly [where: string, text: string];

function textsOf(value: unknown, where: string): Said[] {
  if (typeof value === 'string') return [[where, value]];
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${where}/${key}`)) : [];
}

/** Names and helps of fields, what `inLanguages` (mostly called `text`) takes, and names of buttons, `['新建', '新增', 'Add']`. */
const TRIPLES = [
  /(?:\.label|\.help|\btext|\binLanguages)\(\s*'([^'\n]+)',\s*'([^'\n]+)',\s*'([^'\n]+)',?\s*\)/g,
  /\[\s*'([^'\n]*\p{Script=Han}[^'\n]*)',\s*'([^'\n]*\p{Script=Han}[^'\n]*)',\s*'([^'\n\p{Script=Han}]+)',?\s*\]/gu,
];
const PLACE = { zh: 1, zhtw: 2, en: 3 } as const;

/** Texts of a language: its locale files, what plugin manifests and server halves say in an object `{ zh, zhtw, en }`, and what stands in three beside each other. */
function saidIn(language: 'zh' | 'zhtw' | 'en'): Said[] {
  const files = SOURCES.filter((file) => /\/(locales|i18n)\//.test(file) && path.basename(file) === `${language}.json`);
  const literal = new RegExp(`\\b${language}: '([^'\\n]+)'`, 'g');
  const modules = SOURCES.filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file));
  return [
    ...files.flatMap((file) => textsOf(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')), file)),
    ...modules.flatMap((file) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(literal)].map(([, text = '']): Said => [file, text])),
    ...modules.flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      return TRIPLES.flatMap((triple) => [...source.matchAll(triple)].map((found): Said => [file, found[PLACE[language]] ?? '']));
    }),
  ];
}

const wrong = (said: readonly Said[], rules: readonly (readonly [RegExp, string])[]): string[] =>
  rules.flatMap(([word, instead]) => said.filter(([, text]) => word.test(text)).map(([where, text]) => `${where}: ${text} → ${instead}`));

describe('words of the three languages', () => {
  it('Traditional Chinese says one word for one thing', () => {
    expect(wrong(saidIn('zhtw'), TRADITIONAL)).toEqual([]);
  });

  it('Traditional Chinese holds no simplified character', () => {
    expect(saidIn('zhtw').filter(([, text]) => SIMPLE_ONLY.test(text))).toEqual([]);
  });

  it('Simplified Chinese says one word for one thing', () => {
    expect(wrong(saidIn('zh'), SIMPLIFIED)).toEqual([]);
  });

  it('English says one word for one thing', () => {
    expect(wrong(saidIn('en'), ENGLISH)).toEqual([]);
  });

  it('English holds no Chinese', () => {
    expect(saidIn('en').filter(([, text]) => HAN.test(text))).toEqual([]);
  });

  it('English says one or several, never both at once', () => {
    expect(saidIn('en').filter(([, text]) => /\w\(s\)/.test(text))).toEqual([]);
  });

  it('no page writes the colon of Chinese between two values: every language would get it', () => {
    const pages = [...SOURCES, ...filesOf('plugin-sdk/web')].filter((file) => file.endsWith('.tsx') && !/\.(test|fixture)\.tsx$/.test(file));
    expect(pages.filter((file) => /[^}]\}）?：(\$\{|\{[^{])/.test(readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
  });

  it('every text stands in all three languages', () => {
    const keysOf = (language: 'zh' | 'zhtw' | 'en') =>
      saidIn(language)
        .filter(([where]) => where.includes('.json/'))
        .map(([where]) => where.replace(`/${language}.json/`, '/'))
        // What is said of exactly one is English alone.
        .filter((key, _at, all) => !(language === 'en' && key.endsWith(SINGULAR_END) && all.includes(key.slice(0, -SINGULAR_END.length))))
        .sort();
    expect(keysOf('zhtw')).toEqual(keysOf('zh'));
    expect(keysOf('en')).toEqual(keysOf('zh'));
  });
});
