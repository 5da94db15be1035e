import { type DataCondition, type DataScope, grantCode, type OrgId } from '@nephra/plugin-sdk/contract';
import type { GrantSubject, ServerCache } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { groupBy } from '../../core/group-by.ts';
import type { CoreTables } from '../../tables/tables.ts';

/** A data scheme that was granted. */
export interface GrantedScheme {
  readonly id: string;
  readonly menuCode: string;
  readonly name: string;
  readonly condition: DataCondition;
}

/** What one user may do and see, at one revision of all grants. */
export interface Rights {
  readonly revision: string;
  /** Roles that count in the organisation of the session. */
  readonly roles: readonly { readonly id: string; readonly code: string; readonly name: string }[];
  readonly positions: readonly { readonly id: string; readonly name: string; readonly major: boolean }[];
  readonly groupIds: readonly string[];
  /** Own organisation and all below it; never empty. */
  readonly orgIds: readonly OrgId[];
  /** Own organisation and all above it, nearest first. */
  readonly orgIdsAbove: readonly string[];
  /** Names from the top down, joined by "/". */
  readonly orgPath: string;
  readonly departmentName: string;
  readonly priceType: string;
  readonly isAdministrator: boolean;
  /** Codes in the form of `grantCode`. */
  readonly granted: ReadonlySet<string>;
  readonly schemes: readonly GrantedScheme[];
  /** True for `<menu>`, `<menu>:<button>` or a code that belongs to no menu. */
  can(permission: string): boolean;
  /** Which rows of a menu's data may be seen. */
  dataScope(menuCode: string): DataScope;
}

export interface RightsSubject {
  readonly userId: string;
  readonly orgId: string;
  readonly departmentId: string | null;
  readonly isAdministrator: boolean;
}

interface OrgFacts {
  readonly above: readonly string[];
  readonly below: OrgId[];
  readonly path: string;
  readonly priceType: string;
}

const MAX_CACHED = 2000;
/** About what one person's rights take without their codes, and one code. */
const RIGHTS_BYTES = 2_000;
const CODE_BYTES = 100;
const ORGANISATION: DataScope = { kind: 'organisation' };

/** Reads rights and keeps them until any grant, role, menu or organisation changes (table core.revision). */
export class RightsReader {
  readonly #db: Kysely<CoreTables>;
  readonly #cache = new Map<string, Rights>();

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  /** For the page of caches. Whoever acts next is read anew. */
  readonly cache: ServerCache = {
    name: 'rights',
    title: { zh: '人员权限', zhtw: '人員權限', en: 'Rights of people' },
    entries: () => this.#cache.size,
    bytes: () => [...this.#cache.values()].reduce((sum, rights) => sum + RIGHTS_BYTES + rights.granted.size * CODE_BYTES, 0),
    clear: () => this.#cache.clear(),
  };

  async of(subject: RightsSubject, revision: string): Promise<Rights> {
    const cached = this.#cache.get(subject.userId);
    if (cached?.revision === revision) return cached;
    const rights = await this.#read(subject, revision);
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(subject.userId, rights);
    return rights;
  }

  async #read(subject: RightsSubject, revision: string): Promise<Rights> {
    const { userId, isAdministrator } = subject;
    const [orgs, department, groups, authorised] = await Promise.all([
      this.#orgs(subject.orgId),
      subject.departmentId === null
        ? undefined
        : this.#db.selectFrom('core.department').select('full_name').where('id', '=', subject.departmentId).executeTakeFirst(),
      this.#groups(userId),
      this.#db.selectFrom('core.menu').select('en_code').where('data_authorize', '=', true).execute(),
    ]);
    const around = [...orgs.above, ...orgs.below];
    const [roles, positions] = await Promise.all([this.#roles(userId, orgs.above), this.#positions(userId, around)]);
    const subjects = new Map<GrantSubject, readonly string[]>([
      ['user', [userId]],
      ['role', roles.map((role) => role.id)],
      ['position', positions.map((position) => position.id)],
      ['group', groups],
    ]);
    const grants = await this.#grants(subjects);
    const schemes = await this.#schemes(grants.filter((grant) => grant.kind === 'resource').map((grant) => grant.item_code));
    const userAndBelow = schemes.some(({ condition }) => JSON.stringify(condition).includes('@userAraSubordinates'))
      ? await this.#userAndBelow(userId)
      : [userId];
    const granted = new Set(grants.filter((grant) => grant.kind !== 'resource').map((row) => grantCode(row.kind, row.menu_code, row.item_code)));
    const byMenu = groupBy(schemes, (scheme) => scheme.menuCode);
    const authorisedMenus = new Set(authorised.map((menu) => menu.en_code));
    return {
      revision,
      roles,
      positions,
      groupIds: groups,
      orgIds: orgs.below,
      orgIdsAbove: orgs.above.toReversed(),
      orgPath: orgs.path,
      departmentName: department?.full_name ?? '',
      priceType: orgs.priceType,
      isAdministrator,
      granted,
      schemes,
      can: (permission) => isAdministrator || granted.has(permission),
      dataScope: (menuCode) =>
        isAdministrator || !authorisedMenus.has(menuCode)
          ? ORGANISATION
          : { kind: 'schemes', conditions: (byMenu.get(menuCode) ?? []).map(({ condition }) => condition), userAndBelow },
    };
  }

  /** A role counts where it is meant for everybody, or for this organisation or one above it. */
  async #roles(userId: string, orgAndAbove: readonly string[]): Promise<Rights['roles']> {
    // rows: a person's own roles, where they count: rights are worked out here, so no right narrows them
    return await this.#db
      .selectFrom('core.user_role as link')
      .innerJoin('core.role as role', 'role.id', 'link.role_id')
      .select(['role.id', 'role.en_code as code', 'role.full_name as name'])
      .where('link.user_id', '=', userId)
      .where('role.enabled', '=', true)
      .where('role.deleted_at', 'is', null)
      .where(
        sql<boolean>`(not exists (select 1 from core.role_org as limited where limited.role_id = role.id)
          or exists (select 1 from core.role_org as limited where limited.role_id = role.id and limited.org_id = any(${orgAndAbove})))`,
      )
      .orderBy('role.sort_code')
      .execute();
  }

  async #positions(userId: string, orgIds: readonly string[]): Promise<Rights['positions']> {
    // rows: a person's own positions: rights are worked out here, so no right narrows them
    return await this.#db
      .selectFrom('core.user_position as link')
      .innerJoin('core.position as position', 'position.id', 'link.position_id')
      .select(['position.id', 'position.full_name as name', 'link.is_major as major'])
      .where('link.user_id', '=', userId)
      .where('position.org_id', 'in', orgIds)
      .where('position.enabled', '=', true)
      .where('position.deleted_at', 'is', null)
      .orderBy('link.is_major', 'desc')
      .orderBy('position.sort_code')
      .execute();
  }

  async #groups(userId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('core.user_group_member as link')
      .innerJoin('core.user_group as member', 'member.id', 'link.group_id')
      .select('member.id')
      .where('link.user_id', '=', userId)
      .where('member.enabled', '=', true)
      .where('member.deleted_at', 'is', null)
      .execute();
    return rows.map((row) => row.id);
  }

  async #orgs(orgId: string): Promise<OrgFacts> {
    const [below, above] = await Promise.all([
      sql<{ id: string }>`
        with recursive below as (
          select id from core.org where id = ${orgId}
          union
          select org.id from core.org as org join below on org.parent_id = below.id where org.deleted_at is null
        ) select id from below`.execute(this.#db),
      sql<{ id: string; full_name: string; price_type: string; depth: number }>`
        with recursive above as (
          select id, parent_id, full_name, price_type, 0 as depth from core.org where id = ${orgId}
          union all
          select org.id, org.parent_id, org.full_name, org.price_type, above.depth + 1
          from core.org as org join above on org.id = above.parent_id where above.depth < 32
        ) select id, full_name, price_type, depth from above order by depth desc`.execute(this.#db),
    ]);
    return {
      above: above.rows.map((row) => row.id),
      below: below.rows.map((row) => row.id),
      path: above.rows.map((row) => row.full_name).join('/'),
      // The nearest facility that names a price level decides.
      priceType: above.rows.findLast((row) => row.price_type !== '')?.price_type ?? '',
    };
  }

  async #grants(subjects: ReadonlyMap<GrantSubject, readonly string[]>) {
    return await this.#db
      .selectFrom('core.permission_grant')
      .select(['kind', 'menu_code', 'item_code'])
      .where(({ eb, or, and }) =>
        or([...subjects].filter(([, ids]) => ids.length > 0).map(([type, ids]) => and([eb('subject_type', '=', type), eb('subject_id', 'in', ids)]))),
      )
      .execute();
  }

  async #schemes(ids: readonly string[]): Promise<GrantedScheme[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('core.data_scheme')
      .select(['id', 'menu_code', 'full_name', 'condition'])
      .where('id', 'in', ids)
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('sort_code')
      .execute();
    return rows.map((row) => ({ id: row.id, menuCode: row.menu_code, name: row.full_name, condition: row.condition as DataCondition }));
  }

  /** The person and everybody who reports to them, directly or further down. */
  async #userAndBelow(userId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive below as (
        select ${userId}::text as id
        union
        select person.id from core.user_account as person join below on person.manager_id = below.id where person.deleted_at is null
      ) select id from below`.execute(this.#db);
    return rows.map((row) => row.id);
  }
}
