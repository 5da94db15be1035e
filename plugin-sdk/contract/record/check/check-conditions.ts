import { fieldRules, type FieldRules, steeringFields } from '../conditions/field-rules.ts';
import { checkExpression, ExpressionFault } from './check-expression.ts';
import { type Expression, ExpressionError, fieldsIn } from '../expression/expression.ts';
import { type ExpressionType, expressionType } from '../expression/field-values.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import type { KindLookup } from '../kinds/plugin-kind.ts';
import type { FieldDocument, RecordDocument } from '../record-document.ts';
import type { Report } from './check-record.ts';

/** Everything that is wrong with the conditions and calculations of a record. */
export function checkConditions(document: RecordDocument, report: Report, kindOf: KindLookup): void {
  for (const [name, field] of Object.entries(document.fields)) if (field.when || field.value) checkPlace(name, document, report);
  checkFieldConditions(document.fields, 'fields.', report, kindOf);
}

/**
 * The same of any fields that look at each other: those of a record, the cells of a line.
 * @param prefix of the path to each of them
 */
export function checkFieldConditions(fields: RecordDocument['fields'], prefix: string, report: Report, kindOf: KindLookup): void {
  const rules = new Map<string, FieldRules>();
  for (const [name, field] of Object.entries(fields)) {
    if (!field.when && !field.value) continue;
    const where = `${prefix}${name}`;
    checkFate(field, where, report, kindOf);
    const { show, require, edit } = field.when ?? {};
    const readable = [
      checkText(fields, show, 'flag', `${where}.when.show`, report),
      checkText(fields, require, 'flag', `${where}.when.require`, report),
      checkText(fields, edit, 'flag', `${where}.when.edit`, report),
      checkText(fields, field.value?.calc, 'number', `${where}.value.calc`, report),
    ];
    if (!readable.includes(false)) rules.set(name, fieldRules(field));
  }
  checkCircles(rules, prefix, report);
}

/** False where it is none. */
function checkText(fields: RecordDocument['fields'], text: string | undefined, needed: ExpressionType, where: string, report: Report): boolean {
  if (text === undefined) return true;
  let expression: Expression;
  try {
    expression = parseExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    report('REC-070', where, error.message);
    return false;
  }
  try {
    const type = checkExpression(expression, fields);
    for (const name of fieldsIn(expression)) {
      if (fields[name]?.kind === 'lines') report('REC-090', where, `"${name}" are lines, which are judged apart: nothing can depend on them`);
      if (fields[name]?.kind === 'related') report('REC-122', where, `"${name}" is read from another record when a row is shown: nothing can depend on it`);
      if (fields[name]?.numbered) report('REC-079', where, `the number "${name}" is given after conditions are looked at: nothing can depend on it`);
    }
    if (type !== needed) report('REC-072', where, needed === 'flag' ? 'it is no condition: compare something' : 'it is no number');
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    report(error.what === 'unknown' ? 'REC-071' : 'REC-072', where, error.message);
  }
  return true;
}

/** Where conditions would take away what the engine itself lives on. */
function checkPlace(name: string, { fields, tree, acts }: RecordDocument, report: Report): void {
  const { numbered, when, value, fixed } = fields[name] ?? {};
  const where = `fields.${name}`;
  const refuse = (sentence: string) => report('REC-076', where, sentence);
  if (numbered) refuse('its number is given when a row is saved: it has neither conditions nor a calculation');
  if (fixed && (when?.show || when?.edit || value)) refuse('it is given once: it is neither calculated nor taken away');
  if (!when?.show && !when?.edit) return;
  if (tree?.parent === name) refuse('where a row stands in the tree is always shown and editable');
  if (acts.import?.key === name) refuse('imported rows are found by it: it is always shown and editable');
  if (acts.state && name === 'enabledMark') refuse('the act "state" turns it: it is always shown and editable');
}

/** What becomes of a value that is not shown. */
function checkFate({ kind: name, when, value, required, initial, min = 0, max = 0 }: FieldDocument, where: string, report: Report, kindOf: KindLookup): void {
  const kind = kindOf(name);
  if (value) checkCalculated({ kind: name, when, required, initial }, where, report);
  if (!when || !kind) return;
  const { show, edit, require, hidden } = when;
  if (hidden && show === undefined) report('REC-078', `${where}.when.hidden`, 'it is never hidden: there is no "show"');
  if (require !== undefined && required) report('REC-078', `${where}.when.require`, 'it is required anyway');
  if (show !== undefined && required && !hidden)
    report('REC-074', `${where}.when`, 'it is required and may be hidden: say what becomes of its value then, hidden: "clear" or "keep"');
  if (show !== undefined && hidden !== 'keep' && expressionType(name) === 'number' && (min > 0 || max < 0))
    report('REC-075', `${where}.when`, '0 is beyond its limits, so it has no empty value: say hidden: "keep", or let it be 0');
  // An empty value of these kinds is null, and the column of a required field holds none.
  const holdsEmpty = kind.empty !== undefined && !(required && kind.blank !== undefined);
  if (holdsEmpty || (show === undefined && edit === undefined)) return;
  if (show !== undefined && hidden !== 'keep')
    report('REC-075', `${where}.when`, 'it has no empty value: say hidden: "keep", or "require" in place of required()');
  else if (initial === undefined)
    report('REC-075', `${where}.when`, 'a new row would have no value where it cannot be given: say initial(…), or "require" in place of required()');
}

function checkCalculated({ kind, when, required, initial }: Partial<FieldDocument>, where: string, report: Report): void {
  if (expressionType(kind ?? '') !== 'number') report('REC-077', `${where}.value`, `a field of kind ${kind} is not calculated: only numbers are`);
  for (const [name, given] of Object.entries({ required, initial, 'when.edit': when?.edit, 'when.require': when?.require }))
    if (given !== undefined) report('REC-077', `${where}.${name}`, 'its value is calculated: nobody gives one');
  if (when?.hidden === 'keep') report('REC-077', `${where}.when.hidden`, 'its value is calculated, and empty while it is hidden');
}

/** Told at each field of a circle; from there around. */
function checkCircles(rules: ReadonlyMap<string, FieldRules>, prefix: string, report: Report): void {
  const next = new Map([...rules].map(([name, each]) => [name, steeringFields(each)]));
  for (const start of rules.keys()) {
    const way = wayBack(start, next);
    if (way) report('REC-073', `${prefix}${start}`, `its value depends on itself: ${[...way, start].join(' → ')}`);
  }
}

/** The shortest way from a field back to itself. */
function wayBack(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const seen = new Set<string>();
  let ways: (readonly string[])[] = [[start]];
  while (ways.length > 0) {
    const longer: (readonly string[])[] = [];
    for (const way of ways)
      for (const name of next.get(way.at(-1) ?? '') ?? []) {
        if (name === start) return way;
        if (!seen.has(name)) longer.push([...way, name]);
        seen.add(name);
      }
    ways = longer;
  }
  return undefined;
}
