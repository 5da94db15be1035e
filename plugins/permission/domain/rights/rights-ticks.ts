import type { RightItem, RightLists, RightMenu } from '../../contract/authority.schema.ts';

const DIRECTORY = 1;
const HEADING = 0;
const ITEM_LISTS = ['button', 'column', 'form', 'resource'] as const;
export type ItemList = (typeof ITEM_LISTS)[number];
/** Ticked along with their menu; which rows of data somebody sees is always chosen on purpose. */
const TICKED_WITH_MENU = ['button', 'column', 'form'] as const;

export interface RightNodeState {
  readonly menu: RightMenu;
  readonly children: readonly RightNodeState[];
  /** 1 at the top. */
  readonly level: number;
}

export type Ticks = ReadonlySet<string>;
export type TickState = 'all' | 'some' | 'none';

const isPage = ({ type }: RightMenu): boolean => type !== DIRECTORY && type !== HEADING;
export const itemsOf = (menu: RightMenu): RightItem[] => ITEM_LISTS.flatMap((list) => menu[list]);

/** The flat catalogue as a tree. */
export function rightsTree(menus: readonly RightMenu[]): readonly RightNodeState[] {
  const known = new Set(menus.map((menu) => menu.id));
  const below = new Map<string, RightMenu[]>();
  for (const menu of menus) {
    const parent = known.has(menu.parentId) ? menu.parentId : '-1';
    below.set(parent, [...(below.get(parent) ?? []), menu]);
  }
  const build = (parent: string, level: number): RightNodeState[] =>
    (below.get(parent) ?? []).map((menu) => ({ menu, level, children: build(menu.id, level + 1) }));
  return build('-1', 1);
}

const texts = new WeakMap<RightMenu, string>();

/** What a menu is found by; put together once, because every letter of a search looks through thousands of rights. */
function textOf(menu: RightMenu): string {
  const known = texts.get(menu);
  if (known !== undefined) return known;
  const text = [menu, ...itemsOf(menu)]
    .map((one) => `${one.fullName} ${one.enCode}`)
    .join(' ')
    .toLowerCase();
  texts.set(menu, text);
  return text;
}

/** Nodes whose names, or those of their rights, hold the keyword: as written, by code or by pinyin initials; with the way to them. */
export function searchRights(nodes: readonly RightNodeState[], keyword: string): readonly RightNodeState[] {
  const wanted = keyword.trim().toLowerCase();
  if (wanted === '') return nodes;
  const keep = (node: RightNodeState): RightNodeState | undefined => {
    const { menu } = node;
    const children = node.children.flatMap((child) => keep(child) ?? []);
    const hit = textOf(menu).includes(wanted) || menu.spelling.includes(wanted);
    if (hit && children.length === 0) return node;
    return children.length > 0 ? { ...node, children } : undefined;
  };
  return nodes.flatMap((node) => keep(node) ?? []);
}

/** Ids that a tick on this node sets: the page with what belongs to it, a directory with all its pages. */
export function idsWith(node: RightNodeState): string[] {
  const own = [...(isPage(node.menu) ? [node.menu.id] : []), ...TICKED_WITH_MENU.flatMap((list) => node.menu[list].map((item) => item.id))];
  return [...own, ...node.children.flatMap(idsWith)];
}

/** Ids that taking the tick away removes: data schemes go along. */
export function idsBelow(node: RightNodeState): string[] {
  return [...idsWith({ ...node, children: [] }), ...node.menu.resource.map((item) => item.id), ...node.children.flatMap(idsBelow)];
}

/** A page is ticked by itself; a directory or heading by what is below it. */
export function tickState(node: RightNodeState, ticks: Ticks): TickState {
  if (isPage(node.menu)) return ticks.has(node.menu.id) ? 'all' : itemsOf(node.menu).some((item) => ticks.has(item.id)) ? 'some' : 'none';
  const states = node.children.map((child) => tickState(child, ticks));
  const own = itemsOf(node.menu).map((item) => ticks.has(item.id));
  if (states.every((state) => state === 'all') && own.every(Boolean)) return 'all';
  return states.some((state) => state !== 'none') || own.some(Boolean) ? 'some' : 'none';
}

/** What a row of the tree shows. */
export interface NodeMark {
  readonly state: TickState;
  /** Of the node's own rights: how many are ticked, and how many there are. */
  readonly ticked: number;
  readonly items: number;
}

/** Marks of all nodes by id, in one pass: asking each node by itself looks at those below once per level. */
export function marksOf(nodes: readonly RightNodeState[], ticks: Ticks): ReadonlyMap<string, NodeMark> {
  const marks = new Map<string, NodeMark>();
  const mark = ({ menu, children }: RightNodeState): TickState => {
    let items = 0;
    let ticked = 0;
    for (const list of ITEM_LISTS) {
      items += menu[list].length;
      for (const { id } of menu[list]) if (ticks.has(id)) ticked += 1;
    }
    const states = children.map(mark);
    const page = isPage(menu);
    const all = page ? ticks.has(menu.id) : ticked === items && states.every((state) => state === 'all');
    const some = ticked > 0 || (!page && states.some((state) => state !== 'none'));
    const state = all ? 'all' : some ? 'some' : 'none';
    marks.set(menu.id, { state, ticked, items });
    return state;
  };
  nodes.forEach(mark);
  return marks;
}

export function tickNode(ticks: Ticks, node: RightNodeState, on: boolean): Ticks {
  const next = new Set(ticks);
  for (const id of on ? idsWith(node) : idsBelow(node)) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Rights on a page are of no use without the page, so it is ticked along; codes without a page stand alone. */
export function tickItems(ticks: Ticks, menu: RightMenu, items: readonly RightItem[], on: boolean): Ticks {
  const next = new Set(ticks);
  for (const item of items) {
    if (on) next.add(item.id);
    else next.delete(item.id);
  }
  if (on && isPage(menu) && items.some((item) => item.id !== item.enCode)) next.add(menu.id);
  return next;
}

export interface TickDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const diffTicks = (before: Ticks, after: Ticks): TickDiff => ({
  added: [...after].filter((id) => !before.has(id)),
  removed: [...before].filter((id) => !after.has(id)),
});

/** The same changes on top of what somebody else saved meanwhile. */
export function rebaseTicks(now: Ticks, { added, removed }: TickDiff): Ticks {
  const next = new Set([...now, ...added]);
  for (const id of removed) next.delete(id);
  return next;
}

/** Ticks as the wire carries them. */
export function listsOf(menus: readonly RightMenu[], ticks: Ticks): RightLists {
  const of = (list: ItemList): string[] => menus.flatMap((menu) => menu[list].flatMap(({ id }) => (ticks.has(id) ? [id] : [])));
  return {
    module: menus.flatMap((menu) => (isPage(menu) && ticks.has(menu.id) ? [menu.id] : [])),
    button: of('button'),
    column: of('column'),
    form: of('form'),
    resource: of('resource'),
  };
}

export const ticksOf = ({ module, button, column, form, resource }: RightLists): Ticks => new Set([...module, ...button, ...column, ...form, ...resource]);
