import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredTables } from '../declared-tables.ts';
import { entityText } from './entity-text.mjs';
import { readMigrations } from './read-migrations.mjs';
import { tablesOfRepository } from './repository-tables.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (...sql: string[]) => readMigrations(sql.map((text, at) => ({ file: `${at}.sql`, sql: text })));
/** Names in no order: how columns of a key follow each other is the database's matter here. */
const sorted = (names: readonly string[]): string[] => [...names].sort();

describe('ENTITIES.md', () => {
  it('is what the migrations make; `node tools/docs/write-entities.mjs` writes it anew', () => {
    expect(readFileSync(path.join(root, 'tools/docs/ENTITIES.md'), 'utf8')).toBe(entityText(tablesOfRepository(root)));
  });

  it('no foreign key leads into the schema of somebody else, as the page says', () => {
    const tables = tablesOfRepository(root).flatMap((part) => part.tables);
    const schemaOf = (name: string): string => name.split('.')[0] ?? '';
    expect(tables.flatMap(({ name, references }) => references.filter((to) => schemaOf(to.table) !== schemaOf(name)))).toEqual([]);
  });
});

describe('what is read from migrations', () => {
  it('is what plugins declare: columns, key, unique indexes, references', async () => {
    const found = new Map(tablesOfRepository(root).flatMap((part) => part.tables.map((table) => [table.name, table] as const)));
    const declared = await declaredTables();
    expect(declared.length).toBeGreaterThan(70);
    for (const { name, defs, options } of declared) {
      const table = found.get(name);
      const physical = (key: string): string => defs[key]?.physical ?? key;
      const columns = Object.values(defs);
      const others = table ? table.columns.filter((column) => options.others?.includes(column)) : [];
      expect(sorted(table?.columns ?? []), name).toEqual(sorted([...columns.map((column) => column.physical), ...others]));
      expect(sorted(table?.primaryKey ?? []), name).toEqual(sorted((options.key ?? ['id']).map(physical)));
      const indexes = (keys: Readonly<Record<string, readonly string[]>>) => Object.entries(keys).map(([index, names]) => `${index}: ${sorted(names)}`);
      const wanted = Object.fromEntries(Object.entries(options.unique ?? {}).map(([index, keys]) => [index, keys.map(physical)]));
      expect(sorted(indexes(table?.unique ?? {})), name).toEqual(sorted(indexes(wanted)));
      const single = (table?.references ?? []).filter((to) => to.columns.length === 1).map((to) => `${to.columns} ${to.table}`);
      expect(sorted(single), name).toEqual(sorted(columns.flatMap((column) => (column.references ? [`${column.physical} ${column.references}`] : []))));
    }
  });

  it('follows a table through its changes', () => {
    const [bed] = read(
      `create table w.ward (id text primary key);
       -- create table w.never (id text);
       create table w.bed (id text, ward_id text not null references w.ward (id), code text unique, note text default 'a; b, c',
         size numeric(14, 2), primary key (id), unique (ward_id, code), check (size > 0 and code <> ''));
       create index bed_order on w.bed (code, id) where size is not null; create index bed_gone on w.bed using btree (note); create index bed_any on w.bed using gin (tags);`,
      `alter table w.bed add column place text not null default '', drop column note, rename column code to en_code;
       alter table w.bed add constraint bed_of foreign key (place, size) references w.ward (id, id), alter column size set not null;
       create function w.f() returns trigger language plpgsql as $$ begin alter table w.bed drop column id; end $$;
       create unique index bed_place on w.bed (ward_id, lower(place)) where place <> '';
       drop index w.bed_ward_id_code_key; alter table w.bed drop constraint bed_code_key; drop table w.ward`,
    );
    expect(bed).toEqual({
      name: 'w.bed',
      columns: ['id', 'ward_id', 'en_code', 'size', 'place'],
      primaryKey: ['id'],
      references: [
        { columns: ['ward_id'], table: 'w.ward' },
        { columns: ['place', 'size'], table: 'w.ward' },
      ],
      unique: { bed_place: ['ward_id', 'place'] },
      indexes: [
        { name: 'bed_order', columns: ['en_code', 'id'], condition: 'size is not null', unique: false },
        { name: 'bed_place', columns: ['ward_id', 'lower(place)'], condition: "place <> ''", unique: true },
      ],
    });
  });

  it('leaves nothing out in silence', () => {
    expect(() => read('create table w.bed (id text); alter table w.bed set schema x')).toThrow('does not know "alter table … set schema x"');
    expect(() => read('alter table w.bed add column x text')).toThrow('0.sql: no migration makes w.bed');
  });
});
