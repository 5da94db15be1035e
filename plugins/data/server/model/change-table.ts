import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { siteTables } from '@nephra/plugin-sdk/server';
import type { TableBody } from '../../contract/model/data-model.contract.ts';
import { alterStatements, createStatements, dropStatement } from '../../domain/model/table-change.ts';
import { isFlaw, isSiteName, readShape, type ShapeFlaw, type SiteTable } from '../../domain/model/table-shape.ts';
import { syncRunTable } from '../tables/sync.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { hasRows, ownPlace, tableIn } from './catalogue.ts';
import { siteTableOf, tableMissing } from './site-table.ts';

export const SUBJECT = 'site-table';

export const flawError = ({ key, params, path }: ShapeFlaw) => new AppError(`data.${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/** @throws AppError for the first thing that is wrong with what a call says of a table */
function shapeOf(table: string, { tableInfo, tableFieldList }: TableBody): SiteTable {
  const read = readShape(table, tableInfo.tableName, tableFieldList);
  if (isFlaw(read)) throw flawError(read);
  return read;
}

const tableTaken = (name: string) => new AppError('data.table-taken', { code: EnvelopeCode.Conflict, params: { name }, fields: [{ path: 'table', msg: '' }] });

/** Nobody else reads or writes the table until the commit. @throws AppError `data.table-missing` */
export async function lockTable(ctx: Pick<Ctx, 'db'>, name: string): Promise<SiteTable> {
  const place = ownPlace(ctx);
  if (!isSiteName(name) || !(await siteTableOf(ctx, name))) throw tableMissing(name);
  await place.ask(`lock table ${tableIn(place, name)} in access exclusive mode`);
  const table = await siteTableOf(ctx, name);
  if (!table) throw tableMissing(name);
  return table;
}

/** @throws AppError `data.table-in-sync` while a copy goes into it */
export async function assertNoCopy(ctx: Ctx, name: string): Promise<void> {
  const running = await syncRunTable.select(ctx, 'run').where('run.tableName', '=', name).where('run.state', 'in', ['waiting', 'running']).executeTakeFirst();
  if (running) throw new AppError('data.table-in-sync', { code: EnvelopeCode.Conflict, params: { name } });
}

/** Makes a table of the site, in the running transaction. @throws AppError `data.table-taken` */
export async function makeTable(ctx: Pick<Ctx, 'db' | 'service'>, table: SiteTable): Promise<void> {
  if (await siteTableOf(ctx, table.table)) throw tableTaken(table.table);
  await ctx.service(siteTables).change(`create ${table.table}`, createStatements(table));
}

/** Makes a table of the site what was said of it, in the running transaction. @throws AppError what rows that are there would lose, `data.table-in-sync` */
async function changeTable(ctx: Ctx, before: SiteTable, after: SiteTable): Promise<boolean> {
  await assertNoCopy(ctx, before.table);
  const statements = alterStatements(before, after, !(await hasRows(ownPlace(ctx), before.table)));
  if ('key' in statements) throw flawError(statements);
  if (statements.length > 0) await ctx.service(siteTables).change(`alter ${before.table}`, statements);
  return statements.length > 0;
}

export type TableChange = 'created' | 'saved' | 'unchanged';

/** A table that is there becomes the other, otherwise it is made; in the running transaction. @returns the table before, null where there was none */
export async function bringTable(ctx: Ctx, table: SiteTable): Promise<{ readonly before: SiteTable | null; readonly change: TableChange }> {
  if (!(await siteTableOf(ctx, table.table))) {
    await makeTable(ctx, table);
    return { before: null, change: 'created' };
  }
  const before = await lockTable(ctx, table.table);
  return { before, change: (await changeTable(ctx, before, table)) ? 'saved' : 'unchanged' };
}

export async function createTable(ctx: Ctx, body: TableBody): Promise<{ readonly table: string }> {
  const table = shapeOf(body.tableInfo.newTable || body.tableInfo.table, body);
  await makeTable(ctx, table);
  ctx.audit({ subject: SUBJECT, subjectId: table.table, after: table });
  ctx.message('model.created', { name: table.table });
  return { table: table.table };
}

export async function editTable(ctx: Ctx, body: TableBody): Promise<{ readonly table: string }> {
  const { table: name, newTable = '' } = body.tableInfo;
  const after = shapeOf(newTable === '' ? name : newTable, body);
  const before = await lockTable(ctx, name);
  if (after.table !== name && (await siteTableOf(ctx, after.table))) throw tableTaken(after.table);
  await changeTable(ctx, before, after);
  ctx.audit({ subject: SUBJECT, subjectId: after.table, before, after });
  ctx.message('model.saved', { name: after.table });
  return { table: after.table };
}

/** @param confirm the table's name, said again by whoever wants rows to go with it; one that is gone already is no mistake */
export async function dropTable(ctx: Ctx, name: string, confirm: string): Promise<{ readonly table: string }> {
  ctx.audit({ subject: SUBJECT, subjectId: name });
  ctx.message('model.removed', { name });
  if (!isSiteName(name)) throw tableMissing(name);
  if (!(await siteTableOf(ctx, name))) return { table: name };
  const before = await lockTable(ctx, name);
  await assertNoCopy(ctx, name);
  if (confirm !== name && (await hasRows(ownPlace(ctx), name))) throw new AppError('data.table-has-rows', { params: { name } });
  await ctx.service(siteTables).change(`drop ${name}`, [dropStatement(name)]);
  ctx.audit({ subject: SUBJECT, subjectId: name, before, after: null });
  return { table: name };
}
