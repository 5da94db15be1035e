import { expect, it } from 'vitest';
import { shownValue } from './shown-value.ts';

it('a value of a bundle is shown as people read it', () => {
  const words = { '0': { zh: '停用', zhtw: '停用', en: 'Disabled' } };
  expect([shownValue(0, words, 'en'), shownValue(1, words, 'en'), shownValue('constructor', words, 'zh'), shownValue(null, words, 'zh')]).toEqual([
    'Disabled',
    '1',
    'constructor',
    '',
  ]);
  expect(shownValue({ zh: '盒', zhtw: '盒', en: 'Box' }, undefined, 'zh')).toBe('盒 / Box');
  expect(shownValue([{ enCode: 'btn_a', titles: {} }, 3], undefined, 'zh')).toBe('btn_a, 3');
  expect([shownValue({}, undefined, 'zh'), shownValue([], undefined, 'zh'), shownValue({ isTree: 1 }, undefined, 'zh')]).toEqual(['', '', '{"isTree":1}']);
  expect(shownValue('长'.repeat(400), undefined, 'zh')).toHaveLength(301);
});
