import { ownPreviewAddress } from '@nephra/plugin-sdk/server';
import { expect, it } from 'vitest';
import { ownPreviewFile } from '../../../contract/preview/preview.contract.ts';
import { previewText } from './preview-texts.ts';
import { columnName } from './sheet-view.tsx';
import { fitOf, largerThan, smallerThan, zoomByKey } from './zoom.ts';

const key = (name: string, held = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });

it('goes to the next step from any size, and stops at the ends', () => {
  expect([largerThan(0.6), largerThan(1), largerThan(4)]).toEqual([0.75, 1.25, 4]);
  expect([smallerThan(1.1), smallerThan(1), smallerThan(0.1)]).toEqual([1, 0.75, 0.25]);
});

it('fits the width with room at the sides, not larger than reads well', () => {
  expect([fitOf(390, 794), fitOf(1_400, 794), fitOf(0, 794), fitOf(390, 0)]).toEqual([358 / 794, 1.5, 1, 1]);
});

it('hears plain keys alone', () => {
  expect([zoomByKey(key('+'), 1), zoomByKey(key('-'), 1), zoomByKey(key('0'), 1)]).toEqual([1.25, 0.75, 'fit']);
  expect([zoomByKey(key('+', { ctrlKey: true }), 1), zoomByKey(key('a'), 1)]).toEqual([undefined, undefined]);
});

it('columns bear the letters of a spreadsheet', () => {
  expect([1, 26, 27, 52, 703].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'AAA']);
});

it('knows its own addresses from those of a preview server', () => {
  const id = '20260302_0123456789abcdef0123456789abcdef.pdf';
  expect(ownPreviewFile(ownPreviewAddress(id))).toBe(id);
  expect(['', 'https://p.example/api/file/Preview/x', `/api/file/Preview/${id}/../x`].map(ownPreviewFile)).toEqual([undefined, undefined, undefined]);
});

it('fills sentences in the three languages', () => {
  expect((['zh', 'zhtw', 'en'] as const).map((language) => previewText(language)('pageName', { page: 3 }))).toEqual(['第 3 页', '第 3 頁', 'Page 3']);
});
