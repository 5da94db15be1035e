import type { RegistryEntry, RegistryTrust } from '@nephra/plugin-sdk/contract';
import type { Kysely } from 'kysely';
import type { PackageProvider } from '../packages/package-provider.ts';
import type { CheckedPackage } from '../packages/package-cache.ts';
import type { Reason } from '../views/reason.ts';
import { migrationTable } from '../../tables/migration.table.ts';
import type { StoredState } from '../../tables/plugin.table.ts';
import type { CoreTables } from '../../tables/tables.ts';

export interface VersionBefore {
  /** Empty: there is none. */
  readonly version: string;
  readonly found?: CheckedPackage;
  /** Why it cannot run again. */
  readonly refusal?: Reason;
}

/** Names of a plugin's migrations that the database has, in the order in which they were applied. */
export const appliedMigrations = async (db: Kysely<CoreTables>, pluginId: string): Promise<string[]> => (await ledgerOf(db, pluginId)).map(({ name }) => name);

/** The same with the schemas that they made tables in. */
export async function ledgerOf(db: Kysely<CoreTables>, pluginId: string): Promise<{ name: string; schemaName: string }[]> {
  return await migrationTable.everywhere({ db }, 'the ledger belongs to the installation').where('row.plugin', '=', pluginId).orderBy('row.position').execute();
}

/** The last version that ran besides the one that the registry means, and whether it can run again: tables only go forward. */
export async function versionBefore(
  parts: { readonly db: Kysely<CoreTables>; readonly packages: PackageProvider },
  entry: RegistryEntry,
  stored: StoredState | undefined,
  where: { readonly folder: string; readonly trust: RegistryTrust | undefined },
): Promise<VersionBefore> {
  const wanted = await parts.packages.find(entry, where.folder, where.trust).catch(() => undefined);
  if (wanted?.builtHere) return { version: '' };
  const ran = stored && [
    { dirName: stored.dirName, version: stored.version },
    { dirName: stored.previousDirName, version: stored.previousVersion },
  ];
  const before = ran?.find(({ dirName }) => dirName !== '' && dirName !== wanted?.dirName);
  if (!before) return { version: '' };
  const { version } = before;
  const found = await parts.packages.version(entry.id, before.dirName);
  if (!found || found.builtHere) return { version, refusal: { key: 'before-gone' } };
  const applied = await appliedMigrations(parts.db, entry.id);
  const known = found.manifest.server?.migrations ?? (found.manifest.server === undefined || applied.length === 0 ? [] : undefined);
  if (!known) return { version, refusal: { key: 'before-unknown' } };
  const newer = applied.filter((name) => !known.includes(name));
  return newer.length > 0 ? { version, refusal: { key: 'before-migrations', params: { migrations: newer.join(', ') } } } : { version, found };
}
