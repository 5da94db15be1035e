import type { CompiledQuery, DeleteResult, InsertResult, Kysely, MergeResult, UpdateResult } from 'kysely';

/** Stands in a statement for a value that is known only when it is run. */
class Slot {
  constructor(readonly name: string) {}
}

/** The value of this name, wherever a statement takes a value as a parameter. It can only be handed to the query builder: it is no text, number or list. */
export type Given<Values extends object> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/** What can be compiled: a query of the builder or `` sql`…` ``. */
interface Statement<DB, Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>;
}

type Written = InsertResult | UpdateResult | DeleteResult | MergeResult;
/** A write answers rows only when it asks for them. */
type RowsOf<Row> = Row extends Written ? never : Row;

/** Runs the statement with these values. */
export type Prepared<DB, Values extends object, Row> = (db: Kysely<DB>, values: Values) => Promise<RowsOf<Row>[]>;

/**
 * A statement that is built and compiled once, at its first use, and then only filled with values: building a statement of fifty columns takes longer
 * than sending it. For statements of one shape that run often; one whose shape hangs on its caller (data rights, filters) is built for each call.
 *
 * ```ts
 * const visitOf = prepared((db: Kysely<Tables>, given: Given<{ id: string; orgIds: readonly string[] }>) =>
 *   db.selectFrom('his.visit').select(['id', 'day']).where('id', '=', given('id')).where(sql<boolean>`org_id = any(${given('orgIds')})`));
 * const [visit] = await visitOf(ctx.db, { id, orgIds });
 * ```
 *
 * A list is one parameter here (`= any(…)`); where rows are found by it, `preparedFor` is quicker. All `db` that it is run with must write table
 * names in the same way.
 */
export function prepared<DB, Values extends object, Row>(build: (db: Kysely<DB>, given: Given<Values>) => Statement<DB, Row>): Prepared<DB, Values, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  const given = ((name: string) => new Slot(name)) as unknown as Given<Values>;
  return async (db, values) => {
    compiled ??= build(db, given).compile(db);
    const parameters = compiled.parameters.map((one) => (one instanceof Slot ? values[one.name as keyof Values] : one));
    const { rows } = await db.executeQuery({ ...compiled, parameters });
    return rows as RowsOf<Row>[];
  };
}

/**
 * The same for a statement with a list after `in`, prepared for lists of 1, 2, 4, 8 … items: a shorter list is filled up with its last item. PostgreSQL plans
 * `= any($1)` anew for each run, since it cannot know how long the list will be; that takes longer than finding the rows.
 *
 * ```ts
 * const visitsOf = preparedFor((db: Kysely<Tables>, ids: readonly string[], given: Given<{ orgId: string }>) =>
 *   db.selectFrom('his.visit').select(['id', 'day']).where('id', 'in', ids).where('org_id', '=', given('orgId')));
 * const visits = await visitsOf(ctx.db, ids, { orgId });
 * ```
 *
 * @throws RangeError when it is run with an empty list
 */
export function preparedFor<DB, Item, Values extends object, Row>(
  build: (db: Kysely<DB>, items: readonly Item[], given: Given<Values>) => Statement<DB, Row>,
): (db: Kysely<DB>, items: readonly Item[], values: Values) => Promise<RowsOf<Row>[]> {
  const byLength = new Map<number, Prepared<DB, Values & Record<string, Item>, Row>>();
  return async (db, items, values) => {
    if (items.length === 0) throw new RangeError('a statement over a list needs an item');
    const length = 2 ** Math.ceil(Math.log2(items.length));
    let run = byLength.get(length);
    if (!run) {
      run = prepared((own: Kysely<DB>, given: Given<Values & Record<string, Item>>) =>
        build(
          own,
          Array.from({ length }, (_, at) => given(String(at)) as Item),
          given as unknown as Given<Values>,
        ),
      );
      byLength.set(length, run);
    }
    const filled = Array.from({ length }, (_, at) => [String(at), items[Math.min(at, items.length - 1)]] as const);
    return await run(db, { ...values, ...(Object.fromEntries(filled) as Record<string, Item>) });
  };
}
