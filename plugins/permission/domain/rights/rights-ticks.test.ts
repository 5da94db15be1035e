import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RightMenu } from '../../contract/authority.schema.ts';
import {
  diffTicks,
  idsBelow,
  itemsOf,
  listsOf,
  marksOf,
  rebaseTicks,
  rightsTree,
  searchRights,
  tickItems,
  tickNode,
  type RightNodeState,
  tickState,
  ticksOf,
} from './rights-ticks.ts';

const menu = (id: string, over: Partial<RightMenu> = {}): RightMenu => ({
  id,
  parentId: '-1',
  fullName: id,
  enCode: `code.${id}`,
  icon: '',
  type: 2,
  spelling: '',
  dataAuthorize: 0,
  button: [],
  column: [],
  form: [],
  resource: [],
  ...over,
});
const item = (id: string) => ({ id, fullName: id, enCode: `c-${id}` });
const menus = [
  menu('his', { type: 1 }),
  menu('patient', { parentId: 'his', spelling: 'hzgl xj', button: [item('add'), item('edit')], column: [item('phone')], resource: [item('own')] }),
  menu('drug', { parentId: 'his', button: [item('price')] }),
  menu('codes:x', { type: 0, button: [{ id: 'x.y', fullName: 'x', enCode: 'x.y' }] }),
];
const tree = rightsTree(menus);
const find = (id: string, nodes: readonly RightNodeState[] = tree): RightNodeState => {
  for (const node of nodes) {
    if (node.menu.id === id) return node;
    const below = node.children.length > 0 ? find(id, node.children) : undefined;
    if (below?.menu.id === id) return below;
  }
  return nodes[0] as RightNodeState;
};

describe('[6-03] ticking rights', () => {
  it('a directory ticks its pages with their rights, but no data schemes', () => {
    const all = tickNode(new Set(), find('his'), true);
    expect([...all]).toEqual(['patient', 'add', 'edit', 'phone', 'drug', 'price']);
    expect(tickState(find('his'), all)).toBe('all');
    expect(tickState(find('his'), tickNode(all, find('drug'), false))).toBe('some');
    expect(tickState(find('his'), new Set())).toBe('none');
  });

  it('taking a page away takes everything on it, schemes too', () => {
    expect([...tickNode(new Set(['patient', 'add', 'own', 'drug']), find('patient'), false)]).toEqual(['drug']);
  });

  it('a right on a page brings the page along; a code without a page stands alone', () => {
    const patient = find('patient').menu;
    expect([...tickItems(new Set(), patient, [item('add')], true)]).toEqual(['add', 'patient']);
    expect([...tickItems(new Set(['add', 'patient']), patient, [item('add')], false)]).toEqual(['patient']);
    const heading = find('codes:x').menu;
    expect([...tickItems(new Set(), heading, heading.button, true)]).toEqual(['x.y']);
    expect(tickState(find('codes:x'), new Set(['x.y']))).toBe('all');
  });

  it('is searched by name, by code and by pinyin of anything on a page', () => {
    const ids = (keyword: string) => searchRights(tree, keyword).flatMap(({ menu: one, children }) => [one.id, ...children.map((child) => child.menu.id)]);
    expect(ids('hzgl')).toEqual(['his', 'patient']);
    expect(ids('PRICE')).toEqual(['his', 'drug']);
    expect(ids('code.drug')).toEqual(['his', 'drug']);
    expect(ids('nothing')).toEqual([]);
    expect(ids('')).toHaveLength(4);
  });

  it('marks of all nodes at once are those of each node by itself', () => {
    const every = [...tree.flatMap(idsBelow)];
    const all = (nodes: readonly RightNodeState[]): RightNodeState[] => nodes.flatMap((node) => [node, ...all(node.children)]);
    fc.assert(
      fc.property(fc.subarray(every), fc.constantFrom('', 'drug', 'hzgl'), (ids, keyword) => {
        const ticks = new Set(ids);
        const found = searchRights(tree, keyword);
        const marks = marksOf(found, ticks);
        for (const node of all(found)) {
          const own = itemsOf(node.menu);
          expect(marks.get(node.menu.id)).toEqual({
            state: tickState(node, ticks),
            ticked: own.filter((one) => ticks.has(one.id)).length,
            items: own.length,
          });
        }
      }),
    );
  });

  it('what is ticked goes to the wire and back', () => {
    const every = [...tree.flatMap(idsBelow)];
    fc.assert(
      fc.property(fc.subarray(every), (ids) => {
        const ticks = new Set(ids);
        expect(ticksOf(listsOf(menus, ticks))).toEqual(ticks);
      }),
    );
  });

  it('changes move onto what somebody else saved meanwhile', () => {
    const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')).map((ids) => new Set<string>(ids));
    fc.assert(
      fc.property(some, some, some, (before, after, meanwhile) => {
        const diff = diffTicks(before, after);
        const result = rebaseTicks(meanwhile, diff);
        for (const id of diff.added) expect(result.has(id)).toBe(true);
        for (const id of diff.removed) expect(result.has(id)).toBe(false);
        expect(rebaseTicks(before, diff)).toEqual(after);
      }),
    );
  });
});
