import { listOrders } from '../server/record/order/list-orders.ts';
import type { Columns, Table } from '../server/index.ts';

/** An index as migrations write it, or as the database has it. */
export interface PlainIndex {
  /** Names, or expressions: `lower(account)`. */
  readonly columns: readonly string[];
  /** Condition of a partial index. */
  readonly condition: string | null;
  readonly unique: boolean;
}

/** Columns of an order of the list, by their names in the database: the id settles equal rows, as in the statements of lists. */
type Order = readonly [column: string, id: 'id'];

const ordersOf = ({ defs, options }: Table<Columns>): Order[] =>
  options.list ? listOrders(options.list, defs).map((key) => [defs[key]?.physical ?? key, 'id']) : [];

/** Statements of a migration for the orders of the list of a table (`list` of `defineTable`) that no index walks; either way: an index is read from both ends. */
export function missingOrderSql(table: Table<Columns>, indexes: readonly PlainIndex[]): string[] {
  const [schema, name] = table.name.split('.');
  const live = table.options.rowsStay ? undefined : `${table.defs.deletedAt?.physical} is null`;
  const walks = ({ columns, condition, unique }: PlainIndex, order: Order): boolean =>
    (condition === null || conditionText(condition) === live) &&
    ((unique && columns.length === 1 && columns[0] === order[0]) || order.every((column, at) => columns[at] === column));
  return ordersOf(table)
    .filter((order) => !indexes.some((index) => walks(index, order)))
    .map(([column, id]) => `create index ${name}_by_${column}_idx on ${schema}.${name} (${column}, ${id})${live === undefined ? '' : ` where ${live}`};`);
}

/** `(deleted_at IS NULL)` → `deleted_at is null` */
const conditionText = (condition: string): string => condition.replace(/^\((.*)\)$/, '$1').toLowerCase();
