import { sql } from 'kysely';
import { EmbeddedDatabase } from '../../../shell/server/db/embedded/open-embedded.ts';
import { type DatabaseOptions, openDatabase, runMigrations } from '../../../shell/server/db/index.ts';

/**
 * An application whose statements have no end, run as a process of its own: statements of the embedded engine are ended by the main thread alone. It says
 * `told <json>` when it has tried everything.
 */
interface Task {
  readonly database: DatabaseOptions;
}

export interface EndlessTold {
  /** How each kind of statement ended, in a transaction that had written before. */
  readonly ends: Readonly<Record<string, string>>;
  /** The same of one of others: while somebody waits, outside of a transaction, as a stream, within one; and where nobody waits. */
  readonly others: Readonly<Record<string, string>>;
  /** Ends of statements that were told to end at any moment, the next one's included. */
  readonly late: readonly string[];
  readonly migration: { readonly filling: string; readonly smaller: number; readonly inCommit: string };
  /** Rows that others wrote meanwhile, and those of transactions that were ended. */
  readonly rows: { readonly others: number; readonly ended: number };
  readonly restarts: number;
}

const ENDLESS = {
  loop: 'do $$ begin loop end loop; end $$',
  rows: 'select count(*) from generate_series(1, 1000000000000)',
  recursion: 'with recursive r as (select 1 n union all select n from r) select max(n) from r',
  caught: 'do $$ begin loop begin perform 1 / 0; exception when division_by_zero then null; end; end loop; end $$',
};
const ROUNDS = 100;
/** Far from the limit of a statement, which must not come first where a core is busy. */
const HELD_MS = 100;

const silence = (): void => undefined;
const log = { debug: silence, info: silence, warn: silence, error: silence };
const { database } = JSON.parse(process.argv[2] ?? '{}') as Task;

const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: { readonly key?: string; readonly message: string }) => error.key ?? error.message,
  );

async function main(): Promise<void> {
  const db = await openDatabase(database, log);
  if (!(db instanceof EmbeddedDatabase)) throw new Error('another engine was opened');
  await db.script('create table others (n integer); create table ended (n integer)');
  const others = (): Promise<void> => db.script('insert into others values (1)');
  const inTransaction = (statement: string, options?: Parameters<typeof db.transaction>[1]): Promise<unknown> =>
    db.transaction(async () => {
      await db.script('insert into ended values (1)');
      await db.script(statement);
    }, options);

  const ends: Record<string, string> = {};
  /** Somebody else waits for the connection once that work has it. */
  const besides = async (work: Promise<unknown>): Promise<string> => {
    const end = endOf(work);
    while (db.load.inUse === 0) await new Promise((done) => setImmediate(done));
    await others();
    return await end;
  };
  for (const [kind, statement] of Object.entries(ENDLESS)) ends[kind] = await besides(inTransaction(statement));

  const held = { ms: HELD_MS, reason: () => new Error('held') };
  const theirs = db.kyselyFor<Record<string, never>>(silence, undefined, { held });
  // Longer than one may be held, and with as long as it takes otherwise.
  const alone = await endOf(db.patiently(() => sql`select count(*) from generate_series(1, 4000000)`.execute(theirs)));
  const idle = { ms: 60_000, contestedMs: HELD_MS, heldMs: HELD_MS, reason: held.reason };
  const ofOthers = {
    alone,
    statement: await besides(sql.raw(ENDLESS.rows).execute(theirs)),
    stream: await besides(theirs.getExecutor().stream(sql.raw(ENDLESS.rows).compile(theirs), 10).next()),
    transaction: await besides(inTransaction(ENDLESS.loop, { idle })),
    givenUp: await besides(db.transaction(async () => await Promise.all([db.script(ENDLESS.rows), Promise.reject(new Error('given up'))]), { idle })),
  };

  const late: Promise<string>[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const asked = sql.raw(`select sum(n) from generate_series(1, ${(at % 20) * 300}) n`).execute(db.kysely);
    late.push(endOf(asked));
    for (let turns = at % 5; turns > 0; turns -= 1) await new Promise((done) => setImmediate(done));
    db.embedded.endStatement();
    // What comes right after must not be hit.
    await Promise.all([asked.catch(silence), others()]);
  }

  const pile = { name: '0001-pile', sql: 'create table pile (words text)' };
  const migrate = (second: string) =>
    runMigrations(db, [{ plugin: 'pile', schema: 'pile', migrations: [pile, { name: '0002-more', sql: second }] }], '', {
      ...{ statementSeconds: 120, maxGrowthBytes: 32 * 1024 * 1024 },
    });
  const filling = await endOf(migrate('do $$ begin loop insert into pile select repeat(n::text, 500) from generate_series(1, 1000) n; end loop; end $$'));
  const smaller = (await migrate('insert into pile select n::text from generate_series(1, 1000) n')).length;
  await db.script(`create function hang() returns trigger language plpgsql as $$ begin loop end loop; end $$;
    create constraint trigger slow after insert on ended deferrable initially deferred for each row execute function hang();`);
  const inCommit = await endOf(db.transaction(() => db.script('insert into ended values (2)')));

  const { rows } = await sql<{
    others: number;
    ended: number;
  }>`select (select count(*)::int from others) as others, (select count(*)::int from ended) as ended`.execute(db.kysely);
  const told: EndlessTold = {
    ends,
    others: ofOthers,
    late: [...new Set(await Promise.all(late))],
    migration: { filling, smaller, inCommit },
    rows: rows[0] ?? { others: 0, ended: 0 },
    restarts: (await db.stats()).engineRestarts,
  };
  process.stdout.write(`told ${JSON.stringify(told)}\n`);
  await db.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
  process.exit(1);
});
