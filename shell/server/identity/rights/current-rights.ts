import type { Kysely } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';
import type { Rights, RightsReader, RightsSubject } from './rights.ts';
import { type ScreenFacts, screenDigest } from './rights-digest.ts';

/** What an open screen goes by. */
export interface Standing {
  readonly digest: string;
  readonly orgId: string;
  /** Codes of the roles that count there. */
  readonly roles: readonly string[];
}

/** What else a screen goes by, at one revision of the rights. */
export interface ScreenSource {
  at(revision: string): Promise<ScreenFacts>;
}

/** Rights as they are now, for those who must notice a change without being asked. */
export class CurrentRights {
  readonly #db: Kysely<CoreTables>;
  readonly #rights: RightsReader;
  readonly #menus: ScreenSource;

  constructor(db: Kysely<CoreTables>, rights: RightsReader, menus: ScreenSource) {
    this.#db = db;
    this.#rights = rights;
    this.#menus = menus;
  }

  /** Grows with every committed change of anybody's rights, on whichever node it was made. */
  async revision(): Promise<string> {
    const row = await this.#db.selectFrom('core.revision').select('value').where('name', '=', 'rights').executeTakeFirst();
    return row?.value ?? '';
  }

  async standing(subject: RightsSubject, revision: string): Promise<Standing> {
    const rights = await this.#rights.of(subject, revision);
    return { digest: screenDigest(rights, await this.#menus.at(revision)), orgId: subject.orgId, roles: rights.roles.map(({ code }) => code) };
  }

  /** Standings by user id. One person after another: a change that concerns a thousand open screens must not take the database from their work. */
  async standings(userIds: readonly string[], revision: string): Promise<ReadonlyMap<string, Standing>> {
    const found = new Map<string, Standing>();
    if (userIds.length === 0) return found;
    const people = await this.#db
      .selectFrom('core.user_account')
      .select(['id', 'org_id', 'department_id', 'is_administrator'])
      .where('id', 'in', userIds)
      .execute();
    for (const { id, org_id, department_id, is_administrator } of people) {
      const subject = { userId: id, orgId: org_id, departmentId: department_id, isAdministrator: is_administrator };
      found.set(id, await this.standing(subject, revision));
    }
    return found;
  }
}

/** What somebody may do now, without a call of their own; undefined where there is nobody. */
export async function currentRightsOf(db: Kysely<CoreTables>, reader: RightsReader, userId: string): Promise<Rights | undefined> {
  const row = await db
    .selectFrom('core.user_account as user')
    .innerJoin('core.revision as revision', (join) => join.on('revision.name', '=', 'rights'))
    .select(['user.org_id', 'user.department_id', 'user.is_administrator', 'revision.value'])
    .where('user.id', '=', userId)
    .where('user.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  return await reader.of({ userId, orgId: row.org_id, departmentId: row.department_id, isAdministrator: row.is_administrator }, row.value);
}
