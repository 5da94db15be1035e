import { type TSchema, Type } from 'typebox';
import type { Language, TextByLanguage } from '../menu/menu.ts';
import { richTextSchema } from '../rich-text/rich-text.schema.ts';
import { uploadedFile } from '../files/uploaded-file.schema.ts';
import { isEnCode, RULES, validationText } from '../checks/validation.ts';
import type { ValidationKey } from '../checks/validation-texts.ts';
import { signatureComplaint } from './kinds/signature.ts';
import { filesComplaint } from './kinds/stored-files.ts';
import { linesComplaint } from './lines/line-texts.ts';
import type { FieldDocument } from './record-document.ts';

/** What is wrong with a value: a sentence of the validation texts, or one of its own. */
export type FieldComplaint = { readonly key: ValidationKey; readonly params?: Params } | { readonly said: TextByLanguage; readonly params?: Params };
type Params = Readonly<Record<string, string | number>>;

export function complaintText(complaint: FieldComplaint, language: Language): string {
  if ('key' in complaint) return validationText(complaint, language);
  return complaint.said[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(complaint.params?.[name] ?? ''));
}

const DECIMALS: TextByLanguage = { zh: '最多 {{n}} 位小数', zhtw: '最多 {{n}} 位小數', en: 'at most {{n}} decimals' };

/** What of a description limits a value. */
export type KindLimits = Pick<FieldDocument, 'max' | 'min' | 'choices' | 'format' | 'decimals' | 'limit' | 'unit' | 'accept'>;
type Limits = KindLimits;

/** Members of a description that belong to kinds; each kind names those that it knows. */
export const KIND_OPTIONS = [
  'max',
  'min',
  'choices',
  'words',
  'format',
  'decimals',
  'of',
  'departments',
  'target',
  'onRemove',
  'onDisable',
  'fields',
  'totals',
  'dictionary',
  'limit',
  'unit',
  'accept',
  'from',
  'shows',
] as const;
export type KindOption = (typeof KIND_OPTIONS)[number];

/** Kinds of members that rows show beside their fields. */
export const SHOWN_KINDS = ['id', 'text', 'int', 'money', 'instant'] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

/** Column of a kind that a plugin adds. */
export type PluginColumn =
  | { readonly kind: 'text'; readonly length: number }
  | { readonly kind: 'int'; readonly min: number; readonly max: number }
  | { readonly kind: 'json' }
  | { readonly kind: 'texts'; readonly length: number };

/** What a kind of a plugin has besides (see `defineFieldKind`); values are those of the wire. */
interface PluginPart {
  readonly name: string;
  readonly column: PluginColumn;
  readonly toColumn?: (value: unknown) => unknown;
  readonly fromColumn?: (stored: unknown) => unknown;
  readonly toText: (value: unknown, language: Language) => string;
  readonly fromText?: (text: string) => unknown;
  readonly sorted: boolean;
  readonly filtered: boolean;
  readonly meaning: TextByLanguage;
  readonly source: { readonly name: string; readonly from: string };
}

/**
 * One kind of field, the same in both halves. Its control, search control and cell are the browser's, its column the server's matter.
 */
export interface FieldKind {
  /** Members of the description that it knows besides those of every field. */
  readonly options: readonly KindOption[];
  /** Those that must be there. */
  readonly needs: readonly KindOption[];
  /** Kinds of columns that can hold it; empty: code reads and writes it. */
  readonly columns: readonly string[];
  readonly schema: (limits: Limits) => TSchema;
  /** Value of a new record where the description says none; undefined: there is none, so the field must be sent. */
  readonly empty: unknown;
  /** Value on the wire that stands for null in the column: nothing was given. A field that may be left out needs a column that can be null. */
  readonly blank?: '' | null;
  /** A workbook shows it as a text and cannot give it back. */
  readonly shownOnly?: true;
  /** It is read from elsewhere whenever a row is: nobody gives it, no column holds it, rows answer its text. */
  readonly derived?: true;
  /** Spaces around it do not count. */
  readonly trimmed?: true;
  /** Beyond what the schema checks. @param stored value that stands there; it stays allowed */
  readonly complaint?: (value: unknown, limits: Limits, stored: unknown) => FieldComplaint | undefined;
  /** Of a kind that a plugin adds. */
  readonly plugin?: PluginPart;
}

const LARGEST = 999_999_999_999;
const text = (limits: Limits): TSchema => Type.String({ maxLength: limits.max });
const number = ({ min = 0, max = LARGEST }: Limits): TSchema => Type.Number({ minimum: min, maximum: max });

const ID = Type.String({ maxLength: 64 });
/** What does not keep to its format; one of an older version that looks otherwise stays allowed where it stands. */
function formatComplaint(value: unknown, { format }: Limits, stored: unknown): FieldComplaint | undefined {
  if (format === undefined || value === '' || value === stored) return undefined;
  return RULES[format](value) && { key: format };
}

/** More decimals than the field has are refused, not rounded: nobody would see it. */
const decimalsComplaint = (value: unknown, { decimals = 0 }: Limits): FieldComplaint | undefined =>
  Number(Number(value).toFixed(decimals)) === Number(value) ? undefined : { said: DECIMALS, params: { n: decimals } };

const decimal: FieldKind = { options: ['min', 'max'], needs: [], columns: [], schema: number, empty: 0 };

const NO_CHOICE: TextByLanguage = { zh: '请从选项中选择', zhtw: '請從選項中選擇', en: 'choose one of the options' };
/** Without a `max` the choices are all that there is. */
const choiceComplaint = (value: unknown, { max, choices = [] }: Limits): FieldComplaint | undefined =>
  max !== undefined || value === '' || choices.some((choice) => choice.value === value) ? undefined : { said: NO_CHOICE };

/** Most of the choices of one value. */
const MAX_CHOSEN = 100;
const storedFiles = (kind: 'files' | 'images', ...options: readonly KindOption[]): FieldKind => ({
  options: ['max', 'limit', 'unit', ...options],
  needs: ['max'],
  columns: ['json'],
  schema: ({ max }) => Type.Array(uploadedFile, { maxItems: max }),
  empty: [],
  shownOnly: true,
  complaint: filesComplaint(kind),
});

/** Every kind of field there is. A new one needs its control in the browser and a column on the server. */
export const FIELD_KINDS = {
  /** One line, of a format where it has one. */
  text: { options: ['max', 'format'], needs: ['max'], columns: ['text'], schema: text, empty: '', trimmed: true, complaint: formatComplaint },
  /** Several lines. */
  note: { options: ['max'], needs: ['max'], columns: ['text'], schema: text, empty: '' },
  /** Letters, digits and dots (spec 5). One of an older version that looks otherwise stays allowed where it stands. */
  code: {
    options: ['max'],
    needs: ['max'],
    columns: ['code', 'text'],
    schema: text,
    empty: '',
    trimmed: true,
    complaint: (value, _limits, stored) => (value === '' || value === stored || isEnCode(String(value)) ? undefined : { key: 'enCode' }),
  },
  int: { options: ['min', 'max'], needs: ['min', 'max'], columns: ['int'], schema: ({ min, max }) => Type.Integer({ minimum: min, maximum: max }), empty: 0 },
  /** A number with so many decimals. */
  decimal: {
    options: ['min', 'max', 'decimals'],
    needs: ['min', 'max', 'decimals'],
    columns: ['decimal'],
    schema: number,
    empty: 0,
    complaint: decimalsComplaint,
  },
  money: { ...decimal, columns: ['money'] },
  unitPrice: { ...decimal, columns: ['unitPrice'] },
  quantity: { ...decimal, columns: ['quantity'] },
  /** 0 or 1, shown by its words. */
  flag: { options: ['words'], needs: [], columns: ['flag'], schema: () => Type.Union([Type.Literal(0), Type.Literal(1)]), empty: 0 },
  /** `YYYY-MM-DD`, or `''`. */
  day: {
    options: [],
    needs: [],
    columns: ['day'],
    schema: () => Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }),
    empty: '',
    blank: '',
  },
  /** `YYYY-MM`, or `''`. */
  month: { options: [], needs: [], columns: ['text'], schema: () => Type.String({ pattern: '^(\\d{4}-(0[1-9]|1[0-2]))?$' }), empty: '' },
  /** Milliseconds, or null. */
  instant: { options: [], needs: [], columns: ['instant'], schema: () => Type.Union([Type.Integer(), Type.Null()]), empty: null, blank: null },
  /** One of the choices, or none: `''`. With a `max` also what an older client stored besides them: it stays and is shown as it is. */
  choice: { options: ['choices', 'max'], needs: ['choices'], columns: ['text', 'choice'], schema: text, empty: '', complaint: choiceComplaint },
  /** Several of the choices. */
  choices: {
    options: ['choices', 'max'],
    needs: ['choices', 'max'],
    columns: ['texts'],
    schema: (limits) => Type.Array(text(limits), { maxItems: MAX_CHOSEN }),
    empty: [],
  },
  /** Id of an entry of the staff directory: a person, a department, a position …; `''`: none. */
  staff: { options: ['of'], needs: ['of'], columns: ['id', 'ref'], schema: () => ID, empty: '', blank: '' },
  /** Id of a row of another record (`target`), or of another row of the same; `''`: none. Rows answer its name beside it, in `labels`. */
  relation: { options: ['target', 'onRemove', 'onDisable'], needs: ['target'], columns: ['id', 'ref'], schema: () => ID, empty: '', blank: '' },
  /** Code of an entry of a dictionary that the installation keeps; `''`: none. A new value is one that can be chosen; what stands there stays. */
  dictionary: { options: ['dictionary', 'max'], needs: ['dictionary', 'max'], columns: ['text', 'code'], schema: text, empty: '' },
  /**
   * Id of an area of the last level that can be chosen, a district mostly; `''`: none. Rows answer its path beside it, in `labels`. Street and house are a text field
   * of their own. A new value is one that can be chosen; what stands there stays.
   */
  address: { options: [], needs: [], columns: ['text', 'id'], schema: () => ID, empty: '' },
  /** A Delta as the rich-text editor has it, or null (spec 2.6-17). */
  richText: {
    options: ['max'],
    needs: ['max'],
    columns: ['json'],
    schema: () => Type.Union([richTextSchema, Type.Null()]),
    empty: null,
    blank: null,
    shownOnly: true,
  },
  /** Files of the file storage, at most so many (spec 2.6-08), each smaller than `limit` (5 MB) and, with `accept`, of these types (5-16, 5-17). */
  files: storedFiles('files', 'accept'),
  /** The same, pictures alone. */
  images: storedFiles('images'),
  /** The picture of a signature, drawn in the form or typed as a name; null: none. Who saves a new one has signed it. */
  signature: {
    options: [],
    needs: [],
    columns: ['json'],
    schema: () => Type.Union([uploadedFile, Type.Null()]),
    empty: null,
    blank: null,
    shownOnly: true,
    complaint: (value) => signatureComplaint(value),
  },
  /** Rows of a table of their own that belong to this one alone, in an order: written with it, and nowhere else. The routes say what stands in them. */
  lines: {
    options: ['max', 'min', 'fields', 'totals'],
    needs: ['max', 'fields'],
    columns: [],
    schema: () => Type.Array(Type.Unknown()),
    empty: [],
    shownOnly: true,
    complaint: linesComplaint,
  },
  /**
   * What stands in a field (`shows`) of the row that a relation of the same row (`from`) names, or of what that row names in turn, as text; `''`: a relation on the
   * way names none, or the reader may not list a record or see a row or field on it (spec 2.6-15).
   */
  related: { options: ['from', 'shows'], needs: ['from', 'shows'], columns: [], schema: () => Type.String(), empty: '', shownOnly: true, derived: true },
  /** An organisation, or a department of one. */
  place: { options: ['departments'], needs: [], columns: [], schema: () => Type.String({ minLength: 1, maxLength: 64 }), empty: undefined },
} as const satisfies Readonly<Record<string, FieldKind>>;

export type FieldKindName = keyof typeof FIELD_KINDS;

/** The kind of the SDK by its name; undefined: there is none. Kinds of plugins are found by `kindLookup`. */
export const fieldKind = (name: string): FieldKind | undefined => (Object.hasOwn(FIELD_KINDS, name) ? FIELD_KINDS[name as FieldKindName] : undefined);
