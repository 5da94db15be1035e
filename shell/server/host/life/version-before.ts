import { type RegistryEntry, type RegistryTrust, versionOfFolder } from '@nephra/plugin-sdk/contract';
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
  /** What the source holds by now, where the registry holds on to another one; empty: it holds on to none, or the source cannot be told without installing it. */
  readonly source: string;
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

/**
 * The last version that ran besides the one that the registry means and the one that its source holds, and whether it can run again: tables only go
 * forward.
 */
export async function versionBefore(
  parts: { readonly db: Kysely<CoreTables>; readonly packages: PackageProvider },
  entry: RegistryEntry,
  stored: StoredState | undefined,
  where: { readonly folder: string; readonly trust: RegistryTrust | undefined },
): Promise<VersionBefore> {
  const wanted = await parts.packages.find(entry, where.folder, where.trust).catch(() => undefined);
  if (wanted?.builtHere) return { version: '', source: '' };
  const inSource = entry.integrity === undefined ? '' : await parts.packages.sourceFolder(entry, where.folder);
  const source = versionOfFolder(inSource);
  const ran = stored && [
    { dirName: stored.dirName, version: stored.version },
    { dirName: stored.previousDirName, version: stored.previousVersion },
  ];
  // What the source holds is gone on to, not back.
  const before = ran?.find(({ dirName }) => dirName !== '' && dirName !== wanted?.dirName && dirName !== inSource);
  if (!before) return { version: '', source };
  const { version } = before;
  const told = { version, source };
  const found = await parts.packages.version(entry.id, before.dirName);
  if (!found || found.builtHere) return { ...told, refusal: { key: 'before-gone' } };
  const applied = await appliedMigrations(parts.db, entry.id);
  const known = found.manifest.server?.migrations ?? (found.manifest.server === undefined || applied.length === 0 ? [] : undefined);
  if (!known) return { ...told, refusal: { key: 'before-unknown' } };
  const newer = applied.filter((name) => !known.includes(name));
  return newer.length > 0 ? { ...told, refusal: { key: 'before-migrations', params: { migrations: newer.join(', ') } } } : { ...told, found };
}
