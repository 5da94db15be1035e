import type { Session } from '../pool/session.ts';
import { qualified, quoted } from '../transfer/archive-format.ts';

/** A column that can be written. */
export interface CopiedColumn {
  readonly name: string;
  /** As a cast names it. */
  readonly type: string;
  /** Its type belongs to the schema that is copied: the one of the copy is another than that of the original. */
  readonly own: boolean;
}

export interface CopiedTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly CopiedColumn[];
}

const ask = async <Row>(session: Session, sql: string, parameters: readonly unknown[]): Promise<Row[]> =>
  (await session.run({ sql, parameters })).rows as Row[];

/** Bytes of all tables of a schema, without their indexes. */
export async function bytesOf(session: Session, schema: string): Promise<number> {
  const [row] = await ask<{ bytes: string }>(
    session,
    `select coalesce(sum(pg_table_size(c.oid)), 0)::text as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = $1`,
    [schema],
  );
  return Number(row?.bytes ?? 0);
}

export const hasSchema = async (session: Session, schema: string): Promise<boolean> =>
  (await ask(session, 'select 1 as one from pg_namespace where nspname = $1', [schema])).length > 0;

/** Texts of what was applied in a schema, in their order: they make its tables anew. */
export const appliedIn = async (session: Session, plugin: string, schema: string): Promise<readonly string[]> =>
  (await ask<{ sql: string }>(session, 'select sql from core.migration where plugin = $1 and schema_name = $2 order by position', [plugin, schema])).map(
    ({ sql }) => sql,
  );

export const tablesIn = async (session: Session, schema: string): Promise<CopiedTable[]> =>
  await ask<CopiedTable>(
    session,
    `select n.nspname as schema, c.relname as name,
      coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'own', t.typnamespace = n.oid) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '[]') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = $1 order by c.relname`,
    [schema],
  );

const foreignKeysIn = async (session: Session, schema: string): Promise<{ table: string; name: string; definition: string }[]> =>
  await ask(
    session,
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = $1 and contype = 'f' and conparentid = 0`,
    [schema],
  );

export interface SequenceNumber {
  readonly name: string;
  readonly value: string;
}

/** Sequences that have given out a number. */
export const sequencesIn = async (session: Session, schema: string): Promise<SequenceNumber[]> =>
  await ask(session, 'select sequencename as name, last_value::text as value from pg_sequences where schemaname = $1 and last_value is not null', [schema]);

/**
 * Fills the tables of a schema that was made anew. Meanwhile no key and no trigger of a user stands in the way; at its end all hold again.
 * @param copy fills one table
 */
export async function fillTables(
  session: Session,
  schema: string,
  sequences: readonly SequenceNumber[],
  copy: (table: CopiedTable) => Promise<void>,
): Promise<void> {
  const tables = await tablesIn(session, schema);
  const keys = await foreignKeysIn(session, schema);
  for (const { table, name } of keys) await session.script(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await session.script(`alter table ${qualified(table)} disable trigger user`);
  // Migrations may have put rows of their own; they are among those that are copied, perhaps changed since.
  if (tables.length > 0) await session.script(`truncate ${tables.map(qualified).join(', ')}`);
  for (const table of tables) if (table.columns.length > 0) await copy(table);
  for (const { table, name, definition } of keys) await session.script(`alter table ${table} add constraint ${name} ${definition}`);
  for (const table of tables) await session.script(`alter table ${qualified(table)} enable trigger user`);
  for (const { name, value } of sequences)
    await session.run({ sql: 'select setval($1::regclass, $2::bigint)', parameters: [`${quoted(schema)}.${quoted(name)}`, value] });
}
