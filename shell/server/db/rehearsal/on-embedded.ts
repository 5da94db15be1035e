import { isConnectionLost } from '../database-error.ts';
import type { EmbeddedDatabase } from '../embedded/open-embedded.ts';
import type { Session } from '../pool/session.ts';
import { sessionOf } from '../pooled-database.ts';
import { qualified, quoted } from '../transfer/archive-format.ts';
import { appliedIn, bytesOf, type CopiedTable, fillTables, hasSchema, sequencesIn } from './copied-tables.ts';
import { heldIn, lossesOf } from './losses.ts';
import { type Rehearsal, RehearsalError, type RehearsalFault, type RehearsalOrder } from './rehearsal.ts';
import { runSteps } from './run-steps.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** What the process may grow by while migrations run on the copy, which is in memory. */
const MAX_GROWTH_BYTES = 512 * 1024 * 1024;
const LOOK_MS = 200;

/** Ends a transaction that is never to be saved. */
class Over extends Error {}

interface Source {
  readonly isThere: boolean;
  readonly applied: readonly string[];
  readonly bytes: number;
  readonly sequences: Awaited<ReturnType<typeof sequencesIn>>;
}

/**
 * On an engine of its own in memory: the real one has one connection, and whatever runs on it keeps everybody waiting. Others wait while rows are
 * read, and for nothing else.
 */
export async function rehearseOnEmbedded(db: EmbeddedDatabase, order: RehearsalOrder): Promise<Rehearsal> {
  const { plugin, schema, maxBytes = MAX_BYTES, maxGrowthBytes = MAX_GROWTH_BYTES } = order;
  const source = await reading(db, async (session) => {
    const isThere = await hasSchema(session, schema);
    return isThere
      ? { isThere, applied: await appliedIn(session, plugin, schema), bytes: await bytesOf(session, schema), sequences: await sequencesIn(session, schema) }
      : ({ isThere, applied: [], bytes: 0, sequences: [] } satisfies Source);
  });
  const whole = source.bytes <= maxBytes;
  const scratch = await db.scratch();
  const stop = { fault: undefined as RehearsalFault | undefined };
  let prepared = false;
  let at = { migration: '', statement: '' };
  const end = (fault: RehearsalFault): void => {
    stop.fault = fault;
    void scratch.embedded.abandon('a rehearsal of migrations was ended');
  };
  const watching = watch(order.seconds, maxGrowthBytes, end);
  let done: Rehearsal | undefined;
  try {
    await scratch.transaction(
      async () => {
        const session = await sessionOf(scratch);
        await session.script(
          `drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)}; set local search_path = ${quoted(schema)}, public`,
        );
        for (const sql of source.applied) await session.script(sql);
        if (source.isThere && whole) await fillTables(session, schema, source.sequences, (table) => copyRows(db, session, table));
        const held = await heldIn(session, schema);
        prepared = true;
        watching.again();
        await runSteps(session, order.migrations, order.seconds, async (migration, statement) => {
          at = { migration, statement };
        });
        const removes = lossesOf(held, await heldIn(session, schema), whole);
        done = { copy: whole ? 'whole' : 'structure', bytes: source.bytes, why: '', removes };
        throw new Over('rehearsed');
      },
      { limitMs: 0, retries: 0 },
    );
  } catch (error) {
    if (prepared && stop.fault === 'too-long') throw new RehearsalError('too-long', at.migration, at.statement, `took longer than ${order.seconds} seconds`);
    // One that runs out of memory by itself ends without another word.
    if (prepared && (stop.fault === 'too-large' || (stop.fault === undefined && isConnectionLost(causeOf(error)))))
      throw new RehearsalError('too-large', at.migration, at.statement, 'filled more memory than a copy may');
    if (error instanceof RehearsalError) throw error;
    if (!(error instanceof Over)) return { copy: 'none', bytes: 0, removes: [], why: error instanceof Error ? error.message : String(error) };
  } finally {
    watching.over();
  }
  return done as Rehearsal; // set before the transaction ends
}

/** Ends the copy's engine when its time or its memory is over; both begin anew with `again`. */
function watch(seconds: number, maxGrowthBytes: number, end: (fault: RehearsalFault) => void): { readonly again: () => void; readonly over: () => void } {
  let before = process.memoryUsage.rss();
  let deadline = performance.now() + seconds * 1_000;
  const timer = setInterval(() => {
    if (performance.now() > deadline) end('too-long');
    else if (process.memoryUsage.rss() - before > maxGrowthBytes) end('too-large');
    else return;
    clearInterval(timer);
  }, LOOK_MS);
  return {
    again: () => {
      before = process.memoryUsage.rss();
      deadline = performance.now() + seconds * 1_000;
    },
    over: () => clearInterval(timer),
  };
}

const causeOf = (error: unknown): unknown => (error instanceof RehearsalError ? error.cause : error);

const reading = <T>(db: EmbeddedDatabase, work: (session: Session) => Promise<T>): Promise<T> =>
  db.transaction(async () => await work(await sessionOf(db)), { readOnly: true });

/** Every value as its text: what a type writes it reads again, in whichever engine. */
async function copyRows(db: EmbeddedDatabase, session: Session, table: CopiedTable): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name));
  const rows = await reading(db, async (source) => {
    const sql = `select json_agg(array[${names.map((name) => `${name}::text`).join(', ')}])::text as rows from only ${qualified(table)}`;
    return ((await source.run({ sql, parameters: [] })).rows[0] as { readonly rows: string | null }).rows;
  });
  if (rows === null) return;
  const values = table.columns.map(({ type }, index) => `(r.v->>${index})::${type}`).join(', ');
  const sql = `insert into ${qualified(table)} (${names.join(', ')}) overriding system value select ${values} from json_array_elements($1::json) as r(v)`;
  await session.run({ sql, parameters: [rows] });
}
