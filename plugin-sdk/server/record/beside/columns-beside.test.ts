import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Ctx } from '../record-rows.ts';
import { columnsBeside, MAX_SORTED_BESIDE, sortedBeside, valuesBeside, withColumnsBeside } from './columns-beside.ts';
import { recordColumn, type RecordColumn } from './record-column.ts';

const warned: unknown[] = [];
const LABEL = { zh: '床位', zhtw: '床位', en: 'Beds' };
const column = (over: Partial<RecordColumn>): RecordColumn => ({
  key: 'beds',
  label: LABEL,
  kind: 'int',
  need: 'session',
  values: async () => new Map(),
  ...over,
});
const ctxOf = (columns: readonly (readonly [string, RecordColumn])[], can: (right: string) => boolean = () => true): Ctx =>
  ({
    language: 'en',
    can,
    log: { warn: (fields: object) => void warned.push(fields) },
    extensions: () => columns.map(([pluginId, value]) => ({ pluginId, value })),
  }) as unknown as Ctx;
afterEach(() => vi.useRealTimers());

describe('columns of other plugins', () => {
  it('are named after their plugin; of two of one name the first counts, and those without the right are not there', () => {
    const columns = [
      ['a', column({})],
      ['a', column({ kind: 'text' })],
      ['b', column({ need: 'his.patient' })],
    ] as const;
    expect(columnsBeside(ctxOf(columns), 'x.y').map(({ name, column: { kind } }) => [name, kind])).toEqual([
      ['a.beds', 'int'],
      ['b.beds', 'int'],
    ]);
    expect(
      columnsBeside(
        ctxOf(columns, () => false),
        'x.y',
      ).map(({ name }) => name),
    ).toEqual(['a.beds']);
  });

  it('have keys that stand in addresses', () => {
    for (const key of ['', 'two words', 'x'.repeat(21), '床'])
      expect(() => recordColumn('a.b', column({ key }) as never)).toThrow(/a key is of letters and digits/);
  });

  it('read with the database of their plugin and the rights of whoever looks, never with the database of the list', async () => {
    const seen: unknown[] = [];
    const { create } = recordColumn<never>('a.b', {
      ...column({}),
      values: async (ctx, rows) => {
        seen.push(ctx.db, ctx.user, ctx.pluginId, ctx.settings);
        return new Map(rows.map(({ id }) => [id, 1]));
      },
    });
    const own = create({ db: 'own', pluginId: 'other', settings: 'own', text: () => '' } as never) as RecordColumn;
    const ctx = { ...ctxOf([]), db: 'of the list', pluginId: 'a', settings: 'of the list', user: 'reader' } as unknown as Ctx;
    expect(await valuesBeside(ctx, { name: 'other.beds', column: own }, [{ id: '1' }])).toEqual({ values: new Map([['1', 1]]) });
    expect(seen).toEqual(['own', 'reader', 'other', 'own']);
  });

  it('do not keep a list waiting', async () => {
    vi.useFakeTimers();
    const slow = { name: 'a.beds', column: column({ values: () => new Promise(() => undefined) }) };
    const answer = valuesBeside(ctxOf([]), slow, [{ id: '1' }]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await answer).toEqual({ failed: 'it did not answer in time' });
    expect(warned).toHaveLength(1);
  });

  it('say nothing of no rows, and are not sorted by where they are too many', async () => {
    const asked = vi.fn(async () => new Map([['1', 5]]));
    const own = { name: 'a.beds', column: column({ sorted: true, values: asked }) };
    expect(await valuesBeside(ctxOf([]), own, [])).toEqual({ values: new Map() });
    expect(asked).not.toHaveBeenCalled();
    const page = (total: number) => withColumnsBeside(ctxOf([]), [own], [{ id: '1' }, { id: '2' }], total);
    expect(await page(MAX_SORTED_BESIDE)).toEqual({
      list: [
        { id: '1', beside: { 'a.beds': 5 } },
        { id: '2', beside: { 'a.beds': null } },
      ],
      columns: [{ name: 'a.beds', label: 'Beds', kind: 'int', sorted: true }],
    });
    expect((await page(MAX_SORTED_BESIDE + 1)).columns).toMatchObject([{ sorted: false }]);
  });

  it('sorted by, rows keep their order where they are equal, and those without a value come last both ways', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 5 }), { nil: null })), fc.constantFrom('asc' as const, 'desc' as const), (all, direction) => {
        const rows = all.map((_, at) => ({ id: String(at) }));
        const values = new Map(all.map((value, at) => [String(at), value]));
        const sorted = sortedBeside(rows, values, direction);
        expect([...sorted].sort((a, b) => Number(a.id) - Number(b.id))).toEqual(rows);
        sorted.slice(1).forEach((row, at) => {
          const [one, next] = [values.get(sorted[at]?.id ?? '') ?? null, values.get(row.id) ?? null];
          if (one === null) expect(next).toBeNull();
          else if (next !== null) expect(direction === 'asc' ? one <= next : one >= next).toBe(true);
          if (one === next) expect(Number(sorted[at]?.id)).toBeLessThan(Number(row.id));
        });
      }),
    );
  });
});
