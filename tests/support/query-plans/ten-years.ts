import { accessSync, chownSync, constants, existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TableSize } from '@nephra/plugin-sdk/server';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../../shell/server/db/index.ts';
import { MADE_ID } from './small-ten-years.ts';

const BLOCK = 8_192;
/** PostgreSQL cuts a table's file into pieces of 1 GiB. */
const BLOCKS_OF_A_PIECE = 131_072;
/** Of tables that have too few rows here to measure: as wide as a stock movement. */
const ROWS_OF_A_BLOCK = 40;
const ENTRIES_OF_A_BLOCK = 150;
/** A table with a smaller share of its ten years says nothing about how values are spread then: it holds what the demo needs. */
const TELLING_SHARE = 1 / 300;
/** No more days than that in ten years. */
const DAYS = 3_650;

interface Relation {
  readonly oid: number;
  readonly name: string;
  /** Table it belongs to; of a table its own. */
  readonly of: string;
  readonly kind: 'r' | 'i';
  readonly tuples: number;
  readonly blocks: number;
  readonly file: string;
  readonly rows_of_table: number;
}

async function rowsOf<Row>(db: Database, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await db.kysely.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[];
}

/**
 * Folder of the server's files when this process may write there, for the size of a table is asked of its file. Else why not, as a sentence.
 */
export async function filesOf(db: Database): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const [row] = await rowsOf<{ folder: string }>(db, `select current_setting('data_directory') as folder`);
  const folder = row?.folder ?? '';
  try {
    accessSync(path.join(folder, 'base'), constants.W_OK);
    return { folder };
  } catch {
    return { missing: `the files of the test server are not on this machine: ${folder}` };
  }
}

const ROW_NAMES = ['id', 'bill_id', 'settlement_id', 'shift_id', 'subject_id', 'key'];

/**
 * The demo has as much open work and as many bills of one patient as a facility has in weeks. Among a share of ten years that would be thousands of
 * times too much, so where there are rows of ten years the demo's go.
 */
async function forgetDemoRows(db: Database, sizes: ReadonlyMap<string, TableSize>): Promise<void> {
  const columns = await rowsOf<{ of: string; name: string }>(
    db,
    `select table_schema || '.' || table_name as of, column_name as name from information_schema.columns where column_name = any ($1) and data_type = 'text'
     order by array_position($1, column_name::text)`,
    [ROW_NAMES],
  );
  for (const [table, { kind, rows }] of sizes) {
    const column = columns.find(({ of }) => of === table)?.name;
    if (kind !== 'growing' || !column) continue;
    const [made] = await rowsOf<{ count: string }>(db, `select count(*) as count from ${table} where ${column} like '${MADE_ID}%'`);
    if (Number(made?.count) < rows * TELLING_SHARE) continue;
    // As a copy that is loaded: triggers of append-only tables stay out of it.
    await db.script(`set session_replication_role = replica; delete from ${table} where ${column} not like '${MADE_ID}%'; reset session_replication_role`);
    await db.script(`vacuum full ${table}`);
  }
}

/** A sparse file of so many blocks: it takes no room, and blocks of zeros are valid and empty. */
function stretch(file: string, blocks: number): void {
  for (let piece = 0; piece * BLOCKS_OF_A_PIECE < blocks; piece += 1) {
    const name = piece === 0 ? file : `${file}.${piece}`;
    if (!existsSync(name)) {
      const { uid, gid, mode } = statSync(file);
      writeFileSync(name, '', { mode });
      chownSync(name, uid, gid);
    }
    truncateSync(name, Math.min(BLOCKS_OF_A_PIECE, blocks - piece * BLOCKS_OF_A_PIECE) * BLOCK);
  }
}

/**
 * Makes the planner believe that growing tables hold the rows of ten years: their files get the length that so many rows would need, and the
 * catalogue says how many rows that are. How values are spread comes from the rows that are there. The database can be asked for plans afterwards and
 * for nothing else: whoever read it would read gigabytes of nothing.
 * @returns rows of growing tables and entries of their indexes, by schema and name
 */
export async function pretendTenYears(db: Database, folder: string, sizes: ReadonlyMap<string, TableSize>): Promise<ReadonlyMap<string, number>> {
  const pretended = new Map<string, number>();
  // What looks at tables by itself would put the truth back.
  for (const [table, { kind }] of sizes) if (kind === 'growing') await db.script(`alter table ${table} set (autovacuum_enabled = false)`);
  await forgetDemoRows(db, sizes);
  await db.script('analyze');
  const relations = await rowsOf<Relation>(
    db,
    `select c.oid::int, n.nspname || '.' || t.relname as of, c.relname as name, c.relkind as kind, greatest(c.reltuples, 0)::float8 as tuples,
       (pg_relation_size(c.oid) / ${BLOCK})::int as blocks, pg_relation_filepath(c.oid) as file, greatest(t.reltuples, 0)::float8 as rows_of_table
     from pg_class c left join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = coalesce(i.indrelid, c.oid) join pg_namespace n on n.oid = t.relnamespace
     where c.relkind in ('r', 'i') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  );
  for (const one of relations) {
    const size = sizes.get(one.of);
    if (size?.kind !== 'growing') continue;
    const telling = one.rows_of_table >= size.rows * TELLING_SHARE;
    const factor = size.rows / Math.max(1, one.rows_of_table);
    const tuples = telling ? one.tuples * factor : size.rows;
    const blocks = telling ? Math.ceil(one.blocks * factor) : Math.ceil(size.rows / (one.kind === 'r' ? ROWS_OF_A_BLOCK : ENTRIES_OF_A_BLOCK));
    if (blocks > one.blocks) stretch(path.join(folder, one.file), blocks);
    await rowsOf(db, "update pg_class set reltuples = $2, relpages = $3, relallvisible = case when relkind = 'r' then $3 else 0 end where oid = $1", [
      one.oid,
      tuples,
      Math.max(blocks, one.blocks),
    ]);
    pretended.set(`${one.of.split('.')[0]}.${one.name}`, tuples);
    if (one.kind === 'r' && !telling) await rowsOf(db, 'delete from pg_statistic where starelid = $1', [one.oid]);
  }
  // As a share of all rows the number of different days would grow with them.
  await rowsOf(
    db,
    `update pg_statistic set stadistinct = ${DAYS} from pg_attribute a
     where a.attrelid = starelid and a.attnum = staattnum and a.atttypid = 'date'::regtype and stadistinct < 0 and starelid = any ($1::oid[])`,
    [relations.filter((one) => one.kind === 'r' && sizes.get(one.of)?.kind === 'growing').map(({ oid }) => oid)],
  );
  return pretended;
}
