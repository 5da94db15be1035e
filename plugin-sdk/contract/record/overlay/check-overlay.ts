import { dayText } from '../day-text.ts';
import { fieldsIn } from '../expression/expression.ts';
import { expressionType } from '../expression/field-values.ts';
import { fieldRules } from '../conditions/field-rules.ts';
import { nearestName } from '../check/nearest-name.ts';
import type { RecordFinding, Report } from '../check/check-record.ts';
import { inPlace } from '../compile-record.ts';
import type { FieldDocument, RecordDocument } from '../record-document.ts';
import type { FieldOverlay, RecordOverlay } from './overlay-document.ts';

/** What a record holds a number to where its description says no limit (see `FIELD_KINDS`). */
const LARGEST = 999_999_999_999;
/** Kinds whose most is a count: characters, files. */
const COUNTED: readonly string[] = ['text', 'note', 'code', 'richText', 'files', 'images'];
const NUMBERS: readonly string[] = ['int', 'decimal', 'money', 'unitPrice', 'quantity'];
/** Kinds whose value a site can say beforehand. */
const WITH_INITIAL: readonly string[] = ['text', 'note', 'code', ...NUMBERS, 'flag', 'day', 'month', 'choice'];

/**
 * What is wrong with an overlay of the right shape, beside what `checkRecord` says of the record that comes out.
 * @param needs fields that code of the record goes by: people must be able to give them
 */
export function checkOverlay(document: RecordDocument, overlay: RecordOverlay, needs: readonly string[] = []): readonly RecordFinding[] {
  const findings: RecordFinding[] = [];
  const report: Report = (number, where, what) => findings.push({ number, where, what });
  const { fields = {}, shown = {}, list, form } = overlay;
  for (const name of Object.keys(shown))
    if (!Object.hasOwn(document.shown ?? {}, name)) unknown(name, `shown.${name}`, Object.keys(document.shown ?? {}), report);
  for (const [name, change] of Object.entries(fields)) {
    const field = Object.hasOwn(document.fields, name) ? document.fields[name] : undefined;
    if (field) checkField(document, name, field, change, needs, report);
    else unknown(name, `fields.${name}`, Object.keys(document.fields), report);
  }
  const hidden = (column: string): boolean => fields[column.replace(/^-/, '')]?.hidden === true;
  for (const column of (list?.columns ?? []).filter(hidden)) report('REC-115', `list.columns "${column}"`, 'the overlay hides it: name it once');
  for (const name of (form?.fields ?? []).filter(hidden)) report('REC-115', `form.fields "${name}"`, 'the overlay hides it: name it once');
  const inForm = document.form?.fields;
  for (const name of form?.fields ?? [])
    if (inForm && Object.hasOwn(document.fields, name) && !inForm.includes(name))
      report('REC-115', `form.fields "${name}"`, 'the form of the record has no such field');
  return findings;
}

function unknown(name: string, where: string, among: readonly string[], report: Report): void {
  report('REC-111', where, `no such ${where.startsWith('shown') ? 'member' : 'field'}. Near: ${nearestName(name, among)}`);
}

function checkField(document: RecordDocument, name: string, field: FieldDocument, change: FieldOverlay, needs: readonly string[], report: Report): void {
  const where = `fields.${name}`;
  checkLimits(field, change, where, report);
  checkChoices(field, change, where, report);
  if (change.required) {
    const why = whyNotRequired(field);
    if (why) report('REC-117', `${where}.required`, why);
  }
  if (change.initial !== undefined) {
    const why = whyNotInitial(field, change, change.initial);
    if (why) report('REC-116', `${where}.initial`, why);
  }
  if (change.hidden) {
    const why = needs.includes(name) ? 'code of the record goes by it ("needs")' : whyNotHidden(document, name, field, change);
    if (why) report('REC-114', `${where}.hidden`, why);
  }
}

/** A limit only ever becomes narrower: columns, code and rows that stand there count on the record's. */
function checkLimits(field: FieldDocument, { max, min }: FieldOverlay, where: string, report: Report): void {
  const isNumber = NUMBERS.includes(field.kind);
  if (max !== undefined) {
    const most = field.max ?? LARGEST;
    if (!isNumber && !COUNTED.includes(field.kind)) report('REC-112', `${where}.max`, `a field of kind ${field.kind} has no limit that a site could narrow`);
    else if (max > most) report('REC-112', `${where}.max`, `${max} is wider than the record's ${most}`);
    else if (!isNumber && !(Number.isInteger(max) && max >= 1)) report('REC-112', `${where}.max`, 'it is counted: a whole number from 1');
  }
  if (min === undefined) return;
  const least = field.min ?? 0;
  if (!isNumber) report('REC-112', `${where}.min`, `a field of kind ${field.kind} has no limit that a site could narrow`);
  else if (min < least) report('REC-112', `${where}.min`, `${min} is wider than the record's ${least}`);
}

function checkChoices(field: FieldDocument, { choices }: FieldOverlay, where: string, report: Report): void {
  if (!choices) return;
  const at = `${where}.choices`;
  if (field.kind !== 'choice' && field.kind !== 'choices') report('REC-113', at, `a field of kind ${field.kind} has none`);
  else if (field.max === undefined) report('REC-113', at, "the record's choices are all that there are: its code goes by them");
  else
    for (const { value } of choices) {
      if (field.choices?.some((own) => own.value === value)) report('REC-113', `${at} "${value}"`, 'the record has this choice already');
      if ([...value].length > field.max) report('REC-113', `${at} "${value}"`, `longer than the ${field.max} characters of the field`);
    }
}

function whyNotRequired({ kind, value, numbered, when }: FieldDocument): string | undefined {
  if (value) return 'its value is calculated: nobody gives one';
  if (numbered) return 'its number is given when a row is saved';
  if (when?.require !== undefined) return 'the record says when it must be given';
  if (expressionType(kind) === 'number' || kind === 'flag') return `a field of kind ${kind} always has a value: narrow its limits`;
  return kind === 'lines' ? 'how many lines there must be is a matter of the record' : undefined;
}

function whyNotInitial(field: FieldDocument, change: FieldOverlay, initial: string | number): string | undefined {
  const { kind, value, numbered } = field;
  if (value || numbered) return 'nobody gives its value';
  if (!WITH_INITIAL.includes(kind)) return `a field of kind ${kind} begins empty`;
  if (kind === 'flag') return initial === 0 || initial === 1 ? undefined : 'a flag is 1 or 0';
  if (NUMBERS.includes(kind)) {
    if (typeof initial !== 'number') return 'it is a number';
    if (kind === 'int' && !Number.isInteger(initial)) return 'it is a whole number';
    const [least, most] = [change.min ?? field.min ?? 0, change.max ?? field.max ?? LARGEST];
    return initial < least || initial > most ? `it is from ${least} to ${most}` : undefined;
  }
  if (typeof initial !== 'string') return 'it is a text';
  if (kind === 'day') return dayText(initial) === initial ? undefined : 'it is a day, 2026-03-01';
  if (kind === 'month') return /^\d{4}-(0[1-9]|1[0-2])$/.test(initial) ? undefined : 'it is a month, 2026-03';
  if (kind === 'choice')
    return [...(field.choices ?? []), ...(change.choices ?? [])].some((choice) => choice.value === initial) ? undefined : 'none of the choices';
  const most = change.max ?? field.max ?? 0;
  return [...initial].length > most ? `longer than ${most} characters` : undefined;
}

function whyNotHidden(document: RecordDocument, name: string, field: FieldDocument, change: FieldOverlay): string | undefined {
  const { fields, acts, tree, list } = document;
  if (acts.create && (field.required || change.required) && (change.initial ?? field.initial) === undefined && !field.numbered)
    return 'it must be given: say what a new row has (initial)';
  if (acts.import?.key === name) return 'imported rows are found by it';
  if (tree?.parent === name || list.left?.narrows === name) return 'it says where a row stands';
  if (acts.state && name === 'enabledMark') return 'the act "state" turns it';
  const called = inPlace(fields).find(([, { kind }]) => kind === 'text') ?? inPlace(fields)[0];
  if (called?.[0] === name) return 'rows are called by it';
  const asking = Object.entries(fields).find(([other, each]) => other !== name && looksAt(each, name));
  return asking && `${asking[0]} depends on it`;
}

/** Whether conditions or the calculation of a field look at another one. The record was compiled, so its texts can be read. */
const looksAt = (field: FieldDocument, name: string): boolean =>
  Object.values(fieldRules(field)).some((expression) => expression !== undefined && fieldsIn(expression).has(name));
