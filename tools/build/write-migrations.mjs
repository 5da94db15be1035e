/**
 * `npm run migration [name]`: writes the next migration of each schema that has tables, columns or orders of lists which `defineTable` declares and no migration makes,
 * one file each, `0012-position-phone.sql`. No database is needed. Read what it wrote: a column that old rows have no value for says so, and an index for a filter of
 * a growing table is yours to add.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tablesOfRepository } from '../docs/entities/repository-tables.mjs';
import { loadTables } from './migrations/load-tables.mjs';
import { missingStatements } from './migrations/missing-statements.mjs';
import { nextMigration } from './migrations/next-migration.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const [given] = process.argv.slice(2);
const migrated = tablesOfRepository(root).flatMap(({ tables }) => tables);
const { tables, ...sql } = await loadTables(root);
const missing = missingStatements(tables, migrated, sql);
for (const [folder, { name, statements }] of missing) {
  const file = nextMigration(folder, given ?? name, root);
  mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, file), `${statements.join('\n')}\n`);
  console.log(`${file}\n${statements.map((statement) => `  ${statement.replaceAll('\n', '\n  ')}`).join('\n')}`);
}
if (missing.size === 0) console.log('Migrations make every table, column and order of a list that is declared.');
