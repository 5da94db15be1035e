import type { TSchema } from 'typebox';
import type { TextByLanguage } from '../../menu/menu.ts';
import { Field } from '../field.ts';
import { FIELD_KINDS, type FieldKind, fieldKind, KIND_OPTIONS, type KindLimits, type KindOption, type PluginColumn } from '../field-kind.ts';
import type { FieldDocument } from '../record-document.ts';

/** A name of a plugin, a dot, and what the kind is called there: no kind of the SDK has a dot, so none is ever taken. */
const NAME = /^[a-z][a-z0-9-]*\.[A-Za-z][A-Za-z0-9]*$/;
/** Characters of a kind in a document. */
const MAX_NAME = 40;

/** What a kind of a plugin is told. All of it is pure: both halves run it. */
export interface PluginKindSpec<Wire, Stored> {
  /** Members of a description that it takes besides those of every field, such as `max`. Default: none. */
  readonly options?: readonly KindOption[];
  /** Those of them that must be there. */
  readonly needs?: readonly KindOption[];
  /** What stands in the table: `fieldColumns` makes it, and a table that declares it by hand is held to it. */
  readonly column: PluginColumn;
  /** Shape of a value on the wire; the empty value passes it. */
  readonly schema: (limits: KindLimits) => TSchema;
  /** Value of a field that nobody fills in. */
  readonly empty: Wire;
  /** The empty value is null in the table; the column of a field that may be left out can be null then. */
  readonly emptyIsNull?: true;
  /** What is wrong with a value beyond its shape; undefined: nothing. What stands in a row and does not change is not asked about. */
  readonly complaint?: FieldKind['complaint'];
  /** What the column takes, and back. Default: the value itself. */
  readonly toColumn?: (value: Wire) => Stored;
  readonly fromColumn?: (stored: Stored) => Wire;
  /** For workbooks, paper and whoever has no cell for it; `''` for the empty value. */
  readonly toText: (value: Wire, language: keyof TextByLanguage) => string;
  /** What a text of a workbook means; undefined: nothing. It reads what `toText` writes, in every language. Without it a workbook shows the field and cannot give it. */
  readonly fromText?: (text: string) => Wire | undefined;
  /** Lists can be sorted by its column. */
  readonly sorted?: true;
  /** Lists can be narrowed by one value; only of a kind whose value is a text. */
  readonly filtered?: true;
  /** What a workbook to fill in says of its cells. */
  readonly meaning: TextByLanguage;
  /** How `printRecord` writes it: `import { <name> } from '<from>'`. */
  readonly source: { readonly name: string; readonly from: string };
}

/** A kind of field that a plugin adds. */
export interface PluginKind<Wire = unknown, Stored = Wire> {
  readonly name: string;
  readonly kind: FieldKind;
  /** A field of this kind. @param options those that the kind takes */
  field(options?: Partial<Pick<FieldDocument, KindOption>>): Field<Wire, Stored>;
}

/** A kind by its name, without the call that makes fields of it. */
export type KnownKind = Pick<PluginKind, 'name' | 'kind'>;

/**
 * Adds a kind of field. It is a value that records and readers of documents are given, so nothing depends on the order in which plugins are loaded:
 *
 * ```ts
 * export const point = defineFieldKind<Point | null, string | null>('geo.point', {
 *   column: { kind: 'text', length: 40 }, schema: () => Type.Union([pointSchema, Type.Null()]), empty: null, emptyIsNull: true,
 *   toColumn: (value) => (value ? `${value.lat},${value.lng}` : null), fromColumn: (text) => pointOf(text), toText: (value) => …, fromText: (text) => pointOf(text),
 *   meaning: { zh: '纬度,经度', zhtw: '緯度,經度', en: 'latitude,longitude' }, source: { name: 'point', from: './point.kind.ts' },
 * });
 * export const well = defineRecord('geo.well', { …, fields: { place: point.field().label('位置', '位置', 'Place') } });
 * ```
 *
 * How it is drawn stands in the browser half: `slot('record/kind.geo.point@1', 'point', () => import('./web/point.slot.tsx'))`, which also is the plugin's claim to
 * the name. Records of other plugins may use it; where it is not drawn (its plugin is off) they show its text, and leave its value alone.
 *
 * @param name the plugin and what it is called there
 * @throws TypeError with a line `REC-096` for each thing that is wrong
 */
export function defineFieldKind<Wire, Stored = Wire>(name: string, spec: PluginKindSpec<Wire, Stored>): PluginKind<Wire, Stored> {
  const { options = [], needs = [], column, schema, empty, emptyIsNull, complaint, fromText, sorted, filtered, meaning, source } = spec;
  const wrong = (sentence: string): never => {
    throw new TypeError(`REC-096 kind ${name}: ${sentence}`);
  };
  if (!NAME.test(name) || name.length > MAX_NAME) wrong('a name is that of its plugin, a dot, and a word: geo.point');
  const strange = options.find((option) => !KIND_OPTIONS.includes(option));
  if (strange !== undefined) wrong(`"${strange}" is no member of descriptions`);
  const missing = needs.find((option) => !options.includes(option));
  if (missing !== undefined) wrong(`it needs "${missing}" and does not take it`);
  if (filtered && (schema({ max: 1 }) as { readonly type?: string }).type !== 'string') wrong('lists are narrowed by texts alone: leave "filtered" out');
  // The engine knows values of kinds as what they are on the wire, whatever that is.
  const plugin = { ...spec, name } as unknown as NonNullable<FieldKind['plugin']>;
  const kind: FieldKind = {
    options,
    needs,
    columns: [column.kind],
    schema,
    empty,
    ...(emptyIsNull && { blank: empty as '' | null }),
    ...(fromText ? {} : { shownOnly: true }),
    ...(complaint && { complaint }),
    plugin: { ...plugin, sorted: sorted ?? false, filtered: filtered ?? false, meaning, source },
  };
  const made: PluginKind<Wire, Stored> = { name, kind, field: (given = {}) => new Field<Wire, Stored>({ kind: name, ...given }, [made]) };
  return made;
}

/** Finds kinds by name: those of the SDK, and those that somebody gave. */
export type KindLookup = (name: string) => FieldKind | undefined;

/**
 * @param given kinds of plugins; one that is given twice is one
 * @throws TypeError `REC-097` for two of one name
 */
export function kindLookup(given: readonly KnownKind[]): KindLookup {
  const byName = new Map<string, FieldKind>();
  for (const { name, kind } of given) {
    const before = byName.get(name);
    if (Object.hasOwn(FIELD_KINDS, name) || (before && before !== kind)) throw new TypeError(`REC-097 kind ${name}: two kinds have this name`);
    byName.set(name, kind);
  }
  return (name) => fieldKind(name) ?? byName.get(name);
}
