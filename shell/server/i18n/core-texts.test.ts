import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { textFindings } from '../../../plugin-sdk/cli/build/plugin/server-texts.ts';
import { coreTexts } from './core-texts.ts';
import en from './en.json';
import { fill, languageFromHeader, type TextTree, textsOf } from './texts.ts';
import zh from './zh.json';
import zhtw from './zhtw.json';

const keysOf = (tree: TextTree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`)));
const leaf = (tree: TextTree, key: string): string => textsOf({ zh: tree }).find('zh', key) ?? '';
const placeholders = (sentence: string): string[] => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

const server = path.resolve(import.meta.dirname, '..');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

describe('texts of the server', () => {
  it('exist in all three languages with the same placeholders', () => {
    expect(keysOf(zhtw)).toEqual(keysOf(zh));
    expect(keysOf(en)).toEqual(keysOf(zh));
    for (const key of keysOf(zh)) {
      expect(placeholders(leaf(zhtw, key)), key).toEqual(placeholders(leaf(zh, key)));
      expect(placeholders(leaf(en, key)), key).toEqual(placeholders(leaf(zh, key)));
      expect(leaf(en, key).trim(), key).not.toBe('');
    }
  });

  it('cover what records ask for in the server halves of plugins', () => {
    const sdk = path.resolve(server, '../../plugin-sdk/server');
    const keys = { zh: new Set(keysOf(zh)), zhtw: new Set(keysOf(zhtw)), en: new Set(keysOf(en)) };
    const asking = readdirSync(sdk, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(path.join(sdk, file), 'utf8')] as const);
    expect(asking.filter(([, source]) => source.includes("ctx.text('record.")).length).toBeGreaterThan(2);
    expect(asking.flatMap(([file, source]) => textFindings(source, file, keys))).toEqual([]);
  });

  it('cover every refusal that the server can make', () => {
    const used = new Set(
      sources.flatMap((file) =>
        [...readFileSync(path.join(server, file), 'utf8').matchAll(/(?:AppError\(|key: |return )'(core\.[a-z-]+)'/g)].map((match) => match[1] ?? ''),
      ),
    );
    expect(used.size).toBeGreaterThan(30);
    const missing = [...used].filter((key) => coreTexts.find('zh', `errors.${key}`) === undefined);
    expect(missing).toEqual([]);
  });

  it('find keys with dots and fall back to Chinese', () => {
    const texts = textsOf({
      zh: { errors: { 'patient.stale': '已变更', drug: { stock: '库存不足 {{n}}' } } },
      en: { errors: { drug: { stock: 'out of stock {{n}}' } } },
    });
    expect(texts.find('en', 'errors.patient.stale')).toBe('已变更');
    expect(fill(texts.find('en', 'errors.drug.stock') ?? '', { n: 3 })).toBe('out of stock 3');
    expect(texts.find('en', 'errors.constructor')).toBeUndefined();
    expect(fill('{{a}} {{b}}', { a: 1 })).toBe('1 {{b}}');
  });

  it('choose the language of an Accept-Language header (spec 9)', () => {
    expect(languageFromHeader('zh-TW,zh;q=0.9')).toBe('zhtw');
    expect(languageFromHeader('en-US,en;q=0.9')).toBe('en');
    expect(languageFromHeader('fr, zh-CN;q=0.5')).toBe('zh');
    expect(languageFromHeader(undefined)).toBe('zh');
  });
});
