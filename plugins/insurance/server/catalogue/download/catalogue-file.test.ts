import { describe, expect, it } from 'vitest';
import { zipOf } from '../catalogue.fixture.ts';
import { FILE_LIMITS, zippedLines } from './catalogue-file.ts';

const linesOf = async (content: Buffer, limits = FILE_LIMITS): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of zippedLines(content, limits)) lines.push(line);
  return lines;
};

describe('zipped text files of the platform', () => {
  it('one row per line, whatever ends a line; empty lines and the mark of the encoding are no rows', async () => {
    expect(await linesOf(zipOf({ 'a.txt': '\uFEFFone\t1\r\ntwo\t2\n\n', 'b.txt': 'three' }))).toEqual(['one\t1', 'two\t2', 'three']);
  });
  it('a file that unpacks to more than allowed is refused while unpacking', async () => {
    const big = zipOf({ 'a.txt': 'x'.repeat(200_000) });
    await expect(linesOf(big, { ...FILE_LIMITS, unpackedBytes: 100_000 })).rejects.toMatchObject({
      key: 'insurance.catalogue-file',
      params: { reason: 'size' },
    });
  });
  it('a file that is packed far too well is refused before unpacking', async () => {
    await expect(linesOf(zipOf({ 'a.txt': '0\n'.repeat(4_000_000) }))).rejects.toMatchObject({ params: { reason: 'size' } });
  });
  it('too many parts, a line without end, and bytes that are no zip file are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.txt`, 'x']));
    await expect(linesOf(zipOf(many))).rejects.toMatchObject({ params: { reason: 'entries' } });
    await expect(linesOf(zipOf({ 'a.txt': 'y'.repeat(5000) }), { ...FILE_LIMITS, lineChars: 1000 })).rejects.toMatchObject({ params: { reason: 'line' } });
    await expect(linesOf(Buffer.from('{"infcode":-1}'))).rejects.toMatchObject({ params: { reason: 'unreadable' } });
  });
});
