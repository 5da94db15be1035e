import type { RecordField } from '@nephra/plugin-sdk/record';
import { expect } from 'vitest';
import { shareOf } from '../../../cases/effort.ts';
import { it } from '../rules/rule-tests.ts';
import type { Body, Page, Row, SuiteKit } from '../suite-kit.ts';

type Numbered = Page & { readonly pagination: { readonly currentPage: number; readonly pageIndex: number; readonly pageSize: number; readonly total: number } };

/** Rows on a page that one walks through, rows of one sort key, and rows that come while one reads. */
const [ON_A_PAGE, EQUAL, MEANWHILE] = [3, 7, 2] as const;
/** Names that no list sorts by, some of which every object of the language has. */
const NO_SORT_KEYS = ['', 'nothing', 'constructor', '__proto__', 'toString', 'id', 'version', "a1'; drop table core.org --"];
/** Of them, others with every seed. */
const TRIED_NAMES = 4;
/** Kinds whose values stand in one order here and in the database. */
const COUNTED: ReadonlySet<string> = new Set(['int', 'decimal', 'money', 'unitPrice', 'quantity', 'flag', 'instant', 'day', 'month']);

/** R18 of a list with pages. @param unique fields of which no two rows have one value @param usual rows of a page where nobody asks, by the contract */
export function pageSuite({ record, call, refusal, sample, create, page, remove, by }: SuiteKit, unique: readonly string[], usual: number): void {
  const list = async (query: Body) => (await page(query)) as Numbered;
  const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);
  /** Page after page, as somebody who turns them reads it. @param from the first page that is asked for */
  const walk = async (query: Body = {}, from = 1, until = Number.POSITIVE_INFINITY): Promise<string[]> => {
    const seen: string[] = [];
    for (let currentPage = from; currentPage <= until; currentPage += 1) {
      const answer = await list({ pageSize: ON_A_PAGE, ...query, currentPage });
      expect(answer.pagination).toMatchObject({ currentPage, pageIndex: currentPage, pageSize: ON_A_PAGE });
      seen.push(...ids(answer.list));
      if (answer.list.length < ON_A_PAGE) break;
    }
    return seen;
  };
  const isShared = ({ name, numbered, fixed }: RecordField): boolean => record.sort.includes(name) && !numbered && !fixed && !unique.includes(name);
  /** What rows of one sort key have alike. */
  const alike = (): Body => {
    const one = sample();
    return Object.fromEntries(record.fields.filter(isShared).flatMap(({ name }) => (one[name] === undefined ? [] : [[name, one[name]]])));
  };

  it('R18 shows each row once when one pages through equal sort keys, in each order and the other way round', async () => {
    const shared = alike();
    const made = await Promise.all(Array.from({ length: EQUAL }, () => create(shared)));
    const { total } = (await list({})).pagination;
    for (const sidx of [...record.sort, '']) {
      const whole = (await list({ sidx, sort: 'asc' })).list;
      expect([sidx, whole.length, new Set(ids(whole)).size]).toEqual([sidx, total, total]);
      expect([sidx, await walk({ sidx, sort: 'asc' })]).toEqual([sidx, ids(whole)]);
      if (sidx === '') continue;
      expect([sidx, ids((await list({ sidx, sort: 'desc' })).list)]).toEqual([sidx, ids(whole).toReversed()]);
      const values = whole.map((row) => row[sidx]).filter((value) => value !== null && value !== '');
      const kind = record.fields.find(({ name }) => name === sidx)?.kind ?? 'instant';
      if (COUNTED.has(kind)) expect([sidx, values]).toEqual([sidx, values.toSorted((a, b) => ((a as number) < (b as number) ? -1 : a === b ? 0 : 1))]);
    }
    for (const { id } of made) await remove(id);
  });

  it('R18 what no list sorts by leaves the usual order', async () => {
    const made = [await create(), await create(), await create()];
    const order = ids((await list({})).list);
    const unsorted = record.fields.filter(({ name }) => !record.sort.includes(name)).map(({ name }) => name);
    for (const sidx of shareOf('names that the list of a record is not sorted by', [...NO_SORT_KEYS, ...unsorted], TRIED_NAMES))
      for (const sort of ['asc', 'desc']) expect([sidx, sort, ids((await list({ sidx, sort })).list)]).toEqual([sidx, sort, order]);
    expect((await refusal(list({ sidx: 'x'.repeat(41) }))).at).toEqual(['sidx']);
    expect((await refusal(list({ sort: 'sideways' }))).at).toEqual(['sort']);
    for (const { id } of made) await remove(id);
  });

  it('R18 a page has one to 500 rows, as many as its contract says unless asked; beyond the end there are none, and the total stays', async () => {
    const made = [await create(), await create()];
    const { total } = (await list({})).pagination;
    const plain = await call<Numbered>('list', { query: {}, user: by });
    expect([plain.pagination, plain.list.length]).toEqual([{ currentPage: 1, pageIndex: 1, pageSize: usual, total }, Math.min(usual, total)]);
    expect((await list({ pageSize: 1 })).list).toHaveLength(1);
    for (const currentPage of [Math.ceil(total / 500) + 1, 1_000_000])
      expect(await list({ currentPage })).toMatchObject({ list: [], pagination: { currentPage, pageSize: 500, total } });
    for (const [name, wrong] of [
      ...[0, 501, -1, 2.5, 'many'].map((size) => ['pageSize', size] as const),
      ['currentPage', 0],
      ['currentPage', 1_000_001],
    ] as const)
      expect([name, wrong, (await refusal(list({ [name]: wrong }))).at]).toEqual([name, wrong, [name]]);
    for (const { id } of made) await remove(id);
  });

  // Pages of the wire have numbers and no cursor: what comes before one's place pushes on as many rows as it is, and hides none.
  it('R18 rows that are added while one reads hide none: those behind come once, those before show again as many as they are', async () => {
    const made = await Promise.all(Array.from({ length: EQUAL }, () => create()));
    for (const query of [{}, ...record.sort.slice(0, 1).flatMap((sidx) => ['asc', 'desc'].map((sort) => ({ sidx, sort })))]) {
      const before = ids((await list(query)).list);
      const read = await walk(query, 1, 2);
      const added = await Promise.all(Array.from({ length: MEANWHILE }, () => create()));
      const rest = await walk(query, 3);
      const now = ids((await list(query)).list);
      const pushed = now.slice(0, read.length).filter((id) => added.some((row) => row.id === id)).length;
      expect(read).toEqual(before.slice(0, read.length));
      expect(rest.filter((id) => before.includes(id))).toEqual(before.slice(read.length - pushed));
      expect(rest.filter((id) => added.some((row) => row.id === id))).toHaveLength(MEANWHILE - pushed);
      for (const { id } of added) await remove(id);
    }
    for (const { id } of made) await remove(id);
  });
}
