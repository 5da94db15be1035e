import { type RecordField, decimalsOf } from '@nephra/plugin-sdk/record';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { askedFor } from './filter/asked-for.ts';
import type { Body, Page, Row, SuiteKit, User } from './suite-kit.ts';

type PageWithTotals = Page & { readonly totals: Readonly<Record<string, string>> };

/** A column may hold more decimals than its field takes. */
const SCALE = 8;

/** Exact sum of numbers of the wire, in units of the eighth decimal. */
const unitsOf = (text: string): bigint => {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(SCALE, '0')}`);
};

/** R12 and R15 of the totals of a list: what the reader sees, added up, whatever page is shown. */
export function totalSuite({ record, by, outsider, call, create, remove, called }: SuiteKit): void {
  const summed = record.fields.filter(({ name }) => record.totals.includes(name));
  const list = (query: Body, more: { readonly user?: User; readonly dataScope?: never } = {}) =>
    call<PageWithTotals>('list', { query: { pageSize: 500, ...query }, user: by, ...more });
  const added = (rows: readonly Row[], { name, kind, decimals = 0 }: RecordField): bigint =>
    rows.reduce((sum, row) => sum + unitsOf(Number(row[name]).toFixed(decimalsOf({ kind, decimals }))), 0n);
  const expectSum = (page: PageWithTotals) => {
    expect(Object.keys(page.totals).sort()).toEqual([...record.totals].sort());
    for (const field of summed) expect(unitsOf(page.totals[field.name] ?? ''), field.name).toBe(added(page.list, field));
  };

  it('R12 R15 totals are the sums of the rows that the reader finds: of all pages, searched, narrowed, under a data scheme, in an organisation', async () => {
    const rows = [];
    for (let at = 0; at < 5; at += 1) rows.push(await create());
    const all = await list({});
    expect(all.list.length).toBeGreaterThanOrEqual(rows.length);
    expectSum(all);
    expect((await list({ pageSize: 2, currentPage: 2 })).totals).toEqual(all.totals);
    const found = await list({ keyword: String(rows[0]?.body[called]) });
    expect(found.list.length).toBeGreaterThan(0);
    expectSum(found);
    for (const field of record.fields.filter(({ name }) => record.filter.includes(name)))
      expectSum(await list({ [field.name]: askedFor(field, rows[0]?.body[field.name]) }));
    expectSum(await list({ keyword: 'nothing is called so' }));
    const hidden = { dataScope: (() => ({ kind: 'schemes', conditions: [], userAndBelow: [] })) as never };
    expectSum(await list({}, hidden));
    if (outsider) expectSum(await list({}, { user: outsider }));
    for (const { id } of rows) await remove(id);
    expectSum(await list({}));
  });
}
