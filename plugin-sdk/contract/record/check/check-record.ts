import { checkBlocks } from './check-blocks.ts';
import { checkConditions } from './check-conditions.ts';
import { OWN_BUTTONS } from '../buttons.ts';
import { checkWithheld } from './check-withheld.ts';
import { nearestName } from './nearest-name.ts';
import { expressionType } from '../expression/field-values.ts';
import { plainHeading } from '../headings.ts';
import { fieldKind, KIND_OPTIONS, SHOWN_KINDS } from '../field-kind.ts';
import type { KindLookup } from '../kinds/plugin-kind.ts';
import { filterWay, SEVERAL_MARK } from '../filter/filter-ways.ts';
import { checkLines } from './check-lines.ts';
import { checkRelated } from './check-related.ts';
import type { ActDocument, FieldDocument, ImportActDocument, RecordButtonAct, RecordDocument } from '../record-document.ts';

/** What is wrong with a description. `where` is a path in the document; the numbers stay, so that they can be looked up. */
export interface RecordFinding {
  readonly number: `REC-${string}`;
  readonly where: string;
  readonly what: string;
}

/** Members that every row has by itself. */
export const ROW_FRAME: readonly string[] = ['id', 'version', 'creatorTime', 'lastModifyTime'];
/** Members of some rows that are no columns by themselves. */
const BESIDE: readonly string[] = ['labels', 'treeLevel', 'beside'];
/** Kinds that a keyword can be found in. */
const SEARCHED: readonly string[] = ['text', 'code', 'note'];
/** Kinds that the keyword search cannot look at stand in no column of text, and lists are not sorted by them either. */
const UNSORTED: readonly string[] = ['note', 'place', 'choices', 'staff', 'relation', 'richText', 'files', 'images', 'signature', 'lines', 'related'];

/** Kinds that the server gives numbers to. */
const NUMBERED: readonly string[] = ['code', 'text'];

export type Report = (number: RecordFinding['number'], where: string, what: string) => void;

/**
 * Everything that is wrong with a document whose shape is right. The same in code, in the designer, and when a plugin is loaded.
 * @param kindOf finds kinds by name. Default: those of the SDK
 */
export function checkRecord(document: RecordDocument, kindOf: KindLookup = fieldKind): readonly RecordFinding[] {
  const findings: RecordFinding[] = [];
  const report: Report = (number, where, what) => findings.push({ number, where, what });
  const checkMember = (name: string, field: FieldDocument, where: string) => {
    if (isTaken(name)) report('REC-001', where, 'every row has a member of this name already');
    checkField(field, where, report, kindOf);
  };
  checkFields(document, report, checkMember);
  checkList(document, report, kindOf);
  checkWhole(document, report);
  checkTree(document, report);
  checkForm(document, report);
  checkBlocks(document, report);
  checkActs(document, report, kindOf);
  checkWithheld(document, report);
  checkConditions(document, report, kindOf);
  checkLines(document, report, checkMember, kindOf);
  checkRelated(document, report);
  return findings;
}

/** One line for each finding: `REC-014 permission.position list.columns[2]: no field "fulName". Near: fullName.` */
export const findingText = (record: string, { number, where, what }: RecordFinding): string => `${number} ${record} ${where}: ${what}`;

/** Rows are objects: `constructor` would be found in one that has no such field. */
const isTaken = (name: string): boolean => ROW_FRAME.includes(name) || BESIDE.includes(name) || name in Object.prototype;

function checkFields({ fields, shown = {} }: RecordDocument, report: Report, checkMember: (name: string, field: FieldDocument, where: string) => void): void {
  const places = new Map<string, string>();
  for (const [name, field] of Object.entries(fields)) {
    const where = `fields.${name}`;
    const before = places.get(field.at);
    if (before !== undefined) report('REC-002', `${where}.at`, `the same place as ${before}`);
    places.set(field.at, name);
    checkMember(name, field, where);
  }
  for (const [name, { kind, accepted }] of Object.entries(shown)) {
    if (!SHOWN_KINDS.some((each) => each === kind)) report('REC-003', `shown.${name}.kind`, `no kind "${kind}"`);
    if (accepted && kind !== 'id') report('REC-094', `shown.${name}.accepted`, 'writes say ids alone besides the fields: make it one of kind id');
    if (name in fields || isTaken(name)) report('REC-001', `shown.${name}`, 'rows have a member of this name already');
  }
}

/** What is wrong with one field by itself. */
export function checkField(field: FieldDocument, where: string, report: Report, kindOf: KindLookup = fieldKind): void {
  const kind = kindOf(field.kind);
  if (!kind) {
    report('REC-003', `${where}.kind`, `no kind "${field.kind}"`);
    return;
  }
  const own = KIND_OPTIONS.filter((option) => field[option] !== undefined);
  for (const option of own) if (!kind.options.includes(option)) report('REC-004', `${where}.${option}`, `a field of kind ${field.kind} has none`);
  for (const option of kind.needs) if (field[option] === undefined) report('REC-005', where, `a field of kind ${field.kind} needs "${option}"`);
  if (field.min !== undefined && field.max !== undefined && field.min > field.max) report('REC-006', `${where}.min`, 'more than the most');
  const values = (field.choices ?? []).map(({ value }) => value);
  for (const value of values.filter((each, index) => values.indexOf(each) < index)) report('REC-007', `${where}.choices`, `"${value}" stands there twice`);
  checkNumber(field, where, report);
  if (field.narrow && field.kind !== 'text') report('REC-066', `${where}.narrow`, `a field of kind ${field.kind} has no text whose signs could be wide`);
  if (field.initial !== undefined && field.kind === 'relation')
    report('REC-051', `${where}.initial`, 'ids of rows are not known to a description: a relation begins empty');
  if (field.initial !== undefined && field.choices && !values.includes(String(field.initial))) report('REC-008', `${where}.initial`, 'none of the choices');
}

/** A number is as long as its prefix, its day and its digits, and longer once they are used up. */
function checkNumber({ kind, numbered, initial, format, max = 0 }: FieldDocument, where: string, report: Report): void {
  if (!numbered) return;
  if (!NUMBERED.includes(kind)) report('REC-056', `${where}.numbered`, `a field of kind ${kind} has no number: use code or text`);
  for (const [name, given] of Object.entries({ initial, format }))
    if (given !== undefined) report('REC-057', `${where}.${name}`, 'its value is a number that is given when a row is saved');
  const length = numbered.prefix.length + (numbered.date?.length ?? 0) + numbered.digits;
  if (length > max) report('REC-058', `${where}.numbered`, `numbers of ${length} characters do not fit into ${max}`);
}

function known(report: Report, names: readonly string[], where: string, among: readonly string[]): void {
  const bare = names.map((name) => name.replace(/^-/, ''));
  bare.forEach((name, index) => {
    const at = `${where}[${index}] "${name}"`;
    if (!among.includes(name)) report('REC-014', at, `no such member. Near: ${nearestName(name, among)}`);
    else if (bare.indexOf(name) < index) report('REC-015', at, 'stands there twice');
  });
}

function checkList({ fields, shown = {}, list }: RecordDocument, report: Report, kindOf: KindLookup): void {
  const isSorted = (kind: string): boolean => kindOf(kind)?.plugin?.sorted ?? !UNSORTED.includes(kind);
  const wayOf = (name: string) => filterWay(fields[name]?.kind ?? '', kindOf(fields[name]?.kind ?? ''));
  const inRows = [...Object.keys(fields), ...Object.keys(shown), ...ROW_FRAME];
  known(report, list.columns, 'list.columns', inRows);
  for (const name of list.columns.map((each) => each.replace(/^-/, ''))) {
    if (Object.hasOwn(shown, name) && shown[name]?.label === undefined) report('REC-016', `list.columns "${name}"`, 'a column needs a label');
  }
  const sortable = [...Object.keys(fields).filter((name) => isSorted(fields[name]?.kind ?? '')), 'creatorTime', 'lastModifyTime'];
  known(report, list.sort ?? [], 'list.sort', sortable);
  known(report, list.order === undefined ? [] : [list.order], 'list.order', sortable);
  known(
    report,
    list.filter ?? [],
    'list.filter',
    Object.keys(fields).filter((name) => wayOf(name) !== undefined),
  );
  known(
    report,
    list.keyword ?? [],
    'list.keyword',
    Object.keys(fields).filter((name) => SEARCHED.includes(fields[name]?.kind ?? '')),
  );
  const numbers = Object.keys(fields).filter((name) => expressionType(fields[name]?.kind ?? '') === 'number');
  known(report, list.totals ?? [], 'list.totals', numbers);
  const columns = list.columns.map((each) => each.replace(/^-/, ''));
  for (const name of list.totals ?? [])
    if (numbers.includes(name) && !columns.includes(name)) report('REC-088', `list.totals "${name}"`, 'a total stands below its column: it needs one');
  if (list.left)
    known(
      report,
      [list.left.narrows],
      'list.left.narrows',
      (list.filter ?? []).filter((name) => wayOf(name) === 'value'),
    );
  for (const name of list.filter ?? [])
    if (wayOf(name) === 'several' && fields[name]?.choices?.some(({ value }) => value.includes(SEVERAL_MARK)))
      report('REC-125', `list.filter "${name}"`, `a value of its choices has a "${SEVERAL_MARK}", by which a query tells several apart`);
}

/** A list that comes whole is that of a node, which its address names. */
function checkWhole({ wire, list, acts }: RecordDocument, report: Report): void {
  const ofNode = wire.list?.includes('{id}') ?? false;
  if (ofNode && !list.whole) report('REC-091', 'wire.list', 'an address with {id} is that of a list that comes whole: say "whole"');
  if (!list.whole) return;
  if (!ofNode || !list.left) report('REC-092', 'list.whole', 'all rows of which node? It needs "left", and {id} in "wire.list"');
  const paged = [
    ...(['sort', 'totals', 'shared'] as const).filter((name) => list[name] !== undefined).map((name) => `list.${name}`),
    ...(['export', 'import', 'print'] as const).filter((act) => acts[act]).map((act) => `acts.${act}`),
  ];
  for (const where of paged) report('REC-093', where, 'a list that comes whole has no pages, and no workbook is made of it: leave it out');
}

/** The row above is named by a relation to the record itself, and the top has none; or by a place, where the topmost hang on something else. */
function checkTree({ name, fields, tree }: RecordDocument, report: Report): void {
  if (!tree) return;
  const where = `tree.parent "${tree.parent}"`;
  const field = Object.hasOwn(fields, tree.parent) ? fields[tree.parent] : undefined;
  if (field?.kind === 'place') return;
  if (field?.kind !== 'relation' || field.target !== name) report('REC-060', where, `it must be a relation to "${name}" itself, or a place`);
  else if (field.required) report('REC-061', where, 'rows at the top have none: it cannot be required');
  else if (field.onRemove) report('REC-062', where, 'what stands below would hang in the air: leave "onRemove" out');
}

/** A field that must be given when a row is added has to stand in the form, or nobody could add one on the page. */
function checkForm({ fields, form, acts }: RecordDocument, report: Report): void {
  if (!form?.fields) return;
  known(report, form.fields, 'form.fields', Object.keys(fields));
  if (!acts.create) return;
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && field.initial === undefined && !field.numbered && !form.fields.includes(name))
      report('REC-017', 'form.fields', `"${name}" must be given and is not among them`);
  }
}

function checkActs({ fields, acts, buttons = {} }: RecordDocument, report: Report, kindOf: KindLookup): void {
  checkButtons(acts, Object.keys(buttons), report);
  if (acts.import) checkImport(fields, acts, acts.import, report, kindOf);
  if (acts.state && fields.enabledMark?.kind !== 'flag') report('REC-020', 'acts.state', 'it turns the flag "enabledMark", which is no field');
  if (acts.copy && !acts.create) report('REC-027', 'acts.copy', 'a copy is a new row: it needs "create"');
  if (!acts.create) return;
  for (const [name, field] of Object.entries(fields)) {
    const kind = kindOf(field.kind);
    if (kind && kind.empty === undefined && field.initial === undefined && !field.required)
      report('REC-021', `fields.${name}`, `a field of kind ${field.kind} has no empty value: make it required, or give an initial one`);
  }
}

/** A code that an act names is that of another act, or stands among `buttons`: no other can be granted. */
function checkButtons(acts: RecordDocument['acts'], beside: readonly string[], report: Report): void {
  const named = (Object.keys(OWN_BUTTONS) as RecordButtonAct[]).flatMap((act) => (acts[act] ? [[act, (acts[act] as ActDocument).button] as const] : []));
  const granted = [...named.flatMap(([act, button]) => (button === undefined ? [OWN_BUTTONS[act]] : [])), ...beside];
  for (const [act, button] of named) {
    const where = `acts.${act}.button "${button}"`;
    if (button !== undefined && !granted.includes(button)) report('REC-063', where, `no such button. Near: ${nearestName(button, granted)}`);
  }
}

/** Members of imported rows besides the fields. */
export const IMPORT_FRAME: readonly string[] = ['rowKey', 'rowNumber', 'errors', 'errorsInfo', 'imported', 'act'];
/** Kinds that a row of a workbook can be found by. */
const KEYS: readonly string[] = ['code', 'text'];

function checkImport(
  fields: RecordDocument['fields'],
  acts: RecordDocument['acts'],
  { key, headings = {} }: ImportActDocument,
  report: Report,
  kindOf: KindLookup,
): void {
  const where = `acts.import.key "${key}"`;
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (!field) report('REC-022', where, `no such field. Near: ${nearestName(key, Object.keys(fields))}`);
  else if (!(field.required && KEYS.includes(field.kind))) report('REC-023', where, 'rows are found by a field of kind code or text that is required');
  for (const act of ['create', 'edit'] as const) if (!acts[act]) report('REC-024', 'acts.import', `it needs the act "${act}"`);
  known(report, Object.keys(headings), 'acts.import.headings', Object.keys(fields));
  const byLabel = new Map<string, string>();
  for (const [name, { label, kind, required, initial }] of Object.entries(fields)) {
    if (required && initial === undefined && kindOf(kind)?.shownOnly)
      report('REC-028', `fields.${name}`, 'it must be given, and no workbook can give it: leave the import out');
    if (IMPORT_FRAME.includes(name)) report('REC-025', `fields.${name}`, 'imported rows have a member of this name already');
    for (const heading of new Set([...Object.values(label), ...(headings[name] ?? [])].map(plainHeading))) {
      const before = byLabel.get(heading);
      if (before !== undefined) report('REC-026', `fields.${name}.label`, `a column called so (${heading}) is that of ${before} already`);
      byLabel.set(heading, name);
    }
  }
}
