import { expect, it } from 'vitest';
import { namesText } from './warning-texts.ts';

it('goods below their minimum are named up to ten', () => {
  expect(namesText(['甲', '乙'])).toEqual({ zh: '甲、乙', zhtw: '甲、乙', en: '甲, 乙' });
  const many = Array.from({ length: 12 }, (_, at) => `n${at}`);
  expect(namesText(many).zh.endsWith('n9等')).toBe(true);
  expect(namesText(many).en.endsWith('n9 and 2 more')).toBe(true);
});
