import { expect, it } from 'vitest';
import { textFrom, textsOf } from './texts.ts';

const source = textsOf({ zh: { saved: '已保存 {{n}} 行' }, en: { saved: '{{n}} rows saved', saved_one: '{{n}} row saved' } });

it.each([
  ['en', 1, '1 row saved'],
  ['en', 2, '2 rows saved'],
  ['en', 0, '0 rows saved'],
  ['zh', 1, '已保存 1 行'],
  // What a language lacks is said in Chinese, of one as of several.
  ['zhtw', 1, '已保存 1 行'],
] as const)('in %s of %i: %s', (language, n, sentence) => {
  expect(textFrom([source], language, 'saved', { n })).toBe(sentence);
  expect(textFrom([textsOf({}), source], language, 'saved', { n })).toBe(sentence);
});
