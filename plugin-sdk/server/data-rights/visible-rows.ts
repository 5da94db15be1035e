import type { RawBuilder, SqlBool } from 'kysely';
import type { DataRights } from '../../contract/index.ts';
import type { Log, RequestContext, RowsUser } from '../context.ts';
import type { DataModel } from './data-model.ts';
import { rowRule } from './row-rule.ts';
import { ruleSql } from './row-sql.ts';

interface CallerOfRows extends Pick<RequestContext<never>, 'dataScope'> {
  readonly user: RowsUser;
}

/** What the caller may see of a menu's data, to hand on to the plugin that owns the rows. */
export const dataRights = (ctx: CallerOfRows, menu: string): DataRights => ({
  menu,
  userId: ctx.user.userId,
  orgId: ctx.user.orgId,
  orgIds: ctx.user.orgIds,
  scope: ctx.dataScope(menu),
});

/** Schemes that were complained about; they stay the same objects until rights change. */
const complained = new WeakMap<object, Set<string>>();

function complainOnce(log: Log, rights: DataRights, problem: { reason: string; field: string; op: string }): void {
  const owner = rights.scope.kind === 'schemes' ? rights.scope.conditions[0] : undefined;
  const key = `${rights.menu}/${problem.reason}/${problem.field}/${problem.op}`;
  if (typeof owner === 'object' && owner !== null) {
    const told = complained.get(owner) ?? new Set();
    if (told.has(key)) return;
    complained.set(owner, told.add(key));
  }
  log.warn({ menu: rights.menu, userId: rights.userId, ...problem }, 'a comparison of a data scheme lets nothing through');
}

/**
 * Condition "the caller may see this row": always within the caller's organisations, and where the menu's data is authorised only what a
 * granted scheme lets through; no scheme, no rows. Put it into every query that reads or changes rows of the model; a row that is hidden
 * is answered like one that does not exist.
 *
 * ```ts
 * ctx.db.selectFrom('his.visit as v').select(['v.id']).where(visibleRows(ctx, visitModel, { alias: 'v' }))
 * ```
 *
 * A model without `orgColumn` leaves the organisations to the query.
 *
 * @param options.alias name of the model's table in the query
 * @param options.rights of the caller, where the model's owner is asked by another plugin (`dataRights`)
 */
export function visibleRows(
  ctx: Pick<RequestContext<never>, 'log'> & Partial<CallerOfRows>,
  model: DataModel,
  options: { readonly alias?: string; readonly rights?: DataRights } = {},
): RawBuilder<SqlBool> {
  const rights = options.rights ?? callersRights(ctx, model.menu);
  const rule = rowRule(model, rights, (problem) => complainOnce(ctx.log, rights, problem));
  return ruleSql(rule, { orgColumn: model.orgColumn, orgIds: rights.orgIds }, options.alias);
}

/**
 * True when no data scheme hides any row of the caller's organisations; for acts over all of them.
 * @param rights of the caller, where the model's owner is asked by another plugin
 */
export const seesAllRows = (
  ctx: Pick<RequestContext<never>, 'log'> & Partial<CallerOfRows>,
  model: DataModel,
  rights: DataRights = callersRights(ctx, model.menu),
): boolean => rowRule(model, rights, (problem) => complainOnce(ctx.log, rights, problem)) === 'all';

function callersRights({ user, dataScope }: Partial<CallerOfRows>, menu: string): DataRights {
  if (!user || !dataScope) throw new TypeError(`whose rows of ${menu}? Outside a call hand in the rights of the caller`);
  return dataRights({ user, dataScope }, menu);
}
