import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

/** Migrations that were applied, each with its text: an export rebuilds the schema anywhere, plugin installed or not. Made before any of them (db/migrations.ts). */
export const migrationTable = defineTable(
  'core.migration',
  {
    /** Id of a plugin, or `core`. */
    plugin: column.text(100),
    name: column.text(200),
    schemaName: column.text(63),
    checksum: column.text(64),
    /** Order in which they were applied. */
    position: column.int(1, 2_147_483_647),
    sql: column.text(10_000_000),
    appVersion: column.text(100),
    appliedAt: column.instant(),
  },
  { rowsStay: true, scope: closedDoor, key: ['plugin', 'name'] },
);

/** One row: who applies a migration locks it. */
export const migrationLockTable = defineTable('core.migration_lock', { id: column.int(1, 1) }, { rowsStay: true, scope: closedDoor });
