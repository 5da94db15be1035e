import { checkFieldConditions } from './check-conditions.ts';
import { nearestName } from './nearest-name.ts';
import { expressionType } from '../expression/field-values.ts';
import type { KindLookup } from '../kinds/plugin-kind.ts';
import type { FieldDocument, RecordDocument } from '../record-document.ts';
import { LINE_KINDS, MAX_LINES } from '../lines/line-kinds.ts';

/** Members of a field that say nothing of lines. */
const NOT_OF_LINES = ['initial', 'column', 'numbered', 'fixed', 'narrow'] as const;
/** Lines are judged each by its own id, apart from the values that conditions settle. */
const NOT_YET_OF_LINES = ['when', 'value'] as const;
/** Members of a cell that the grid of lines has no room for, or that are a matter of whole rows. */
const NOT_OF_CELLS = ['span', 'help', 'numbered', 'fixed', 'narrow', 'withheld'] as const;

type Report = (number: `REC-${string}`, where: string, what: string) => void;
/** What is wrong with a member by itself, as for every field. */
type CheckMember = (name: string, field: FieldDocument, where: string) => void;

/** Fields whose values are lines of a table of their own. */
export function checkLines({ fields, list, form, acts }: RecordDocument, report: Report, checkMember: CheckMember, kindOf: KindLookup): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'lines') continue;
    const where = `fields.${name}`;
    for (const option of NOT_OF_LINES)
      if (field[option] !== undefined) report('REC-080', `${where}.${option}`, 'its lines stand in a table of their own, and a new row has none');
    for (const option of NOT_YET_OF_LINES) if (field[option] !== undefined) report('REC-090', `${where}.${option}`, 'lines depend on no other field');
    const { max = 1, min = 0, fields: cells = {} } = field;
    if (!isCount(max, 1)) report('REC-081', `${where}.max`, `lines are counted: from 1 to ${MAX_LINES}`);
    if (!isCount(min, 0)) report('REC-081', `${where}.min`, `lines are counted: from 0 to ${MAX_LINES}`);
    list.columns.forEach((column, index) => {
      if (column.replace(/^-/, '') === name) report('REC-082', `list.columns[${index}] "${name}"`, 'lists come without lines');
    });
    if (acts.create && min > 0 && !field.required && form?.fields && !form.fields.includes(name))
      report('REC-017', 'form.fields', `"${name}" must be given and is not among them`);
    if (acts.import && (min > 0 || field.required)) report('REC-028', where, 'it must be given, and no workbook can give it: leave the import out');
    checkCells(cells, where, report, checkMember, kindOf);
    checkFieldConditions(cells, `${where}.fields.`, report, kindOf);
    checkTotals(field, where, report);
  }
}

/** A sum is made of numbers, each once. */
function checkTotals({ fields: cells = {}, totals = [] }: FieldDocument, where: string, report: Report): void {
  const numbers = Object.keys(cells).filter((name) => expressionType(cells[name]?.kind ?? '') === 'number');
  totals.forEach((name, at) => {
    const place = `${where}.totals[${at}] "${name}"`;
    if (!numbers.includes(name)) report('REC-014', place, `no such cell of numbers. Near: ${nearestName(name, numbers)}`);
    else if (totals.indexOf(name) < at) report('REC-015', place, 'stands there twice');
  });
}

const isCount = (count: number, least: number): boolean => Number.isInteger(count) && count >= least && count <= MAX_LINES;

function checkCells(cells: RecordDocument['fields'], where: string, report: Report, checkMember: CheckMember, kindOf: KindLookup): void {
  if (Object.keys(cells).length === 0) report('REC-083', `${where}.fields`, 'a line needs a cell at least');
  const places = new Map<string, string>();
  for (const [name, cell] of Object.entries(cells)) {
    const at = `${where}.fields.${name}`;
    const before = places.get(cell.at);
    if (before !== undefined) report('REC-002', `${at}.at`, `the same place as ${before}`);
    places.set(cell.at, name);
    checkMember(name, cell, at);
    if (!LINE_KINDS.includes(cell.kind) && !kindOf(cell.kind)?.plugin) report('REC-084', `${at}.kind`, `a cell of a line is no field of kind "${cell.kind}"`);
    for (const option of NOT_OF_CELLS) if (cell[option] !== undefined) report('REC-085', `${at}.${option}`, 'a cell of a line has none');
  }
}
