/** A migration, cut into its statements. */
export interface MigrationSteps {
  readonly name: string;
  readonly statements: readonly string[];
}

export interface RehearsalOrder {
  readonly plugin: string;
  /** Schema of the plugin; its tables are copied, no others are touched. */
  readonly schema: string;
  /** Those that were not applied yet, in their order. */
  readonly migrations: readonly MigrationSteps[];
  /** How long all of them may take together on the copy. */
  readonly seconds: number;
  /** Tables of more bytes than this are rehearsed without rows. Default: 64 MiB on PostgreSQL, 16 MiB on the embedded engine, where others wait while they are read. */
  readonly maxBytes?: number;
  /** What the database may grow by while they run, of the embedded engine's copy, which is in memory, the process. Default: 512 MiB. */
  readonly maxGrowthBytes?: number;
}

/**
 * What the copy was.
 * - `whole`: all tables with all rows; `structure`: all tables, too large to copy their rows
 * - `none`: no copy could be made of what is there, `why` says it; nothing was rehearsed
 */
export interface Rehearsal {
  readonly copy: 'whole' | 'structure' | 'none';
  readonly bytes: number;
  readonly why: string;
  /** What of the rows there are the migrations remove: `room (2)` a table with two rows, `room.note` a column, `room (2 → 1)` rows. */
  readonly removes: readonly string[];
}

export type RehearsalFault = 'failed' | 'too-long' | 'too-large';

/** A migration that did not stand its rehearsal: nothing of the real tables was touched. */
export class RehearsalError extends Error {
  readonly fault: RehearsalFault;
  readonly migration: string;
  /** The statement at which it ended, shortened to a line. */
  readonly statement: string;
  readonly reason: string;

  constructor(fault: RehearsalFault, migration: string, statement: string, reason: string, cause?: unknown) {
    super(`migration ${migration}: ${reason} (${lineOf(statement)})`, cause === undefined ? undefined : { cause });
    this.name = 'RehearsalError';
    this.fault = fault;
    this.migration = migration;
    this.statement = lineOf(statement);
    this.reason = reason;
  }
}

const MAX_SHOWN = 160;

function lineOf(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)} …` : line;
}
