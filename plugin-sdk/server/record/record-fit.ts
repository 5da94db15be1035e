import { type AnyRecord, findingText, type RecordField, type RecordFinding } from '../../contract/record/index.ts';
import type { ColumnDef } from '../table/column.ts';

/** Kinds whose most is no length of the column: characters of a text inside of JSON, files. */
const COUNTED: readonly string[] = ['richText', 'files', 'images'];

/** What of a table a record needs to fit. */
export interface FittingTable {
  readonly name: string;
  readonly defs: Readonly<Record<string, ColumnDef & { readonly physical: string }>>;
}

/**
 * Refuses a record that its table cannot hold, when the plugin is loaded.
 * @param byCode fields that code reads and writes
 * @throws TypeError with a line for each finding
 */
export function assertFits(record: AnyRecord, table: FittingTable, byCode: readonly string[]): void {
  const findings = record.fields.flatMap((field) => fieldFindings(field, table, byCode.includes(field.name)));
  findings.push(...searchFindings(record, table));
  if (findings.length > 0) throw new TypeError(findings.map((finding) => findingText(record.name, finding)).join('\n'));
}

/** What the search box says it looks into must be what the search pieces are made of. */
function searchFindings({ keyword, fields }: AnyRecord, { name: table, defs }: FittingTable): RecordFinding[] {
  if (!defs.searchGrams) return [{ number: 'REC-044', where: 'list', what: `${table} has no search pieces (column.grams): its list could not be searched` }];
  const { sources = [] } = defs.searchGrams;
  const unsearched = fields.filter(({ name, column }) => keyword.includes(name) && !sources.includes(column));
  return unsearched.map(({ name, column }) => ({
    number: 'REC-046',
    where: `list.keyword "${name}"`,
    what: `the search pieces of ${table} do not hold "${column}"`,
  }));
}

function fieldFindings(
  { name, column, kind, of, max, min, required, initial, decimals }: RecordField,
  { name: table, defs }: FittingTable,
  byCode: boolean,
): RecordFinding[] {
  const where = `fields.${name}`;
  const def = defs[column];
  if (byCode) return [];
  if (of.columns.length === 0) return [{ number: 'REC-040', where, what: `no column holds a field of kind ${kind}: give code for it (fields.${name})` }];
  if (!def) return [{ number: 'REC-041', where, what: `${table} has no column "${column}"` }];
  if (!of.columns.includes(def.kind)) return [{ number: 'REC-042', where, what: `a column of kind ${def.kind} does not hold a field of kind ${kind}` }];
  if (of.blank !== undefined && !required && initial === undefined && !def.nullable)
    return [{ number: 'REC-047', where, what: `it may be left out, and column "${column}" of ${table} cannot be null` }];
  const { maxLength, minimum, maximum, scale } = def.limits;
  if ((decimals ?? 0) > (scale ?? Number.POSITIVE_INFINITY))
    return [{ number: 'REC-043', where, what: `more decimals than column "${column}" of ${table} holds` }];
  const counted = COUNTED.includes(kind);
  const beyond = !counted && ((max ?? 0) > (maxLength ?? maximum ?? Number.POSITIVE_INFINITY) || (min ?? 0) < (minimum ?? Number.NEGATIVE_INFINITY));
  return beyond ? [{ number: 'REC-043', where, what: `more than column "${column}" of ${table} holds` }] : [];
}
