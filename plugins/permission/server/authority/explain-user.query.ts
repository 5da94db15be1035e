import { grantCode } from '@nephra/plugin-sdk/contract';
import type { Explanation } from '../../contract/authority.schema.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import type { CataloguedRight, GrantFact } from '../../domain/rights/explain-types.ts';
import { explainRights } from '../../domain/rights/explain-rights.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Membership } from '../../domain/membership.ts';
import { schemeTable } from '../data-scheme/scheme.table.ts';
import { userTable } from '../tables/user.table.ts';
import type { Ctx } from '../permission-call.ts';
import { orgPaths } from '../role/org-paths.ts';
import { membershipsOf, workplaceOf } from '../access/memberships.query.ts';

const DIRECTORY = 1;

interface NamedRight extends CataloguedRight {
  readonly fullName: string;
}

/** Every right there ever was, menus in their order, each followed by what hangs on it; with the reason when it is off. */
async function allRights(ctx: Ctx): Promise<NamedRight[]> {
  const title = `title_${ctx.language}` as const;
  // rows: what rights there are and what they are called is the same for everybody
  const [menus, items, permissions, schemes] = await Promise.all([
    ctx.db
      .selectFrom('core.menu')
      .select(['en_code', 'type', 'active', 'enabled', title])
      .where('type', '<>', DIRECTORY)
      .orderBy('sort_code')
      .orderBy('en_code')
      .execute(),
    ctx.db
      .selectFrom('core.menu_item')
      .select(['menu_code', 'kind', 'en_code', 'active', title])
      .where('kind', '<>', 'field')
      .orderBy('sort_code')
      .orderBy('en_code')
      .execute(),
    ctx.db.selectFrom('core.permission').select(['code', 'active', title]).orderBy('code').execute(),
    schemeTable.select(ctx, 's').orderBy('s.sortCode').orderBy('s.enCode').execute(),
  ]);
  const itemsOf = groupBy(items, (item) => item.menu_code);
  const schemesOf = groupBy(schemes, (scheme) => scheme.menuCode);
  const rights = menus.flatMap((menu): NamedRight[] => {
    const state = !menu.active ? 'plugin-off' : menu.enabled ? 'on' : 'menu-off';
    const of = (kind: CataloguedRight['kind'], itemCode: string, fullName: string, own: CataloguedRight['state'] = 'on'): NamedRight => ({
      kind,
      menuCode: menu.en_code,
      itemCode,
      fullName,
      state: state === 'on' ? own : state,
    });
    return [
      of('menu', '', menu[title]),
      ...(itemsOf.get(menu.en_code) ?? []).flatMap((item) =>
        item.kind === 'field' ? [] : [of(item.kind, item.en_code, item[title], item.active ? 'on' : 'plugin-off')],
      ),
      ...(schemesOf.get(menu.en_code) ?? []).map((scheme) => of('resource', scheme.id, scheme.fullName, scheme.enabled ? 'on' : 'scheme-off')),
    ];
  });
  return [
    ...rights,
    ...permissions.map(
      (row): NamedRight => ({ kind: 'permission', menuCode: row.code, itemCode: '', fullName: row[title], state: row.active ? 'on' : 'plugin-off' }),
    ),
  ];
}

/** Grants to any of these, with their origin. */
export async function grantsTo(ctx: Ctx, memberships: readonly Membership[]): Promise<GrantFact[]> {
  if (memberships.length === 0) return [];
  // rows: grants to roles, positions and groups of a person who came through the door
  const rows = await ctx.db
    .selectFrom('core.permission_grant')
    .select([
      'subject_type as holder',
      'subject_id as holderId',
      'kind',
      'menu_code as menuCode',
      'item_code as itemCode',
      'granted_by as grantedBy',
      'granted_at as grantedAt',
    ])
    .where(({ eb, or, and }) => or(memberships.map(({ type, id }) => and([eb('subject_type', '=', type), eb('subject_id', '=', id)]))))
    .execute();
  return rows.map((row) => ({ ...row, grantedAt: row.grantedAt.getTime() }));
}

/** Names of people by id, for "granted by". */
export async function peopleNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== '');
  if (wanted.length === 0) return new Map();
  // rows: names of who granted something, beside what they granted
  const rows = await ctx.db.selectFrom('core.user_account').select(['id', 'real_name']).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, row.real_name]));
}

/** What one person may do where they work today, through which grants, and why not the rest. @throws AppError 404 */
export async function explainUser(ctx: Ctx, userId: string): Promise<Explanation> {
  const person = await userTable.one(ctx, userId);
  const [workplace, memberships, catalogue] = await Promise.all([workplaceOf(ctx, person.orgId), membershipsOf(ctx, userId), allRights(ctx)]);
  const grants = await grantsTo(ctx, memberships);
  const paths = await orgPaths(ctx, [person.orgId, ...memberships.flatMap((one) => one.orgIds)]);
  const names = await peopleNames(
    ctx,
    grants.map((grant) => grant.grantedBy),
  );
  const placeOf = (orgIds: readonly string[]): string =>
    orgIds
      .map((id) => paths.get(id)?.names.at(-1) ?? '')
      .filter(Boolean)
      .join(', ');
  const places = new Map(memberships.map((one) => [`${one.type} ${one.id}`, placeOf(one.orgIds)]));
  const explained = explainRights({ isAdministrator: person.isAdministrator, workplace, memberships, grants, catalogue });
  return {
    userId,
    userName: `${person.realName}/${person.account}`,
    isAdministrator: flagOf(person.isAdministrator),
    enabledMark: flagOf(person.enabled),
    organize: paths.get(person.orgId)?.names.join('/') ?? '',
    list: explained.map((right, at) => ({
      code: grantCode(right.kind, right.menuCode, right.itemCode),
      kind: right.kind,
      menuCode: right.menuCode,
      fullName: catalogue[at]?.fullName ?? right.itemCode,
      held: right.held,
      pageMissing: right.pageMissing,
      through: right.through.map((one) => ({
        type: one.type,
        name: one.name,
        organize: places.get(`${one.type} ${one.id}`) ?? '',
        grantedBy: names.get(one.grantedBy) ?? '',
        grantedAt: one.grantedAt,
      })),
      obstacles: right.obstacles.map(({ reason, type = '', name = '' }) => ({ reason, type, name })),
    })),
  };
}
