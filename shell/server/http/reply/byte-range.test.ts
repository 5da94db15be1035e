import { describe, expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

describe('the range that is asked for', () => {
  it.each([
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=10-19', { from: 10, to: 19 }],
    ['bytes=90-5000', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-5000', { from: 0, to: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    [undefined, undefined],
    ['bytes=-', undefined],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
    [`bytes=${'9'.repeat(400)}-`, undefined],
  ])('%s', (header, expected) => expect(byteRange(header, 100)).toEqual(expected));

  it('nothing of an empty file', () => expect([byteRange('bytes=0-', 0), byteRange('bytes=-1', 0)]).toEqual(['none', 'none']));
});
