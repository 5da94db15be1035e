import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterTree, pathTo, type TreeNode, visibleRows } from './tree-rows.ts';
import { TreeStore } from './tree-store.ts';

const TREE: readonly TreeNode[] = [
  {
    id: '1',
    fullName: '总院',
    children: [
      { id: '11', fullName: '透析科', children: [{ id: '111', fullName: '一病区', children: null }] },
      { id: '12', fullName: '药房', children: null },
    ],
  },
  { id: '2', fullName: '分院', children: [] },
];
const names = (store: TreeStore) => store.rows.map((row) => `${'·'.repeat(row.level)}${row.node.fullName}`);
const storeOf = (list: readonly TreeNode[], openLevels?: number) => new TreeStore({ load: async () => ({ data: { list } }), openLevels });

describe('tree store', () => {
  it('opens the first level and hides what is below closed branches', async () => {
    const store = storeOf(TREE);
    await store.start();
    expect(names(store)).toEqual(['·总院', '··透析科', '··药房', '·分院']);
    store.setOpen('11', true);
    expect(names(store)).toContain('···一病区');
    store.setOpen('1', false);
    expect(names(store)).toEqual(['·总院', '·分院']);
  });

  it('a filter shows matches with the way to them', async () => {
    const store = storeOf(TREE);
    await store.start();
    store.setKeyword('一病');
    expect(names(store)).toEqual(['·总院', '··透析科', '···一病区']);
    store.setKeyword('透析');
    expect(names(store)).toEqual(['·总院', '··透析科', '···一病区']);
    store.setKeyword('nothing');
    expect(names(store)).toEqual([]);
  });

  it('choosing opens the way; the choice survives a reload as long as the node does', async () => {
    let list = TREE;
    const store = new TreeStore({ load: async () => ({ data: { list } }), openLevels: 0 });
    await store.start();
    store.select('111');
    expect(names(store)).toContain('···一病区');
    expect(store.selected?.fullName).toBe('一病区');
    await store.reload();
    expect(store.selectedId).toBe('111');
    list = TREE.slice(1);
    await store.reload();
    expect(store.selectedId).toBeNull();
  });

  it('a failure is a state, not an exception', async () => {
    const store = new TreeStore({ load: async () => Promise.reject(new Error('down')) });
    await store.start();
    expect(store.state.kind).toBe('failed');
  });

  it('of a filtered tree every leaf matches or stands below a match, and no match is lost', () => {
    const node = (children: fc.Arbitrary<TreeNode[]>): fc.Arbitrary<TreeNode> => fc.record({ id: fc.uuid(), fullName: fc.string({ maxLength: 4 }), children });
    const tree = node(fc.array(node(fc.array(node(fc.constant([])), { maxLength: 3 })), { maxLength: 3 }));
    const all = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
    fc.assert(
      fc.property(
        fc.array(tree, { maxLength: 4 }),
        fc.string({ minLength: 1, maxLength: 2 }).filter((text) => text.trim() !== ''),
        (roots, keyword) => {
          const wanted = keyword.trim().toLowerCase();
          const matches = (node: TreeNode) => node.fullName.toLowerCase().includes(wanted);
          const kept = filterTree(roots, keyword);
          const keptIds = new Set(all(kept).map((node) => node.id));
          for (const node of all(roots).filter(matches)) expect(keptIds.has(node.id)).toBe(true);
          for (const node of all(kept)) expect(pathTo(kept, node.id).some(matches) || all(node.children ?? []).some(matches)).toBe(true);
          expect(visibleRows(kept, () => true)).toHaveLength(all(kept).length);
        },
      ),
    );
  });
});
