import type { AnyRecord } from '../../../contract/record/index.ts';
import type { ColumnDef } from '../../table/column.ts';

/** Columns behind members that every row has. */
const FRAME_COLUMNS: Readonly<Record<string, string>> = { creatorTime: 'createdAt', lastModifyTime: 'updatedAt' };

type Defs = Readonly<Record<string, Pick<ColumnDef, 'sources'>>>;

/** Key of the column that a field, or a member of every row, stands in. */
export const columnOfMember = ({ fields }: Pick<AnyRecord, 'fields'>, name: string): string =>
  FRAME_COLUMNS[name] ?? fields.find((field) => field.name === name)?.column ?? name;

/** Key of the column that rows are sorted by: texts as people read them where the table keeps their initials. */
export function sortedColumn(record: Pick<AnyRecord, 'fields'>, defs: Defs, name: string): string {
  const column = columnOfMember(record, name);
  return defs.pinyin?.sources?.includes(column) ? 'pinyin' : column;
}

/**
 * Keys of the columns that the list of a record is sorted by, each once: those that one can ask for, and the usual one. A list that comes whole is never paged
 * and has none; a tree comes in its own order.
 */
export function listOrders(record: AnyRecord, defs: Defs): string[] {
  if (record.whole) return [];
  const names = record.tree ? record.sort : [...record.sort, record.order[0]];
  return [...new Set(names.map((name) => sortedColumn(record, defs, name)))];
}
