import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Columns, column, defineTable, kept, type Table } from '@nephra/plugin-sdk/server';
import { TABLE_FACTS_SQL, type TableFacts, tableDrift } from '@nephra/plugin-sdk/testing';
import { defineRecord, field } from '@nephra/plugin-sdk/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../shell/server/db/index.ts';
import { createTableSql } from '../../plugin-sdk/testing/table-sql.ts';
import { columnCases } from '../../plugin-sdk/server/table/column-cases.fixture.ts';
import { tableSources } from '../../tools/build/migrations/load-tables.mjs';
import { ALL_PLUGINS, startTestServer, type TestServer } from '../support/server.ts';
import { openTestDatabase } from '../support/databases/test-database.ts';
import { type LengthSchema, type LengthTable, tooLongFields } from './lengths/body-lengths.ts';
import { LONGER_THAN_COLUMNS } from './lengths/longer-than-columns.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sources = tableSources(root);

const isTable = (one: unknown): one is Table<Columns> => typeof one === 'object' && one !== null && 'defs' in one && 'everywhere' in one;

async function tablesOf(file: string): Promise<readonly (readonly [string, Table<Columns>])[]> {
  const module = (await import(path.join(root, file))) as Record<string, unknown>;
  return Object.entries(module).flatMap(([name, one]) => (isTable(one) ? [[name, one] as const] : []));
}

/** Rows of workbooks come as they stand there: each cell is judged by itself and told with its place. */
const ROWS_OF_FILES = /\.(?:importData|exportErrors)$/;
/** Whose a file is: of a plugin, or of the shell and the SDK. */
const ownerOf = (file: string): string => /^plugins\/([^/]+)\//.exec(file)?.[1] ?? 'core';
const lengthsOf = ({ defs }: Table<Columns>): LengthTable['lengths'] =>
  Object.fromEntries(Object.entries(defs).map(([key, { limits }]) => [key, limits.maxLength]));

const factsIn = async (db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<Map<string, TableFacts>> => {
  const { rows } = await sql<{ name: string; facts: TableFacts }>`${sql.raw(TABLE_FACTS_SQL)}`.execute(db);
  return new Map(rows.map(({ name, facts }) => [name, facts]));
};

describe('tables that are declared', () => {
  let server: TestServer;
  let tables: readonly (readonly [string, Table<Columns>])[];
  let facts: Map<string, TableFacts>;
  beforeAll(async () => {
    server = await startTestServer({ plugins: ALL_PLUGINS });
    tables = (await Promise.all(sources.map(tablesOf))).flat();
    facts = await factsIn(server.db);
  });
  afterAll(() => server?.close());

  it('are as the migrated database has them', () => {
    expect(tables.flatMap(([, table]) => tableDrift(table, facts.get(table.name)))).toEqual([]);
  });

  it('hold every text that a call lets through to the column of its name', async () => {
    const owned = await Promise.all(sources.map(async (file) => (await tablesOf(file)).map(([, table]) => ({ table, owner: ownerOf(file) }))));
    const lengths = owned.flat().map(({ table, owner }) => ({ name: table.name, owner, lengths: lengthsOf(table) }));
    const routes = server.server.plugins.host.snapshot.routes.filter(({ name }) => !ROWS_OF_FILES.test(name));
    const bodies = routes.flatMap(({ name, owner, route }) =>
      route.method !== 'GET' && route.body ? [{ route: name, owner: owner.id, body: route.body as LengthSchema }] : [],
    );
    expect(bodies.length).toBeGreaterThan(300);
    expect(tooLongFields(bodies, lengths)).toEqual(Object.keys(LONGER_THAN_COLUMNS).sort());
  });

  it('are all that the schema of the shell has', () => {
    const declared = new Set(tables.map(([, { name }]) => name));
    const ofShell = [...facts.keys()].filter((name) => name.startsWith('core.'));
    expect(ofShell.length).toBeGreaterThan(40);
    expect(ofShell.filter((name) => !declared.has(name))).toEqual([]);
  });

  it('are all looked at, also those of files that declare several', () => {
    const declared = sources.flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/defineTable\(\s*'([^']+)'/g)].map(([, name]) => name));
    expect(tables.map(([, { name }]) => name).sort()).toEqual(declared.sort());
  });

  it('are exported, each once, under a name by which the checkers know their doors', () => {
    expect(tables.length).toBeGreaterThanOrEqual(sources.length);
    expect(tables.filter(([name]) => !name.endsWith('Table'))).toEqual([]);
    expect(new Set(tables.map(([, { name }]) => name)).size).toBe(tables.length);
  });
});

describe('a difference is said with table and column', () => {
  let db: Database;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.close());
  const columns = { id: column.id(), orgId: column.org(), name: column.text(20), price: column.money(), ...kept };
  const COMMON = 'created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz';
  const table = (more: string, price = 'price numeric(14, 2) not null', name = 'name varchar(20) not null') =>
    `create table w.bed (id text primary key, org_id text not null, ${name}, ${price}, ${COMMON}); ${more}`;
  const INDEX = 'create unique index bed_name_idx on w.bed (org_id, name) where deleted_at is null';
  const unique = { bed_name_idx: ['orgId', 'name'] } as const;
  const bed = defineRecord('w.bed', {
    title: ['床位', '床位', 'Bed'],
    wire: { at: '/api/w/Bed' },
    fields: { name: field.text(20).required().label('名称', '名稱', 'Name') },
    list: { columns: ['name'], sort: ['name'] },
    acts: { create: {} },
  });

  it.each([
    ['nothing', table(INDEX), defineTable('w.bed', columns, { unique }), []],
    ['table', 'select 1', defineTable('w.bed', columns), ['w.bed: the database has no such table']],
    [
      'column',
      table(INDEX, 'cost integer'),
      defineTable('w.bed', columns, { unique }),
      [
        'w.bed.price: declared as money price, the database has no such column; a migration adds it: alter table w.bed add column price numeric(14, 2) not null default 0;',
        'w.bed.cost: integer in the database, not declared; declare it, or name it in `others`',
      ],
    ],
    [
      'scale',
      table(INDEX, 'price numeric(14, 4) not null'),
      defineTable('w.bed', columns, { unique }),
      ['w.bed.price: declared as money numeric(14,2), numeric(14,4) in the database'],
    ],
    ['null', table(INDEX, 'price numeric(14, 2)'), defineTable('w.bed', columns, { unique }), ['w.bed.price: declared not null, nullable in the database']],
    [
      'length',
      table(INDEX, undefined, 'name varchar(10) not null'),
      defineTable('w.bed', columns, { unique }),
      ['w.bed.name: declared as text of up to 20 characters, character varying(10) in the database'],
    ],
    [
      'range',
      table(INDEX, 'price smallint not null'),
      defineTable('w.bed', { ...columns, price: column.int(0, 40_000) }, { unique }),
      ['w.bed.price: declared as int from 0 to 40000, smallint in the database'],
    ],
    [
      'bigint',
      table(INDEX, 'price bigint not null'),
      defineTable('w.bed', { ...columns, price: column.int(0, 9) }, { unique }),
      ['w.bed.price: declared as int from 0 to 9, which is read as a number, bigint in the database'],
    ],
    ['no index', table(''), defineTable('w.bed', columns, { unique }), ['w.bed: unique index bed_name_idx over (org_id, name) is not in the database']],
    [
      'other index',
      table('create unique index bed_name_idx on w.bed (name, org_id)'),
      defineTable('w.bed', columns, { unique }),
      [
        'w.bed: unique index bed_name_idx: declared over (org_id, name), over (name, org_id) in the database',
        'w.bed: unique index bed_name_idx must count live rows alone, its condition is missing',
      ],
    ],
    [
      'small letters',
      table('create unique index bed_name_idx on w.bed (org_id, lower(name)) where deleted_at is null', undefined, 'name text not null'),
      defineTable('w.bed', columns, { unique }),
      [],
    ],
    [
      'filled alone',
      table("create unique index bed_name_idx on w.bed (org_id, name) where name <> '' and deleted_at is null", undefined, 'name text not null'),
      defineTable('w.bed', columns, { unique }),
      [],
    ],
    [
      'other expression and condition',
      table("create unique index bed_name_idx on w.bed (org_id, upper(name)) where org_id <> 'x' and deleted_at is null", undefined, 'name text not null'),
      defineTable('w.bed', columns, { unique }),
      [
        'w.bed: unique index bed_name_idx: declared over (org_id, name), over (org_id, upper(name)) in the database',
        "w.bed: unique index bed_name_idx must count live rows alone, its condition is ((org_id <> 'x'::text) AND (deleted_at IS NULL))",
      ],
    ],
    [
      'rows that stay',
      'create table w.bed (id text primary key, name text not null, tags text[] not null); create unique index bed_name_idx on w.bed (name)',
      defineTable(
        'w.bed',
        { id: column.id(), name: column.text(20), tags: column.texts(9) },
        { rowsStay: true, scope: 'installation', unique: { bed_name_idx: ['name'] } },
      ),
      [],
    ],
    [
      'rows that stay, of which an index leaves some out',
      'create table w.bed (id text primary key, name text not null, gone boolean); create unique index bed_name_idx on w.bed (name) where not gone',
      defineTable(
        'w.bed',
        { id: column.id(), name: column.text(20), gone: column.flag().nullable() },
        { rowsStay: true, scope: 'installation', unique: { bed_name_idx: ['name'] } },
      ),
      ['w.bed: unique index bed_name_idx must count all rows, its condition is (NOT gone)'],
    ],
    [
      'order of a list',
      table(`${INDEX}; create index bed_by_name_idx on w.bed (name, id) where deleted_at is null`),
      defineTable('w.bed', columns, { unique, list: bed }),
      [
        'w.bed: no index walks an order of its list; a migration makes it: create index bed_by_created_at_idx on w.bed (created_at, id) where deleted_at is null;',
      ],
    ],
    [
      'orders of a list that are walked',
      table(`${INDEX}; create index any_name on w.bed (name, id); create index other on w.bed (created_at, id, price) where deleted_at is null`),
      defineTable('w.bed', columns, { unique, list: bed }),
      [],
    ],
    [
      'key',
      'create table w.bed (org_id text not null, name text not null, primary key (name, org_id))',
      defineTable('w.bed', { orgId: column.org(), name: column.text(20) }, { rowsStay: true, key: ['orgId', 'name'] }),
      ['w.bed: rows are found by (org_id, name), the primary key in the database is (name, org_id)'],
    ],
    [
      'condition of an index',
      'create table w.bed (id text primary key, name text not null, gone date); create unique index bed_name_idx on w.bed (name) where gone is null',
      defineTable(
        'w.bed',
        { id: column.id(), name: column.text(20), gone: column.day().nullable() },
        { rowsStay: true, scope: 'installation', unique: { bed_name_idx: ['name'] }, uniqueWhere: { bed_name_idx: '(gone IS NOT NULL)' } },
      ),
      ['w.bed: unique index bed_name_idx: declared with the condition (gone IS NOT NULL), (gone IS NULL) in the database'],
    ],
    [
      'undeclared index',
      table(INDEX),
      defineTable('w.bed', columns),
      ['w.bed: unique index bed_name_idx over (org_id, name) is in the database, not declared'],
    ],
    [
      'nulls',
      table(INDEX, undefined, 'name text'),
      defineTable('w.bed', { ...columns, name: column.text(20).nullable() }, { unique }),
      ['w.bed: unique index bed_name_idx lets rows with a null through: it needs `nulls not distinct`'],
    ],
    [
      'nulls that an index leaves out',
      'create table w.bed (id text primary key, name text); create unique index bed_name_idx on w.bed (name) where name is not null and id <> name',
      defineTable(
        'w.bed',
        { id: column.id(), name: column.text(20).nullable() },
        {
          rowsStay: true,
          scope: 'installation',
          unique: { bed_name_idx: ['name'] },
          uniqueWhere: { bed_name_idx: '((name IS NOT NULL) AND (id <> name))' },
        },
      ),
      [],
    ],
    [
      'foreign key',
      table(INDEX, 'price text references w.bed (id)'),
      defineTable('w.bed', { ...columns, price: column.id().nullable() }, { unique }),
      ['w.bed.price: declared with no foreign key, one to w.bed in the database'],
    ],
    [
      'no foreign key',
      table(INDEX, 'price text not null'),
      defineTable('w.bed', { ...columns, price: column.ref('w.room') }, { unique }),
      ['w.bed.price: declared with a foreign key to w.room, none in the database'],
    ],
    [
      'others',
      table(INDEX, 'price numeric(14, 2) not null, note text not null'),
      defineTable('w.bed', columns, { unique, others: ['note', 'gone'] }),
      ['w.bed.note: named in `others`, but a row without a value for it is refused', 'w.bed.gone: named in `others`, the database has no such column'],
    ],
  ] as readonly (readonly [string, string, unknown, readonly string[]])[])('%s', async (_what, migration, declared, sentences) => {
    await db.script(`drop schema if exists w cascade; create schema w; ${migration}`);
    const found = (await factsIn(db.kysely)).get('w.bed');
    expect(tableDrift(declared as Table<Columns>, found)).toEqual(sentences);
  });

  it('the statement that is said adds any column to a table with rows', async () => {
    // Ids and times have no value that fits every old row: such a column may be null at first.
    const anything = Object.fromEntries(
      columnCases.map(({ column: made }, at) => {
        if (made.def.kind === 'grams') return ['searchGrams', column.grams('c3')] as const;
        if (made.def.kind === 'letters') return ['searchLetters', made] as const;
        return [`c${at}`, ['id', 'org', 'ref', 'day', 'instant', 'minute'].includes(made.def.kind) ? made.nullable() : made] as const;
      }),
    );
    await db.script(`drop schema if exists w cascade; create schema w; create schema if not exists core; create table if not exists core.org (id text primary key);
      create table w.bed (id text primary key); insert into w.bed values ('b1')`);
    const declared = defineTable('w.bed', { id: column.id(), ...anything }, { rowsStay: true }) as unknown as Table<Columns>;
    const drift = tableDrift(declared, (await factsIn(db.kysely)).get('w.bed'));
    const statements = drift.flatMap((sentence) => /a migration adds it: (.*)$/.exec(sentence)?.[1] ?? []);
    expect(statements).toHaveLength(columnCases.length);
    await db.script(statements.join('\n'));
    expect(tableDrift(declared, (await factsIn(db.kysely)).get('w.bed'))).toEqual([]);
  });

  it.each([
    ['live rows', defineTable('w.bed', columns, { unique })],
    [
      'no key of its own',
      defineTable('w.bed', { orgId: column.org(), name: column.text(20), n: column.int(3, 9) }, { rowsStay: true, key: ['orgId', 'name'] }),
    ],
    ['orders of its list', defineTable('w.bed', columns, { unique: { bed_name_idx: ['name'] }, scope: 'organisation', list: bed })],
    ['nulls', defineTable('w.bed', { ...columns, name: column.text(20).nullable() }, { unique })],
    [
      'an index of its own condition, search pieces',
      defineTable(
        'w.bed',
        { id: column.id(), name: column.text(20), gone: column.day().nullable(), searchGrams: column.grams('name') },
        { rowsStay: true, scope: 'installation', unique: { bed_name_idx: ['name'] }, uniqueWhere: { bed_name_idx: '(gone IS NULL)' } },
      ),
    ],
  ] as readonly (readonly [string, unknown])[])('the statements for a whole table make it as it is declared: %s', async (_what, declared) => {
    await db.script(`drop schema if exists w cascade; create schema w; ${createTableSql(declared as Table<Columns>).join('\n')}`);
    expect(tableDrift(declared as Table<Columns>, (await factsIn(db.kysely)).get('w.bed'))).toEqual([]);
  });
});
