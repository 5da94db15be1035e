import type { CoreParts } from '../../composition/core-parts.ts';
import {
  isUpToDate,
  type Ledger,
  notApplied,
  type PluginMigrations,
  type Rehearsal,
  RehearsalError,
  rehearseMigrations,
  runMigrations,
} from '../../db/index.ts';
import { assertMigrations, statementsOf } from '../guard/sql-guard.ts';
import type { FenceOwner } from '../schema-fence.ts';
import { messageOf, PluginProblem } from '../views/reason.ts';
import type { LivePlugin } from './live-plugin.ts';

const MB = 1_048_576;
const MAX_LOSSES_SHOWN = 10;
/** Why an upgrade waits that would remove rows of its own plugin. */
export const REMOVES = 'migration-removes';

/** A vendor's own server, on which a package is another one at each save. */
export const isDevelopment = ({ config }: CoreParts): boolean => config.pluginDevelopment === '1' && config.mode !== 'production';

const shownLosses = (losses: readonly string[]): string =>
  losses.slice(0, MAX_LOSSES_SHOWN).join(', ') + (losses.length > MAX_LOSSES_SHOWN ? `, … (${losses.length})` : '');

export const fenceOwner = (live: LivePlugin): FenceOwner => ({ id: live.id, privileges: live.found.manifest.privileges ?? [], schema: schemaOf(live) });

export const schemaOf = (live: LivePlugin): string => live.server?.schema ?? live.id.replaceAll(/[-.]/g, '_');

const migrationsOf = (live: LivePlugin): PluginMigrations => ({
  plugin: live.id,
  schema: schemaOf(live),
  migrations: live.server?.migrations ?? [],
});

/**
 * Reads what a package from outside brings for its tables, and tries it on a copy of them.
 * @param ledger as it was before
 * @returns what the copy was; undefined: there is nothing new
 * @throws PluginProblem; nothing of the tables was touched
 */
export async function tryMigrations(core: CoreParts, live: LivePlugin, ledger: Ledger): Promise<Rehearsal | undefined> {
  const wanted = migrationsOf(live);
  const missing = notApplied(ledger, wanted);
  if (missing.length === 0) return undefined;
  await assertMigrations(fenceOwner(live), missing);
  const known = ledger.get(live.id);
  // Those that were edited or are missing are refused by name when they are to run.
  if ([...(known?.keys() ?? [])].some((name) => !wanted.migrations.some((one) => one.name === name) || missing.some((one) => one.name === name)))
    return undefined;
  const { pluginMigrationSeconds: seconds, pluginMigrationMb: mb } = core.config;
  const migrations = await Promise.all(missing.map(async ({ name, sql }) => ({ name, statements: await statementsOf(sql) })));
  const began = performance.now();
  try {
    const rehearsal = await rehearseMigrations(core.database, { plugin: live.id, schema: wanted.schema, migrations, seconds, maxGrowthBytes: mb * MB });
    const told = { plugin: live.id, migrations: missing.map(({ name }) => name), ...rehearsal, ms: Math.round(performance.now() - began) };
    if (rehearsal.copy === 'none')
      core.log.warn(told, 'no copy of the tables of a plugin could be made: its migrations run on the tables themselves, in one transaction');
    else core.log.info(told, 'migrations of a plugin ran on a copy of its tables first');
    // Whoever writes a plugin changes its tables all day.
    if (rehearsal.removes.length > 0 && live.entry.removes !== live.version && !isDevelopment(core))
      throw new PluginProblem('incompatible', REMOVES, { version: live.version, what: shownLosses(rehearsal.removes) });
    return rehearsal;
  } catch (error) {
    if (!(error instanceof RehearsalError)) throw error;
    const { fault, migration, statement, reason } = error;
    throw new PluginProblem('failed', `rehearsal-${fault}`, { plugin: live.id, migration, statement, reason, seconds, mb }, error);
  }
}

/**
 * Brings the tables of a plugin up to date. Those of a package from outside have limits; where not all of its rows were in the rehearsal, all of its
 * migrations are one transaction, so that none of them stays behind when another fails.
 * @throws PluginProblem
 */
export async function migrate({ database, config }: CoreParts, live: LivePlugin, ledger: Ledger, rehearsal: Rehearsal | undefined): Promise<void> {
  const wanted = migrationsOf(live);
  if (wanted.migrations.length === 0 || isUpToDate(ledger, wanted)) return;
  const limits = live.found.builtHere ? {} : { statementSeconds: config.pluginMigrationSeconds, maxGrowthBytes: config.pluginMigrationMb * MB };
  const run = () => runMigrations(database, [wanted], live.version, limits);
  try {
    if (rehearsal === undefined || rehearsal.copy === 'whole') await run();
    else await database.transaction(run, { limitMs: 0 });
  } catch (error) {
    throw new PluginProblem('failed', 'migration-failed', { reason: messageOf(error) }, error);
  }
}
