import { createHash, randomBytes } from 'node:crypto';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock, StoredFile } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { PartsArrived } from '../../../contract/files/file-parts.contract.ts';
import { Gate } from '../../core/gate.ts';
import type { Database } from '../../db/index.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { FileOrigin, Files, SpooledFile } from '../file-store.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { PartFolder, PARTS } from './part-folder.ts';
import { assertPartFits, missingParts, type PartFacts } from './part-rules.ts';

/** Uploads of one person that are not finished. */
export const MAX_OPEN_UPLOADS = 10;
/** One that nothing was sent of for so long makes room for another of the same person. */
const GIVES_WAY_MS = 60 * 60_000;
/** What nobody sent anything of for so long is thrown away. */
const UNFINISHED_MS = 24 * 3_600_000;
/** A merge that is asked for again gets the file that the first one made, so long. */
const MERGED_KEPT_MS = 10 * 60_000;
const FORGOTTEN_AT_ONCE = 200;
/** Files that are put together at the same time: each is read and written once more, as fast as the disk goes. */
const MERGES_AT_ONCE = 2;

/** Whose upload, and what they call it. */
export interface UploadName {
  readonly userId: string;
  readonly identifier: string;
}

export interface MergeFacts {
  readonly fileName: string;
  readonly type: string;
  /** Bytes, where the sender says it. */
  readonly fileSize?: number;
  /** @throws AppError for a file that is not taken as this type */
  readonly judge: (file: SpooledFile) => void;
  readonly origin: FileOrigin;
  readonly gone: AbortSignal;
}

export interface PartUploadsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: Files;
  /** Shared where several servers work on a database. */
  readonly storage: FileStorage;
  /** What files have to be smaller than. */
  readonly limitBytes: number;
  /** @throws AppError when an organisation has no room for so many bytes more */
  readonly assertRoom: (orgId: string, type: string, bytes: number) => Promise<void>;
}

interface OpenUpload {
  readonly id: string;
  readonly folder: string;
  readonly total_parts: number;
  readonly file_id: string | null;
}

const keyOf = ({ userId, identifier }: UploadName): string => createHash('sha256').update(`${userId}\0${identifier}`).digest('hex');
const queueOf = ({ userId }: UploadName): string => `parts of ${userId}`;
const newFolder = (): string => randomBytes(16).toString('hex');
const unknown = (): AppError => new AppError('core.upload-unknown', { code: EnvelopeCode.NotFound });
const NOTHING: PartsArrived = { uploaded: false, chunkNumbers: [] };

/** Files that arrive in parts: which are open is in the database, the parts are in the storage, so both outlast the server. */
export class PartUploads {
  readonly #parts: PartUploadsParts;
  readonly #db: Kysely<CoreTables>;
  readonly #merging = new Gate(MERGES_AT_ONCE);

  constructor(parts: PartUploadsParts) {
    this.#parts = parts;
    this.#db = parts.database.kyselyFor<CoreTables>();
  }

  /** Nothing where the upload is unknown, or its file was made: whoever begins again sends everything. */
  async arrived(name: UploadName): Promise<PartsArrived> {
    const open = await this.#find(name);
    if (!open || open.file_id !== null) return NOTHING;
    return await this.#arrivedOf(open);
  }

  /**
   * Keeps a part that was received. One that comes again replaces the first.
   * @throws AppError `core.file-too-large`, `core.upload-part-number`, `core.upload-part-size`, `core.upload-too-many-open`, `core.file-quota`
   */
  async take(name: UploadName, facts: Omit<PartFacts, 'bytes'>, file: SpooledFile, orgId: string): Promise<PartsArrived> {
    assertPartFits({ ...facts, bytes: file.size }, this.#parts.limitBytes);
    // Nobody should send a gigabyte to learn at its end that there is no room.
    const assertRoom = () => this.#parts.assertRoom(orgId, '', facts.totalBytes ?? file.size);
    const open = await this.#parts.database.transaction(() => this.#open(name, facts.total, assertRoom), { queue: [queueOf(name)] });
    await this.#folderOf(open.folder).put(facts.part, file.path);
    return await this.#arrivedOf(open);
  }

  /** Throws parts away; an upload that is unknown is no mistake. A file that was made of them stays. */
  async drop(name: UploadName): Promise<void> {
    const id = keyOf(name);
    const gone = await this.#db.deleteFrom('core.part_upload').where('id', '=', id).returning('folder').executeTakeFirst();
    if (gone) this.#removeLater(gone.folder);
  }

  /**
   * Makes one stored file of the parts, however often and by however many at once it is asked for.
   * @throws AppError `core.upload-unknown`, `core.upload-incomplete`, `core.upload-size`, `core.file-too-large`, `core.file-type`, `core.too-busy`
   */
  async merge(name: UploadName, facts: MergeFacts): Promise<StoredFile> {
    return await this.#merging.run(() => this.#merge(name, facts), facts.gone);
  }

  /** Removes what nobody finished. */
  async forgetOld(): Promise<void> {
    const now = this.#parts.clock.steady().getTime();
    const old = await this.#db
      .deleteFrom('core.part_upload')
      .where('id', 'in', (select) =>
        select
          .selectFrom('core.part_upload')
          .select('id')
          .where((where) =>
            where.or([
              where('touched_at', '<', new Date(now - UNFINISHED_MS)),
              where.and([where('file_id', 'is not', null), where('touched_at', '<', new Date(now - MERGED_KEPT_MS))]),
            ]),
          )
          .limit(FORGOTTEN_AT_ONCE),
      )
      .returning('folder')
      .execute();
    for (const { folder } of old) await this.#folderOf(folder).remove();
    await this.#forgetFolders();
  }

  async #find(name: UploadName): Promise<OpenUpload | undefined> {
    const query = this.#db.selectFrom('core.part_upload').select(['id', 'folder', 'total_parts', 'file_id']);
    return await query.where('id', '=', keyOf(name)).executeTakeFirst();
  }

  async #arrivedOf({ folder, total_parts }: OpenUpload): Promise<PartsArrived> {
    const chunkNumbers = (await this.#folderOf(folder).numbers()).filter((part) => part <= total_parts);
    return { uploaded: chunkNumbers.length === total_parts, chunkNumbers };
  }

  /** The upload that a part belongs to: the open one, or a new one where there is none, its file was made, or it was cut into other parts. */
  async #open(name: UploadName, total: number, assertRoom: () => Promise<void>): Promise<OpenUpload> {
    const id = keyOf(name);
    const touched_at = this.#parts.clock.steady();
    const known = await this.#db
      .selectFrom('core.part_upload')
      .select(['id', 'folder', 'total_parts', 'file_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (known && known.file_id === null && known.total_parts === total) {
      await this.#db.updateTable('core.part_upload').set({ touched_at }).where('id', '=', id).execute();
      return known;
    }
    await assertRoom();
    if (known) this.#removeLater(known.folder);
    else await this.#makeRoom(name.userId);
    const open = { id, folder: newFolder(), total_parts: total, file_id: null };
    const row = { ...open, user_id: name.userId, touched_at };
    await this.#db
      .insertInto('core.part_upload')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ folder: open.folder, total_parts: total, file_id: null, touched_at }))
      .execute();
    return open;
  }

  /** @throws AppError `core.upload-too-many-open` */
  async #makeRoom(userId: string): Promise<void> {
    const open = await this.#db
      .selectFrom('core.part_upload')
      .select(['id', 'folder', 'touched_at'])
      .where('user_id', '=', userId)
      .where('file_id', 'is', null)
      .orderBy('touched_at')
      .execute();
    if (open.length < MAX_OPEN_UPLOADS) return;
    const [idle] = open;
    if (!idle || idle.touched_at.getTime() > this.#parts.clock.steady().getTime() - GIVES_WAY_MS)
      throw new AppError('core.upload-too-many-open', { code: EnvelopeCode.TooMany, params: { max: MAX_OPEN_UPLOADS } });
    await this.#db.deleteFrom('core.part_upload').where('id', '=', idle.id).execute();
    this.#removeLater(idle.folder);
  }

  async #merge(name: UploadName, facts: MergeFacts): Promise<StoredFile> {
    const open = await this.#find(name);
    if (!open) throw unknown();
    if (open.file_id !== null) return await this.#madeBefore(open.file_id);
    const file = await this.#putTogether(open, facts).catch(async (error: unknown) => {
      // Somebody else was sooner, and the parts are gone.
      const now = await this.#find(name);
      if (now && now.file_id !== null && now.folder === open.folder) return now.file_id;
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? unknown() : error;
    });
    if (typeof file === 'string') return await this.#madeBefore(file);
    return await this.#keep(name, open, file, facts);
  }

  async #putTogether(open: OpenUpload, { fileName, fileSize, judge, gone }: MergeFacts): Promise<SpooledFile> {
    const { files, limitBytes } = this.#parts;
    const folder = this.#folderOf(open.folder);
    const missing = missingParts(open.total_parts, await folder.numbers());
    if (missing.count > 0)
      throw new AppError('core.upload-incomplete', { code: EnvelopeCode.Conflict, params: { count: missing.count, list: missing.first.join(', ') } });
    const file = await files.spool(fileName, folder.read(open.total_parts), { signal: gone, limitBytes, foreign: true });
    try {
      if (fileSize !== undefined && file.size !== fileSize)
        throw new AppError('core.upload-size', { code: EnvelopeCode.Invalid, params: { expected: fileSize, found: file.size } });
      judge(file);
      return file;
    } catch (error) {
      await files.discard(file);
      throw error;
    }
  }

  /** Whoever comes first makes the file; the others are answered what it was. */
  async #keep(name: UploadName, open: OpenUpload, file: SpooledFile, { type, origin }: MergeFacts): Promise<StoredFile> {
    const { database, files, clock } = this.#parts;
    let kept: StoredFile | undefined;
    try {
      const fileId = await database.transaction(
        async () => {
          const now = await this.#db.selectFrom('core.part_upload').select(['folder', 'file_id']).where('id', '=', open.id).forUpdate().executeTakeFirst();
          if (now?.folder !== open.folder) throw unknown();
          if (now.file_id !== null) return now.file_id;
          kept = await files.keep(file, type, origin);
          await this.#db.updateTable('core.part_upload').set({ file_id: kept.fileId, touched_at: clock.steady() }).where('id', '=', open.id).execute();
          this.#removeLater(open.folder);
          return kept.fileId;
        },
        { queue: [queueOf(name)] },
      );
      if (kept?.fileId === fileId) return kept;
      return await this.#madeBefore(fileId);
    } catch (error) {
      if (kept) await files.forget(kept.fileId);
      throw error;
    } finally {
      // What was kept lies elsewhere by now.
      await files.discard(file);
    }
  }

  async #madeBefore(fileId: string): Promise<StoredFile> {
    const record = await this.#parts.files.record(fileId);
    if (!record) throw unknown();
    const { name, size, contentType } = record;
    return { fileId, name, size, contentType };
  }

  /** With the running transaction. */
  #removeLater(folder: string): void {
    this.#parts.database.afterCommit(() => this.#folderOf(folder).remove());
  }

  /** Folders that no row names: a part may arrive just when its upload is dropped. */
  async #forgetFolders(): Promise<void> {
    const limit = this.#parts.clock.now().getTime() - UNFINISHED_MS;
    const old = (await this.#parts.storage.folders(PARTS)).filter(({ modifiedAt }) => modifiedAt.getTime() < limit).map(({ name }) => name);
    if (old.length === 0) return;
    const named = new Set((await this.#db.selectFrom('core.part_upload').select('folder').execute()).map(({ folder }) => folder));
    for (const name of old) if (!named.has(name)) await this.#folderOf(name).remove();
  }

  #folderOf(name: string): PartFolder {
    return new PartFolder(this.#parts.storage, name);
  }
}
