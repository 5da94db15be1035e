import type { Session } from '../pool/session.ts';
import type { Manifest, ManifestMigration } from './archive-format.ts';

export interface CatalogueTable {
  readonly schema: string;
  readonly name: string;
  /** All that can be written: no generated ones. */
  readonly columns: readonly string[];
  readonly numericColumns: readonly string[];
  readonly pages: number;
}

const ask = async <Row>(session: Session, sql: string): Promise<Row[]> => (await session.run({ sql, parameters: [] })).rows as Row[];

/** Every ordinary table outside of the system's own schemas; of partitioned ones the parts. */
export async function tablesOf(session: Session): Promise<CatalogueTable[]> {
  return await ask<CatalogueTable>(
    session,
    `select n.nspname as schema, c.relname as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages,
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '[]') as columns,
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid = 'numeric'::regtype), '[]') as "numericColumns"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    order by n.nspname, c.relname`,
  );
}

export const migrationsOf = (session: Session): Promise<ManifestMigration[]> =>
  ask(session, `select plugin, schema_name as schema, name, checksum, sql, app_version as "appVersion" from core.migration order by position`);

/** Sequences that have given out a number; the others start as the schema says. */
export const sequencesOf = (session: Session): Promise<Manifest['sequences'][number][]> =>
  ask(
    session,
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
    where last_value is not null and schemaname !~ '^pg_' order by 1, 2`,
  );

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Foreign keys of the tables themselves; those that parts inherit come and go with their parents. */
export const foreignKeysOf = (session: Session): Promise<ForeignKey[]> =>
  ask(
    session,
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 order by 1, 2`,
  );
