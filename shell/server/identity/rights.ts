import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../core/tables.ts';

/** What one user may do and see, at one revision of all grants. */
export interface Rights {
  readonly revision: string;
  readonly roles: readonly { readonly id: string; readonly code: string; readonly name: string }[];
  readonly positions: readonly { readonly id: string; readonly name: string; readonly major: boolean }[];
  /** Own organisation and all below it; never empty. */
  readonly orgIds: readonly OrgId[];
  /** Names from the top down, joined by "/". */
  readonly orgPath: string;
  readonly departmentName: string;
  readonly priceType: string;
  readonly isAdministrator: boolean;
  /** Codes in the form of `grantCode`. */
  readonly granted: ReadonlySet<string>;
  /** True for `<menu>`, `<menu>:<button>` or a code that belongs to no menu. */
  can(permission: string): boolean;
}

/** Text under which a grant is remembered: buttons as routes name them, columns and forms with their kind. */
export function grantCode(kind: string, menuCode: string, itemCode: string): string {
  if (kind === 'menu' || kind === 'permission') return menuCode;
  return kind === 'button' ? `${menuCode}:${itemCode}` : `${menuCode}#${kind}:${itemCode}`;
}

export interface RightsSubject {
  readonly userId: string;
  readonly orgId: string;
  readonly departmentId: string | null;
  readonly isAdministrator: boolean;
}

const MOST_CACHED = 2000;

/** Reads rights and keeps them until any grant, role, menu or organisation changes (table core.revision). */
export class RightsReader {
  readonly #db: Kysely<CoreTables>;
  readonly #cache = new Map<string, Rights>();

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async of(subject: RightsSubject, revision: string): Promise<Rights> {
    const cached = this.#cache.get(subject.userId);
    if (cached?.revision === revision) return cached;
    const rights = await this.#read(subject, revision);
    if (this.#cache.size >= MOST_CACHED) this.#cache.clear();
    this.#cache.set(subject.userId, rights);
    return rights;
  }

  async #read(subject: RightsSubject, revision: string): Promise<Rights> {
    const [roles, positions, orgs, department] = await Promise.all([
      this.#roles(subject.userId),
      this.#positions(subject.userId),
      this.#orgs(subject.orgId),
      subject.departmentId === null
        ? undefined
        : this.#db.selectFrom('core.department').select('full_name').where('id', '=', subject.departmentId).executeTakeFirst(),
    ]);
    const granted = await this.#granted(
      subject.userId,
      roles.map((role) => role.id),
      positions.map((position) => position.id),
    );
    const { isAdministrator } = subject;
    return {
      revision,
      roles,
      positions,
      orgIds: orgs.below,
      orgPath: orgs.path,
      departmentName: department?.full_name ?? '',
      priceType: orgs.priceType,
      isAdministrator,
      granted,
      can: (permission) => isAdministrator || granted.has(permission),
    };
  }

  async #roles(userId: string): Promise<Rights['roles']> {
    return await this.#db
      .selectFrom('core.user_role as link')
      .innerJoin('core.role as role', 'role.id', 'link.role_id')
      .select(['role.id', 'role.en_code as code', 'role.full_name as name'])
      .where('link.user_id', '=', userId)
      .where('role.enabled', '=', true)
      .where('role.deleted_at', 'is', null)
      .orderBy('role.sort_code')
      .execute();
  }

  async #positions(userId: string): Promise<Rights['positions']> {
    return await this.#db
      .selectFrom('core.user_position as link')
      .innerJoin('core.position as position', 'position.id', 'link.position_id')
      .select(['position.id', 'position.full_name as name', 'link.is_major as major'])
      .where('link.user_id', '=', userId)
      .where('position.enabled', '=', true)
      .where('position.deleted_at', 'is', null)
      .orderBy('link.is_major', 'desc')
      .orderBy('position.sort_code')
      .execute();
  }

  async #orgs(orgId: string): Promise<{ below: OrgId[]; path: string; priceType: string }> {
    const [below, above] = await Promise.all([
      sql<{ id: string }>`
        with recursive below as (
          select id from core.org where id = ${orgId}
          union
          select org.id from core.org as org join below on org.parent_id = below.id where org.deleted_at is null
        ) select id from below`.execute(this.#db),
      sql<{ full_name: string; price_type: string; depth: number }>`
        with recursive above as (
          select id, parent_id, full_name, price_type, 0 as depth from core.org where id = ${orgId}
          union all
          select org.id, org.parent_id, org.full_name, org.price_type, above.depth + 1
          from core.org as org join above on org.id = above.parent_id where above.depth < 32
        ) select full_name, price_type, depth from above order by depth desc`.execute(this.#db),
    ]);
    return {
      below: below.rows.map((row) => row.id),
      path: above.rows.map((row) => row.full_name).join('/'),
      // The nearest facility that names a price level decides.
      priceType: above.rows.findLast((row) => row.price_type !== '')?.price_type ?? '',
    };
  }

  async #granted(userId: string, roleIds: readonly string[], positionIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('core.permission_grant')
      .select(['kind', 'menu_code', 'item_code'])
      .where(({ eb, or, and }) =>
        or([
          and([eb('subject_type', '=', 'user'), eb('subject_id', '=', userId)]),
          ...(roleIds.length ? [and([eb('subject_type', '=', 'role'), eb('subject_id', 'in', roleIds)])] : []),
          ...(positionIds.length ? [and([eb('subject_type', '=', 'position'), eb('subject_id', 'in', positionIds)])] : []),
        ]),
      )
      .execute();
    return new Set(rows.map((row) => grantCode(row.kind, row.menu_code, row.item_code)));
  }
}
