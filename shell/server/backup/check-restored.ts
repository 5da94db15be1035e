import type { Invariant, Log, ServerPlugin } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { verifyChain } from '../audit/verify-chain.ts';
import { coreMigrations } from '../core/core-migrations.ts';
import { type Database, MigrationError, runMigrations } from '../db/index.ts';
import type { CoreTables } from '../tables/tables.ts';

/** A plugin whose rows are looked at. */
export interface RestoredPlugin {
  readonly id: string;
  readonly server: Pick<ServerPlugin<never>, 'invariants' | 'schema' | 'migrations'> | undefined;
  /** Of a package from outside, whose rules were read before it was started. */
  readonly ownStatements?: unknown;
}

/** Of a rule of a package from outside: nobody has seen how long it takes. */
const OUTSIDE_RULE_MS = 5 * 60_000;

export interface RestoredState {
  readonly rules: number;
  /** `plugin: rule` of what does not hold. */
  readonly broken: readonly string[];
  readonly auditEntries: number;
  readonly auditWhole: boolean;
}

export interface RestoredCheck {
  readonly plugins: readonly RestoredPlugin[];
  readonly version: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  readonly log: Log;
}

/** What a server would find that starts over this database: migrations since are applied, invariants looked at, hashes of the audit log computed again. */
export async function checkRestored(db: Database, { plugins, version, signal, progress, log }: RestoredCheck): Promise<RestoredState> {
  const broken: string[] = [];
  const fail = (pluginId: string, what: string, error: unknown): void => {
    log.error({ err: error, plugin: pluginId, rule: what }, 'a restored backup does not hold what it should');
    broken.push(`${pluginId}: ${what}`);
  };
  await runMigrations(db, [coreMigrations], version);
  for (const { id, server } of plugins) {
    signal.throwIfAborted();
    const migrations = [{ plugin: id, schema: server?.schema ?? id.replaceAll('-', '_'), migrations: server?.migrations ?? [] }];
    try {
      if (server?.migrations) await runMigrations(db, migrations, version);
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      fail(id, 'migrations', error);
    }
  }
  const rules = plugins.flatMap(({ id, server, ownStatements }) =>
    (server?.invariants?.rules ?? []).map((rule) => ({ id, rule, limitMs: ownStatements === undefined ? 0 : OUTSIDE_RULE_MS })),
  );
  for (const [done, { id, rule, limitMs }] of rules.entries()) {
    signal.throwIfAborted();
    progress(done, rules.length);
    try {
      const count = await faultsOf(db, rule, limitMs);
      if (count > 0) fail(id, rule.name, { count });
    } catch (error) {
      fail(id, rule.name, error);
    }
  }
  const { entries, broken: gap } = await verifyChain(db.kyselyFor<CoreTables>(), { signal });
  return { rules: rules.length, broken, auditEntries: entries, auditWhole: gap === undefined };
}

async function faultsOf(db: Database, rule: Invariant, limitMs: number): Promise<number> {
  const found = sql<{ count: string }>`select count(*) as count from (${sql.raw(rule.sql)}
  ) as found`;
  const { rows } = await db.patiently(() =>
    db.transaction(
      async () => {
        await db.script(`set local statement_timeout = ${limitMs}`);
        return await found.execute(db.kysely);
      },
      { readOnly: true, limitMs },
    ),
  );
  return Number(rows[0]?.count ?? 0);
}
