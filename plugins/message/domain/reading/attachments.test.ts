import { expect, it } from 'vitest';
import { attachmentsOf } from './attachments.ts';

const ID = `20260302_${'0'.repeat(32)}.pdf`;
const file = { name: '排班表.pdf', fileId: ID, fileVersionId: ID, url: `/api/file/Download/annex/${ID}`, fileSize: 12 };

it('[3-17] files are JSON text of a list', () => expect(attachmentsOf(JSON.stringify([file]))).toEqual([file]));

it.each(['', 'null', '{}', 'x', '[null, 1, {}]'])('a text without files has none: %s', (text) => expect(attachmentsOf(text)).toEqual([]));

it.each([
  { url: 'https://SIM.example/a.pdf' },
  { url: `//SIM.example/api/file/Download/annex/${ID}` },
  { url: `/api/file/Download/annex/20260302_${'1'.repeat(32)}.pdf` },
  { url: 'javascript:alert(1)' },
  { name: '' },
])('what is no file of the storage is left out: %j', (over) => expect(attachmentsOf(JSON.stringify([{ ...file, ...over }, file]))).toEqual([file]));
