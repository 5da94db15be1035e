import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, type DatabaseOptions, openDatabase, prepareFirstStart, runMigrations } from '../../../shell/server/db/index.ts';

/**
 * An application that does nothing but save money: run as a child process and killed at random moments by the fault
 * tests. It says `state <json>` once it is open, then `ack <id>` for each transaction whose commit was confirmed.
 */
interface Task {
  readonly database: DatabaseOptions;
  /** `first-half`: a first start that says `half` and stands still there. */
  readonly role: 'write' | 'hold' | 'first-start' | 'first-half';
  readonly round: number;
}

export interface LedgerState {
  readonly ids: number[];
  /** Accounts whose balance is not the sum of their entries. */
  readonly unequal: number;
  /** Rows seen through the index minus rows seen without it. */
  readonly indexGap: number;
  readonly tables: number;
}

const ACCOUNTS = 20;
const WRITERS = 4;
const ID_SPAN = 1_000_000;
export const FIRST_START_ROWS = 2_000;

const ledger = {
  plugin: 'ledger',
  schema: 'ledger',
  migrations: [
    {
      name: '0001-ledger',
      sql: `create table account (id integer primary key, balance bigint not null default 0);
        create table entry (id bigint primary key, account integer not null references account, amount bigint not null, note text not null);
        insert into account (id) select generate_series(1, ${ACCOUNTS});`,
    },
  ],
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (fields: object, message: string): void => {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
};
const log = { debug() {}, info() {}, warn: complain, error: complain };

async function readState(db: Database): Promise<LedgerState> {
  return await db.transaction(async () => {
    const ids = await sql<{ id: string }>`select id from ledger.entry order by id`.execute(db.kysely);
    const unequal = await sql<{ n: number }>`select count(*)::int as n from ledger.account a
      where balance <> (select coalesce(sum(amount), 0) from ledger.entry e where e.account = a.id)`.execute(db.kysely);
    await db.script('set local enable_seqscan = off; set local enable_bitmapscan = off');
    const byIndex = await sql<{ n: number }>`select count(*)::int as n from ledger.entry where id >= 0`.execute(db.kysely);
    const tables = await sql<{ n: number }>`select count(*)::int as n from pg_tables where schemaname = 'ledger'`.execute(db.kysely);
    return {
      ids: ids.rows.map(({ id }) => Number(id)),
      unequal: unequal.rows[0]?.n ?? -1,
      indexGap: (byIndex.rows[0]?.n ?? -1) - ids.rows.length,
      tables: tables.rows[0]?.n ?? -1,
    };
  });
}

async function save(db: Database, id: number): Promise<void> {
  await db.transaction(async () => {
    const account = 1 + (id % ACCOUNTS);
    const amount = 1 + (id % 997);
    await sql`insert into ledger.entry (id, account, amount, note) values (${id}, ${account}, ${amount}, ${createHash('sha256').update(String(id)).digest('hex')})`.execute(
      db.kysely,
    );
    await sql`update ledger.account set balance = balance + ${amount} where id = ${account}`.execute(db.kysely);
  });
}

async function write(db: Database, round: number): Promise<void> {
  let next = round * ID_SPAN;
  const writer = async (): Promise<void> => {
    for (;;) {
      next += 1;
      const id = next;
      try {
        await save(db, id);
        say(`ack ${id}`);
      } catch (error) {
        // Not confirmed, so nothing is claimed about it; a restarting server is met with patience.
        complain({ error: String(error) }, 'not saved');
        // waits: the pace of a load that goes on until it is killed
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const upkeep = async (): Promise<void> => {
    for (;;) {
      await db.script('CHECKPOINT; VACUUM ledger.account').catch(() => undefined);
      await db.script(`create table ledger.extra_${next} (id integer)`).catch(() => undefined);
      // waits: the pace of a load that goes on until it is killed
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  };
  await Promise.all([...Array.from({ length: WRITERS }, writer), upkeep()]);
}

async function firstStart(options: DatabaseOptions, half: boolean): Promise<void> {
  if (options.kind !== 'embedded') throw new Error('only the embedded engine has a first start');
  say('building');
  await prepareFirstStart(options, log, async (db) => {
    await runMigrations(db, [ledger]);
    for (let id = 1; id <= FIRST_START_ROWS; id += 1) {
      await save(db, id);
      if (half && id === FIRST_START_ROWS / 2) {
        say('half');
        await new Promise(() => setInterval(() => undefined, 60_000));
      }
    }
  });
  const db = await openDatabase(options, log);
  say(`state ${JSON.stringify(await readState(db))}`);
  await db.close();
}

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '') as Task;
  if (task.role === 'first-start' || task.role === 'first-half') return await firstStart(task.database, task.role === 'first-half');
  const db = await openDatabase(task.database, log);
  await runMigrations(db, [ledger]);
  say(`state ${JSON.stringify(await readState(db))}`);
  if (task.role === 'write') await write(db, task.round);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
