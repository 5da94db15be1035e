import { expect, it } from 'vitest';
import { bytesText, percentText, usedShare } from './size-text.ts';

it('2.5-05: bytes and shares read as people do', () => {
  expect([0, 1_023, 1_024, 17_072_000_000, 2 ** 60].map(bytesText)).toEqual(['0 B', '1023 B', '1.0 KB', '15.9 GB', '1024.0 PB']);
  expect([0, 0.12345, 1, 1.7, -1].map(percentText)).toEqual(['0', '12.35', '100', '100', '0']);
  expect([usedShare(100, 25), usedShare(0, 0), usedShare(10, 20)]).toEqual([0.75, 0, 0]);
});
