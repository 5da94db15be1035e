import { expect, it } from 'vitest';
import { sizeWords } from './size-words.ts';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1_500_000, '1.4 MB'],
  [10 * 1024 ** 3, '10.0 GB'],
  [3 * 1024 ** 5, '3072.0 TB'],
])('%i bytes are %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));
