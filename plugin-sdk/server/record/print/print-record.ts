import {
  type AnyRecord,
  compileRecord,
  type FieldDocument,
  type KindLookup,
  kindLookup,
  type PluginKind,
  type RecordDocument,
  STANDARD_FIELDS,
} from '../../../contract/record/index.ts';
import { SHOWN_KINDS } from '../../../contract/record/field-kind.ts';
import { inPlace } from '../../../contract/record/compile-record.ts';
import { type FormBlockDocument, recordDocument } from '../../../contract/record/record-document.ts';
import { fieldSource, isStandard, triple } from './field-source.ts';
import { recordConstant } from './record-name.ts';
import { call, chain, laidOut, list, literal, type Member, members, number, type Source, text, word } from './source.ts';

const IMPORTS = ['defineRecord', 'field', 'STANDARD_FIELDS', 'shown'] as const;

/**
 * Members of a document, in the order in which we write them; null: it stands elsewhere. A member without a rule does not compile.
 */
const MEMBERS: { readonly [K in keyof RecordDocument]-?: ((given: NonNullable<RecordDocument[K]>, record: AnyRecord, kindOf: KindLookup) => Source) | null } = {
  kind: null,
  format: null,
  name: null,
  title: (title) => list(triple(title)),
  menu: (menu) => text(menu),
  wire: (wire) => asItStands(wire, recordDocument.properties.wire),
  subject: (subject) => text(subject),
  fields: (fields, record, kindOf) => members(fieldMembers(record, fields, kindOf), true),
  shown: (shown, record) => members(record.shown.map(({ name }): Member => [name, shownSource(name, shown[name])])),
  list: (given) => asItStands(given, recordDocument.properties.list),
  tree: (tree) => asItStands(tree, recordDocument.properties.tree),
  form: ({ fields, blocks }) =>
    members([
      ...(fields ? [['fields', asItStands(fields)] as const] : []),
      ...(blocks ? [['blocks', members(inPlace(blocks).map(blockMember))] as const] : []),
    ]),
  acts: (acts) => asItStands(acts, recordDocument.properties.acts),
  buttons: (buttons) => members(Object.entries(buttons).map(([code, title]): Member => [code, list(triple(title))])),
};

/**
 * The `defineRecord` call that a person would have written for a document, with its imports: what differs from the defaults, in the order and the layout of
 * our own code. Run, it gives the same record (`recordHash`); keys of order (`at`) are made anew, because code has its order from writing.
 * @param document of the right shape (`readRecordDocument` for what comes from outside)
 * @param kinds of plugins that its fields may have; the source imports those that it uses
 * @throws TypeError with a line `REC-…` for each thing that is wrong with it
 */
export function printRecord(document: RecordDocument, kinds: readonly PluginKind[] = []): string {
  const record = compileRecord(document, kinds);
  const kindOf = kindLookup(kinds);
  const spec = (Object.keys(MEMBERS) as (keyof RecordDocument)[]).flatMap((member): Member[] => {
    const rule = MEMBERS[member] as ((given: unknown, record: AnyRecord, kindOf: KindLookup) => Source) | null;
    return rule === null || document[member] === undefined ? [] : [[member, rule(document[member], record, kindOf)]];
  });
  const imported = IMPORTS.filter((name) => name === 'defineRecord' || isUsed(name, spec));
  const head = `export const ${recordConstant(document.name, IMPORTS)} = defineRecord(${literal(document.name)}, `;
  return `import { ${imported.join(', ')} } from '@nephra/plugin-sdk/record';\n${kindImports(record)}\n${laidOut(members(spec, true), 0, head, ');')}\n`;
}

function blockMember([name, block]: readonly [string, FormBlockDocument]): Member {
  const said: Member[] =
    block.kind === 'text'
      ? [['text', list(triple(block.text))], ...(block.strong ? [['strong', word('true')] as const] : [])]
      : [['act', text(block.act)], ...(block.label ? [['label', list(triple(block.label))] as const] : [])];
  return [name, members([...said, ...(block.before === undefined ? [] : [['before', text(block.before)] as const])])];
}

/** Imports of the kinds of plugins, one line for each module. */
function kindImports({ fields }: AnyRecord): string {
  const byModule = new Map<string, Set<string>>();
  for (const { of } of fields.flatMap((field) => [field, ...(field.cells ?? [])]))
    if (of.plugin) byModule.set(of.plugin.source.from, new Set([...(byModule.get(of.plugin.source.from) ?? []), of.plugin.source.name]));
  return [...byModule].map(([from, names]) => `import { ${[...names].join(', ')} } from ${literal(from)};\n`).join('');
}

/** Whether the name stands in the source as code, not as a text. */
function isUsed(name: string, given: readonly Member[]): boolean {
  const names = (source: Source): boolean => {
    if (source.kind === 'members') return isUsed(name, source.members);
    if (source.kind === 'chain') return source.start === name || source.calls.some((each) => each.arguments.some(names));
    return source.kind === 'word' && source.word.startsWith(`${name}.`);
  };
  return given.some((member) => ('spread' in member ? member.spread === name : names(member[1])));
}

/** Those that almost every record has are spread where they stand together in their order. */
function fieldMembers({ fields }: AnyRecord, documents: RecordDocument['fields'], kindOf: KindLookup): Member[] {
  const standard = Object.keys(STANDARD_FIELDS);
  const names = fields.map(({ name }) => name);
  const first = names.indexOf(standard[0] ?? '');
  const run = names.slice(first, first + standard.length);
  const together = first >= 0 && run.join() === standard.join() && run.every((name) => isStandard(name, documentOf(name)));
  function documentOf(name: string): FieldDocument {
    const document = documents[name];
    if (!document) throw new TypeError(`fields.${name}: not there`);
    return document;
  }
  return names.flatMap((name): Member[] => {
    if (together && name === standard[0]) return [{ spread: 'STANDARD_FIELDS' }];
    return together && standard.includes(name) ? [] : [[name, fieldSource(name, documentOf(name), kindOf)]];
  });
}

function shownSource(name: string, given: NonNullable<RecordDocument['shown']>[string] | undefined): Source {
  const kind = SHOWN_KINDS.find((each) => each === given?.kind);
  if (!kind) throw new TypeError(`REC-003 shown.${name}.kind: no kind "${given?.kind}"`);
  return chain('shown', [call(kind, ...(given?.label ? triple(given.label) : [])), ...(given?.accepted ? [call('accepted')] : [])]);
}

/** Plain data as it stands, its members in the order of the schema. */
function asItStands(given: unknown, schema: object = {}): Source {
  if (typeof given === 'string') return text(given);
  if (typeof given === 'number') return number(given);
  if (Array.isArray(given)) return list(given.map((each) => asItStands(each)));
  if (typeof given !== 'object' || given === null) return word(String(given));
  const content = given as Readonly<Record<string, unknown>>;
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, object>> };
  const order = Object.keys(properties);
  const names = [...order.filter((name) => name in content), ...Object.keys(content).filter((name) => !order.includes(name))];
  return members(names.filter((name) => content[name] !== undefined).map((name): Member => [name, asItStands(content[name], properties[name])]));
}
