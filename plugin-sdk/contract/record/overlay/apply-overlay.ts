import type { TextByLanguage } from '../../menu/menu.ts';
import { plainHeading } from '../headings.ts';
import { inPlace } from '../compile-record.ts';
import type { FieldDocument, RecordDocument } from '../record-document.ts';
import type { FieldOverlay, RecordOverlay } from './overlay-document.ts';

const bare = (column: string): string => column.replace(/^-/, '');

/** The document of a record as a site has it: plain data like any other, so engine, page, printer and suite need to know nothing of overlays. */
export function applyOverlay(document: RecordDocument, { fields = {}, shown = {}, list, form }: RecordOverlay): RecordDocument {
  const hidden = new Set(Object.entries(fields).flatMap(([name, change]) => (change.hidden ? [name] : [])));
  const stays = (name: string): boolean => !hidden.has(bare(name));
  const columns = orderedColumns(document.list.columns, list?.columns).filter(stays);
  const { filter, sort, keyword, totals } = document.list;
  const left = (names: readonly string[] | undefined) => names?.filter(stays);
  const order = list?.order ?? document.list.order;
  return {
    ...document,
    fields: changed(document.fields, fields, fieldOf),
    ...(document.shown && { shown: changed(document.shown, shown, (member, { label }) => ({ ...member, label: labelOf(member.label, label) })) }),
    list: {
      ...document.list,
      columns,
      ...(sort && { sort: left(sort) }),
      ...(keyword && { keyword: left(keyword) }),
      ...(filter && { filter: left(filter) }),
      ...(totals && { totals: left(totals) }),
      ...(order !== undefined && { order }),
    } as RecordDocument['list'],
    ...formOf(document, form?.fields ?? [], hidden),
    acts: withOldHeadings(document, fields),
  };
}

function changed<T, C>(members: Readonly<Record<string, T>>, changes: Readonly<Record<string, C>>, change: (member: T, by: C) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const by = Object.hasOwn(changes, name) ? changes[name] : undefined;
      return [name, by === undefined ? member : change(member, by)];
    }),
  );
}

const labelOf = (label: TextByLanguage | undefined, other: Partial<TextByLanguage> = {}): TextByLanguage => ({ zh: '', zhtw: '', en: '', ...label, ...other });

function fieldOf(field: FieldDocument, { label, help, required, initial, max, min, choices }: FieldOverlay): FieldDocument {
  return {
    ...field,
    label: labelOf(field.label, label),
    ...(help && { help }),
    ...(required && { required }),
    ...(initial !== undefined && { initial }),
    ...(max !== undefined && { max }),
    ...(min !== undefined && { min }),
    ...(choices && { choices: [...(field.choices ?? []), ...choices] }),
  };
}

/** A column that a later version of the record brings is found in the settings of the list, and does not push itself in between. */
function orderedColumns(own: readonly string[], wanted: readonly string[] | undefined): readonly string[] {
  if (!wanted) return own;
  const named = new Set(wanted.map(bare));
  return [...wanted, ...own.filter((column) => !named.has(bare(column))).map((column) => `-${bare(column)}`)];
}

/** Nothing is said of a form that is as it was. */
function formOf(document: RecordDocument, first: readonly string[], hidden: ReadonlySet<string>): Pick<RecordDocument, 'form'> {
  if (first.length === 0 && hidden.size === 0) return {};
  const own = document.form?.fields ?? inPlace(document.fields).map(([name]) => name);
  const fields = [...first, ...own.filter((name) => !first.includes(name))].filter((name) => !hidden.has(name));
  const blocks = document.form?.blocks;
  if (!blocks) return { form: { fields } };
  const before = (name: string): { readonly before?: string } => {
    const next = own.slice(own.indexOf(name)).find((each) => !hidden.has(each));
    return next === undefined ? {} : { before: next };
  };
  const moved = Object.entries(blocks).map(([name, { before: stood, ...block }]) => [name, { ...block, ...(stood !== undefined && before(stood)) }]);
  return { form: { fields, blocks: Object.fromEntries(moved) } };
}

/** Workbooks that were exported before a field was called otherwise are imported still: its old labels are further headings, unless another field is called so now. */
function withOldHeadings({ fields, acts }: RecordDocument, changes: NonNullable<RecordOverlay['fields']>): RecordDocument['acts'] {
  if (!acts.import) return acts;
  const headings = { ...acts.import.headings };
  const labelNow = (name: string): readonly string[] => Object.values(labelOf(fields[name]?.label, changes[name]?.label));
  const taken = new Set(Object.keys(fields).flatMap((name) => [...labelNow(name), ...(acts.import?.headings?.[name] ?? [])].map(plainHeading)));
  for (const [name, { label }] of Object.entries(changes)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || !label) continue;
    const free = [...new Set(Object.values(field.label))].filter((text) => !taken.has(plainHeading(text)));
    if (free.length > 0) headings[name] = [...(headings[name] ?? []), ...free];
  }
  return Object.keys(headings).length === 0 ? acts : { ...acts, import: { ...acts.import, headings } };
}
