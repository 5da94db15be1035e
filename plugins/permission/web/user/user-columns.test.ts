import { expect, it } from 'vitest';
import { placeNames } from './user-columns.tsx';

it.each([
  ['', ''],
  ['集团/广州/肾内科', '肾内科'],
  ['集团/广州/肾内科；集团/广州/医保办', '肾内科、医保办'],
  ['集团/广州/信息科；集团', '信息科、集团'],
  ['集团/广州/肾内科；集团/武汉/肾内科', '肾内科 · 广州、肾内科 · 武汉'],
  ['集团/广州/净化/一区；集团/武汉/净化/一区', '一区 · 广州/净化、一区 · 武汉/净化'],
])('[7.11-10] places %s are called %s', (paths, names) => expect(placeNames(paths, '、')).toBe(names));

it('several names stand in a list as the language writes it', () => {
  expect(placeNames('集团/广州/肾内科；集团/广州/医保办', ', ')).toBe('肾内科, 医保办');
});
