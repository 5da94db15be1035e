import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SINGULAR_END } from '../../plugin-sdk/contract/singular.ts';
import { SIMPLIFIED, TRADITIONAL } from './locale-words.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const HAN = /\p{Script=Han}/u;
const SOURCES = ['plugins', 'shell'].flatMap((top) =>
  readdirSync(path.join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
);

type Said = readonly [where: string, text: string];

function textsOf(value: unknown, where: string): Said[] {
  if (typeof value === 'string') return [[where, value]];
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${where}/${key}`)) : [];
}

/** Texts of a language: its locale files, and what plugin manifests and server halves say in an object `{ zh, zhtw, en }`. */
function saidIn(language: 'zh' | 'zhtw' | 'en'): Said[] {
  const files = SOURCES.filter((file) => /\/(locales|i18n)\//.test(file) && path.basename(file) === `${language}.json`);
  const literal = new RegExp(`\\b${language}: '([^'\\n]+)'`, 'g');
  const modules = SOURCES.filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file));
  return [
    ...files.flatMap((file) => textsOf(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')), file)),
    ...modules.flatMap((file) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(literal)].map(([, text = '']): Said => [file, text])),
  ];
}

const wrong = (said: readonly Said[], rules: readonly (readonly [RegExp, string])[]): string[] =>
  rules.flatMap(([word, instead]) => said.filter(([, text]) => word.test(text)).map(([where, text]) => `${where}: ${text} → ${instead}`));

/** Characters that only the simplified script has; a text that was not converted shows by them. */
const SIMPLE_ONLY =
  /[这为们时会来对发动应经开关后说话电见视认证识别语录处单张员码显项图医药师费诊历检验实际转给结绩编缩写总类标题选择删补汇导进连网络设备务钟组织负责统计术输请谢变书买卖东车马长门问间风飞点热无层岁万与专业严]/u;

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

  it('English holds no Chinese', () => {
    expect(saidIn('en').filter(([, text]) => HAN.test(text))).toEqual([]);
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
