import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, DAY_MS, dayOf, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Clock, type FileStore, RECORD_IMPORT_FILE, STORED_FILE_ID, type StoredFile } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { storedFileTable } from '../tables/file.table.ts';
import type { CoreTables } from '../tables/tables.ts';
import { HEAD_BYTES, type RecognisedFile, recogniseFile } from './file-types.ts';
import type { FileUsage } from './keeping/file-usage.ts';
import type { ScanMark, UploadScan } from './keeping/upload-scan.ts';
import { type ByteRange, type FileStorage, placeOf } from './storage/file-storage.ts';
import { isScaledKind, THUMBNAIL_SIZES, thumbnailPlace } from './thumbnails/thumbnail-rules.ts';

/** A file that lies complete on the disk but does not count yet. */
export interface SpooledFile {
  readonly path: string;
  /** Name as the sender called it. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly kind: RecognisedFile;
  readonly scan: ScanMark;
}

/** Who a file belongs to: people reach files of their own organisations only. */
export interface FileOrigin {
  readonly orgId: string;
  readonly userId: string;
  /** The plugin that keeps it; left out: nobody does yet but the person. */
  readonly plugin?: string;
}

export interface SpoolOptions {
  readonly signal?: AbortSignal;
  readonly limitBytes?: number;
  /** It comes from people: looked at by the virus scanner, where one is set. */
  readonly foreign?: boolean;
  /** A piece of a file: what it is cannot be told, and it never counts as a file itself. */
  readonly part?: boolean;
}

/** What a piece of a file is taken for. */
const PART: RecognisedFile = { extension: 'part', contentType: 'application/octet-stream', picture: false };

export interface FileRecord extends StoredFile {
  /** Of its content, hexadecimal. */
  readonly sha256: string;
  readonly type: string;
  readonly orgId: string;
  readonly createdBy: string;
  /** The plugin that keeps it; empty: none. */
  readonly plugin: string;
}

/** Instead of a plugin: the file is older than the note of its keeper (migration 0027). */
const KEPT_BEFORE = '*';
/** Longer than any upload can take. */
const UNFINISHED_MS = 24 * 3_600_000;
/** A server that stood still for longer keeps what it had. */
const LOOKED_BACK_DAYS = 31;
const FORGOTTEN_AT_ONCE = 100;
// pattern: a constant, anchored, with bounded repetitions
const ID = new RegExp(`^${STORED_FILE_ID}$`);

/** Last part of a name, without characters that no file system or header likes. */
export const cleanName = (name: string): string => {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const cleaned = last.replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return cleaned.slice(-150) || 'file';
};

/** For the server alone: what lies here are patients' files. */
const makeFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });

export interface FilesParts {
  readonly db: Kysely<CoreTables>;
  readonly clock: Clock;
  /** Of this machine: files that arrive, until they are whole. With a storage on the disk it has to be the same disk. */
  readonly folder: string;
  readonly storage: FileStorage;
  /** What a file has to be smaller than. */
  readonly limitBytes: number;
  readonly afterCommit: (work: () => Promise<void>) => void;
  /** Runs work in one transaction; joins the running one. */
  readonly transaction: <T>(work: () => Promise<T>) => Promise<T>;
  readonly inTransaction: () => boolean;
  /** @throws AppError when an organisation has no room for so many bytes more */
  readonly assertRoom: (orgId: string, type: string, bytes: number) => Promise<void>;
  /** What an organisation keeps and may keep. */
  readonly room: FileUsage['room'];
  readonly scan: Pick<UploadScan, 'judge'>;
}

const missing = (cause?: unknown): AppError => new AppError('core.file-missing', { code: EnvelopeCode.NotFound, cause });

/** What nobody reads to its end is let go as well, begun or not. */
async function* orMissing(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missing(error) : error;
  }
}

/** Uploaded files. Their names in the storage are made by us; nothing a sender wrote becomes part of a path. */
export class Files {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #storage: FileStorage;
  readonly #limitBytes: number;
  readonly #afterCommit: (work: () => Promise<void>) => void;
  readonly #transaction: FilesParts['transaction'];
  readonly #inTransaction: () => boolean;
  readonly #scan: Pick<UploadScan, 'judge'>;
  readonly #room: FileUsage['room'];
  readonly #assertRoom: (orgId: string, type: string, bytes: number) => Promise<void>;
  /** What this store wrote itself. Anything else that looks like it came from a caller, and so did the path in it. */
  readonly #spooled = new WeakSet<SpooledFile>();
  /** Names that files were given already: a transaction that is tried again meets its file where the first attempt put it. */
  readonly #named = new WeakMap<SpooledFile, string>();
  /** What lies in a storage elsewhere already, and under which name: it is put there before a transaction begins, for that takes as long as a network does. */
  readonly #sent = new WeakMap<SpooledFile, string>();

  constructor({ db, clock, folder, storage, limitBytes, afterCommit, transaction, inTransaction, assertRoom, room, scan }: FilesParts) {
    this.#db = db;
    this.#clock = clock;
    this.#folder = folder;
    this.#storage = storage;
    this.#limitBytes = limitBytes;
    this.#afterCommit = afterCommit;
    this.#transaction = transaction;
    this.#inTransaction = inTransaction;
    this.#assertRoom = assertRoom;
    this.#scan = scan;
    this.#room = room;
  }

  /**
   * Writes a stream to the disk and looks at what it is. Remove it with `discard` or make it count with `keep`.
   * @param signal ends it before the stream does; nothing stays on the disk then
   * @param limitBytes what comes from outside stays smaller than the site has set
   * @param part anything is taken; `keep` refuses it
   * @throws AppError `core.file-too-large`, `core.file-empty`, `core.file-type`, `core.file-infected`, `core.scan-down`
   */
  async spool(
    name: string,
    content: Readable,
    { signal, limitBytes = this.#limitBytes, foreign = false, part = false }: SpoolOptions = {},
  ): Promise<SpooledFile> {
    const folder = path.join(this.#folder, 'incoming');
    await makeFolder(folder);
    const target = path.join(folder, randomBytes(16).toString('hex'));
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    const watch = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        if (size >= limitBytes) {
          done(tooLarge(limitBytes));
          return;
        }
        hash.update(chunk);
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
        done(null, chunk);
      },
    });
    // Open before anything can end the writing: a file that is made only after it was removed would stay.
    const handle = await open(target, 'wx', 0o600);
    try {
      await pipeline(content, watch, handle.createWriteStream(), { signal });
      if (size === 0) throw new AppError('core.file-empty', { code: EnvelopeCode.Invalid });
      const kind = part ? PART : recogniseFile(name, head);
      if (!kind) throw new AppError('core.file-type', { code: EnvelopeCode.Invalid });
      const scan = foreign && !part ? await this.#scan.judge(target, signal) : 'none';
      const spooled: SpooledFile = { path: target, name: cleanName(name), size, sha256: hash.digest('hex'), kind, scan };
      this.#spooled.add(spooled);
      if (this.#storage.remote && !part) this.#sent.set(spooled, await this.#moveIn(spooled, signal));
      return spooled;
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  }

  /** @throws Error for a file that this store did not write */
  async discard(spooled: SpooledFile): Promise<void> {
    this.#assertOwn(spooled);
    await rm(spooled.path, { force: true });
    const sent = this.#sent.get(spooled);
    if (sent !== undefined && !this.#named.has(spooled)) await this.#storage.remove(placeOf(sent));
  }

  /** Removes what uploads that were cut off left behind; parts of files are looked after by `PartUploads`. */
  async forgetUnfinished(): Promise<void> {
    const folder = path.join(this.#folder, 'incoming');
    const limit = this.#clock.now().getTime() - UNFINISHED_MS;
    await this.#storage.forgetUnfinished(new Date(limit));
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name);
      const info = await stat(file).catch(() => undefined);
      if (info?.isFile() && info.mtimeMs < limit) await rm(file, { force: true });
    }
  }

  /** Removes workbooks that were uploaded to be imported: they hold what people copied together, and nobody needs them a day later. */
  async forgetImports(): Promise<void> {
    const now = this.#clock.now().getTime();
    // Ids begin with the day, so that a part of the primary key is read and not the table.
    const dayBefore = (days: number): string => dayOf(now - days * DAY_MS).replaceAll('-', '');
    const old = await this.#db
      .selectFrom('core.stored_file')
      .select('id')
      .where('id', '>', dayBefore(LOOKED_BACK_DAYS))
      .where('id', '<', dayBefore(0))
      .where('type', '=', RECORD_IMPORT_FILE)
      .where('created_at', '<', new Date(now - DAY_MS))
      .limit(FORGOTTEN_AT_ONCE)
      .execute();
    for (const { id } of old) await this.remove(id);
  }

  /**
   * Makes a spooled file count: durable in the storage, then on record. Inside the caller's transaction, where there is one.
   * @throws Error for a file that this store did not write; AppError `core.file-quota`
   */
  async keep(spooled: SpooledFile, type: string, origin: FileOrigin): Promise<StoredFile> {
    this.#assertOwn(spooled);
    if (spooled.kind === PART) throw new Error('a part of a file is not kept as one');
    return await this.#transaction(() => this.#keepIn(spooled, type, origin));
  }

  async #keepIn(spooled: SpooledFile, type: string, origin: FileOrigin): Promise<StoredFile> {
    await this.#assertRoom(origin.orgId, type, spooled.size);
    const fileId = this.#named.get(spooled) ?? this.#sent.get(spooled) ?? (await this.#moveIn(spooled));
    this.#named.set(spooled, fileId);
    await this.#db
      .insertInto('core.stored_file')
      .values({
        id: fileId,
        type,
        name: spooled.name,
        size: spooled.size,
        content_type: spooled.kind.contentType,
        sha256: spooled.sha256,
        scan: spooled.scan,
        org_id: origin.orgId,
        created_by: origin.userId,
        plugin: origin.plugin ?? '',
        created_at: this.#clock.now(),
      })
      .execute();
    return { fileId, name: spooled.name, size: spooled.size, contentType: spooled.kind.contentType };
  }

  /** @returns the name that it got */
  async #moveIn(spooled: SpooledFile, signal?: AbortSignal): Promise<string> {
    const day = this.#clock.today().replaceAll('-', '');
    const fileId = `${day}_${randomBytes(16).toString('hex')}.${spooled.kind.extension}`;
    await this.#storage.put(placeOf(fileId), spooled.path, { sha256: spooled.sha256, ...(signal ? { signal } : {}) });
    return fileId;
  }

  /** @throws AppError `core.file-infected` for one in which the scanner found something afterwards */
  async record(fileId: string): Promise<FileRecord | undefined> {
    return clean(await this.#find(fileId));
  }

  /**
   * The same for a package from outside: what it keeps, what was there before keepers were noted, and what the caller has stored and nobody keeps. With the running transaction it keeps that from now on, so
   * that calls of others reach it as well; of everything else it learns nothing.
   */
  async #ownRecord(fileId: string, plugin: string, caller: FileOrigin): Promise<FileRecord | undefined> {
    const record = await this.#find(fileId);
    if (record?.plugin === plugin || record?.plugin === KEPT_BEFORE) return clean(record);
    if (record?.plugin !== '' || caller.orgId === '' || record.createdBy !== caller.userId) return undefined;
    if (this.#inTransaction()) await this.#db.updateTable('core.stored_file').set({ plugin }).where('id', '=', fileId).where('plugin', '=', '').execute();
    return clean(record);
  }

  async #find(fileId: string): Promise<(FileRecord & { readonly scan: ScanMark }) | undefined> {
    if (!ID.test(fileId)) return undefined;
    const file = await storedFileTable
      .everywhere({ db: this.#db }, 'who may fetch a file is decided by its type, organisation and maker')
      .where('row.id', '=', fileId)
      .executeTakeFirst();
    return file && { fileId, ...file };
  }

  /**
   * Takes a file off the record and, once that is committed, out of the storage. One that is gone already is no mistake.
   * @param keptBy where only a file that this plugin keeps is meant: any other is gone for it
   */
  async remove(fileId: string, keptBy?: string): Promise<void> {
    let removal = this.#db.deleteFrom('core.stored_file').where('id', '=', fileId);
    if (keptBy !== undefined) removal = removal.where('plugin', '=', keptBy);
    const { numDeletedRows } = await removal.executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) this.#afterCommit(() => this.#removeBytes(fileId));
  }

  /** Takes a file out of the storage whose record was rolled back. */
  async forget(fileId: string): Promise<void> {
    if (!(await this.#find(fileId))) await this.#removeBytes(fileId);
  }

  async #removeBytes(fileId: string): Promise<void> {
    const place = this.#placeOf(fileId);
    await this.#storage.remove(place);
    if (isScaledKind(fileId)) for (const size of THUMBNAIL_SIZES) await this.#storage.remove(thumbnailPlace(place, size));
  }

  /**
   * Bytes of a file on record, all or from one to another, both counted. Whoever reads what is on record and yet not in the storage gets
   * AppError `core.file-missing`.
   */
  read(record: Pick<FileRecord, 'fileId'>, range?: ByteRange): Readable {
    return Readable.from(orMissing(this.#storage.read(this.#placeOf(record.fileId), range)), { objectMode: false });
  }

  /**
   * The store as a plugin sees it.
   * @param whose a package from outside, `isFromOutside`, reaches files of its own alone
   * @param origin of the call; left out: nobody calls
   * @param onRefusal takes what has to be done when the call that saves a file is refused after all: its record is rolled back then, its bytes are not
   */
  forPlugin(
    { id: owner, isFromOutside }: { readonly id: string; readonly isFromOutside: boolean },
    origin: FileOrigin = { orgId: '', userId: `plugin:${owner}` },
    onRefusal?: (undo: () => Promise<void>) => void,
  ): FileStore {
    return {
      save: async ({ name, type, content, owner: named }) => {
        // Within a call it is the caller's, whatever is said.
        const whose = named && origin.orgId === '' ? named : origin;
        const spooled = await this.spool(name, content instanceof Readable ? content : Readable.from([content]));
        try {
          const stored = await this.keep(spooled, type, { ...whose, plugin: owner });
          onRefusal?.(() => this.forget(stored.fileId));
          return stored;
        } catch (error) {
          await this.discard(spooled);
          throw error;
        }
      },
      open: async (fileId) => {
        const record = await (isFromOutside ? this.#ownRecord(fileId, owner, origin) : this.record(fileId));
        if (!record) throw missing();
        const { name, size, contentType, type, createdBy } = record;
        return { fileId, name, size, contentType, type, createdBy, content: this.read(record) };
      },
      remove: (fileId) => this.remove(fileId, isFromOutside ? owner : undefined),
      room: () => this.#room(origin.orgId),
    };
  }

  #assertOwn(spooled: SpooledFile): void {
    if (!this.#spooled.has(spooled)) throw new Error('a file that was not received here is neither kept nor removed');
  }

  #placeOf(fileId: string): string {
    if (!ID.test(fileId)) throw missing();
    return placeOf(fileId);
  }
}

/** @throws AppError `core.file-infected` */
function clean<T extends { readonly scan: ScanMark }>(record: T | undefined): T | undefined {
  if (record?.scan === 'infected') throw new AppError('core.file-infected', { code: EnvelopeCode.Refused, params: { virus: '?' } });
  return record;
}

export const tooLarge = (limitBytes: number): AppError =>
  new AppError('core.file-too-large', { code: EnvelopeCode.TooLarge, params: { limit: Math.floor(limitBytes / 1_048_576) } });
