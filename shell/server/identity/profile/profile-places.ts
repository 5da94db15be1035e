import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import { shownRoleName } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { MajorChoice } from '../../../contract/index.ts';
import type { OpenSession } from '../../auth/session/session-store.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Rights } from '../rights/rights.ts';

interface Workplace {
  readonly org_id: string;
  readonly department_id: string | null;
  readonly path: string;
}

const missing = (key: string): AppError => new AppError(`core.${key}`, { code: EnvelopeCode.NotFound });

/** Where one person works, and under which position. */
export class ProfilePlaces {
  readonly #db: Kysely<CoreTables>;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  /** One entry per organisation that is in use, the present one first. */
  async organizes({ userId, orgId }: OpenSession): Promise<MajorChoice[]> {
    const places = new Map((await this.#workplaces(userId)).map((place) => [place.org_id, place]));
    return [...places.values()]
      .map((place) => ({ id: place.org_id, fullName: place.path, isDefault: place.org_id === orgId }))
      .sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
  }

  positions(rights: Rights): MajorChoice[] {
    return rights.positions.map(({ id, name, major }) => ({ id, fullName: name, isDefault: major }));
  }

  /** Roles that count where the person works now: all at once. */
  roles(rights: Rights, language: Language): MajorChoice[] {
    return rights.roles.map(({ id, code, name }) => ({ id, fullName: shownRoleName(code, name, language), isDefault: true }));
  }

  /**
   * The organisation becomes the one that the person works in; department and position go along.
   * @returns its path
   * @throws AppError `core.major-organize` when the person does not work there, or it is out of use
   */
  async workIn({ userId }: OpenSession, orgId: string): Promise<string> {
    await sql`select id from core.user_account where id = ${userId} for update`.execute(this.#db);
    const place = (await this.#workplaces(userId)).find((one) => one.org_id === orgId);
    if (!place) throw missing('major-organize');
    await this.#db.updateTable('core.user_account').set({ org_id: orgId, department_id: place.department_id }).where('id', '=', userId).execute();
    await sql`
      update core.user_org set is_major = (org_id = ${orgId} and department_id is not distinct from ${place.department_id})
      where user_id = ${userId}`.execute(this.#db);
    const held = await this.#db
      .selectFrom('core.user_position as link')
      .innerJoin('core.position as position', 'position.id', 'link.position_id')
      .select('position.id')
      .where('link.user_id', '=', userId)
      .where('position.org_id', '=', orgId)
      .where('position.enabled', '=', true)
      .where('position.deleted_at', 'is', null)
      .orderBy('link.is_major', 'desc')
      .orderBy('position.sort_code')
      .orderBy('position.id')
      .executeTakeFirst();
    if (held) await this.#hold(userId, held.id);
    return place.path;
  }

  /** @throws AppError `core.major-position` when the position does not count where the person works now */
  async workAs({ userId }: OpenSession, rights: Rights, positionId: string): Promise<string> {
    const position = rights.positions.find((one) => one.id === positionId);
    if (!position) throw missing('major-position');
    await this.#hold(userId, positionId);
    return position.name;
  }

  async #hold(userId: string, positionId: string): Promise<void> {
    await sql`update core.user_position set is_major = (position_id = ${positionId}) where user_id = ${userId}`.execute(this.#db);
  }

  /** Organisations in use that the person belongs to, also the one that only the account names; within one, the major department first. */
  async #workplaces(userId: string): Promise<Workplace[]> {
    const { rows } = await sql<Workplace>`
      with recursive link as (
        select org_id, department_id, is_major from core.user_org where user_id = ${userId}
        union
        select org_id, department_id, true from core.user_account where id = ${userId}
      ), above as (
        select org.id as start, org.parent_id, org.full_name as path, 0 as depth
        from core.org as org where org.id in (select org_id from link)
        union all
        select above.start, org.parent_id, org.full_name || '/' || above.path, above.depth + 1
        from core.org as org join above on org.id = above.parent_id where above.depth < 32
      ), named as (
        select distinct on (start) start, path from above order by start, depth desc
      )
      select distinct on (org.sort_code, org.id) link.org_id, department.id as department_id, named.path
      from link
      join core.org as org on org.id = link.org_id and org.enabled and org.deleted_at is null
      join named on named.start = org.id
      left join core.department as department on department.id = link.department_id and department.deleted_at is null
      order by org.sort_code, org.id, link.is_major desc, department.sort_code nulls last, department.id`.execute(this.#db);
    return rows;
  }
}
