import { menuButtons } from './buttons.ts';
import { checkRecord, findingText } from './check/check-record.ts';
import { fieldKind } from './field-kind.ts';
import { type KindLookup, kindLookup, type KnownKind } from './kinds/plugin-kind.ts';
import type { FieldDocument, RecordDocument } from './record-document.ts';
import type { AnyRecord, RecordField } from './record-types.ts';

/** Members in the order that they were written in. */
export const inPlace = <T extends { readonly at: string }>(members: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(members).sort(([, a], [, b]) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

/** A field of a document that was checked, with what its description left to the defaults. */
export function compileField(name: string, { at: _, of: staff, fields, ...field }: FieldDocument, kindOf: KindLookup = fieldKind): RecordField {
  const of = kindOf(field.kind);
  if (!of) throw new TypeError(`${name}: no kind ${field.kind}`);
  // A least number of lines says that some must be given.
  const required = field.required ?? (fields !== undefined && (field.min ?? 0) > 0);
  const cells = fields && inPlace(fields).map(([key, cell]) => compileField(key, cell, kindOf));
  return { ...field, name, column: field.column ?? name, required, of, ...(staff && { staff }), ...(cells && { cells }) };
}

/**
 * Makes a document, written by hand, drawn on screen or printed, into what the engine reads.
 * @param document of the right shape (`readRecordDocument` for what comes from outside)
 * @param kinds of plugins that its fields may have
 * @throws TypeError with a line for each finding
 */
export function compileRecord(document: RecordDocument, kinds: readonly KnownKind[] = []): AnyRecord {
  const kindOf = kindLookup(kinds);
  const findings = checkRecord(document, kindOf);
  if (findings.length > 0) throw new TypeError(findings.map((finding) => findingText(document.name, finding)).join('\n'));
  const { name, list, acts, wire } = document;
  const fields = inPlace(document.fields).map(([key, field]) => compileField(key, field, kindOf));
  const order = list.order ?? (document.fields.sortCode ? 'sortCode' : '-creatorTime');
  const record: AnyRecord = {
    name,
    plugin: name.split('.')[0] ?? name,
    title: document.title,
    menu: document.menu ?? name,
    subject: document.subject ?? name,
    at: wire.at as `/api/${string}`, // the document's pattern
    spec: wire.spec ?? [],
    fields,
    shown: inPlace(document.shown ?? {}).map(([key, { at: _, ...member }]) => ({ name: key, ...member })),
    columns: list.columns.map((column) => ({ name: column.replace(/^-/, ''), hidden: column.startsWith('-') })),
    sort: list.sort ?? [],
    keyword: list.keyword ?? [],
    filter: list.filter ?? [],
    totals: list.totals ?? [],
    order: order.startsWith('-') ? [order.slice(1), 'desc'] : [order, 'asc'],
    left: list.left,
    shared: list.shared ?? false,
    whole: list.whole ?? false,
    tree: document.tree,
    form: document.form?.fields ?? fields.map((field) => field.name),
    blocks: inPlace(document.form?.blocks ?? {}).map(([key, { at: _, ...block }]) => ({ name: key, ...block })),
    acts,
    buttons: menuButtons(document),
    document,
  };
  return Object.freeze(record);
}
