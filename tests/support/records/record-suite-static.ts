import { canonicalJson, type Contract, type RouteMap } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, compileRecord, type PluginKind } from '@nephra/plugin-sdk/record';
import { type Columns, printRecord, readRecordDocument, recordHash, type Table } from '@nephra/plugin-sdk/server';
import { TABLE_FACTS_SQL, type TableFacts, tableDrift } from '@nephra/plugin-sdk/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { assertLinesFit, type LineTable } from '../../../plugin-sdk/server/record/lines/line-table.ts';
import { assertFits } from '../../../plugin-sdk/server/record/record-fit.ts';
import type { PluginHost } from '../processes/plugin-host.ts';
import { labelFindings } from './record-labels.ts';
import { runRecordSource } from './run-record-source.ts';
import { toldSuite } from './suite/rules/told-suites.ts';

/** What code gives for a field stands in the way of no column. */
const BY_CODE = { text: async () => [], parse: async () => [] } as never;

/** As the platform spells them. */
const VERBS: Readonly<Record<string, string>> = { list: 'GET', one: 'GET', create: 'POST', edit: 'PUT', remove: 'DELETE', state: 'PUT' };

export interface RecordStaticOptions<C extends Columns, Key extends string> {
  readonly host: () => PluginHost;
  readonly table: Table<C, Key>;
  /** Table of each field with lines. */
  readonly lines?: Readonly<Record<string, object>>;
  /** Fields that code reads and writes although a column could hold them. */
  readonly byCode?: readonly string[];
  /** Fields whose index no caller meets: code takes the value from the row that has it. */
  readonly takenOver?: readonly string[];
  /** Kinds of plugins that its fields have. */
  readonly kinds?: readonly PluginKind[];
}

/** What of a record holds without a call: its document, and the table behind it in the migrated database; one call per record, beside that of `recordSuite`. */
export function recordStaticSuite<C extends Columns, Key extends string>(
  { record, routes, more = [] }: Contract & { readonly record: AnyRecord; readonly more?: readonly string[] },
  { host, table, byCode = [], takenOver = [], lines = {}, kinds = [] }: RecordStaticOptions<C, Key>,
): void {
  const { document } = record;
  const plainTable = table as unknown as Table<Columns>;

  describe(`record ${record.name}, its document`, () => {
    it('R1 is plain data of the right shape, and the same record when it is read back', () => {
      const json = JSON.parse(JSON.stringify(document)) as unknown;
      expect(json).toStrictEqual(document);
      const read = readRecordDocument(json, kinds);
      expect(canonicalJson(read)).toBe(canonicalJson(record));
      expect(recordHash(read)).toBe(recordHash(record));
      if (kinds.length > 0) expect(() => readRecordDocument(json)).toThrow(/^REC-003 \S+ fields\.[\w.]+\.kind: no kind "/);
    });

    it('R1 printed as source and run, is the same record', () => {
      const again = runRecordSource(printRecord(document, kinds), kinds);
      expect(recordHash(again)).toBe(recordHash(record));
      expect(canonicalJson({ ...again, document: null })).toBe(canonicalJson({ ...compileRecord(document, kinds), document: null }));
    });

    it('R1 speaks three languages, each in its own characters and words', () => {
      expect(labelFindings(document)).toEqual([]);
    });
  });

  describe(`record ${record.name}, its wire`, () => {
    const own = Object.entries(routes as RouteMap).filter(([name]) => !more.includes(name));

    it('R3 its routes have the verbs of the platform, each an address of its own', () => {
      for (const [name, { method }] of own) if (VERBS[name]) expect([name, method]).toEqual([name, VERBS[name]]);
      for (const act of ['create', 'edit', 'remove', 'state'] as const) expect([act, own.some(([name]) => name === act)]).toEqual([act, act in record.acts]);
      const spelt = own.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
      expect(new Set(spelt).size).toBe(spelt.length);
    });

    it('R9 every write goes under a key that the pipeline keeps: what is sent twice is done once', () => {
      for (const [name, route] of own)
        if (name in VERBS && route.method !== 'GET') expect([name, (route as { readonly retry?: string }).retry]).toEqual([name, 'idempotent-key']);
    });

    it('R13 each write asks for the code of its button, no route is open to everybody', () => {
      for (const [name, { need, method }] of own) {
        expect([name, need === 'public']).toEqual([name, false]);
        if (name in VERBS && method !== 'GET') expect([name, String(need)]).toEqual([name, expect.stringMatching(/^perm:[\w.-]+:/)]);
      }
    });
  });

  describe(`record ${record.name}, its table`, () => {
    it('R2 has a column for every field, of its kind, as long, and never null', () => {
      const withoutColumn = record.fields.filter(({ of }) => of.columns.length === 0).map(({ name }) => name);
      const code = Object.fromEntries([...byCode, ...withoutColumn].map((name) => [name, BY_CODE]));
      expect(() => assertFits(record, plainTable, code)).not.toThrow();
    });

    it('R7 R11 the suite of its calls tries each value that an index keeps the only one, and somebody of another organisation', () => {
      const told = toldSuite(record.name);
      expect(told, 'recordSuite(…) stands beside it').toBeDefined();
      const tried = new Set([...(told?.unique.flat() ?? []), ...takenOver]);
      const { unique = {}, scope = 'organisation' } = plainTable.options;
      for (const [index, keys] of Object.entries(unique)) {
        const field = record.fields.find(({ column }) => column === keys.at(-1));
        // Two of one number are tried by R26.
        if (field && !field.numbered) expect([index, tried.has(field.name)]).toEqual([index, true]);
      }
      if (scope === 'organisation' && !record.shared) expect(told?.outsider, 'outsider of the suite').toBeDefined();
    });

    it('R2 is in the migrated database as it is declared: types, lengths, nulls, and unique indexes over live rows alone', async () => {
      const { rows } = await sql<{ readonly name: string; readonly facts: TableFacts }>`${sql.raw(TABLE_FACTS_SQL)}`.execute(host().db.kysely);
      expect(tableDrift(plainTable, rows.find(({ name }) => name === table.name)?.facts)).toEqual([]);
      const fields = record.fields.filter(({ cells }) => cells);
      expect(Object.keys(lines).sort()).toEqual(fields.map(({ name }) => name).sort());
      expect(() => assertLinesFit(record, plainTable, lines as Readonly<Record<string, LineTable>>, [])).not.toThrow();
      for (const each of Object.values(lines) as Table<Columns>[]) expect(tableDrift(each, rows.find(({ name }) => name === each.name)?.facts)).toEqual([]);
      // What makes a value the only one is an index, which the sentence of a refusal is told by.
      for (const [index, keys] of Object.entries(plainTable.options.unique ?? {})) {
        const last = keys.at(-1) ?? '';
        expect(
          record.fields.map(({ column }) => column),
          `${index} is told at ${last}`,
        ).toContain(last);
      }
    });
  });
}
