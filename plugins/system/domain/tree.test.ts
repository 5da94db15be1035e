import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Branch, parentsFirst, type TreeEntry, treeOf, withAncestors, withoutBranch } from './tree.ts';

/** Each row hangs below one before it, at the top, or below one that is not there. */
const rows = fc
  .array(fc.integer({ min: -2, max: 30 }), { maxLength: 30 })
  .map((parents): readonly TreeEntry[] =>
    parents.map((parent, at) => ({ id: `r${at}`, parentId: parent === -2 ? 'gone' : parent < 0 || at === 0 ? null : `r${parent % at}` })),
  );
const all = (nodes: readonly Branch<TreeEntry>[]): readonly Branch<TreeEntry>[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
const wayUp = (list: readonly TreeEntry[], id: string): readonly string[] => {
  const row = list.find((one) => one.id === id);
  return row ? [id, ...(row.parentId === null ? [] : wayUp(list, row.parentId))] : [];
};

describe('trees of dictionaries', () => {
  it('[property] holds each row once, below its parent, with what the wire says of it', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const nodes = all(treeOf(list, '-1'));
        expect(nodes.map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id).sort());
        for (const { id, parentId, children, hasChildren, isLeaf, num } of nodes) {
          const parent = list.find((row) => row.id === id)?.parentId ?? null;
          expect(parentId).toBe(list.some((row) => row.id === parent) ? parent : '-1');
          expect([hasChildren, isLeaf, num]).toEqual([children !== null, children === null, children?.length ?? 0]);
        }
      }),
    );
  });

  it('a ring is left out instead of walked for ever', () => {
    const ring = [
      { id: 'a', parentId: 'b' },
      { id: 'b', parentId: 'a' },
    ];
    expect(treeOf(ring, '0')).toEqual([]);
    expect(withoutBranch(ring, 'a')).toEqual([]);
    expect(withAncestors(ring, ({ id }) => id === 'a')).toEqual(ring);
  });

  it('[property] what is left of a tree without a branch hangs below none of it', () => {
    fc.assert(
      fc.property(rows, fc.nat(29), (list, at) => {
        const left = withoutBranch(list, `r${at}`);
        expect(left.map(({ id }) => id)).toEqual(list.map(({ id }) => id).filter((id) => !wayUp(list, id).includes(`r${at}`)));
      }),
    );
  });

  it('[property] a search keeps what is found and the way to it', () => {
    fc.assert(
      fc.property(rows, fc.nat(29), (list, at) => {
        const kept = withAncestors(list, ({ id }) => id === `r${at}`).map(({ id }) => id);
        expect(kept.sort()).toEqual([...wayUp(list, `r${at}`)].sort());
      }),
    );
  });

  it('[property] parents come before their children', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const ordered = parentsFirst(list).map(({ id }) => id);
        expect([...ordered].sort()).toEqual(list.map(({ id }) => id).sort());
        for (const { id, parentId } of list)
          if (parentId !== null && ordered.includes(parentId)) expect(ordered.indexOf(parentId)).toBeLessThan(ordered.indexOf(id));
      }),
    );
  });
});
