import { describe, expect, it } from 'vitest';
import { PART_BYTES } from '../../../contract/files/file-parts.contract.ts';
import { assertPartFits, missingParts, type PartFacts } from './part-rules.ts';

const LIMIT = 20 * 1_048_576;
const judged = (facts: PartFacts) => {
  try {
    assertPartFits(facts, LIMIT);
    return 'taken';
  } catch (error) {
    return (error as { key: string }).key;
  }
};

describe('parts of a file', () => {
  it.each<[string, PartFacts, string]>([
    ['a whole one', { part: 1, total: 3, bytes: PART_BYTES }, 'taken'],
    ['the rest', { part: 3, total: 3, bytes: 1 }, 'taken'],
    ['the rest with the last whole one', { part: 3, total: 3, bytes: 2 * PART_BYTES - 1 }, 'taken'],
    ['a small file as one part', { part: 1, total: 1, bytes: 10 }, 'taken'],
    ['one that makes the file as large as was said', { part: 2, total: 2, totalBytes: PART_BYTES + 7, bytes: 7 }, 'taken'],
    ['one too short in between', { part: 1, total: 3, bytes: PART_BYTES - 1 }, 'core.upload-part-size'],
    ['one too long in between', { part: 1, total: 3, bytes: PART_BYTES + 1 }, 'core.upload-part-size'],
    ['a rest as large as two', { part: 3, total: 3, bytes: 2 * PART_BYTES }, 'core.upload-part-size'],
    ['a rest that does not make what was said', { part: 2, total: 2, totalBytes: PART_BYTES + 7, bytes: 8 }, 'core.upload-part-size'],
    ['one behind the last', { part: 4, total: 3, bytes: 1 }, 'core.upload-part-number'],
    ['one of 10,000', { part: 1, total: 10_000, bytes: PART_BYTES }, 'core.file-too-large'],
    ['one of a file that is said to be as large as the limit', { part: 1, total: 4, totalBytes: LIMIT, bytes: PART_BYTES }, 'core.file-too-large'],
  ])('%s', (_name, facts, expected) => expect(judged(facts)).toBe(expected));

  it('says which are missing, the first few', () => {
    expect(missingParts(3, [1, 2, 3])).toEqual({ first: [], count: 0 });
    expect(missingParts(9, [2, 4])).toEqual({ first: [1, 3, 5, 6, 7], count: 7 });
  });
});
