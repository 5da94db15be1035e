import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Columns, column, defineTable, type Table } from '@nephra/plugin-sdk/server';
import { expect, it } from 'vitest';
import { addColumnSql, createTableSql } from '../../../plugin-sdk/testing/table-sql.ts';
import { missingOrderSql } from '../../../plugin-sdk/testing/order-indexes.ts';
import { position } from '../../../plugins/permission/contract/position.contract.ts';
import { positionTable } from '../../../plugins/permission/server/tables/position.table.ts';
import { missingStatements } from './missing-statements.mjs';
import { nextMigration } from './next-migration.mjs';

const declare = (name: string, columns: Columns) => defineTable(name, columns, { rowsStay: true, scope: 'installation' }) as unknown as Table<Columns>;
const id = column.id();
const sql = { addColumnSql, createTableSql, missingOrderSql };

it('says what is declared and not made, for the folder in which the next migration of the schema stands', () => {
  const missing = missingStatements(
    [
      { file: 'plugins/beds/server/ward.table.ts', table: declare('beds.ward', { id, bedCount: column.int(0, 9), note: column.text(20) }) },
      { file: 'plugins/beds/server/bed.table.ts', table: declare('beds.bed_place', { id }) },
      { file: 'plugins/permission/server/tables/position.table.ts', table: declare('core.position', { id, phone: column.text(30) }) },
      { file: 'plugins/rooms/server/room.table.ts', table: declare('rooms.room', { id }) },
      { file: 'shell/server/db/migration.table.ts', table: declare('core.migration', { id }) },
    ],
    [
      { name: 'beds.ward', columns: ['id', 'note', 'old'], indexes: [] },
      { name: 'core.position', columns: ['id'], indexes: [] },
      { name: 'rooms.room', columns: ['id'], indexes: [] },
    ],
    sql,
  );
  expect([...missing]).toEqual([
    [
      'plugins/beds/server/migrations',
      {
        name: 'ward-bed-count',
        statements: ['alter table beds.ward add column bed_count integer not null default 0;', 'create table beds.bed_place (\n  id text primary key\n);'],
      },
    ],
    ['shell/server/core/migrations', { name: 'position-phone', statements: ["alter table core.position add column phone varchar(30) not null default '';"] }],
  ]);
});

it('says which orders of a list no index walks', () => {
  const table = positionTable as unknown as Table<Columns>;
  const file = 'plugins/permission/server/tables/position.table.ts';
  const columns = Object.values(table.defs).map(({ physical }) => physical);
  const walked = { name: 'position_by_en_code_idx', columns: ['en_code', 'id'], condition: 'deleted_at is null', unique: false };
  expect(position.sort).toContain('fullName');
  const missing = missingStatements([{ file, table }], [{ name: 'core.position', columns, indexes: [walked] }], sql);
  expect(missing.get('shell/server/core/migrations')).toEqual({
    name: 'position-orders',
    statements: ['full_name', 'sort_code', 'created_at'].map(
      (name) => `create index position_by_${name}_idx on core.position (${name}, id) where deleted_at is null;`,
    ),
  });
});

it('the next migration has the next number; the first one of a plugin is 0001', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'next-migration-'));
  for (const name of ['0001-ward.sql', '0012-bed.sql', 'README.md']) writeFileSync(path.join(root, name), '');
  expect([nextMigration('.', 'room', root), nextMigration('none', 'room', root)]).toEqual(['./0013-room.sql', 'none/0001-room.sql']);
});
