import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineRecord, field } from '../../contract/record/index.ts';
import { printRecord } from '../../server/record/index.ts';
import { run } from '../main.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-record-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const call = async (...words: string[]) => {
  const lines: string[] = [];
  return { status: await run(words, folder, (line) => lines.push(line)), text: lines.join('\n') };
};
const { document } = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: { fullName: field.text(20).label('名称', '名稱', 'Name') },
  list: { columns: ['fullName'] },
  acts: {},
});
const write = (name: string, content: unknown) => writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

describe('record print', () => {
  it('says the source of a document', async () => {
    write('ward.json', document);
    const { status, text } = await call('record', 'print', 'ward.json');
    expect(status).toBe(0);
    expect(`${text}\n`).toBe(printRecord(document));
  });

  it('says each finding of a document that is wrong, and ends with 1', async () => {
    write('shape.json', { ...document, format: 2, title: { zh: '病区' } });
    const shape = await call('record', 'print', 'shape.json');
    expect(shape.status).toBe(1);
    expect(shape.text).toContain('REC-000 beds.ward format: ');
    write('names.json', { ...document, list: { columns: ['fulName'], sort: ['nothing'] } });
    const names = await call('record', 'print', 'names.json');
    expect(names.status).toBe(1);
    expect(names.text.split('\n').map((line) => line.slice(0, 17))).toEqual(['REC-014 beds.ward', 'REC-014 beds.ward']);
  });

  it('says what is no document at all', async () => {
    write('broken.json', '{');
    expect(await call('record', 'print', 'broken.json')).toMatchObject({ status: 1, text: expect.stringContaining('is no JSON') });
    expect(await call('record', 'print', 'none.json')).toMatchObject({ status: 1, text: expect.stringContaining('does not exist') });
    write('null.json', 'null');
    expect(await call('record', 'print', 'null.json')).toMatchObject({ status: 1, text: expect.stringContaining('REC-000') });
    for (const words of [[], ['print'], ['draw', 'ward.json'], ['print', 'a', 'b']])
      expect(await call('record', ...words)).toMatchObject({ status: 1, text: 'Usage: nephra-plugin record print <document.json>' });
  });
});
