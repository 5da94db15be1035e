import { AppError, EnvelopeCode, type Page, type PageRequest } from '@nephra/plugin-sdk/contract';
import { type Clock, selectPage } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { type JobRunStored, jobRunTable } from '../tables/job.table.ts';
import type { CoreTables } from '../tables/tables.ts';

/** Runs that are kept of each job, besides one that is under way. */
export const MAX_RUNS_KEPT = 50;

/** Requested by the timer, and not by a person. */
export const TIMER = 'timer';

export interface NewRun {
  readonly id: string;
  readonly job: string;
  readonly owner: string;
  readonly node: string;
  /** What the clock on the wall showed. */
  readonly startedAt: Date;
  /** `TIMER` or the id of a person. */
  readonly requestedBy: string;
  readonly requestedName: string;
}

export interface RunLine {
  readonly no: number;
  readonly at: Date;
  readonly line: string;
}

/** What a run has told since it was last written down. */
export interface RunNews {
  readonly done: number | null;
  readonly total: number | null;
  readonly text: string;
  readonly lines: readonly RunLine[];
  readonly dropped: number;
}

export interface RunEnd {
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly error: string;
  readonly params: object;
}

/** Which runs of a job are wanted. */
export interface RunFilter {
  readonly states?: readonly JobRunStored['state'][];
  /** Begun at this moment or later, and before that one. */
  readonly from?: Date;
  readonly until?: Date;
}

/** Who wants a run to end. */
export interface CancelRequest {
  readonly by: string;
  readonly name: string;
}

const whole = (count: number | null): number | null => (count === null ? null : Math.round(count));

/** Runs of jobs as all servers see them. */
export class JobRunStore {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** By the run that holds the job's lease: whatever of the job still counts as running has lost it. */
  async begin(run: NewRun): Promise<void> {
    await this.#lost().where('job', '=', run.job).where('id', '<>', run.id).execute();
    await jobRunTable.insertAll({ db: this.#db }, [{ ...run, state: 'running' }]);
  }

  /** @returns who wants it to end; nothing when nobody does */
  async note(id: string, news: RunNews): Promise<CancelRequest | undefined> {
    await this.#addLines(id, news.lines);
    const row = await this.#db
      .updateTable('core.job_run')
      .set({ done_count: whole(news.done), total_count: whole(news.total), progress_text: news.text, lines_dropped: news.dropped })
      .where('id', '=', id)
      .returning(['cancel_by', 'cancel_name'])
      .executeTakeFirst();
    return cancelRequestIn(row);
  }

  async wish(id: string): Promise<CancelRequest | undefined> {
    return cancelRequestIn(await this.#db.selectFrom('core.job_run').select(['cancel_by', 'cancel_name']).where('id', '=', id).executeTakeFirst());
  }

  /** That a run was lost is an assumption, its end is a fact. */
  async end(id: string, news: RunNews, { state, error, params }: RunEnd): Promise<void> {
    await this.note(id, news);
    await this.#db
      .updateTable('core.job_run')
      .set({ state, error: error.slice(0, 500), error_params: JSON.stringify(params), ended_at: this.#clock.now() })
      .where('id', '=', id)
      .where('state', 'in', ['running', 'lost'])
      .execute();
  }

  /** @returns whether it is still under way */
  async askToCancel(id: string, { by, name }: CancelRequest): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('core.job_run')
      .set({ cancel_by: by, cancel_name: name })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Runs whose lease is over belong to nodes that are gone. */
  async markLost(): Promise<void> {
    const now = this.#clock.steady();
    await this.#lost()
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('core.job_lease')
              .select('name')
              .whereRef('core.job_lease.run_id', '=', 'core.job_run.id')
              .whereRef('core.job_lease.name', '=', 'core.job_run.job')
              .where('held_until', '>', now),
          ),
        ),
      )
      .execute();
  }

  /** One page of a job's runs, newest first. */
  async ofJob(job: string, request: PageRequest, { states, from, until }: RunFilter = {}): Promise<Page<JobRunStored>> {
    let query = this.#of(job);
    if (states) query = query.where('run.state', 'in', states);
    if (from) query = query.where('run.startedAt', '>=', from);
    if (until) query = query.where('run.startedAt', '<', until);
    return await selectPage(query, { db: this.#db, request, sorts: {}, byDefault: ['run.seq', 'desc'], tieBreaker: 'run.seq' });
  }

  /** The latest run of each job. */
  async latest(): Promise<JobRunStored[]> {
    return await this.#all().distinctOn('run.job').orderBy('run.job').orderBy('run.seq', 'desc').execute();
  }

  /** @throws AppError `core.not-found` (404) */
  async find(job: string, id: string): Promise<JobRunStored> {
    const row = await this.#of(job).where('run.id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
    return row;
  }

  async lines(id: string): Promise<RunLine[]> {
    return await this.#db.selectFrom('core.job_run_line').select(['no', 'at', 'line']).where('run_id', '=', id).orderBy('no').execute();
  }

  /** Keeps the latest runs of each job. */
  async forgetOld(): Promise<void> {
    await this.markLost();
    const numbered = this.#db
      .selectFrom('core.job_run')
      .select(['id', 'state', sql<string>`row_number() over (partition by job order by seq desc)`.as('place')]);
    const old = this.#db.selectFrom(numbered.as('one')).select('one.id').where('one.place', '>', String(MAX_RUNS_KEPT)).where('one.state', '<>', 'running');
    await this.#db.deleteFrom('core.job_run').where('id', 'in', old).execute();
  }

  async #addLines(run_id: string, lines: readonly RunLine[]): Promise<void> {
    if (lines.length === 0) return;
    const rows = lines.map(({ no, at, line }) => ({ run_id, no, at, line }));
    // A write whose answer was lost is sent again.
    await this.#db
      .insertInto('core.job_run_line')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['run_id', 'no']).doNothing())
      .execute();
  }

  #all() {
    return jobRunTable.everywhere({ db: this.#db }, 'runs belong to the installation, and system administrators alone look at them', 'run');
  }

  #of(job: string) {
    return this.#all().where('run.job', '=', job);
  }

  #lost() {
    return this.#db.updateTable('core.job_run').set({ state: 'lost', error: 'core.job-lost', ended_at: this.#clock.now() }).where('state', '=', 'running');
  }
}

const cancelRequestIn = (row: { readonly cancel_by: string; readonly cancel_name: string } | undefined): CancelRequest | undefined =>
  row && row.cancel_by !== '' ? { by: row.cancel_by, name: row.cancel_name } : undefined;
