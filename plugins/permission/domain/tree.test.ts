import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchIds, treeOf, withAncestors } from './tree.ts';

const rows = [
  { id: 'group', parentId: null },
  { id: 'centre', parentId: 'group' },
  { id: 'ward', parentId: 'centre' },
  { id: 'other', parentId: 'group' },
];
const ids = (list: readonly { id: string }[]): string[] => list.map((row) => row.id);

/** A random forest: each row hangs on an earlier one or on nothing. */
const forest = fc
  .array(fc.nat())
  .map((picks) => picks.map((pick, at) => ({ id: `n${at}`, parentId: at === 0 || pick % (at + 1) === at ? null : `n${pick % at}` })));

describe('[7.10-02] trees', () => {
  it('nest, with -1 above the top and null below leaves', () => {
    const [group] = treeOf(rows);
    expect(group).toMatchObject({ id: 'group', parentId: '-1', num: 2, hasChildren: true, isLeaf: false });
    expect(group?.children?.[1]).toEqual({ id: 'other', parentId: 'group', num: 0, hasChildren: false, isLeaf: true, children: null });
  });

  it('what hangs on something hidden stands at the top', () => {
    expect(treeOf(rows.slice(1)).map(({ id, parentId }) => [id, parentId])).toEqual([
      ['centre', '-1'],
      ['other', '-1'],
    ]);
  });

  it('a search keeps the way down to each match', () => {
    expect(ids(withAncestors(rows, new Set(['ward'])))).toEqual(['group', 'centre', 'ward']);
    expect(withAncestors(rows, new Set())).toEqual([]);
  });

  it('lose nothing and invent nothing', () => {
    fc.assert(
      fc.property(forest, (all) => {
        const count = (nodes: readonly { children: readonly unknown[] | null }[]): number =>
          nodes.reduce((sum, node) => sum + 1 + count((node.children ?? []) as typeof nodes), 0);
        expect(count(treeOf(all))).toBe(all.length);
        for (const row of all) {
          expect(branchIds(all, row.id).has(row.id)).toBe(true);
          if (row.parentId !== null) expect(branchIds(all, row.parentId).has(row.id)).toBe(true);
        }
      }),
    );
  });
});
