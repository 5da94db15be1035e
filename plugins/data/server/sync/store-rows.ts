import { quoteName, SITE_SCHEMA, type Lease } from '@nephra/plugin-sdk/server';
import { CompiledQuery } from 'kysely';
import { MAX_KEPT_REFUSALS, MAX_KEY_TEXT } from '../../contract/sync/sync-limits.ts';
import { type SiteColumn, sqlType } from '../../domain/model/table-shape.ts';
import { type RowFlaw, rowFlaw } from '../../domain/sync/row-flaw.ts';
import type { SyncRunStored } from '../tables/sync.table.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { CopiedRow } from './foreign-table.ts';

/** Where rows go. */
export interface Target {
  readonly run: Pick<SyncRunStored, 'id' | 'tableName' | 'clearFirst'>;
  /** As the site has them, in the order of the values of a row. */
  readonly columns: readonly SiteColumn[];
  readonly lease: Lease;
}

const MAX_CAUSES = 8;

/** SQLSTATE of an error of the database; '' where it is none. */
export function stateOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < MAX_CAUSES; cause = cause.cause, depth += 1) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return '';
}

/** A text is read as its column's type, except where the database would cut or round it without a word. */
const readAs = (column: SiteColumn, at: number): string =>
  column.dataType === 'varchar' || column.dataType === 'text' ? `u.c${at}` : `u.c${at}::${column.dataType === 'decimal' ? 'numeric' : sqlType(column)}`;

/** One statement whatever the number of rows: a column comes as an array. */
function insertSql(table: string, columns: readonly SiteColumn[]): string {
  const names = columns.map(({ field }) => quoteName(field)).join(', ');
  const arrays = columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const aliases = columns.map((_, at) => `c${at}`).join(', ');
  return `insert into ${quoteName(SITE_SCHEMA)}.${quoteName(table)} (${names}) select ${columns.map(readAs).join(', ')} from unnest(${arrays}) as u(${aliases})`;
}

interface Step {
  readonly fitting: readonly CopiedRow[];
  readonly refused: readonly { readonly row: CopiedRow; readonly flaw: RowFlaw }[];
  /** Key of the last row that was looked at. */
  readonly reaches: readonly string[];
  readonly read: number;
}

/** Rows, how far they reach and what was refused stand or fall together: whoever goes on finds the place behind the last row that is here. */
async function storeStep(ctx: ReadCtx, { run, columns, lease }: Target, { fitting, refused, reaches, read }: Step): Promise<void> {
  await ctx.transaction(async () => {
    await lease.keep();
    // rows: the run in hand, whose lease was just renewed
    const before = await ctx.db.selectFrom('data.sync_run').select(['rows_refused', 'rows_read']).where('id', '=', run.id).executeTakeFirstOrThrow();
    if (run.clearFirst && Number(before.rows_read) === 0)
      await ctx.db.executeQuery(CompiledQuery.raw(`delete from ${quoteName(SITE_SCHEMA)}.${quoteName(run.tableName)}`));
    if (fitting.length > 0)
      await ctx.db.executeQuery(
        CompiledQuery.raw(
          insertSql(run.tableName, columns),
          columns.map((_, at) => fitting.map(({ values }) => values[at] ?? null)),
        ),
      );
    const known = Number(before.rows_refused);
    const kept = refused.slice(0, Math.max(0, MAX_KEPT_REFUSALS - known));
    if (kept.length > 0) {
      const rows = kept.map(({ row, flaw }, at) => ({
        run_id: run.id,
        line_no: known + at + 1,
        row_key: row.key.join(' / ').slice(0, MAX_KEY_TEXT),
        reason: `${flaw.reason} ${flaw.column}`.trim().slice(0, MAX_KEY_TEXT),
      }));
      await ctx.db.insertInto('data.sync_refusal').values(rows).execute();
    }
    // rows: the run in hand
    await ctx.db
      .updateTable('data.sync_run')
      .set(({ eb }) => ({
        position: JSON.stringify(reaches),
        rows_read: eb('rows_read', '+', read as never),
        rows_written: eb('rows_written', '+', fitting.length as never),
        rows_refused: eb('rows_refused', '+', refused.length as never),
      }))
      .where('id', '=', run.id)
      .execute();
  });
}

/** What the database says of one row: class 22 and 23 are about its values, everything else about us. */
function flawOfState(state: string): RowFlaw['reason'] | undefined {
  if (state === '23505') return 'key-taken';
  if (state === '23502') return 'null';
  return /^2[23]/.test(state) ? 'value' : undefined;
}

/** Stores rows in their order. One that does not fit is put on record with its key; the others go on. */
export async function storeRows(ctx: ReadCtx, target: Target, rows: readonly CopiedRow[]): Promise<void> {
  const last = rows.at(-1);
  if (!last) return;
  const looked = rows.map((row) => ({ row, flaw: rowFlaw(row.values, target.columns) }));
  const step = {
    fitting: looked.flatMap(({ row, flaw }) => (flaw ? [] : [row])),
    refused: looked.flatMap(({ row, flaw }) => (flaw ? [{ row, flaw }] : [])),
    ...{ reaches: last.key, read: rows.length },
  };
  try {
    await storeStep(ctx, target, step);
  } catch (error) {
    const reason = flawOfState(stateOf(error));
    if (!reason) throw error;
    const [only, ...others] = rows;
    if (only && others.length === 0) {
      await storeStep(ctx, target, { fitting: [], refused: [{ row: only, flaw: { reason, column: '' } }], reaches: only.key, read: 1 });
      return;
    }
    // Halves in their order, down to the row that is at fault: the place moves on with each.
    const half = Math.ceil(rows.length / 2);
    await storeRows(ctx, target, rows.slice(0, half));
    await storeRows(ctx, target, rows.slice(half));
  }
}
