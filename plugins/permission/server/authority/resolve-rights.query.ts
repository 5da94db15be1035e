import { AppError, EnvelopeCode, type Right } from '@nephra/plugin-sdk/contract';
import { RIGHT_LISTS, type RightLists } from '../../contract/authority.schema.ts';
import { codeOf } from '../../domain/rights/grant-change.ts';
import { schemeTable } from '../data-scheme/scheme.table.ts';
import type { Ctx } from '../permission-call.ts';

const DIRECTORY = 1;

interface KnownRight {
  readonly right: Right;
  readonly on: boolean;
}

/** Every right that was ever contributed, by its id on the wire; directories and headings are undefined. */
async function knownRights(ctx: Ctx): Promise<ReadonlyMap<string, KnownRight | undefined>> {
  // rows: what rights there are is the same for everybody
  const [menus, items, permissions, schemes] = await Promise.all([
    ctx.db.selectFrom('core.menu').select(['id', 'en_code', 'owner', 'type', 'active', 'enabled']).execute(),
    ctx.db.selectFrom('core.menu_item').select(['id', 'menu_code', 'kind', 'en_code', 'active']).where('kind', '<>', 'field').execute(),
    ctx.db.selectFrom('core.permission').select(['code', 'owner', 'active']).execute(),
    schemeTable.select(ctx).execute(),
  ]);
  const known = new Map<string, KnownRight | undefined>([['codes', undefined]]);
  const menusOn = new Set(menus.filter((menu) => menu.active && menu.enabled).map((menu) => menu.en_code));
  for (const menu of menus) {
    const right: Right = { kind: 'menu', menuCode: menu.en_code, itemCode: '' };
    known.set(menu.id, menu.type === DIRECTORY ? undefined : { right, on: menusOn.has(menu.en_code) });
  }
  for (const item of items) {
    if (item.kind === 'field') continue;
    const right: Right = { kind: item.kind, menuCode: item.menu_code, itemCode: item.en_code };
    known.set(item.id, { right, on: item.active && menusOn.has(item.menu_code) });
  }
  for (const permission of permissions) {
    known.set(`codes:${permission.owner}`, undefined);
    known.set(permission.code, { right: { kind: 'permission', menuCode: permission.code, itemCode: '' }, on: permission.active });
  }
  for (const scheme of schemes) {
    const right: Right = { kind: 'resource', menuCode: scheme.menuCode, itemCode: scheme.id };
    known.set(scheme.id, { right, on: scheme.enabled && menusOn.has(scheme.menuCode) });
  }
  return known;
}

/** Which right an id on the wire names. Undefined for unknown ids and directories. */
export async function rightOfId(ctx: Ctx, id: string): Promise<Right | undefined> {
  return (await knownRights(ctx)).get(id)?.right;
}

/**
 * The rights that the ids of a body name. Trees tick directories and menus along with what is below them, in every list: a menu counts
 * only in `module`, directories nowhere. Rights of plugins that are off count as "keep what was".
 * @throws AppError `permission.unknown-rights`
 */
export async function resolveRights(ctx: Ctx, lists: RightLists): Promise<{ wanted: Right[]; isOn: (right: Right) => boolean }> {
  const known = await knownRights(ctx);
  const on = new Set([...known.values()].flatMap((entry) => (entry?.on ? [`${entry.right.kind} ${codeOf(entry.right)}`] : [])));
  const isOn = (right: Right): boolean => on.has(`${right.kind} ${codeOf(right)}`);
  const ids = RIGHT_LISTS.flatMap((name) => lists[name].map((id) => ({ name, id })));
  const unknown = [...new Set(ids.filter(({ id }) => !known.has(id)).map(({ id }) => id))];
  if (unknown.length > 0) {
    throw new AppError('permission.unknown-rights', { code: EnvelopeCode.Invalid, params: { n: unknown.length, first: unknown[0] ?? '' } });
  }
  const wanted = ids.flatMap(({ name, id }) => {
    const right = known.get(id)?.right;
    return right && isOn(right) && (right.kind !== 'menu' || name === 'module') ? [right] : [];
  });
  return { wanted, isOn };
}
