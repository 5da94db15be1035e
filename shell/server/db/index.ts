/** The one door to the database. Nothing else in the product imports a driver or an engine. */
export type {
  Database,
  DatabaseHealth,
  DatabaseLimits,
  DatabaseLoad,
  DatabaseOptions,
  DatabaseStats,
  EmbeddedOptions,
  IsolationLevel,
  MemoryOptions,
  OthersLimits,
  PostgresOptions,
  StreamableQuery,
  TransactionOptions,
} from './database.ts';
export { isSerializationFailure, sqlStateOf } from './database-error.ts';
export { DirectoryInUseError } from './embedded/directory/directory-in-use.ts';
export { readForeign } from './foreign/read-foreign.ts';
export { siteTablesIn } from './site-tables/site-tables.ts';
export { type FirstStartOptions, makeBaseSnapshot, prepareFirstStart } from './first-start.ts';
export {
  type AppliedMigration,
  checksumOf,
  isUpToDate,
  type Ledger,
  MigrationError,
  notApplied,
  type PluginMigration,
  type PluginMigrations,
  readLedger,
  runMigrations,
} from './migrations.ts';
export { openDatabase } from './open-database.ts';
export { type Rehearsal, RehearsalError, type RehearsalOrder } from './rehearsal/rehearsal.ts';
export { rehearseMigrations } from './rehearsal/rehearse-migrations.ts';
export { type RowsWanted, rowsWantedUntil, watchingRows } from './queries/row-stream.ts';
export { isLongEnough as isPassphraseLongEnough, PassphraseError } from './transfer/archive-encryption.ts';
export { type FileSource, filesOf } from './transfer/archive-files.ts';
export { TransferError } from './transfer/archive-format.ts';
export { type ExportProgress, exportDatabase, type TransferSummary } from './transfer/export-database.ts';
export { type ImportOptions, importDatabase } from './transfer/import-database.ts';
