import { createHash } from 'node:crypto';
import type { Right } from '@nephra/plugin-sdk/contract';
import { type GrantObjectType, type ObjectGrants, RIGHT_LISTS, type RightList, type RightLists, type RightNode } from '../../contract/authority.schema.ts';
import { menuIconClasses } from '@nephra/plugin-sdk/server';
import { codeOf } from '../../domain/rights/grant-change.ts';
import { treeOf } from '../../domain/tree.ts';
import type { Ctx } from '../permission-call.ts';
import { requireGrantObject, OBJECT_TYPES } from './grant-object.ts';
import { grantedRights } from '../access/granted-rights.ts';
import { type RightsCatalogue, rightsCatalogue } from './rights-catalogue.query.ts';

/** The same for the same grants, whoever looks: a saved page finds out whether somebody was faster. */
export const digestOf = (granted: readonly Right[]): string =>
  createHash('sha256')
    .update(
      granted
        .map((right) => `${right.kind} ${codeOf(right)}`)
        .sort()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 32);

/** Ids on the wire of the rights that the caller sees, by list, and how many there are besides. */
export function listedGrants(granted: readonly Right[], catalogue: RightsCatalogue): RightLists & { beyond: number } {
  const idOf = new Map([...catalogue.rightOf].map(([id, { list, right }]) => [`${right.kind} ${codeOf(right)}`, { id, list }]));
  const lists = Object.fromEntries(RIGHT_LISTS.map((name) => [name, [] as string[]])) as RightLists;
  let beyond = 0;
  for (const right of granted) {
    const seen = idOf.get(`${right.kind} ${codeOf(right)}`);
    if (seen) lists[seen.list].push(seen.id);
    else beyond += 1;
  }
  return { ...lists, beyond };
}

export async function grantsOfObject(ctx: Ctx, objectId: string, objectType: GrantObjectType): Promise<ObjectGrants> {
  const object = await requireGrantObject(ctx, objectId, objectType);
  const granted = await grantedRights(ctx, object.type, [object.id]);
  const catalogue = await rightsCatalogue(ctx, [...new Set(granted.map((right) => right.menuCode))]);
  return {
    objectType: OBJECT_TYPES[object.type],
    objectId,
    fullName: object.shownName ?? object.name,
    ...listedGrants(granted, catalogue),
    digest: digestOf(granted),
  };
}

interface Entry {
  readonly id: string;
  readonly parentId: string | null;
  readonly fullName: string;
  readonly enCode: string;
  readonly icon: string;
  readonly sortCode: number;
}

/** Heading above codes without a menu whose menu was not chosen: what is not shown could not be kept. */
const OTHERS = { zh: '其他权限', zhtw: '其他權限', en: 'Other rights' } as const;
const OTHERS_ID = 'codes';
const NOBODY = '0';

/**
 * One step of the platform's authorise screen. For menus the whole tree; for the other kinds the chosen menus with the directories above
 * them and their items below.
 */
export async function stepValues(
  ctx: Ctx,
  /** 0 = nothing yet: a batch chooses its objects at the end. */
  objectId: string,
  type: RightList,
  chosen: readonly string[],
  objectType?: GrantObjectType,
): Promise<{ list: RightNode[]; ids: string[]; all: string[]; digest: string }> {
  const object = objectId === NOBODY ? undefined : await requireGrantObject(ctx, objectId, objectType);
  const [granted, catalogue] = await Promise.all([object ? grantedRights(ctx, object.type, [object.id]) : [], rightsCatalogue(ctx)]);
  const entries = type === 'module' ? menuEntries(catalogue) : itemEntries(ctx, catalogue, type, new Set(chosen));
  const all = entries.map((entry) => entry.id);
  const known = new Set(all);
  const ids = listedGrants(granted, catalogue)[type].filter((id) => known.has(id));
  return { list: treeOf(entries), ids, all, digest: digestOf(granted) };
}

const entryOf = (menu: RightsCatalogue['menus'][number], at: number): Entry => ({
  id: menu.id,
  parentId: menu.parentId === '-1' ? null : menu.parentId,
  fullName: menu.fullName,
  enCode: menu.enCode,
  icon: menuIconClasses(menu.icon),
  sortCode: at,
});

const menuEntries = ({ menus }: RightsCatalogue): Entry[] => menus.filter((menu) => menu.type !== 0).map(entryOf);

function itemEntries(ctx: Ctx, { menus, rightOf }: RightsCatalogue, type: Exclude<RightList, 'module'>, chosen: ReadonlySet<string>): Entry[] {
  const parents = new Map(menus.map((menu) => [menu.id, menu.parentId]));
  const kept = new Set<string>();
  for (const id of chosen) for (let at: string | undefined = id; at !== undefined && parents.has(at) && !kept.has(at); at = parents.get(at)) kept.add(at);
  const entries: Entry[] = [];
  const others: Entry[] = [];
  menus.forEach((menu, at) => {
    if (kept.has(menu.id)) entries.push(entryOf(menu, at));
    menu[type].forEach((item, order) => {
      const entry = { ...item, parentId: menu.id, icon: '', sortCode: order };
      if (chosen.has(menu.id)) entries.push(entry);
      else if (rightOf.get(item.id)?.right.kind === 'permission') others.push({ ...entry, parentId: OTHERS_ID });
    });
  });
  if (others.length === 0) return entries;
  return [...entries, { id: OTHERS_ID, parentId: null, fullName: OTHERS[ctx.language], enCode: '', icon: '', sortCode: menus.length }, ...others];
}
