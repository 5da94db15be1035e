import type { AnyRecord, Field, FieldsOf } from '../../../contract/record/index.ts';
import type { Column } from '../../table/column.ts';
import { columnOf } from '../field-columns.ts';

/** Columns of the cells of lines, each in the three forms of its kind. */
export type LineColumns<F> = { readonly [K in keyof F]: F[K] extends Field<infer Wire, infer Value, infer Db> ? Column<Db, Value, Wire> : never };

/**
 * Columns of the table of lines for its cells, as `fieldColumns` makes them for the table of the record:
 *
 * ```ts
 * export const wardBedTable = defineTable('beds.ward_bed', {
 *   id: column.id(), wardId: column.ref('beds.ward'), lineNo: column.int(1, 60), ...lineColumns(ward, 'beds'), ...kept,
 * }, { scope: ownedBy(wardTable, 'ward_id') });
 * ```
 *
 * @param name of a field of kind `lines`
 * @throws TypeError for a cell whose column has another name: declare the columns by hand then
 */
export function lineColumns<R extends AnyRecord, const K extends keyof FieldsOf<R> & string>(record: R, name: K): LineColumns<FieldsOf<R>[K]['~value']> {
  const cells = record.fields.find((field) => field.name === name)?.cells;
  if (!cells) throw new TypeError(`${record.name} fields.${name}: it has no lines`);
  // Keys and kinds of columns are those that the cells' types say.
  return Object.fromEntries(cells.map((cell) => [cell.name, columnOf(`${record.name} fields.${name}`, cell)])) as LineColumns<FieldsOf<R>[K]['~value']>;
}
