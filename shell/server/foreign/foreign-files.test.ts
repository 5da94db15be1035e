import type { Readable } from 'node:stream';
import { readSheet, offerForeignFileReader, xlsxReply, zippedLines } from '@nephra/plugin-sdk/server';
import { ZipFile } from 'yazl';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ForeignFiles } from './foreign-files.ts';

const PATIENT = { answerMs: 60_000, memoryMb: 256 };
const LIMITS = { rows: 1_000, columns: 10 };
const LINES = { unpackedBytes: 10_000_000, entries: 3, lineChars: 1_000 };

async function workbook(rows: number): Promise<Buffer> {
  async function* all() {
    for (let at = 0; at < rows; at += 1) yield { id: at, name: `row ${at}` };
  }
  const columns = [{ key: 'id', title: 'No.', kind: 'integer' } as const, { key: 'name', title: 'Name', kind: 'text' } as const];
  const { content } = xlsxReply({ fileName: 'a', sheetName: 'A', columns, rows: all() });
  return Buffer.concat(await (content as Readable).toArray());
}

async function zip(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, text] of Object.entries(parts)) file.addBuffer(Buffer.from(text), path);
  file.end();
  return Buffer.concat(await (file.outputStream as Readable).toArray());
}

const keyOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'read',
    (error: { key?: unknown }) => error.key,
  );

describe('files from outside', () => {
  it('are read in a thread, like the reader itself reads them', async () => {
    const files = new ForeignFiles(PATIENT);
    onTestFinished(offerForeignFileReader(files));
    const content = await workbook(3);
    const reading = readSheet(content, LIMITS);
    expect(files.running).toBe(1);
    expect((await reading).rows.map(({ cells }) => cells[1])).toEqual(['Name', 'row 0', 'row 1', 'row 2']);
    expect(files.running).toBe(0);
  });

  it('are refused with the sentence of the reader, and the place comes back', async () => {
    const files = new ForeignFiles(PATIENT);
    const content = await workbook(3);
    expect(await keyOf(files.sheet(Buffer.from('no workbook'), LIMITS))).toBe('core.xlsx-unreadable');
    expect(await keyOf(files.sheet(content, { ...LIMITS, rows: 2 }))).toBe('core.xlsx-too-many-rows');
    expect(files.running).toBe(0);
  });

  it('that take too long are given up, more of them than there are places, and the next one is read', async () => {
    const hurried = new ForeignFiles({ ...PATIENT, answerMs: 1 });
    const content = await workbook(3);
    const keys = await Promise.all(Array.from({ length: 5 }, () => keyOf(hurried.sheet(content, LIMITS))));
    expect(new Set(keys)).toEqual(new Set(['core.xlsx-too-slow']));
    expect(hurried.running).toBe(0);
    expect((await new ForeignFiles(PATIENT).sheet(content, LIMITS)).rows).toHaveLength(4);
  });

  it('that fill the memory end with their thread and nothing else', async () => {
    const files = new ForeignFiles({ ...PATIENT, memoryMb: 6 });
    expect(await keyOf(files.sheet(await workbook(120_000), { rows: 200_000, columns: 10 }))).toBe('core.xlsx-too-large');
    expect(files.running).toBe(0);
  });

  it('of lines come in order, at the speed of who takes them; leaving the loop ends the reading', async () => {
    const files = new ForeignFiles(PATIENT);
    onTestFinished(offerForeignFileReader(files));
    const many = Array.from({ length: 3_500 }, (_none, at) => `line ${at}`);
    const content = await zip({ 'a.txt': many.join('\r\n'), 'b.txt': '\uFEFFlast\n' });
    const found: string[] = [];
    for await (const line of zippedLines(content, LINES)) found.push(line);
    expect(found).toEqual([...many, 'last']);
    for await (const line of zippedLines(content, LINES)) {
      expect(files.running).toBe(1);
      if (line === 'line 1200') break;
    }
    expect(files.running).toBe(0);
    const refused = async () => {
      for await (const line of zippedLines(await zip({ 'a.txt': 'x'.repeat(5_000) }), LINES)) expect(line).toBe('');
    };
    await expect(refused()).rejects.toMatchObject({ key: 'core.xlsx-unreadable', params: { reason: 'line' } });
    expect(files.running).toBe(0);
  });
});
