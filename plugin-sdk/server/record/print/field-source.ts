import { canonicalJson } from '../../../contract/index.ts';
import { inPlace } from '../../../contract/record/compile-record.ts';
import { KIND_OPTIONS, type KindOption } from '../../../contract/record/field-kind.ts';
import { FIELD_KINDS, type FieldDocument, fieldKind, type FieldKindName, type KindLookup, STANDARD_FIELDS } from '../../../contract/record/index.ts';
import { type Call, call, chain, list, type Member, members, number, type Source, text, word } from './source.ts';

type Texts = FieldDocument['label'];
type Rule = (field: FieldDocument, kindOf: KindLookup) => readonly Source[];

export const triple = ({ zh, zhtw, en }: Texts): readonly Source[] => [text(zh), text(zhtw), text(en)];
const value = (given: string | number): Source => (typeof given === 'string' ? text(given) : number(given));

const longest: Rule = ({ max = 0 }) => [number(max)];
const range: Rule = ({ min = 0, max = 0 }) => [number(min), number(max)];
const nothing: Rule = () => [];
const limits: Rule = ({ min, max }) => {
  const given = Object.entries({ min, max }).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, number(limit)] as const]));
  return given.length > 0 ? [members(given)] : [];
};

const stored: Rule = ({ max = 0, limit, unit, accept }) => {
  const rules = Object.entries({ limit, unit, accept }).flatMap(([name, rule]): Member[] => (rule === undefined ? [] : [[name, value(rule)]]));
  return [number(max), ...(rules.length > 0 ? [members(rules)] : [])];
};

const chosen: Rule = ({ max, choices = [] }) => [
  ...(max === undefined ? [] : [number(max)]),
  ...choices.map((each) => list([text(each.value), ...triple(each.label)])),
];

/** How each kind is called: what stands in the brackets of `field.text(…)`. A kind without a rule does not compile. */
const KIND_ARGUMENTS = {
  text: ({ max = 0, format }) => [number(max), ...(format ? [text(format)] : [])],
  note: longest,
  code: longest,
  int: range,
  money: limits,
  unitPrice: limits,
  quantity: limits,
  decimal: ({ decimals = 0, min = 0, max = 0 }) => [number(decimals), number(min), number(max)],
  flag: ({ words }) => (words ? [list(triple(words.on)), list(triple(words.off))] : []),
  day: nothing,
  month: nothing,
  instant: nothing,
  choice: chosen,
  choices: chosen,
  staff: ({ of = 'user' }) => [text(of)],
  relation: ({ target = '', onRemove, onDisable }) => {
    const rules = Object.entries({ onRemove, onDisable }).flatMap(([name, rule]): Member[] => (rule === undefined ? [] : [[name, text(rule)]]));
    return [text(target), ...(rules.length > 0 ? [members(rules)] : [])];
  },
  dictionary: ({ dictionary = '', max = 0 }) => [text(dictionary), number(max)],
  address: nothing,
  richText: longest,
  files: stored,
  images: stored,
  signature: nothing,
  lines: ({ max = 0, min, fields = {}, totals }, kindOf) => [
    members([
      ['max', number(max)],
      ...(min === undefined ? [] : [['min', number(min)] as const]),
      ['fields', members(inPlace(fields).map(([name, cell]): Member => [name, fieldSource(name, cell, kindOf)]))],
      ...(totals ? [['totals', list(totals.map(text))] as const] : []),
    ]),
  ],
  related: ({ from = '', shows = '' }) => [text(from), text(shows)],
  place: ({ departments }) => (departments ? [members([['departments', word('true')]])] : []),
} as const satisfies Readonly<Record<FieldKindName, Rule>>;

/** Members besides those of the kinds, in the order in which they are called. A member without a rule does not compile. */
const CHAINED: { readonly [K in Exclude<keyof FieldDocument, 'at' | 'kind' | KindOption>]-?: (given: NonNullable<FieldDocument[K]>) => readonly Source[] } = {
  required: nothing as () => readonly Source[],
  fixed: nothing as () => readonly Source[],
  narrow: nothing as () => readonly Source[],
  withheld: nothing as () => readonly Source[],
  numbered: ({ prefix, date, digits, mayBeTyped }) => [
    members([
      ['prefix', text(prefix)],
      ...(date ? [['date', text(date)] as const] : []),
      ['digits', number(digits)],
      ...(mayBeTyped ? [['mayBeTyped', word('true')] as const] : []),
    ]),
  ],
  initial: (given) => [value(given)],
  when: ({ show, require, edit, hidden }) => [
    members(Object.entries({ show, require, edit, hidden }).flatMap(([name, said]): Member[] => (said === undefined ? [] : [[name, text(said)]]))),
  ],
  value: ({ calc }) => [members([['calc', text(calc)]])],
  column: (given) => [text(given)],
  span: (given) => [number(given)],
  label: triple,
  help: triple,
};

const isKind = (name: string): name is FieldKindName => Object.hasOwn(FIELD_KINDS, name);
const content = ({ at: _, ...rest }: Partial<FieldDocument>): string => canonicalJson(rest);

/** Whether it is the field that almost every record has, unchanged. */
export const isStandard = (name: string, field: FieldDocument): name is keyof typeof STANDARD_FIELDS =>
  Object.hasOwn(STANDARD_FIELDS, name) && content(STANDARD_FIELDS[name as keyof typeof STANDARD_FIELDS].document) === content(field);

/** What a kind of a plugin is told, as one object; nothing where it is told nothing. */
function optionsOf(field: FieldDocument): readonly Source[] {
  const given = KIND_OPTIONS.flatMap((option): Member[] => (field[option] === undefined ? [] : [[option, plain(field[option])]]));
  return given.length > 0 ? [members(given)] : [];
}

function plain(given: unknown): Source {
  if (typeof given === 'string' || typeof given === 'number') return value(given);
  if (Array.isArray(given)) return list(given.map(plain));
  if (typeof given !== 'object' || given === null) return word(String(given));
  return members(Object.entries(given).map(([name, each]): Member => [name, plain(each)]));
}

/**
 * `field.text(50).required().label('名称', '名稱', 'Name')`
 * @throws TypeError REC-003 for a kind that there is not
 */
export function fieldSource(name: string, field: FieldDocument, kindOf: KindLookup = fieldKind): Source {
  if (isStandard(name, field)) return word(`STANDARD_FIELDS.${name}`);
  const { kind } = field;
  const own = kindOf(kind)?.plugin;
  const chained = (Object.keys(CHAINED) as (keyof typeof CHAINED)[]).flatMap((option): Call[] => {
    const given = field[option];
    return given === undefined ? [] : [call(option, ...(CHAINED[option] as (given: unknown) => readonly Source[])(given))];
  });
  if (own) return chain(own.source.name, [call('field', ...optionsOf(field)), ...chained]);
  if (!isKind(kind)) throw new TypeError(`REC-003 fields.${name}.kind: no kind "${kind}"`);
  // A choice that takes its choices alone has a name of its own.
  const named = kind === 'choice' && field.max === undefined ? 'oneOf' : kind;
  return chain('field', [call(named, ...KIND_ARGUMENTS[kind](field, kindOf)), ...chained]);
}
