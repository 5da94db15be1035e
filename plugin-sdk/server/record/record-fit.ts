import { type AnyRecord, findingText, type RecordField, type RecordFinding } from '../../contract/record/index.ts';
import type { ColumnDef } from '../table/column.ts';
import type { EngineFieldCode } from './record-rows.ts';

/** Kinds whose most is no length of the column: characters of a text inside of JSON, files. */
const COUNTED: readonly string[] = ['richText', 'files', 'images'];

/** What of a table a record needs to fit. */
export interface FittingTable {
  readonly name: string;
  readonly defs: Readonly<Record<string, ColumnDef & { readonly physical: string }>>;
  readonly options: { readonly unique?: Readonly<Record<string, readonly string[]>> };
}

/** Columns that a unique index holds with the key of an import, so that rows are found within them; undefined: no index holds the key. */
export const keyScope = ({ options }: Pick<FittingTable, 'options'>, key: string): readonly string[] | undefined =>
  Object.values(options.unique ?? {})
    .filter((columns) => columns.includes(key))
    .map((columns) => columns.filter((column) => column !== key))
    .sort((a, b) => a.length - b.length)[0];

/**
 * Refuses a record that its table cannot hold, when the plugin is loaded.
 * @param code of fields that no single column holds
 * @param keeps whether code says who may change a shared list
 * @throws TypeError with a line for each finding
 */
export function assertFits(record: AnyRecord, table: FittingTable, code: Readonly<Record<string, EngineFieldCode>>, keeps = record.shared): void {
  const findings = record.fields.flatMap((field) => fieldFindings(field, table, field.name in code));
  findings.push(...exchangeFindings(record, table, code));
  findings.push(...searchFindings(record, table));
  findings.push(...totalFindings(record, code));
  if (record.shared !== keeps)
    findings.push({
      number: 'REC-065',
      where: 'list.shared',
      what: record.shared ? 'give "keeps" in its code: who may change it?' : 'its code has "keeps", which counts for a shared list alone',
    });
  if (findings.length > 0) throw new TypeError(findings.map((finding) => findingText(record.name, finding)).join('\n'));
}

/** A sum is made in the database, of a column. */
const totalFindings = ({ totals }: AnyRecord, code: Readonly<Record<string, EngineFieldCode>>): RecordFinding[] =>
  totals
    .filter((name) => name in code)
    .map((name) => ({ number: 'REC-089', where: `list.totals "${name}"`, what: 'code reads it, and a sum is made of a column' }));

/** What the search box says it looks into must be what the search pieces are made of. */
function searchFindings({ keyword, fields }: AnyRecord, { name: table, defs }: FittingTable): RecordFinding[] {
  if (!defs.searchGrams) return [{ number: 'REC-044', where: 'list', what: `${table} has no search pieces (column.grams): its list could not be searched` }];
  const { sources = [] } = defs.searchGrams;
  const found = fields.filter(({ withheld, column }) => withheld && sources.some((source) => source === column || source.startsWith(`${column}.`)));
  if (found.length > 0)
    return found.map(({ name, column }) => ({
      number: 'REC-095' as const,
      where: `fields.${name}.withheld`,
      what: `the search pieces of ${table} hold "${column}": whoever does not see it would find rows by it`,
    }));
  const unsearched = fields.filter(({ name, column }) => keyword.includes(name) && !sources.includes(column));
  return unsearched.map(({ name, column }) => ({
    number: 'REC-048',
    where: `list.keyword "${name}"`,
    what: `the search pieces of ${table} do not hold "${column}"`,
  }));
}

/** What keeps a column of the table from holding the field. */
export function fieldFindings(
  { name, column, kind, of, max, min, required, initial, decimals, cells, choices = [] }: RecordField,
  { name: table, defs }: FittingTable,
  byCode: boolean,
): RecordFinding[] {
  const where = `fields.${name}`;
  const def = defs[column];
  if (byCode || cells || of.derived) return [];
  if (of.columns.length === 0) return [{ number: 'REC-040', where, what: `no column holds a field of kind ${kind}: give code for it (fields.${name})` }];
  if (!def) return [{ number: 'REC-041', where, what: `${table} has no column "${column}"` }];
  if (!of.columns.includes(def.kind)) return [{ number: 'REC-042', where, what: `a column of kind ${def.kind} does not hold a field of kind ${kind}` }];
  if (def.nullable && of.blank === undefined)
    return [{ number: 'REC-050', where, what: `column "${column}" of ${table} may be null, and a field of kind ${kind} always has a value` }];
  if (of.blank !== undefined && !required && initial === undefined && !def.nullable)
    return [{ number: 'REC-049', where, what: `it may be left out, and column "${column}" of ${table} cannot be null` }];
  const { maxLength, minimum, maximum, scale, choices: taken } = def.limits;
  if (def.kind === 'choice') {
    const wrong = max === undefined ? [...choices.map(({ value }) => value), ...(required ? [] : [''])].find((value) => !taken?.includes(value)) : '…';
    return wrong === undefined ? [] : [{ number: 'REC-064', where, what: `column "${column}" of ${table} does not take "${wrong}"` }];
  }
  if ((decimals ?? 0) > (scale ?? Number.POSITIVE_INFINITY))
    return [{ number: 'REC-043', where, what: `more decimals than column "${column}" of ${table} holds` }];
  const counted = COUNTED.includes(kind) || of.plugin !== undefined;
  const beyond = !counted && ((max ?? 0) > (maxLength ?? maximum ?? Number.POSITIVE_INFINITY) || (min ?? 0) < (minimum ?? Number.NEGATIVE_INFINITY));
  return beyond ? [{ number: 'REC-043', where, what: `more than column "${column}" of ${table} holds` }] : [];
}

/** What export and import need of the code and of the table. */
function exchangeFindings({ fields, acts }: AnyRecord, table: FittingTable, code: Readonly<Record<string, EngineFieldCode>>): RecordFinding[] {
  const findings: RecordFinding[] = [];
  if (!acts.export && !acts.import) return findings;
  for (const { name } of fields.filter((field) => field.name in code)) {
    const needed = (['text', 'parse'] as const).filter((call) => (call === 'text' || acts.import) && !code[name]?.[call]);
    for (const call of needed) findings.push({ number: 'REC-046', where: `fields.${name}`, what: `its code needs "${call}": a workbook shows texts` });
  }
  const { import: imported } = acts;
  if (!imported) return findings;
  const key = fields.find(({ name }) => name === imported.key);
  if (!key || key.name in code || !keyScope(table, key.column))
    findings.push({ number: 'REC-047', where: 'acts.import.key', what: `no unique index of ${table.name} holds "${imported.key}", so it finds no single row` });
  return findings;
}
