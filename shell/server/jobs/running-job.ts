import { AppError, isAppError } from '@nephra/plugin-sdk/contract';
import type { Clock, JobRun, Log } from '@nephra/plugin-sdk/server';
import type { Database } from '../db/index.ts';
import { type JobLeases, LEASE_MS } from './job-leases.ts';
import type { JobRunStore, NewRun, RunEnd, RunLine, RunNews } from './job-run-store.ts';

export const MAX_LOG_LINES = 500;
export const MAX_LINE_LENGTH = 500;
const MAX_PROGRESS_TEXT = 200;
/** A run is looked after so often: what it told is written down, and whether somebody wants it to end is looked at every second time. */
export const BEAT_MS = 1_000;
const LOOK_EVERY_BEATS = 2;

export interface RunningJobParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly leases: JobLeases;
  readonly store: JobRunStore;
}

/** The work is no longer this node's. */
class LeaseLost extends Error {}

/** Why a run ends that a person cancelled. */
export const cancelledBy = (name: string): AppError => new AppError('core.job-cancelled', { params: { name } });

/** A text with a zero byte is none to the database. */
const storable = (text: string, length: number): string => String(text).slice(0, length).replaceAll('\0', '');

/**
 * One run at work in this process: keeps its lease, writes down what the job tells, notices that somebody wants it to end. A quiet run has no row until it
 * tells something, fails, or lasts.
 */
export class RunningJob {
  readonly run: NewRun;
  readonly #parts: RunningJobParts;
  readonly #controller = new AbortController();
  #kept: boolean;
  #over = false;
  #beats = 0;
  #beating: Promise<void> | undefined;
  #renewedAt: number;
  #told = false;
  #done: number | null = null;
  #total: number | null = null;
  #text = '';
  #lines: RunLine[] = [];
  #lineCount = 0;
  #dropped = 0;

  /** @param kept its row is written already */
  constructor(parts: RunningJobParts, run: NewRun, kept: boolean) {
    this.#parts = parts;
    this.run = run;
    this.#kept = kept;
    this.#renewedAt = parts.clock.steady().getTime();
  }

  /** What the job is given. Nothing that it tells waits for the database, or stands or falls with a transaction of its own. */
  readonly handle: JobRun = this.#handle();

  /** Asks it to end at the next safe place. */
  stop(reason: AppError): void {
    if (!this.#controller.signal.aborted) this.#controller.abort(reason);
  }

  /** Writes down, looks, renews; never throws. One at a time: a beat that comes while another one waits for the database is left out. */
  async beat(): Promise<void> {
    if (this.#over || this.#beating) return;
    this.#beating = this.#look().catch((error: unknown) => {
      if (error instanceof LeaseLost) this.#controller.abort(error);
      else this.#parts.log.warn({ err: error, job: this.run.job }, 'a running job could not be looked after');
    });
    await this.#beating;
    this.#beating = undefined;
  }

  /** The job has returned, or thrown. @returns what it ended with; nothing when another node had taken it over */
  async end(thrown?: { readonly error: unknown }): Promise<RunEnd['state'] | undefined> {
    this.#over = true;
    await this.#beating;
    const { signal } = this.#controller;
    if (signal.reason instanceof LeaseLost) return undefined;
    const ended = endOf(signal, thrown);
    const { database, leases, store } = this.#parts;
    const write = async (): Promise<void> => {
      if (this.#kept || this.#told || ended.state !== 'done') {
        await this.#keep();
        await store.end(this.run.id, this.#news(), ended);
      }
      await leases.release(this.run.job, this.run.id, ended.state === 'failed' ? ended.error : '');
    };
    try {
      await database.transaction(write);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
    return ended.state;
  }

  async #look(): Promise<void> {
    const { database, clock, store } = this.#parts;
    this.#beats += 1;
    const looks = this.#beats % LOOK_EVERY_BEATS === 0;
    if (clock.steady().getTime() - this.#renewedAt >= LEASE_MS / 3) {
      await this.#renew();
      this.#renewedAt = clock.steady().getTime();
    }
    if (!this.#told && !looks) return;
    const news = this.#told ? this.#news() : undefined;
    const wish = await database.transaction(async () => {
      await this.#keep();
      return await (news ? store.note(this.run.id, news) : store.wish(this.run.id));
    });
    this.#kept = true;
    if (news) this.#written(news);
    if (wish) this.stop(cancelledBy(wish.name));
  }

  /** Writes the row of a quiet run. What still counts as running is lost by that, so the lease must be this run's. */
  async #keep(): Promise<void> {
    if (this.#kept) return;
    await this.#renew();
    await this.#parts.store.begin(this.run);
  }

  async #renew(): Promise<void> {
    if (!(await this.#parts.leases.renew(this.run.job, this.run.id))) throw new LeaseLost('another node has taken this job over');
  }

  #news(): RunNews {
    return { done: this.#done, total: this.#total, text: this.#text, lines: [...this.#lines], dropped: this.#dropped };
  }

  /** What came meanwhile is written with the next beat. */
  #written({ lines, done, total, text, dropped }: RunNews): void {
    this.#lines = this.#lines.slice(lines.length);
    this.#told = this.#lines.length > 0 || done !== this.#done || total !== this.#total || text !== this.#text || dropped !== this.#dropped;
  }

  #handle(): JobRun {
    const clock = () => this.#parts.clock.now();
    return {
      signal: this.#controller.signal,
      progress: (done, total, text = '') => {
        if (!Number.isFinite(done) || (total !== null && !Number.isFinite(total))) throw new TypeError('progress is told in finite numbers');
        this.#done = done;
        this.#total = total;
        this.#text = storable(text, MAX_PROGRESS_TEXT);
        this.#told = true;
      },
      log: (text) => {
        this.#told = true;
        if (this.#lineCount === MAX_LOG_LINES) {
          this.#dropped += 1;
          return;
        }
        this.#lineCount += 1;
        this.#lines.push({ no: this.#lineCount, at: clock(), line: storable(text, MAX_LINE_LENGTH) });
      },
    };
  }
}

/** A job that returns after it was asked to end has ended early; one that throws something of its own has failed. */
function endOf(signal: AbortSignal, thrown: { readonly error: unknown } | undefined): RunEnd {
  const error = thrown?.error;
  const byRequest = signal.aborted && (thrown === undefined || error === signal.reason || (error instanceof Error && error.name === 'AbortError'));
  const told = byRequest ? signal.reason : error;
  if (byRequest) return { state: 'cancelled', ...saidBy(told) };
  return thrown ? { state: 'failed', ...saidBy(told) } : { state: 'done', error: '', params: {} };
}

const saidBy = (error: unknown): Pick<RunEnd, 'error' | 'params'> =>
  isAppError(error) ? { error: error.key, params: error.params } : { error: storable(error instanceof Error ? error.message : String(error), 500), params: {} };
