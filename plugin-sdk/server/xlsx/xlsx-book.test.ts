import { expect, it } from 'vitest';
import { readXlsx } from '../../testing/read-xlsx.ts';
import { parseSheet as readSheet } from './read-xlsx.ts';
import { bookSheet, xlsxBook } from './xlsx-book.ts';

const sheets = [
  bookSheet({
    name: 'People',
    columns: [
      { key: 'name', title: 'Name', kind: 'text' },
      { key: 'role', title: 'Role', kind: 'text' },
    ],
    rows: [{ name: '=1+1', role: 'Nurse' }],
    choices: [
      { key: 'role', from: { sheet: "Lists 'of' things", key: 'roles' }, rows: 50, strict: true },
      { key: 'name', from: { sheet: 'nowhere', key: 'roles' }, rows: 50, strict: true },
    ],
  }),
  bookSheet({
    name: "Lists 'of' things",
    hidden: true,
    columns: [
      { key: 'orgs', title: 'Orgs', kind: 'text' },
      { key: 'roles', title: 'Roles', kind: 'text' },
    ],
    rows: [
      { orgs: 'A', roles: 'Nurse' },
      { orgs: 'B', roles: 'Doctor' },
      { orgs: 'C', roles: '' },
    ],
  }),
];

it('writes several sheets, cells to choose from a hidden one, and text that stays text', async () => {
  const reply = await xlsxBook('form', sheets);
  expect(reply).toMatchObject({ fileName: 'form.xlsx', disposition: 'attachment' });
  const [people, lists] = await readXlsx(reply.content);
  expect(people?.cells[1]?.[0]).toEqual({ type: 'text', value: '=1+1', format: 49 });
  expect(lists?.rows).toHaveLength(4);
  expect(await readSheet(reply.content as Buffer, { rows: 10, columns: 5 })).toMatchObject({
    name: 'People',
    rows: [{ cells: ['Name', 'Role'] }, { cells: ['=1+1', 'Nurse'] }],
  });
});

it('the rule names the filled cells of the list, quotes and all', async () => {
  const { content } = await xlsxBook(
    'form',
    [sheets[0], sheets[1]].filter((sheet) => sheet !== undefined),
  );
  const { inflateRawSync } = await import('node:zlib');
  const bytes = content as Buffer;
  const from = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  const xml = inflateRawSync(bytes.subarray(from)).toString();
  expect(xml).toContain('<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="B2:B51"><formula1>');
  expect(xml).toContain("'Lists ''of'' things'!$B$2:$B$3</formula1>");
  expect(xml.indexOf('</autoFilter>') < 0 && xml.indexOf('<autoFilter') < xml.indexOf('<dataValidations')).toBe(true);
});
