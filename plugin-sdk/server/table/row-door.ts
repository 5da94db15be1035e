import { type AliasedExpression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { visibleRows } from '../data-rights/visible-rows.ts';
import type { Definition } from './table-definition.ts';
import type { ReadContext } from './table-types.ts';

/** Name of the table inside its own statement. */
export const STORED = 'stored';

/** Which rows a call may meet; undefined: all that there are. */
export type Door<Ctx> = (ctx: Ctx) => RawBuilder<SqlBool> | undefined;

/** Live rows of the caller's organisations, as far as the caller's data rights reach. */
export function rowDoor({ columns, options, dataModel }: Definition): Door<ReadContext> {
  const { scope = 'organisation', administratorsSeeAll = false, menu } = options;
  const live = liveRows(columns);
  return (ctx) => {
    const conditions = live ? [live] : [];
    if (typeof scope === 'function') conditions.push(scope(ctx, STORED));
    if (dataModel && !(administratorsSeeAll && ctx.user.isAdministrator)) conditions.push(rightsOf(ctx, menu)(dataModel));
    return conditions.length === 0 ? undefined : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };
}

/**
 * Scope of rows that have no organisation of their own: whoever sees their owner sees them.
 * `defineTable('beds.bed', { wardId: column.ref('beds.ward'), … }, { scope: ownedBy(wardTable, 'ward_id') })`
 * @param column that holds the owner's id, by its name in the database
 */
export const ownedBy =
  (owner: { as(ctx: ReadContext, alias: 'owner'): AliasedExpression<{ readonly id: unknown }, 'owner'> }, column: string) =>
  (ctx: ReadContext, alias: string): RawBuilder<SqlBool> =>
    sql<SqlBool>`exists (select from ${owner.as(ctx, 'owner')} where "owner"."id" = ${sql.ref(`${alias}.${column}`)})`;

/**
 * Scope of rows that no caller reads by a right to rows: secrets, leases, links, what the installation keeps for itself. The door shows none, and whoever
 * reads says why with `everywhere`. `defineTable('beds.gate_code', { … }, { rowsStay: true, scope: closedDoor })`
 */
export const closedDoor = (): RawBuilder<SqlBool> => sql<SqlBool>`false`;

/** Rows of a table without a menu are narrowed by the organisations alone. */
const rightsOf =
  (ctx: ReadContext, menu: string | undefined) =>
  (model: NonNullable<Definition['dataModel']>): RawBuilder<SqlBool> => {
    if (menu !== undefined) return visibleRows(ctx, model, { alias: STORED });
    const { userId, orgId, orgIds } = ctx.user;
    return visibleRows(ctx, model, { alias: STORED, rights: { menu: '', userId, orgId, orgIds, scope: { kind: 'organisation' } } });
  };

/** Undefined where rows are never deleted. */
export const liveRows = ({ deletedAt }: Definition['columns']): RawBuilder<SqlBool> | undefined =>
  deletedAt && sql<SqlBool>`${sql.ref(`${STORED}.${deletedAt.physical}`)} is null`;
