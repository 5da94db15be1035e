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
 * @param conditions on rows (alias `row`): only those that meet all of them are ranked, with what stands above them, which places and levels hang on. The table
 * holds the entries of all dictionaries, say, of which a list shows one.
 * @param first how many rows from the top are wanted; left out: all. Of every row's brothers only so many are placed: each before them has a row of its own in the
 * list, or one below it, so that none further back is among the first.
 */
export function treeRows(
  ctx: Ctx,
  table: EngineTable,
  parent: string,
  [order, direction]: readonly [column: string, direction: 'asc' | 'desc'],
  conditions: readonly RawBuilder<SqlBool>[] = [],
  first?: number,
) {
  const columns = (alias: string) => sql`${at(alias, 'id')}, ${at(alias, parent)}, ${at(alias, order)}`;
  const seen =
    conditions.length === 0
      ? sql`seen (id, parent, rank) as (select ${columns('row')} from ${table.as(ctx, 'row')})`
      : sql`found (id, parent, rank) as (select ${columns('row')} from ${table.as(ctx, 'row')} where ${sql.join(conditions, sql` and `)}),
    higher (id, parent, rank) as (
      select ${columns('one')} from ${table.as(ctx, 'one')} where ${at('one', 'id')} in (select parent from found except select id from found)
      union
      select ${columns('above')} from ${table.as(ctx, 'above')} inner join higher on ${at('above', 'id')} = higher.parent
    ), seen (id, parent, rank) as (
      select id, parent, rank from found union all select id, parent, rank from higher where not exists (select from found where found.id = higher.id)
    )`;
  return sql<{ readonly id: string; readonly path: readonly string[]; readonly level: number }>`(
    with recursive ${seen}, ${first === undefined ? wholeTree(direction) : topOfTree(direction, first)} select id, path, level from tree)`;
}

const places = (direction: 'asc' | 'desc', alias: string) => sql.raw(`${alias}rank ${direction}, ${alias}id ${direction}`);

/** Every row has its place; one sort for all of them. */
const wholeTree = (direction: 'asc' | 'desc') => sql`ranked (id, parent, place) as (
      select id, parent, row_number() over (order by ${places(direction, '')}) from seen
    ), tree (id, path, level) as (
      select top.id, array[top.place], 1 from ranked as top where not exists (select from ranked as above where above.id = top.parent)
      union all
      select below.id, tree.path || below.place, tree.level + 1 from ranked as below inner join tree on below.parent = tree.id
    )`;

/** So many of the topmost rows, and so many of those below each: a page of 20,000 rows sorts some hundreds. */
const topOfTree = (direction: 'asc' | 'desc', first: number) => sql`tree (id, path, level) as (
      (select top.id, array[row_number() over (order by ${places(direction, 'top.')})], 1 from seen as top
        where not exists (select from seen as above where above.id = top.parent) order by ${places(direction, 'top.')} limit ${first})
      union all
      select id, above || place, level from (
        select below.id, tree.path as above, tree.level + 1 as level,
          row_number() over (partition by below.parent order by ${places(direction, 'below.')}) as place
        from seen as below inner join tree on below.parent = tree.id
      ) as step where place <= ${first}
    )`;

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
