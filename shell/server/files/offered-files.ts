import { Readable } from 'node:stream';
import type { Clock, RawReply } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { Tickets } from '../auth/tickets.ts';
import { rowsWantedUntil } from '../db/index.ts';
import type { CoreTables } from '../tables/tables.ts';
import type { Files } from './file-store.ts';

/** Type of files that were made to be fetched once. */
export const OFFERED_TYPE = 'offered';
/** Longer than an address is good for and a slow line needs. */
const KEPT_MS = 15 * 60_000;
const AT_ONCE = 200;

/** Name and address of a file, as the platform's clients get exports (wire facts 1). */
export interface OfferedFile {
  readonly name: string;
  readonly url: string;
}

/** Backups that tickets may name. */
export interface HeldBackups {
  /** Undefined: the name is none of a backup. @throws AppError `core.file-missing` */
  held(target: string): Promise<{ readonly fileName: string; readonly content: Readable } | undefined>;
}

/** Who asked for the file, and how the call goes that asked. */
export interface OfferedTo {
  readonly userId: string;
  readonly orgId: string;
  /** The address is good as long as this session lives. */
  readonly sessionId: string;
  /** The caller went away: nothing more is written. */
  readonly gone: AbortSignal;
  /** Takes what has to be done when the call is refused after all. */
  readonly onRefusal: (undo: () => Promise<void>) => void;
}

/** Exports for callers that want an address instead of bytes: written to the disk, fetched once, then gone. */
export class OfferedFiles {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #files: Files;
  readonly #tickets: Tickets;

  constructor(db: Kysely<CoreTables>, clock: Clock, files: Files, tickets: Tickets) {
    this.#db = db;
    this.#clock = clock;
    this.#files = files;
    this.#tickets = tickets;
  }

  /** @returns an address that is good once, for five minutes and as long as the caller's session lives */
  async offer({ content, fileName = 'download', heldAs }: RawReply, { userId, orgId, sessionId, gone, onRefusal }: OfferedTo): Promise<OfferedFile> {
    if (heldAs !== undefined) {
      if (content instanceof Readable) content.destroy();
      const ticket = await this.#tickets.issue('download', { userId, sessionId }, heldAs);
      return { name: fileName, url: `/api/file/Download?encryption=${ticket}` };
    }
    const bytes = content instanceof Readable ? content : Readable.from([content]);
    const spooled = await rowsWantedUntil(gone, () => this.#files.spool(fileName, bytes, { signal: gone, limitBytes: Number.POSITIVE_INFINITY }));
    try {
      const { fileId, name } = await this.#files.keep(spooled, OFFERED_TYPE, { orgId, userId });
      onRefusal(() => this.#files.forget(fileId));
      const ticket = await this.#tickets.issue('download', { userId, sessionId }, fileId);
      return { name, url: `/api/file/Download?encryption=${ticket}` };
    } catch (error) {
      await this.#files.discard(spooled);
      throw error;
    }
  }

  /** Takes away what nobody fetched. */
  async forgetOld(): Promise<void> {
    const old = await this.#db
      .selectFrom('core.stored_file')
      .select('id')
      .where('type', '=', OFFERED_TYPE)
      .where('created_at', '<', new Date(this.#clock.now().getTime() - KEPT_MS))
      .limit(AT_ONCE)
      .execute();
    for (const { id } of old) await this.#files.remove(id);
  }
}
