import { sqlStateOf } from '../database-error.ts';
import type { Database } from '../database.ts';
import type { Session } from '../pool/session.ts';
import { sessionOf } from '../pooled-database.ts';
import { watchGrowth } from '../growth/database-growth.ts';
import type { GrowthWatch } from '../growth/growth-watch.ts';
import { qualified, quoted } from '../transfer/archive-format.ts';
import { appliedIn, bytesOf, type CopiedTable, fillTables, hasSchema, sequencesIn } from './copied-tables.ts';
import { heldIn, lossesOf } from './losses.ts';
import { type Rehearsal, RehearsalError, type RehearsalOrder } from './rehearsal.ts';
import { runSteps } from './run-steps.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** What the database may grow by while migrations run on the copy. */
const MAX_GROWTH_BYTES = 512 * 1024 * 1024;
/** Where the original stands while the copy has its name, for this transaction alone. */
const KEPT_PREFIX = 'nephra_kept_';

/** Ends a transaction that is never to be saved. */
class Over extends Error {}

/**
 * In one transaction that is always rolled back the schema steps aside by its name, and a copy takes its place: made by the migrations that were applied,
 * filled with the rows there are. Statements find the copy under the name that they know. Nobody else sees any of it, and of the real tables nothing is held
 * but the lock of a reader: whoever works with them goes on.
 */
export async function rehearseOnPostgres(db: Database, order: RehearsalOrder): Promise<Rehearsal> {
  const { migrations, seconds, maxGrowthBytes = MAX_GROWTH_BYTES } = order;
  let done: Rehearsal | undefined;
  let watch: GrowthWatch | undefined;
  let at = { migration: '', statement: '' };
  try {
    await db.transaction(
      async () => {
        const session = await sessionOf(db);
        const copy = await preparedCopy(session, order);
        watch = await watchGrowth(db, session, maxGrowthBytes);
        const held = await heldIn(session, order.schema);
        await runSteps(session, migrations, seconds, async (migration, statement, leftMs) => {
          at = { migration, statement };
          await session.script(`set local statement_timeout = ${leftMs}`);
        });
        done = { ...copy, removes: lossesOf(held, await heldIn(session, order.schema), copy.copy === 'whole') };
        throw new Over('rehearsed');
      },
      { limitMs: 0, retries: 0 },
    );
  } catch (error) {
    if (!(error instanceof Over) && (watch?.hasCancelled || isOutOfTemporary(error)))
      throw new RehearsalError('too-large', at.migration, at.statement, 'filled more of the disk than a copy may', error);
    if (error instanceof RehearsalError) throw error;
    if (!(error instanceof Over)) return { copy: 'none', bytes: 0, removes: [], why: error instanceof Error ? error.message : String(error) };
  } finally {
    watch?.end();
  }
  return done as Rehearsal; // set before the transaction ends
}

const LIMIT_EXCEEDED = '53400';
/** Files of a sort or a hash reached their limit. */
const isOutOfTemporary = (error: unknown): boolean => error instanceof RehearsalError && sqlStateOf(error.cause) === LIMIT_EXCEEDED;

async function preparedCopy(session: Session, { plugin, schema, seconds, maxBytes = MAX_BYTES }: RehearsalOrder): Promise<Rehearsal> {
  const kept = `${KEPT_PREFIX}${schema}`;
  await session.script(`set local statement_timeout = ${seconds * 1_000}`);
  const isThere = await hasSchema(session, schema);
  const applied = isThere ? await appliedIn(session, plugin, schema) : [];
  const bytes = isThere ? await bytesOf(session, schema) : 0;
  const sequences = isThere ? await sequencesIn(session, schema) : [];
  if (isThere) await session.script(`alter schema ${quoted(schema)} rename to ${quoted(kept)}`);
  await session.script(`create schema ${quoted(schema)}; set local search_path = ${quoted(schema)}, public`);
  for (const sql of applied) await session.script(sql);
  const whole = bytes <= maxBytes;
  if (isThere && whole) await fillTables(session, schema, sequences, (table) => copyRows(session, table, kept));
  return { copy: whole ? 'whole' : 'structure', bytes, why: '', removes: [] };
}

async function copyRows(session: Session, table: CopiedTable, kept: string): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const values = table.columns.map(({ name, type, own }) => (own ? `${quoted(name)}::text::${type}` : quoted(name))).join(', ');
  await session.script(
    `insert into ${qualified(table)} (${names}) overriding system value select ${values} from only ${qualified({ schema: kept, name: table.name })}`,
  );
}
