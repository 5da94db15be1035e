import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx, EngineTable } from '../record-rows.ts';

/** Column of a table by its key, under an alias. */
const at = (alias: string, key: string) => sql.ref(`${alias}.${key}`);

/**
 * Condition on rows (alias `row`): the row of this id, or below it. Only rows that the caller sees lead further down.
 * @param parent key of the column that holds the row above
 */
export function inBranch(ctx: Ctx, table: EngineTable, parent: string, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${at('row', 'id')} in (
    with recursive branch (id) as (
      select ${at('top', 'id')} from ${table.as(ctx, 'top')} where ${at('top', 'id')} = ${id}
      union
      select ${at('below', 'id')} from ${table.as(ctx, 'below')} inner join branch on ${at('below', parent)} = branch.id
    ) select id from branch)`;
}

/**
 * The caller's rows in the order of their tree, as `id`, `path` and `level`: each below the row above it, brothers in the order of the list. What stands below a
 * row that the caller does not see stands at the top.
 */
export function treeRows(ctx: Ctx, table: EngineTable, parent: string, [order, direction]: readonly [column: string, direction: 'asc' | 'desc']) {
  return sql<{ readonly id: string; readonly path: readonly string[]; readonly level: number }>`(
    with recursive ranked (id, parent, place) as (
      select ${at('one', 'id')}, ${at('one', parent)}, row_number() over (order by ${at('one', order)} ${sql.raw(direction)}, ${at('one', 'id')} ${sql.raw(direction)})
      from ${table.as(ctx, 'one')}
    ), tree (id, path, level) as (
      select top.id, array[top.place], 1 from ranked as top where top.parent is null or not exists (select 1 from ranked as above where above.id = top.parent)
      union all
      select below.id, tree.path || below.place, tree.level + 1 from ranked as below inner join tree on below.parent = tree.id
    ) select id, path, level from tree)`;
}

const WHOLE_TREE = 'where a row may stand is a matter of the whole tree; nobody is told of what is hidden';

/** Ids from this row up to the top, whoever sees them. */
export async function pathUp(ctx: Ctx, table: EngineTable, parent: string, id: string): Promise<readonly string[]> {
  const rows = table.everywhere(ctx, WHOLE_TREE, 'one');
  const { rows: path } = await sql<{ readonly id: string }>`
    with recursive up (id, parent) as (
      select ${at('one', 'id')}, ${at('one', parent)} from ${rows} as one where ${at('one', 'id')} = ${id}
      union
      select ${at('above', 'id')}, ${at('above', parent)} from ${rows} as above inner join up on ${at('above', 'id')} = up.parent
    ) select id from up`.execute(ctx.db as never);
  return path.map((row) => row.id);
}

/** Levels from this row down to the lowest below it, itself counted, whoever sees them. */
export async function heightOf(ctx: Ctx, table: EngineTable, parent: string, id: string): Promise<number> {
  const rows = table.everywhere(ctx, WHOLE_TREE, 'one');
  const { rows: found } = await sql<{ readonly height: number }>`
    with recursive down (id, level) as (
      select ${at('one', 'id')}, 1 from ${rows} as one where ${at('one', 'id')} = ${id}
      union
      select ${at('below', 'id')}, down.level + 1 from ${rows} as below inner join down on ${at('below', parent)} = down.id where down.level < ${MAX_LEVELS}
    ) select max(level)::int as height from down`.execute(ctx.db as never);
  return found[0]?.height ?? 1;
}

/** No tree is deeper; one that somebody made into a ring by hand ends here. */
const MAX_LEVELS = 64;
