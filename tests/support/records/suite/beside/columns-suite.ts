import { type RecordColumn, recordColumns } from '@nephra/plugin-sdk/server';
import { expect } from 'vitest';
import { it } from '../rules/rule-tests.ts';
import type { Body, Page, Row, SuiteKit } from '../suite-kit.ts';
import { Workbooks } from '../workbooks.ts';

type Beside = Row & { readonly beside: Readonly<Record<string, number | null>> };
type PageBeside = Omit<Page, 'list'> & {
  readonly list: readonly Beside[];
  readonly columns?: readonly { readonly name: string; readonly sorted: boolean; readonly failed?: string }[];
};

const OTHER = 'other';
const NAME = `${OTHER}.beds`;
const LABEL = { zh: '他处床位', zhtw: '他處床位', en: 'Beds elsewhere' };

/** R30: a column that another plugin adds to the list. */
export function columnsSuite(kit: SuiteKit): void {
  const { record, host, by, call, create, remove } = kit;
  const list = (query: Body = {}, more: object = {}) => call<PageBeside>('list', { query: { pageSize: 500, ...query }, user: by, ...more });
  const withColumn = async (column: Partial<RecordColumn>, work: () => Promise<void>) => {
    const whole: RecordColumn = { key: 'beds', kind: 'int', need: 'other.ward', sorted: true, label: LABEL, values: async () => new Map(), ...column };
    host().extend(recordColumns(record.name), OTHER, whole);
    try {
      await work();
    } finally {
      host().withdrawExtensions(OTHER);
    }
  };
  /** Cells of the column in the workbook, by the row's place. */
  const exported = async (query: Body = {}) => {
    const { rows } = await new Workbooks(kit).exported(query);
    return rows.slice(1).map((cells) => cells[rows[0]?.indexOf(LABEL.zh) ?? -1]);
  };

  it('R30 a column of another plugin shows, sorts and exports, for whoever has its right, and is asked once for a page', async () => {
    const rows = [await create(), await create(), await create()];
    const beds = new Map([
      [rows[0]?.id, 7],
      [rows[1]?.id, 3],
    ] as [string, number][]);
    const asked: number[] = [];
    const values: RecordColumn['values'] = async (_reader, all) => {
      asked.push(all.length);
      return beds;
    };
    await withColumn({ values }, async () => {
      const page = await list();
      expect(page.columns).toEqual([{ name: NAME, label: LABEL.zh, kind: 'int', sorted: true }]);
      for (const row of page.list) expect(row.beside).toEqual({ [NAME]: beds.get(row.id) ?? null });
      expect(asked).toEqual([page.list.length]);
      for (const [sort, first] of [
        ['asc', [3, 7]],
        ['desc', [7, 3]],
      ] as const) {
        const sorted: Beside[] = [];
        for (let currentPage = 1; sorted.length < page.list.length; currentPage += 1)
          sorted.push(...(await list({ sidx: NAME, sort, pageSize: 2, currentPage })).list);
        expect(sorted.map(({ beside }) => beside[NAME]).slice(0, 3)).toEqual([...first, null]);
        expect(sorted.map(({ id }) => id).sort()).toEqual(page.list.map(({ id }) => id).sort());
        if (record.acts.export) expect((await exported({ sidx: NAME, sort })).slice(0, 3)).toEqual([...first.map(String), '']);
      }
      const without = await list({}, { can: (right: string) => right !== 'other.ward' });
      expect(without.columns).toBeUndefined();
      expect(without.list[0]).not.toHaveProperty('beside');
    });
    expect((await list()).columns).toBeUndefined();
    for (const { id } of rows) await remove(id);
  });

  it.each<[string, RecordColumn['values']]>([
    ['fails', () => Promise.reject(new Error('broken'))],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['answers texts for numbers', async (_reader, rows) => new Map(rows.map(({ id }) => [id, 'x']))],
  ])('R30 a column of another plugin that %s is told beside the list, which is there', async (_what, values) => {
    const { id } = await create();
    await withColumn({ values }, async () => {
      for (const query of [{}, { sidx: NAME, sort: 'asc' }]) {
        const page = await list(query);
        expect(page.list.map((row) => row.id)).toContain(id);
        expect(page.list[0]?.beside).toEqual({ [NAME]: null });
        expect(page.columns).toMatchObject([{ name: NAME, sorted: false, failed: expect.stringMatching(/^读/) }]);
      }
      if (record.acts.export) expect(new Set(await exported())).toEqual(new Set([expect.stringMatching(/^读/)]));
    });
    await remove(id);
  });
}
