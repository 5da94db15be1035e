import type { RecordField } from '@nephra/plugin-sdk/record';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { statementsOf } from '../../count-statements.ts';
import { COUNTED_ROWS, HOSTILE, LANGUAGES, speaking, type SuiteKit, type User } from './suite-kit.ts';
import { Workbooks } from './workbooks.ts';

/** R20, R21, R24 and R11 of records that are exported. */
export function exportSuite(kit: SuiteKit): void {
  const { record, host, by, called, create, page, remove } = kit;
  const books = new Workbooks(kit);
  const column = (rows: readonly (readonly string[])[], field: RecordField | undefined) => {
    const at = rows[0]?.indexOf(field?.label.zh ?? '') ?? -1;
    return rows.slice(1).map((row) => row[at]);
  };
  const fieldNamed = (name: string) => record.fields.find((field) => field.name === name);

  it(`R20 list and export ask the database as often for ${COUNTED_ROWS} rows as for one`, async () => {
    const ids: string[] = [];
    const counts: { readonly list: number; readonly export: number }[] = [];
    const { pagination } = await page();
    for (const rows of [1, 10, COUNTED_ROWS]) {
      while (ids.length + pagination.total < rows || ids.length === 0) ids.push((await create()).id);
      const list = await statementsOf(() => page());
      const exported = await statementsOf(() => books.exported({ selectKey: `${books.allFields()},${record.columns.map(({ name }) => name).join(',')}` }));
      counts.push({ list: list.length, export: exported.length });
    }
    expect(counts).toEqual(counts.map(() => counts[0]));
    expect(counts[0]?.export).toBeGreaterThan(0);
    for (const id of ids) await remove(id);
  });

  it('R21 exports each row of the list once, in its order, in the language of the reader, a page of it or all', async () => {
    const ids = (await Promise.all(Array.from({ length: 7 }, () => create({ sortCode: 5 })))).map(({ id }) => id);
    const names = (await page()).list.map((row) => row[called]);
    const all = await books.exported();
    expect(column(all.rows, fieldNamed(called))).toEqual(names);
    expect(column((await books.exported({ dataType: '0', pageSize: 3, currentPage: 2 })).rows, fieldNamed(called))).toEqual(names.slice(3, 6));
    for (const language of LANGUAGES) {
      const { rows, name } = await books.exported({ selectKey: `${called},nothing,enabledMark` }, speaking(by, language));
      expect(rows[0]).toEqual([called, 'enabledMark'].flatMap((field) => fieldNamed(field)?.label[language] ?? []));
      expect(name).toBe(record.title[language]);
    }
    const keyword = String(names[0]);
    expect(column((await books.exported({ keyword })).rows, fieldNamed(called))).toEqual((await page({ keyword })).list.map((row) => row[called]));
    expect(host().audits.at(-2)?.entry).toMatchObject({ subject: record.subject, note: expect.stringMatching(/^all: /) });
    for (const id of ids) await remove(id);
  });

  it('R21 R24 numbers are numbers and texts are texts, whatever stands in them', async () => {
    const ids: string[] = [];
    for (const [at, hostile] of HOSTILE.entries()) {
      // Values depend on how many were made: some of both sorts, files and none.
      const [{ [called]: name }] = [kit.sample(), ...(at % 2 === 0 ? [] : [kit.sample()])];
      ids.push((await create({ [called]: `${hostile}${name}` })).id);
    }
    const { list } = await page();
    const { cells, rows } = await books.exported({ selectKey: books.allFields() });
    const labels = rows[0] ?? [];
    for (const field of record.fields.filter(({ cells: lines }) => !lines)) {
      const at = labels.indexOf(field.label.zh);
      const types = new Set(cells.slice(1).map((row) => row[at]?.type));
      const isNumber = ['int', 'decimal', 'money', 'unitPrice', 'quantity', 'day', 'instant'].includes(field.kind);
      expect([field.name, ...types].filter((type) => type !== 'empty')).toEqual([field.name, isNumber ? 'number' : 'text']);
      if (isNumber && !['day', 'instant'].includes(field.kind)) expect(column(rows, field).map(Number)).toEqual(list.map((row) => row[field.name]));
    }
    expect(column(rows, fieldNamed(called))).toEqual(list.map((row) => row[called]));
    for (const id of ids) await remove(id);
  });

  it.runIf(kit.outsider)('R11 exports nothing of another organisation', async () => {
    const { id, body } = await create();
    const { rows } = await books.exported({ selectKey: called }, kit.outsider as User);
    expect(rows.flat()).not.toContain(body[called]);
    await remove(id);
  });
}
