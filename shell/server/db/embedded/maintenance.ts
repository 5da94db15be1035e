import type { Clock, Log } from '../database.ts';
import type { PooledDatabase } from '../pooled-database.ts';
import type { Session } from '../pool/session.ts';

const TICK_MS = 10_000;
const VACUUM_EVERY_TICKS = 6;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_MS = 5 * 60_000;
const NIGHTLY_HOUR = 3;

/** Vacuum when more rows are dead than this, and more than this share of the living ones; PostgreSQL's own rule. */
const DEAD_ROWS = 50;
const DEAD_SHARE = 0.2;
const ANALYZE_SHARE = 0.1;
/** The same for rows that were added since: until a vacuum a search walks all new entries of a GIN index one by one, and no count reads an index alone. */
const ADDED_ROWS = 1_000;
const ADDED_SHARE = 0.2;

export interface TableActivity {
  readonly schema: string;
  readonly table: string;
  readonly live: number;
  readonly dead: number;
  readonly modified: number;
  /** Since the last vacuum. */
  readonly added: number;
}

export interface Care {
  readonly table: TableActivity;
  readonly command: 'VACUUM (ANALYZE)' | 'ANALYZE';
}

/** Which tables need care now, and which: vacuuming also refreshes the planner's statistics. */
export function careFor(tables: readonly TableActivity[]): Care[] {
  return tables.flatMap((table): Care[] => {
    if (table.dead > DEAD_ROWS + DEAD_SHARE * table.live || table.added > ADDED_ROWS + ADDED_SHARE * table.live)
      return [{ table, command: 'VACUUM (ANALYZE)' }];
    if (table.modified > DEAD_ROWS + ANALYZE_SHARE * table.live) return [{ table, command: 'ANALYZE' }];
    return [];
  });
}

/** Once a day, from three in the morning on; `lastNight` is the business day of the last time. */
export function nightHasCome(lastNight: string, clock: Clock): boolean {
  if (clock.today() === lastNight) return false;
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' }).format(clock.now());
  return Number(hour) >= NIGHTLY_HOUR;
}

/** What a PostgreSQL server does by itself and the embedded engine does not: checkpoints, vacuum, analyze. */
export class Maintenance {
  readonly #database: PooledDatabase;
  readonly #log: Log;
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #ticks = 0;
  #lastCheckpoint: number;
  #lastNight: string;
  checkpoints = 0;
  vacuums = 0;

  constructor(database: PooledDatabase, log: Log, clock: Clock) {
    this.#database = database;
    this.#log = log;
    this.#clock = clock;
    this.#lastCheckpoint = performance.now();
    this.#lastNight = clock.today();
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** Waits for a running step. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  #tick(): void {
    this.#ticks += 1;
    const ticks = this.#ticks;
    this.#running = this.#running.then(async () => {
      try {
        await this.checkpointIfDue();
        if (nightHasCome(this.#lastNight, this.#clock)) {
          this.#lastNight = this.#clock.today();
          await this.vacuumAll();
        } else if (ticks % VACUUM_EVERY_TICKS === 0) await this.vacuumIfDue();
      } catch (error) {
        this.#log.warn({ err: error }, 'database maintenance failed; it is tried again');
      }
    });
  }

  /** Without checkpoints the log grows without end and the next start replays all of it. */
  async checkpointIfDue(): Promise<void> {
    const bytes = await this.#use(async (session) => {
      const answer = await session.run({
        sql: 'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()',
        parameters: [],
      });
      return Number(answer.rows[0]?.bytes ?? 0);
    });
    const elapsed = performance.now() - this.#lastCheckpoint;
    // A checkpoint's own record is a few hundred bytes: an idle system is left alone.
    const due = bytes > CHECKPOINT_BYTES || (elapsed > CHECKPOINT_MS && bytes > 1_024);
    if (due) await this.checkpoint();
  }

  async checkpoint(): Promise<void> {
    await this.#use((session) => session.script('CHECKPOINT'));
    this.#lastCheckpoint = performance.now();
    this.checkpoints += 1;
  }

  async vacuumIfDue(): Promise<void> {
    for (const { table, command } of careFor(await this.#activity())) await this.#care(command, table);
  }

  async vacuumAll(): Promise<void> {
    for (const table of await this.#activity()) await this.#care('VACUUM (ANALYZE)', table);
  }

  async #care(command: string, { schema, table }: TableActivity): Promise<void> {
    // One table at a time: requests get their turn in between.
    await this.#use((session) => session.script(`${command} ${quoted(schema)}.${quoted(table)}`));
    this.vacuums += 1;
  }

  async #activity(): Promise<TableActivity[]> {
    return await this.#use(async (session) => {
      // The engine reports its counters rarely by itself.
      await session.script('select pg_stat_force_next_flush()');
      const answer = await session.run({
        sql: `select schemaname as schema, relname as table, n_live_tup::int as live, n_dead_tup::int as dead, n_mod_since_analyze::int as modified,
            n_ins_since_vacuum::int as added
          from pg_stat_user_tables order by n_dead_tup desc`,
        parameters: [],
      });
      return answer.rows as TableActivity[];
    });
  }

  async #use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#database.hooks.patiently(() => this.#database.pool.use(work), 0);
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
