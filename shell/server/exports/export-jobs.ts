import { Readable } from 'node:stream';
import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import type { Log, RawReply } from '@nephra/plugin-sdk/server';
import { firstBytes } from '../core/first-bytes.ts';
import { refusalOf } from '../core/refusal.ts';
import { type Database, watchingRows } from '../db/index.ts';
import type { Files, SpooledFile } from '../files/file-store.ts';
import type { ExportStore } from './export-store.ts';
import { ExportWork } from './export-work.ts';

/** Type of files that were made in the background. */
export const EXPORT_TYPE = 'export';
/** A call that waits longer for its first byte is answered, and the export goes on without it. */
const CALL_MS = 10_000;
const SIGN_MS = 2_000;
const MINUTE_MS = 60_000;
/** Each holds a connection while it reads, and half of those for long work are for streams. */
const MAX_AT_ONCE = 4;

export interface ExportLimits {
  /** Exports with more rows go on in the background. */
  readonly rows: number;
  /** An export that has not ended by then is ended. */
  readonly minutes: number;
}

export interface ExportParts {
  readonly database: Database;
  readonly store: ExportStore;
  readonly files: Files;
  readonly newId: () => string;
  readonly log: Log;
  readonly limits: ExportLimits;
}

export interface AskedExport {
  readonly make: () => Promise<RawReply>;
  /** Name of the route. */
  readonly route: string;
  readonly userId: string;
  readonly orgId: string;
  /** The caller went away. Counts until the export goes on without the call. */
  readonly gone: AbortSignal;
  /** Keeps the plugin that makes it until it has ended. @returns lets it go */
  readonly hold: () => () => void;
}

/** A file that can be sent at once, or an export that goes on. */
export type ExportAnswer =
  | { readonly kind: 'file'; readonly raw: RawReply }
  | { readonly kind: 'goes-on'; readonly exportId: string; readonly drop: () => void };

/**
 * Exports that cannot be quick. Each begins like any other; when its rows turn out to be many, or its first byte is long in coming, the call is
 * answered and the file goes on being made, into the file store. Who asked sees how far it is, can stop it, and fetches the file when it is there.
 */
export class ExportJobs {
  readonly #parts: ExportParts;
  readonly #atWork = new Map<string, { readonly work: ExportWork; readonly ended: Promise<void> }>();
  #beginning = 0;

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  /** @throws AppError what the export throws; `core.export-running` (409), `core.exports-busy` (503) when it is large and may not go on in the background */
  async answer(asked: AskedExport): Promise<ExportAnswer> {
    const work = new ExportWork(this.#parts.limits.rows, asked.gone);
    const making = watchingRows(work.rows, async () => {
      const raw = await asked.make();
      work.name = raw.fileName ?? '';
      if (raw.content instanceof Readable) await firstBytes(work.feed(raw.content));
      return raw;
    });
    const raw = await Promise.race([making, work.outgrown(CALL_MS)]);
    if (raw) return { kind: 'file', raw };
    try {
      return await this.#goOn(asked, work, making);
    } catch (error) {
      work.stop(refusalOf(error));
      making.catch(() => undefined);
      throw error;
    }
  }

  /** Ends the work on it in this process, if it is here, once the transaction that has noted it is committed. */
  cancel(id: string): void {
    this.#parts.database.afterCommit(() => this.#atWork.get(id)?.work.stop(new AppError('core.export-cancelled')));
  }

  /** Files and records of exports that ended long ago go. */
  async forgetOld(): Promise<void> {
    for (const fileId of await this.#parts.store.forgetOld()) await this.#parts.files.remove(fileId);
  }

  /** Ends all that is at work here and waits until it has ended. */
  async close(): Promise<void> {
    const all = [...this.#atWork.values()];
    for (const { work } of all) work.stop(new AppError('core.export-interrupted'));
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #goOn(asked: AskedExport, work: ExportWork, making: Promise<RawReply>): Promise<ExportAnswer> {
    if (this.#atWork.size + this.#beginning >= MAX_AT_ONCE) throw new AppError('core.exports-busy', { code: EnvelopeCode.Unavailable });
    const { store, newId } = this.#parts;
    const id = newId();
    this.#beginning += 1;
    try {
      await store.begin({ id, userId: asked.userId, orgId: asked.orgId, route: asked.route }, work.progress);
    } finally {
      this.#beginning -= 1;
    }
    work.detach();
    this.#atWork.set(id, { work, ended: this.#finish(id, asked, work, making).finally(() => this.#atWork.delete(id)) });
    return { kind: 'goes-on', exportId: id, drop: () => work.stop(new AppError('core.fault', { code: EnvelopeCode.Fault })) };
  }

  /** Never throws. */
  async #finish(id: string, asked: AskedExport, work: ExportWork, making: Promise<RawReply>): Promise<void> {
    const { store, limits, log } = this.#parts;
    const letGo = asked.hold();
    const signs = setInterval(() => void this.#sign(id, work), SIGN_MS);
    const limit = setTimeout(
      () => work.stop(new AppError('core.export-too-long', { code: EnvelopeCode.Refused, params: { minutes: limits.minutes } })),
      limits.minutes * MINUTE_MS,
    );
    try {
      await this.#keep(id, asked, work, await Promise.race([making, work.stopped]));
    } catch (error) {
      making.catch(() => undefined);
      const reason = work.signal.aborted && isAppError(work.signal.reason) ? work.signal.reason : refusalOf(error);
      if (reason.code === EnvelopeCode.Fault) log.error({ err: error, route: asked.route, exportId: id }, 'an export in the background failed');
      await store.failed(id, reason).catch((failure: unknown) => log.warn({ err: failure, exportId: id }, 'the end of an export could not be noted'));
    } finally {
      clearInterval(signs);
      clearTimeout(limit);
      letGo();
    }
  }

  async #keep(id: string, { userId, orgId }: AskedExport, work: ExportWork, { content, fileName = 'export' }: RawReply): Promise<void> {
    const { files, database, store } = this.#parts;
    const bytes = content instanceof Readable ? content : Readable.from([content]);
    const { signal } = work;
    const spooled: SpooledFile = await watchingRows(work.rows, () => files.spool(fileName, bytes, { signal, limitBytes: Number.POSITIVE_INFINITY }));
    let fileId = '';
    try {
      await database.transaction(async () => {
        ({ fileId } = await files.keep(spooled, EXPORT_TYPE, { userId, orgId }));
        if (!(await store.done(id, { fileId, bytes: spooled.size }, work.progress))) throw new AppError('core.export-cancelled');
      });
    } catch (error) {
      await (fileId === '' ? files.discard(spooled) : files.forget(fileId));
      throw error;
    }
  }

  async #sign(id: string, work: ExportWork): Promise<void> {
    // A database that does not answer now may answer the next time.
    const wanted = await this.#parts.store.note(id, work.progress).catch(() => true);
    if (!wanted) work.stop(new AppError('core.export-cancelled'));
  }
}
