import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { growTree, type StaffEntry, TOP, waysTo } from './grow-tree.ts';

const entry = (id: string, parentId: string): StaffEntry => ({ id, parentId, fullName: id, enCode: id, type: 'department', sortCode: 0, enabled: true });
const idsOf = (nodes: readonly StaffTreeNode[]): string[] => nodes.flatMap((node) => [node.id, ...idsOf(node.children ?? [])]);
/** Each entry hangs on one before it, or on nothing: a forest. */
const forest = fc
  .array(fc.nat(), { maxLength: 40 })
  .map((parents) => parents.map((parent, at) => entry(`n${at}`, at === 0 || parent % (at + 1) === at ? TOP : `n${parent % at}`)));

describe('growing a tree', () => {
  it('keeps every entry once', () => {
    fc.assert(
      fc.property(forest, (entries) => {
        expect(idsOf(growTree(entries)).sort()).toEqual(entries.map(({ id }) => id).sort());
      }),
    );
  });
  it('marks leaves and counts children', () => {
    fc.assert(
      fc.property(forest, (entries) => {
        const check = (nodes: readonly StaffTreeNode[]): void => {
          for (const node of nodes) {
            expect([node.isLeaf, node.children === null, node.num]).toEqual([!node.hasChildren, !node.hasChildren, node.children?.length ?? 0]);
            check(node.children ?? []);
          }
        };
        check(growTree(entries));
      }),
    );
  });
  it('closes what is deeper than asked', () => {
    expect(growTree([entry('a', TOP), entry('b', 'a'), entry('c', 'b')], { depth: 2 })).toMatchObject([
      { id: 'a', children: [{ id: 'b', hasChildren: true, children: null }] },
    ]);
  });
  it('leaves out a loop instead of walking it', () => {
    expect(growTree([entry('a', 'b'), entry('b', 'a'), entry('c', TOP)]).map(({ id }) => id)).toEqual(['c']);
    expect(waysTo([entry('a', 'b'), entry('b', 'a')], () => true)).toHaveLength(2);
  });
  it('keeps the ways to what is wanted, and nothing else', () => {
    fc.assert(
      fc.property(forest, fc.nat(40), (entries, at) => {
        const wanted = entries[at]?.id;
        const kept = waysTo(entries, ({ id }) => id === wanted);
        expect(idsOf(growTree(kept))).toHaveLength(kept.length);
        expect(kept.filter(({ id }) => !kept.some(({ parentId }) => parentId === id)).map(({ id }) => id)).toEqual(wanted === undefined ? [] : [wanted]);
      }),
    );
  });
});
