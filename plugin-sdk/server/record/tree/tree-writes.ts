import { sql } from 'kysely';
import { AppError, EnvelopeCode } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import { cellProblem, type CellProblemKey } from '../exchange/sentences.ts';
import type { Ctx, RecordRows, Values } from '../record-rows.ts';
import { heightOf, pathUp } from './tree-sql.ts';

/** The field that names the row above; undefined: the record is no tree. */
export const parentField = ({ tree, fields }: RecordRows['record']): RecordField | undefined => fields.find(({ name }) => name === tree?.parent);

/**
 * Lets one at a time hang rows anywhere in the tree, until its transaction ends. Taken before any row is locked, so that two who move rows below each other
 * wait here and not for each other's rows. A call that says nothing of the parent moves nothing and does not wait.
 */
export async function lockTree(ctx: Ctx, { record }: Pick<RecordRows, 'record'>, body: Values): Promise<void> {
  if (!record.tree || body[record.tree.parent] === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record-tree.${record.name}`}, 0))`.execute(ctx.db as never);
}

/**
 * @param id of the row that moves; null: it is new
 * @throws AppError `core.invalid` at the parent for a row below itself, and for one deeper than the tree may be
 */
export async function assertHangs(
  ctx: Ctx,
  { record, table }: Pick<RecordRows, 'record' | 'table'>,
  id: string | null,
  before: Values | null,
  after: Values,
): Promise<void> {
  const field = parentField(record);
  const above = field && after[field.column];
  if (!field || typeof above !== 'string' || above === before?.[field.column]) return;
  const refuse = (key: CellProblemKey, value: number): never => {
    throw new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path: field.name, msg: cellProblem(field, key, value, ctx.language).msg }] });
  };
  const path = await pathUp(ctx, table, field.column, above);
  if (id !== null && path.includes(id)) refuse('ownBranch', 0);
  const maxDepth = record.tree?.maxDepth ?? 1;
  const height = id === null ? 1 : await heightOf(ctx, table, field.column, id);
  if (path.length + height > maxDepth) refuse('tooDeep', maxDepth);
}
