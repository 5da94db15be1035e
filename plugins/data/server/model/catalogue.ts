import { quoteName, SITE_SCHEMA } from '@nephra/plugin-sdk/server';
import { CompiledQuery } from 'kysely';
import { OWN_SOURCE } from '../../contract/source/source-limits.ts';
import type { ForeignColumn } from '../../domain/sync/map-type.ts';
import { readSource, readySource } from '../source/read-source.ts';
import type { ReadCtx } from '../tables/tables.ts';

type Value = string | number | null;
export type TextRow = Readonly<Record<string, string | null>>;
/** Runs one statement; every column that it answers is text. */
export type Ask = (sql: string, values?: readonly Value[]) => Promise<readonly TextRow[]>;

/** Where tables are read. */
export interface Place {
  readonly schema: string;
  readonly ask: Ask;
}

/** Of the own database, in the running transaction where there is one. */
export const ownPlace = (ctx: Pick<ReadCtx, 'db'>): Place => ({
  schema: SITE_SCHEMA,
  ask: async (sql, values = []) => (await ctx.db.executeQuery<TextRow>(CompiledQuery.raw(sql, [...values]))).rows,
});

/**
 * Runs `work` over the tables of a source, `0` being the schema `site` of the own database, in a read-only transaction whose statements end in time.
 * @throws AppError `data.source-…`
 */
export async function inSource<T>(ctx: ReadCtx, id: string, statementMs: number, work: (place: Place) => Promise<T>): Promise<T> {
  if (id === OWN_SOURCE) {
    return await ctx.transaction(async () => {
      const place = ownPlace(ctx);
      await place.ask('set local transaction_read_only = on');
      await place.ask(`set local statement_timeout = ${Math.trunc(statementMs)}`);
      return await work(place);
    });
  }
  const source = await readySource(ctx, id);
  return await readSource(ctx, source, ({ rows }) => work({ schema: source.schema, ask: rows }), { statementMs });
}

/** The full name of a table as SQL takes it. */
export const tableIn = ({ schema }: Pick<Place, 'schema'>, table: string): string => `${quoteName(schema)}.${quoteName(table)}`;

const TABLES = `select c.relname::text as "table", coalesce(obj_description(c.oid, 'pg_class'), '') as comment, c.reltuples::bigint::text as rows
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1::text and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and has_table_privilege(c.oid, 'select')
    and ($2::text = '' or strpos(lower(c.relname), lower($2::text)) > 0 or strpos(lower(coalesce(obj_description(c.oid, 'pg_class'), '')), lower($2::text)) > 0)
  order by c.relname limit $3::int`;

export interface KnownTable {
  readonly table: string;
  readonly comment: string;
  /** -1: the database does not know. */
  readonly rows: number;
}

export async function tablesIn({ schema, ask }: Place, keyword: string, limit: number): Promise<readonly KnownTable[]> {
  const found = await ask(TABLES, [schema, keyword, limit]);
  return found.map(({ table, comment, rows }) => ({ table: table ?? '', comment: comment ?? '', rows: Number(rows ?? -1) }));
}

const COLUMNS = `select a.attname::text as name, t.typname::text as type,
    case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then (a.atttypmod - 4)::text
      when t.typname = 'numeric' and a.atttypmod > 4 then (((a.atttypmod - 4) >> 16) & 65535)::text || ',' || ((a.atttypmod - 4) & 2047)::text
      else '' end as length,
    case when a.attnotnull then '' else 'y' end as nullable,
    coalesce(array_position(string_to_array(i.indkey::text, ' ')::int[], a.attnum::int), 0)::text as key,
    coalesce(col_description(c.oid, a.attnum), '') as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where n.nspname = $1::text and c.relname = $2::text and c.relkind in ('r', 'p', 'v', 'm')
  order by a.attnum`;

/** Columns of a table in their order; none: there is no such table, or it has none. */
export async function columnsOf({ schema, ask }: Place, table: string): Promise<readonly ForeignColumn[]> {
  const found = await ask(COLUMNS, [schema, table]);
  return found.map(({ name, type, length, nullable, key, comment }) => ({
    name: name ?? '',
    type: type ?? '',
    length: length ?? '',
    nullable: nullable === 'y',
    keyPlace: Number(key),
    comment: comment ?? '',
  }));
}

/** Whether a table has any row; the caller knows that it is there. */
export const hasRows = async (place: Place, table: string): Promise<boolean> =>
  (await place.ask(`select '1' as one from ${tableIn(place, table)} limit 1`)).length > 0;
