import { isFlaw, readShape, type SaidColumn, type ShapeFlaw, type SiteTable } from './table-shape.ts';

/** Says what a file is; files of other kinds are refused. */
const KIND = 'nephra-site-table';
const FORMAT = 1;

/** The shape of a table as a file: columns as calls name them (wire facts 15, DataModel), and no rows. */
export const tableFileText = ({ table, tableName, columns }: SiteTable): string =>
  `${JSON.stringify(
    {
      kind: KIND,
      format: FORMAT,
      tableInfo: { table, tableName },
      tableFieldList: columns.map(({ allowNull, primaryKey, ...column }) => ({ ...column, allowNull: allowNull ? 1 : 0, primaryKey: primaryKey ? 1 : 0 })),
    },
    null,
    1,
  )}\n`;

type Given = Readonly<Record<string, unknown>>;
const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const markOf = (value: unknown): 0 | 1 => (value === 1 ? 1 : 0);

function saidColumn(value: unknown): SaidColumn {
  const given = isGiven(value) ? value : {};
  return {
    field: textOf(given.field),
    fieldName: textOf(given.fieldName),
    dataType: textOf(given.dataType),
    dataLength: textOf(given.dataLength),
    allowNull: markOf(given.allowNull),
    primaryKey: markOf(given.primaryKey),
  };
}

const flaw = (key: string): ShapeFlaw => ({ key, path: 'file', params: {} });

/**
 * @param limits of a call that makes a table, which a file does not pass
 * @returns the table, or the first thing that is wrong with the file
 */
export function readTableFile(text: string, { maxColumns, maxComment }: { readonly maxColumns: number; readonly maxComment: number }): SiteTable | ShapeFlaw {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return flaw('table-file-unreadable');
  }
  if (!isGiven(given) || given.kind !== KIND || given.format !== FORMAT || !isGiven(given.tableInfo) || !Array.isArray(given.tableFieldList))
    return flaw('table-file-other');
  const columns = given.tableFieldList.map(saidColumn);
  const tableName = textOf(given.tableInfo.tableName);
  const longest = Math.max(tableName.length, ...columns.map(({ fieldName = '' }) => fieldName.length));
  if (columns.length > maxColumns || longest > maxComment) return flaw('table-file-large');
  const read = readShape(textOf(given.tableInfo.table), tableName, columns);
  return isFlaw(read) ? { ...read, path: 'file' } : read;
}
