import fc from 'fast-check';
import { expect } from 'vitest';
import { it } from './rules/rule-tests.ts';
import { longRun, propertyCases } from '../../cases/effort.ts';
import type { Row, SuiteKit } from './suite-kit.ts';

/** Rows of a random tree, and moves of each of two sessions that move them at once. */
const ROWS = 6;
const MOVES = 12;
/** 20,000 cases against a database take an hour. */
const LONG_MS = longRun ? 3_600_000 : 120_000;

export interface TreeOfSuite {
  /** What stands in the parent of the topmost. */
  readonly top: string;
  /** Key of the refusal of a row below itself, and of a row with others below it that goes. */
  readonly ownBranch: string;
  readonly inUse: string;
}
const PLAIN: TreeOfSuite = { top: '', ownBranch: 'core.invalid', inUse: 'core.record-in-use' };

/** R16 of a record whose rows stand below each other. */
export function treeSuite({ record, call, create, one, page, remove, refusal, sample }: SuiteKit, { top: TOP, ownBranch, inUse } = PLAIN): void {
  const { parent = '', maxDepth = 1 } = record.tree ?? {};
  const move = (id: string, above: string) => call('edit', { params: { id }, body: { [parent]: above } });
  const below = async (above: string) => (await create({ [parent]: above })).id;
  const parentOf = async (id: string) => String((await one(id))[parent]);
  /** Rows from one up to the top; a ring does not end by itself. */
  const wayUp = (parents: ReadonlyMap<string, string>, id: string): string[] => {
    const way: string[] = [];
    for (let at = id; at !== TOP && way.length <= parents.size; at = parents.get(at) ?? TOP) way.push(at);
    return way;
  };
  const parentsIn = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, String(row[parent])]));
  const removeAll = async (ids: readonly string[]) => {
    for (const id of ids) await move(id, TOP);
    for (const id of ids) await remove(id);
  };

  it('R16 a row stands below itself neither directly nor by others, and keeps what was', async () => {
    const top = await below(TOP);
    const middle = await below(top);
    const low = await below(middle);
    for (const target of [top, middle, low]) expect(await refusal(move(top, target))).toEqual({ key: ownBranch, at: [parent] });
    expect(await parentOf(top)).toBe(TOP);
    await move(low, top);
    expect(await parentOf(low)).toBe(top);
    await removeAll([low, middle, top]);
  });

  it('R16 is as deep as it may be, by adding and by moving a branch, and no deeper', async () => {
    const way = [await below(TOP)];
    while (way.length < maxDepth) way.push(await below(way.at(-1) ?? ''));
    const last = way.at(-1) ?? '';
    expect(await refusal(call('create', { body: sample({ [parent]: last }) }))).toEqual({ key: 'core.invalid', at: [parent] });
    const single = await below(TOP);
    expect(await refusal(move(single, last))).toEqual({ key: 'core.invalid', at: [parent] });
    expect(await refusal(move(way[0] ?? '', single))).toEqual({ key: 'core.invalid', at: [parent] });
    await move(single, way.at(-2) ?? '');
    await removeAll([...way, single].reverse());
  });

  it('R16 a row with others below it is not deleted', async () => {
    const top = await below(TOP);
    const child = await below(top);
    expect((await refusal(remove(top))).key).toBe(inUse);
    await remove(child);
    await remove(top);
  });

  it.runIf(!record.whole)(
    'R16 the list comes in the order of the tree with levels, a branch is a row with all below it, and the picker leaves the own branch out',
    async () => {
      const top = await below(TOP);
      const [first, second] = [await below(top), await below(top)];
      const deep = await below(first);
      const rows = (await page()).list;
      const parents = parentsIn(rows);
      for (const row of rows) expect(row.treeLevel).toBe(wayUp(parents, row.id).length);
      // Each row follows the row above it, or what is below a brother.
      rows.forEach((row, at) => {
        const above = parents.get(row.id) ?? '';
        if (above !== '')
          expect([
            above,
            ...rows
              .slice(0, at)
              .map(({ id }) => id)
              .filter((id) => wayUp(parents, id).includes(above)),
          ]).toContain(rows[at - 1]?.id);
      });
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const whole = [top, first, second, deep];
      if (record.filter.includes(parent))
        for (const branch of whole) {
          const found = (await page({ [parent]: branch })).list.map(({ id }) => id);
          expect(found.sort()).toEqual(whole.filter((id) => wayUp(parents, id).includes(branch)).sort());
        }
      const offered = async (without?: string) =>
        (await call<{ readonly list: readonly Row[] }>('related', { query: { field: parent, pageSize: 500, ...(without && { without }) } })).list.map(
          ({ id }) => id,
        );
      expect(await offered()).toEqual(expect.arrayContaining(whole));
      const left = await offered(first);
      expect(left).toEqual(expect.arrayContaining([top, second]));
      for (const id of [first, deep]) expect(left).not.toContain(id);
      await removeAll([deep, second, first, top]);
    },
  );

  it(
    'R16 [property] is a tree of at most so many levels, whatever two at once move where',
    async () => {
      const step = fc.tuple(fc.nat(ROWS - 1), fc.integer({ min: -1, max: ROWS - 1 }));
      const session = fc.array(step, { minLength: 1, maxLength: MOVES });
      await fc.assert(
        fc.asyncProperty(session, session, async (mine, other) => {
          const ids: string[] = [];
          // Half of them below the others: two who move tops below each other's lower rows lock no row of each other.
          while (ids.length < ROWS) ids.push(await below(ids[ids.length - ROWS / 2] ?? TOP));
          const run = async (moves: readonly (readonly [number, number])[]) => {
            for (const [which, above] of moves) {
              // A refusal is an answer; a fault is not.
              await move(ids[which] ?? '', ids[above] ?? TOP).catch(async (error: unknown) => {
                expect(['core.invalid', ownBranch, `${record.plugin}.stale`]).toContain((await refusal(Promise.reject(error))).key);
              });
            }
          };
          await Promise.all([run(mine), run(other)]);
          const { list } = await page();
          const parents = parentsIn(list);
          for (const id of ids) {
            const way = wayUp(parents, id);
            expect(way.length).toBeLessThanOrEqual(maxDepth);
            expect(parents.get(way.at(-1) ?? '')).toBe(TOP);
          }
          await removeAll(ids);
        }),
        { numRuns: propertyCases(8) },
      );
    },
    LONG_MS,
  );
}
