import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Extension, type FileReader, type FileRights, RECORD_UPLOADS, type SessionUser } from '@nephra/plugin-sdk/server';
import { mayEnter } from '../../auth/account-lock.ts';
import type { CoreParts } from '../../composition/core-parts.ts';
import type { FileRecord } from '../../files/file-store.ts';

/** Upload types of the platform (wire facts 5), `notice`: what is attached to notices, and `record`, `recordpic`: files of rows of records. */
export const TYPES = new Set<string>([
  'userAvatar',
  'mail',
  'IM',
  'weixin',
  'workFlow',
  'annex',
  'annexpic',
  'document',
  'preview',
  'template',
  'screenShot',
  'banner',
  'bg',
  'notice',
  ...Object.values(RECORD_UPLOADS),
]);
/**
 * Of these the organisation says nothing: a picture of a chat is for who is in the conversation, a document for whom it is shared with, what hangs on letters for whose they are,
 * a file of a row for whoever sees the row, and the plugin that keeps it says who that is.
 */
const OF_SOME_PEOPLE = new Set<string>(['IM', 'document', 'mail', ...Object.values(RECORD_UPLOADS)]);

/** Who asks, as far as files go by it. */
type FileAsker = Pick<SessionUser, 'userId' | 'orgId' | 'orgIds' | 'isAdministrator'>;

/** Who may fetch which file. */
export class FileAccess {
  readonly #parts: Pick<CoreParts, 'db' | 'clock' | 'rights' | 'log'>;
  readonly #readers: () => readonly Extension<FileReader>[];

  /** @param readers what running plugins know of files that hang on their rows */
  constructor(parts: Pick<CoreParts, 'db' | 'clock' | 'rights' | 'log'>, readers: () => readonly Extension<FileReader>[]) {
    this.#parts = parts;
    this.#readers = readers;
  }

  /**
   * Own files, and of the kinds that people send each other, but for those of some of them, those of one's organisations: whoever has the name was given it. What a plugin
   * keeps for its own work (a workbook that is being imported) is for who sent it, and for others through the plugin's own routes alone. Where neither is
   * so, a plugin on whose rows a file of such a kind hangs may say that this person reads them; one that cannot tell has said no.
   */
  async mayRead(record: FileRecord, user: SessionUser, rights: FileRights): Promise<boolean> {
    return this.#reaches(record, user) || (await this.#isLetIn(record, user, rights));
  }

  /** The same for somebody to whom an address was given a while ago, by what they may now. @param userId of the person that it was given to */
  async mayStillRead(record: FileRecord, userId: string): Promise<boolean> {
    const person = await this.#personNow(userId);
    return person !== undefined && (await this.mayRead(record, person.user, person.rights));
  }

  #reaches({ type, orgId, createdBy }: FileRecord, { userId, orgIds }: FileAsker): boolean {
    return createdBy === userId || (TYPES.has(type) && !OF_SOME_PEOPLE.has(type) && orgIds.includes(orgId as OrgId));
  }

  async #isLetIn({ type, fileId }: FileRecord, user: SessionUser, { can, dataScope }: FileRights): Promise<boolean> {
    if (!TYPES.has(type)) return false;
    for (const { pluginId, value } of this.#readers()) {
      const may = await value.mayRead(user, fileId, { can, dataScope }).catch((error: unknown) => {
        this.#parts.log.warn({ err: error, plugin: pluginId }, 'a plugin could not say who may fetch a file');
        return false;
      });
      if (may) return true;
    }
    return false;
  }

  /** Undefined: gone, disabled or locked. */
  async #personNow(id: string): Promise<{ readonly user: SessionUser; readonly rights: FileRights } | undefined> {
    const { db, clock, rights: reader } = this.#parts;
    const row = await db
      .selectFrom('core.user_account as user')
      .innerJoin('core.revision as revision', (join) => join.on('revision.name', '=', 'rights'))
      .select(['user.account', 'user.real_name', 'user.en_code', 'user.org_id', 'user.department_id', 'user.is_administrator', 'user.language'])
      .select(['user.enabled', 'user.deleted_at', 'user.locked', 'user.unlock_at', 'revision.value as revision'])
      .where('user.id', '=', id)
      .executeTakeFirst();
    if (!row || !mayEnter({ enabled: row.enabled && row.deleted_at === null, locked: row.locked, unlockAt: row.unlock_at }, clock.now())) return undefined;
    const subject = { userId: id, orgId: row.org_id, departmentId: row.department_id, isAdministrator: row.is_administrator };
    const rights = await reader.of(subject, row.revision);
    const { orgIds, roles, isAdministrator, priceType } = rights;
    const user: SessionUser = {
      ...{ userId: id as SessionUser['userId'], account: row.account, userName: row.real_name, enCode: row.en_code },
      ...{ orgId: row.org_id as OrgId, orgIds, departmentId: row.department_id, roles: roles.map(({ code }) => code) },
      ...{ isAdministrator, language: row.language as SessionUser['language'], priceType },
    };
    return { user, rights };
  }
}
