import { type AnyRecord, findingText, type RecordField, type RecordFinding } from '../../../contract/record/index.ts';
import type { ColumnDef } from '../../table/column.ts';
import { fieldFindings, type FittingTable } from '../record-fit.ts';

/** Key of the column that keeps the order of lines: `lineNo: column.int(1, MAX_LINES)`. */
export const LINE_ORDER = 'lineNo';

/** A table of lines as `serveRecord` is given it. */
export type LineTable = FittingTable;

/** Key of the column that names the row which a line belongs to: the one reference to its table. */
export const ownerColumn = ({ defs }: Pick<LineTable, 'defs'>, owner: string): string | undefined => {
  const naming = Object.entries(defs).filter(([, { references }]) => references === owner);
  return naming.length === 1 ? naming[0]?.[0] : undefined;
};

/**
 * Refuses tables that cannot hold the lines of a record, when the plugin is loaded.
 * @param byCode names of fields that code reads and writes
 * @throws TypeError with a line `REC-…` for each finding
 */
export function assertLinesFit(
  record: AnyRecord,
  owner: Pick<FittingTable, 'name'>,
  tables: Readonly<Record<string, LineTable | undefined>>,
  byCode: readonly string[],
): void {
  const fields = record.fields.filter(({ cells }) => cells);
  const findings = [
    ...fields.flatMap((field) => findingsOf(field, owner, tables[field.name], byCode)),
    ...Object.keys(tables)
      .filter((name) => !fields.some((field) => field.name === name))
      .map((name): RecordFinding => ({ number: 'REC-086', where: `lines.${name}`, what: 'the record has no lines of this name' })),
  ];
  if (findings.length > 0) throw new TypeError(findings.map((finding) => findingText(record.name, finding)).join('\n'));
}

function findingsOf(field: RecordField, owner: Pick<FittingTable, 'name'>, table: LineTable | undefined, byCode: readonly string[]): RecordFinding[] {
  const { name, cells = [], max = 1 } = field;
  const where = `fields.${name}`;
  const found = (what: string): RecordFinding => ({ number: 'REC-087', where, what });
  if (byCode.includes(name)) return [found('the engine itself reads and writes lines: leave it out of the code of fields')];
  if (!table) return [found(`its lines need a table: lines: { ${name}: … } of serveRecord`)];
  const { name: child, defs, options } = table;
  const own: readonly string[] = ['createdAt', 'updatedAt', 'version', 'deletedAt'];
  const parent = ownerColumn(table, owner.name);
  const order = defs[LINE_ORDER];
  const findings = cells.flatMap((cell) => fieldFindings(cell, table, false)).map(({ number, where: at, what }) => ({ number, where: `${where}.${at}`, what }));
  if (parent === undefined) findings.push(found(`${child} needs one reference to its row: column.ref('${owner.name}')`));
  if (order?.kind !== 'int' || order.nullable || (order.limits.minimum ?? 0) > 1 || (order.limits.maximum ?? 0) < max)
    findings.push(found(`${child} needs ${LINE_ORDER}: column.int(1, ${max}), which keeps the order`));
  for (const key of ['id', ...own]) if (!defs[key]) findings.push(found(`${child} has no column ${key}; spread \`kept\``));
  const known = ['id', ...own, LINE_ORDER, ...(parent === undefined ? [] : [parent]), ...cells.map(({ column }) => column)];
  for (const [key, def] of Object.entries(defs))
    if (!known.includes(key) && !canBeLeft(def)) findings.push(found(`column "${key}" of ${child} is no cell of its lines, and cannot be left empty`));
  for (const [index, keys] of Object.entries(options.unique ?? {}))
    if (keys.includes(LINE_ORDER)) findings.push(found(`${index} holds ${LINE_ORDER}: lines that change places would meet`));
  return findings;
}

/** Search pieces and initials are made by the table. */
const canBeLeft = ({ nullable, kind }: ColumnDef): boolean => nullable || kind === 'grams' || kind === 'letters' || kind === 'initials';
