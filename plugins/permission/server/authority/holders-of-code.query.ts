import { type Page, type PageRequest, parseGrantCode, type Right, toPage } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, pageBounds, sql } from '@nephra/plugin-sdk/server';
import type { HolderRow } from '../../contract/authority.schema.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import { type Membership, membershipState, type Workplace } from '../../domain/membership.ts';
import { visibleUsers } from '../access/user-scope.ts';
import { type Ctx, notFound } from '../permission-call.ts';
import { orgPaths } from '../role/org-paths.ts';
import { peopleNames } from './explain-user.query.ts';

interface Candidate {
  readonly id: string;
  readonly account: string;
  readonly real_name: string;
  readonly org_id: string;
  readonly enabled: boolean;
  readonly is_administrator: boolean;
  readonly type: Membership['type'] | 'administrator';
  readonly holder_id: string;
  readonly holder_name: string;
  readonly holder_enabled: boolean;
  readonly org_ids: string[];
  readonly granted_by: string;
  readonly granted_at: Date | null;
}

/** A code that reads like a menu may also be one that belongs to no menu. */
function rightsNamed(code: string): Right[] {
  const right = parseGrantCode(code);
  if (!right) throw notFound();
  if (right.kind !== 'menu') return [right];
  return [right, { ...right, kind: 'permission' }];
}

/** Everybody visible who holds one right where they work today, by name, with what they hold it through. */
export async function holdersOfCode(ctx: Ctx, query: PageRequest & { code: string }): Promise<Page<HolderRow>> {
  const rights = rightsNamed(query.code);
  const kinds = rights.map((right) => right.kind);
  const { menuCode, itemCode } = rights[0] as Right;
  const found = matchesKeyword('person.search_grams', query.keyword) ?? sql`true`;
  // Administrators hold everything but data schemes, which count for them only when they are granted.
  const byOffice = kinds[0] === 'resource' ? sql`false` : sql`person.is_administrator`;
  // rows: people are narrowed by `visibleUsers`, the condition of their door; what they hold is told with them
  const { rows } = await sql<Candidate>`
    with granted as (
      select subject_type, subject_id, granted_by, granted_at from core.permission_grant
      where kind = any(${kinds}) and menu_code = ${menuCode} and item_code = ${itemCode}
    ), holder as (
      select link.user_id, 'role' as type, role.id, role.full_name as name, role.enabled,
        array(select limited.org_id from core.role_org as limited where limited.role_id = role.id) as org_ids, granted.granted_by, granted.granted_at
      from granted join core.role as role on role.id = granted.subject_id join core.user_role as link on link.role_id = role.id
      where granted.subject_type = 'role' and role.deleted_at is null
      union all
      select link.user_id, 'position', post.id, post.full_name, post.enabled, array[post.org_id], granted.granted_by, granted.granted_at
      from granted join core.position as post on post.id = granted.subject_id join core.user_position as link on link.position_id = post.id
      where granted.subject_type = 'position' and post.deleted_at is null
      union all
      select link.user_id, 'group', bunch.id, bunch.full_name, bunch.enabled, '{}', granted.granted_by, granted.granted_at
      from granted join core.user_group as bunch on bunch.id = granted.subject_id join core.user_group_member as link on link.group_id = bunch.id
      where granted.subject_type = 'group' and bunch.deleted_at is null
      union all
      select granted.subject_id, 'user', granted.subject_id, '', true, '{}', granted.granted_by, granted.granted_at
      from granted where granted.subject_type = 'user'
      union all
      select person.id, 'administrator', '', '', true, '{}', '', null from core.user_account as person where ${byOffice}
    )
    select person.id, person.account, person.real_name, person.org_id, person.enabled, person.is_administrator,
      holder.type, holder.id as holder_id, holder.name as holder_name, holder.enabled as holder_enabled, holder.org_ids, holder.granted_by, holder.granted_at
    from holder join core.user_account as person on person.id = holder.user_id
    where ${visibleUsers(ctx)} and ${found}
    order by person.real_name, person.id, holder.type, holder.name`.execute(ctx.db);
  const places = await workplaces(ctx);
  const people = new Map<string, { person: Candidate; through: Candidate[] }>();
  for (const row of rows) {
    if (!counts(row, places)) continue;
    const known = people.get(row.id);
    if (known) known.through.push(row);
    else people.set(row.id, { person: row, through: [row] });
  }
  const { offset, pageSize } = pageBounds(query);
  const part = [...people.values()].slice(offset, offset + pageSize);
  const paths = await orgPaths(
    ctx,
    part.flatMap(({ person, through }) => [person.org_id, ...through.flatMap((one) => one.org_ids)]),
  );
  const names = await peopleNames(
    ctx,
    part.flatMap(({ through }) => through.map((one) => one.granted_by)),
  );
  const list = part.map(
    ({ person, through }): HolderRow => ({
      id: person.id,
      account: person.account,
      realName: person.real_name,
      organize: paths.get(person.org_id)?.names.join('/') ?? '',
      enabledMark: flagOf(person.enabled),
      through: through.map((one) => ({
        type: one.type,
        name: one.type === 'user' ? person.real_name : one.holder_name,
        organize: one.org_ids
          .map((id) => paths.get(id)?.names.at(-1) ?? '')
          .filter(Boolean)
          .join(', '),
        grantedBy: names.get(one.granted_by) ?? '',
        grantedAt: one.granted_at?.getTime() ?? 0,
      })),
    }),
  );
  return toPage(list, people.size, query);
}

function counts(row: Candidate, places: (orgId: string) => Workplace): boolean {
  if (row.type === 'administrator') return true;
  const membership: Membership = { type: row.type, id: row.holder_id, name: row.holder_name, enabled: row.holder_enabled, orgIds: row.org_ids };
  return membershipState(membership, places(row.org_id)) === 'counts';
}

/** Workplaces of all organisations at once: there are few of them, and people may work in any. */
async function workplaces(ctx: Ctx): Promise<(orgId: string) => Workplace> {
  // rows: the tree of organisations, to decide by; nothing of it is told
  const orgs = await ctx.db.selectFrom('core.org').select(['id', 'parent_id', 'deleted_at']).execute();
  const parents = new Map(orgs.map((org) => [org.id, org.parent_id]));
  const pathOf = (id: string): string[] => {
    const path: string[] = [];
    for (let at: string | null | undefined = id; at && !path.includes(at); at = parents.get(at)) path.push(at);
    return path;
  };
  const paths = new Map(orgs.map((org) => [org.id, pathOf(org.id)]));
  const known = new Map<string, Workplace>();
  return (orgId) => {
    const place = known.get(orgId) ?? {
      above: paths.get(orgId) ?? [orgId],
      below: orgs.filter((org) => org.deleted_at === null && paths.get(org.id)?.includes(orgId)).map((org) => org.id),
    };
    known.set(orgId, place);
    return place;
  };
}
