import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { type ExportJobStored, exportJobTable } from '../tables/file.table.ts';
import type { CoreTables } from '../tables/tables.ts';

/** Who gives no sign for so long has died with its server. */
const LOST_AFTER_MS = 60_000;
/** Files and what is known of them are kept so long after the end. */
const KEPT_MS = 24 * 3_600_000;
const SHOWN = 20;
const AT_ONCE = 200;

/** How far an export is. */
export interface ExportProgress {
  readonly name: string;
  readonly read: number;
  readonly written: number;
}

export interface NewExport {
  readonly id: string;
  readonly userId: string;
  readonly orgId: string;
  readonly route: string;
}

/** Exports in the background as all servers see them. */
export class ExportStore {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws AppError `core.export-running` (409) while another one of the person is under way */
  async begin({ id, userId, orgId, route }: NewExport, { name, read, written }: ExportProgress): Promise<void> {
    await this.#endLost(userId);
    const begun = await this.#db
      .insertInto('core.export_job')
      .values({
        id,
        user_id: userId,
        org_id: orgId,
        route,
        name,
        rows_read: read,
        rows_written: written,
        started_at: this.#clock.now(),
        seen_at: this.#clock.steady(),
      })
      // Written out: of a parameter the database could not tell, in a plan for all values, that this is the index meant.
      .onConflict((conflict) => conflict.column('user_id').where(sql<boolean>`state = 'running'`).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!begun) throw new AppError('core.export-running', { code: EnvelopeCode.Conflict });
  }

  /** A sign of life. @returns false when nobody wants it any more */
  async note(id: string, { name, read, written }: ExportProgress): Promise<boolean> {
    const { numUpdatedRows } = await this.#running(id)
      .set({ name, rows_read: read, rows_written: written, seen_at: this.#clock.steady() })
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Inside the transaction that keeps the file. @returns false when nobody wants it any more */
  async done(id: string, file: { readonly fileId: string; readonly bytes: number }, { name, read, written }: ExportProgress): Promise<boolean> {
    const { numUpdatedRows } = await this.#running(id)
      .set({ state: 'done', name, file_id: file.fileId, bytes: file.bytes, rows_read: read, rows_written: written, ended_at: this.#clock.now() })
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Writes down why there is no file, unless the export has ended otherwise already. */
  async failed(id: string, { key, params }: Pick<AppError, 'key' | 'params'>): Promise<void> {
    await this.#running(id)
      .set({ state: 'failed', error: key, error_params: JSON.stringify(params), ended_at: this.#clock.now() })
      .execute();
  }

  /** Stops it, wherever it is made: that server hears of it with its next sign of life. One that has ended stays as it is. */
  async cancel(id: string, userId: string): Promise<void> {
    await this.#running(id).where('user_id', '=', userId).set({ state: 'cancelled', ended_at: this.#clock.now() }).execute();
  }

  async ofUser(userId: string): Promise<ExportJobStored[]> {
    await this.#endLost(userId);
    return await this.#of(userId).orderBy('job.startedAt', 'desc').orderBy('job.id', 'desc').limit(SHOWN).execute();
  }

  /** @throws AppError `core.not-found` (404), also for one of somebody else */
  async find(id: string, userId: string): Promise<ExportJobStored> {
    const row = await this.#of(userId).where('job.id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
    return row;
  }

  /** Where one process alone may work on a database, whatever runs when it starts was left by one before. */
  async endAll(): Promise<void> {
    await this.#interrupted().execute();
  }

  /** Forgets what ended long ago. @returns the files that go with it */
  async forgetOld(): Promise<string[]> {
    const limit = new Date(this.#clock.now().getTime() - KEPT_MS);
    const old = this.#db.selectFrom('core.export_job').select('id').where('ended_at', '<', limit).limit(AT_ONCE);
    const rows = await this.#db.deleteFrom('core.export_job').where('id', 'in', old).returning('file_id').execute();
    return rows.flatMap(({ file_id }) => file_id ?? []);
  }

  #of(userId: string) {
    return exportJobTable.everywhere({ db: this.#db }, 'exports of the one person who asks', 'job').where('job.userId', '=', userId);
  }

  #running(id: string) {
    return this.#db.updateTable('core.export_job').where('id', '=', id).where('state', '=', 'running');
  }

  async #endLost(userId: string): Promise<void> {
    const lost = new Date(this.#clock.steady().getTime() - LOST_AFTER_MS);
    await this.#interrupted().where('user_id', '=', userId).where('seen_at', '<', lost).execute();
  }

  #interrupted() {
    return this.#db
      .updateTable('core.export_job')
      .set({ state: 'failed', error: 'core.export-interrupted', ended_at: this.#clock.now() })
      .where('state', '=', 'running');
  }
}
