import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test('sizes are said in the unit that people think in', () => {
  const KB = 1024;
  expect([0, 1, KB, 1.4 * KB ** 2, KB ** 3 - 1, 10 * KB ** 3, 3 * KB ** 4, 5_000 * KB ** 4].map(sizeText)).toEqual([
    ...['0 KB', '1 KB', '1 KB', '1.4 MB', '1024.0 MB', '10.0 GB', '3.0 TB', '5000.0 TB'],
  ]);
});
