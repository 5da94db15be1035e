import { sql } from 'kysely';
import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import { parentField } from '../../../contract/record/index.ts';
import { cellProblem } from '../exchange/sentences.ts';
import type { Ctx, RecordRows, Values } from '../record-rows.ts';
import { heightOf, pathUp } from './tree-sql.ts';

/**
 * Lets one at a time hang rows anywhere in the tree, until its transaction ends. Taken before any row is locked, so that two who move rows below each other
 * wait here and not for each other's rows. A call that says nothing of the parent moves nothing and does not wait.
 */
export async function lockTree(ctx: Ctx, { record }: Pick<RecordRows, 'record'>, body: Values): Promise<void> {
  if (!record.tree || body[record.tree.parent] === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record-tree.${record.name}`}, 0))`.execute(ctx.db as never);
}

interface HangingRefusal {
  readonly field: string;
  readonly complaint: 'ownBranch' | 'tooDeep';
  /** `core.invalid` at the parent. */
  readonly error: AppError;
}

/**
 * What keeps a row from standing below its parent: that stands below the row, or the tree would be too deep.
 * @param before the row that moves; null: it is new
 */
export async function hangingRefusal(
  ctx: Ctx,
  { record, table }: Pick<RecordRows, 'record' | 'table'>,
  before: (Values & { readonly id: string }) | null,
  after: Values,
): Promise<HangingRefusal | undefined> {
  const field = parentField(record);
  const above = field && after[field.column];
  if (!field || typeof above !== 'string' || above === (before as Values | null)?.[field.column]) return undefined;
  const id = before?.id ?? null;
  const refusal = (complaint: HangingRefusal['complaint'], value: number): HangingRefusal => {
    const fields = [{ path: field.name, msg: cellProblem(field, complaint, value, ctx.language).msg }];
    return { field: field.name, complaint, error: new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields }) };
  };
  const path = await pathUp(ctx, table, field.column, above);
  if (id !== null && path.includes(id)) return refusal('ownBranch', 0);
  const maxDepth = record.tree?.maxDepth ?? 1;
  const height = id === null ? 1 : await heightOf(ctx, table, field.column, id);
  return path.length + height > maxDepth ? refusal('tooDeep', maxDepth) : undefined;
}
