import type { Money, Quantity, UnitPrice } from '../money/money.ts';
import { inLanguages } from '../menu/menu.ts';
import type { RichText } from '../rich-text/rich-text.schema.ts';
import type { UploadedFile } from '../files/uploaded-file.schema.ts';
import type { SizeUnit } from '../files/upload-rule.ts';
import type { StaffFieldKind, TextFormat } from './record-limits.ts';
import type { ShownKind } from './field-kind.ts';
import type { FieldCalculation, FieldConditions, FieldDocument, NumberRule, ShownDocument } from './record-document.ts';
import { type LineOf, type LinesSpec, linesDocument } from './lines/lines-field.ts';
import type { PluginKind } from './kinds/plugin-kind.ts';
import type { Fields } from './record-types.ts';

type Written = Omit<FieldDocument, 'at' | 'label'> & Partial<Pick<FieldDocument, 'label'>>;

const typeOnly = (): never => {
  throw new TypeError('this member is a type and has no value');
};

/**
 * A field of `defineRecord`. Its types are the compiler's alone: `Wire` in bodies and rows, `Value` in rules, `Db` in statements (see `fieldColumns`).
 * Each call gives a new field, so that one can be kept and varied.
 */
export class Field<out Wire, out Value = Wire, out Db = Value> {
  /** @param pluginKinds that a plugin adds: that of the field, those of the cells of its lines */
  constructor(
    readonly document: Written,
    readonly pluginKinds: readonly PluginKind[] = [],
  ) {}

  get '~wire'(): Wire {
    return typeOnly();
  }
  get '~value'(): Value {
    return typeOnly();
  }
  get '~db'(): Db {
    return typeOnly();
  }
  label(zh: string, zhtw: string, en: string): Field<Wire, Value, Db> {
    return new Field({ ...this.document, label: inLanguages(zh, zhtw, en) }, this.pluginKinds);
  }
  /** A small text below the control. */
  help(zh: string, zhtw: string, en: string): Field<Wire, Value, Db> {
    return new Field({ ...this.document, help: inLanguages(zh, zhtw, en) }, this.pluginKinds);
  }
  required(): Field<Wire, Value & {}, Db & {}> {
    return new Field({ ...this.document, required: true }, this.pluginKinds);
  }
  /** It is given once, and stands for the row on papers: a change that says otherwise is refused. */
  fixed(): Field<Wire, Value, Db> {
    return new Field({ ...this.document, fixed: true }, this.pluginKinds);
  }
  /**
   * Only whoever holds the right of its column in the record's menu (`beds.ward#column:price`; the menu of `recordMenu` brings it) sees it: for others rows come without,
   * lists are neither narrowed, sorted nor summed up by it, workbooks and papers have no such column, and a body that gives it is refused. What stands there stays
   * when they save. The search pieces of the table must not be made of it.
   */
  withheld(): Field<Wire | undefined, Value, Db> {
    return new Field({ ...this.document, withheld: true }, this.pluginKinds);
  }
  /** Codes of kind `text`: wide letters, digits and signs of Chinese keyboards are the narrow ones. */
  narrow(): Field<Wire, Value, Db> {
    return new Field({ ...this.document, narrow: true }, this.pluginKinds);
  }
  /** Value of a new record where nobody gives one. */
  initial(value: string | number): Field<Wire, Value, Db> {
    return new Field({ ...this.document, initial: value }, this.pluginKinds);
  }
  /**
   * The server gives its value when a row is added: `{ prefix: 'WD', date: 'yyyyMM', digits: 4 }` → `WD2026030001`, counted anew each month, for each organisation by itself. The count is kept
   * with the row in one transaction: none is given twice, none is lost by a refusal or a preview. Forms show it and cannot change it, a copy gets one of its
   * own, an import leaves it empty. A hand-made one is refused, unless `mayBeTyped`. Of kinds `code` and `text`, with room for it in `max`.
   */
  numbered(rule: NumberRule): Field<Wire, Value, Db> {
    return new Field({ ...this.document, numbered: rule }, this.pluginKinds);
  }
  /**
   * Conditions on other fields of the row: `.when({ show: "kind = 'nurse'", require: 'beds > 0' })`. `show`: it is there, `require`: a value must be given, `edit`: its
   * value may change. The form follows while one types; the server holds every write to them, imports as well. A field that is not shown is empty, or
   * with `hidden: 'keep'` what it was, and never required. The language is that of `parseExpression`.
   */
  when(conditions: FieldConditions): Field<Wire, Value, Db> {
    return new Field({ ...this.document, when: conditions }, this.pluginKinds);
  }
  /** The server calculates it on every write, the form while one types: `.value({ calc: 'price * count' })`. What a caller sends does not count. Numbers alone. */
  value(calculation: FieldCalculation): Field<Wire, Value, Db> {
    return new Field({ ...this.document, value: calculation }, this.pluginKinds);
  }
  /** Columns of the form grid that it takes. */
  span(columns: number): Field<Wire, Value, Db> {
    return new Field({ ...this.document, span: columns }, this.pluginKinds);
  }
  /** Column of the table where that has another name. */
  column(name: string): Field<Wire, Value, Db> {
    return new Field({ ...this.document, column: name }, this.pluginKinds);
  }
}

type Words = readonly [zh: string, zhtw: string, en: string];
interface Range {
  readonly min?: number;
  readonly max?: number;
}
interface RelationRules {
  readonly onRemove?: 'keep';
  readonly onDisable?: 'refuse';
}
/** What each file of a field is smaller than. */
interface FileRules {
  readonly limit?: number;
  readonly unit?: SizeUnit;
}
type Choice = readonly [value: string, zh: string, zhtw: string, en: string];

/** Kinds of fields (see `FIELD_KINDS`). */
export const field = {
  /** @param format as spec 5 has it, such as `mobile` */
  text: (max: number, format?: TextFormat) => new Field<string>({ kind: 'text', max, ...(format && { format }) }),
  note: (max: number) => new Field<string>({ kind: 'note', max }),
  code: (max: number) => new Field<string>({ kind: 'code', max }),
  int: (min: number, max: number) => new Field<number>({ kind: 'int', min, max }),
  decimal: (decimals: number, min: number, max: number) => new Field<number, string>({ kind: 'decimal', decimals, min, max }),
  /** Yuan; from 0 where no limit is given. */
  money: (limits: Range = {}) => new Field<number, Money, string>({ kind: 'money', ...limits }),
  unitPrice: (limits: Range = {}) => new Field<number, UnitPrice, string>({ kind: 'unitPrice', ...limits }),
  quantity: (limits: Range = {}) => new Field<number, Quantity, string>({ kind: 'quantity', ...limits }),
  /** Words of 1 and of 0; without them yes and no. */
  flag: (...words: readonly [on: Words, off: Words] | []) =>
    new Field<0 | 1, boolean>({ kind: 'flag', ...(words.length === 2 && { words: { on: inLanguages(...words[0]), off: inLanguages(...words[1]) } }) }),
  /** `YYYY-MM-DD`; one that may be left out is `''`. */
  day: () => new Field<string, string | null>({ kind: 'day' }),
  /** `YYYY-MM` */
  month: () => new Field<string>({ kind: 'month' }),
  /** Milliseconds; one that may be left out is null. */
  instant: () => new Field<number | null, Date | null>({ kind: 'instant' }),
  /** @param max characters of what older clients may have stored */
  choice: (max: number, ...choices: readonly Choice[]) =>
    new Field<string>({ kind: 'choice', max, choices: choices.map(([value, ...texts]) => ({ value, label: inLanguages(...texts) })) }),
  /** One of the choices and nothing else, such as a level that code goes by. Where a choice may be unknown, or comes from older clients, use `choice`. */
  oneOf: <const V extends string>(...choices: readonly (readonly [value: V, zh: string, zhtw: string, en: string])[]) =>
    new Field<V>({ kind: 'choice', choices: choices.map(([value, ...texts]) => ({ value, label: inLanguages(...texts) })) }),
  /** Several of the choices. @param max characters of each of them */
  choices: (max: number, ...choices: readonly Choice[]) =>
    new Field<readonly string[]>({ kind: 'choices', max, choices: choices.map(([value, ...texts]) => ({ value, label: inLanguages(...texts) })) }),
  /** Somebody or something of the staff directory, by its id. */
  staff: (of: StaffFieldKind) => new Field<string, string | null>({ kind: 'staff', of }),
  /**
   * Id of a row of another record, or of another row of the same one; `''`: none. Rows answer the name of it in `labels`: null where the reader does
   * not see it. A new value must be a row that the writer sees and that is enabled, or the field is refused as if there were none.
   * @param target name of the record, `permission.group`: of the same plugin, or of one that `dependsOn` of the manifest names
   * @param rules `onRemove: 'keep'`: the row may be deleted while it is named here (default: refused with a list of what names it);
   *   `onDisable: 'refuse'`: it cannot be disabled either (default: it can)
   */
  relation: (target: string, rules: RelationRules = {}) => new Field<string, string | null>({ kind: 'relation', target, ...rules }),
  /**
   * Code of an entry of a dictionary (plugin `system`), shown by its name; `''`: none. A new value is an entry that can be chosen. A code that a row holds is neither
   * deleted nor changed in its dictionary; it can be hidden there, and stays where it stands.
   * @param code of the dictionary
   */
  dictionary: (code: string, max = 50) => new Field<string>({ kind: 'dictionary', dictionary: code, max }),
  /**
   * Id of an area (plugin `system`), shown by its path from the province down; `''`: none. Chosen in the address dialog down to districts, narrowed in lists by any area. Street
   * and house are a text field beside it. An area that a row holds is not deleted.
   */
  address: () => new Field<string>({ kind: 'address' }),
  /** @param max characters */
  richText: (max = 20_000) => new Field<RichText | null, RichText | null, string | null>({ kind: 'richText', max }),
  /**
   * Files of the storage. A new one was uploaded by whoever saves the row, or hangs on another row of the record that they see, so that a copy of a row keeps its files. Who sees
   * the row may fetch them, and nobody else but who stored them. Where rows are many the column wants an index: `create index … using gin (papers jsonb_path_ops)`.
   * @param max files
   * @param rules `{ limit: 20, unit: 'MB', accept: '.pdf,.docx' }`; default: smaller than 5 MB, every type that the server takes
   */
  files: (max = 9, rules: FileRules & { readonly accept?: string } = {}) =>
    new Field<readonly UploadedFile[], readonly UploadedFile[], string>({ kind: 'files', max, ...rules }),
  /** Pictures, as `files`. */
  images: (max = 9, rules: FileRules = {}) => new Field<readonly UploadedFile[], readonly UploadedFile[], string>({ kind: 'images', max, ...rules }),
  /** A signature, kept as a picture: drawn in the form, or typed as a name. It is of whoever saves it, so a copy of the row has none. The column can be null. */
  signature: () => new Field<UploadedFile | null, UploadedFile | null, string | null>({ kind: 'signature' }),
  /**
   * Lines that belong to the row, in an order: `{ max: 60, fields: { drug: field.text(50).required().label(…), dose: field.quantity().label(…) } }`. They stand in a
   * table of their own (`lines` of `serveRecord`), are saved, copied and deleted with the row, and have neither routes nor rights of their own. A row answers them each
   * with its `id`; what is sent is all of them in their order: those without an `id` are new, those that are missing go. A call that leaves the member out keeps
   * them. Rows of lists and workbooks come without.
   */
  lines: <const F extends Fields>(spec: LinesSpec<F>) =>
    new Field<readonly LineOf<F>[] | undefined, F>(
      linesDocument(spec as unknown as LinesSpec<Fields>),
      Object.values(spec.fields as unknown as Fields).flatMap(({ pluginKinds }) => pluginKinds),
    ),
  /**
   * What stands in a field of the row that a relation names, read-only: `wardPhone: field.related('wardId', 'phone')`. It follows the relation while one types, is never sent
   * or stored, and has no column. A text as workbooks show it. Readers who may not list the other record, or see that row or field of it, see nothing.
   * @param from name of the relation, a field of the same record
   * @param shows name of a field of the record that it leads to; `buildingId.address`: of what a relation there names in turn, and no step further
   */
  related: (from: string, shows: string) => new Field<string>({ kind: 'related', from, shows }),
  place: ({ departments = false } = {}) => new Field<string>({ kind: 'place', ...(departments && { departments }) }),
} as const;

/** Characters of a description, and the largest sort number, as the platform has them. */
const MAX_DESCRIPTION = 500;
const MAX_SORT_CODE = 1_000_000;

/** Fields that almost every record of the platform has. */
export const STANDARD_FIELDS = {
  sortCode: field.int(0, MAX_SORT_CODE).label('排序', '排序', 'Order'),
  enabledMark: field.flag(['启用', '啟用', 'Enabled'], ['停用', '停用', 'Disabled']).initial(1).column('enabled').label('状态', '狀態', 'State'),
  description: field.note(MAX_DESCRIPTION).span(2).label('说明', '說明', 'Description'),
} as const;

/** A member of rows beside the fields; the server half gives it. */
export class Shown<out Wire> {
  constructor(readonly document: Omit<ShownDocument, 'at'>) {}
  get '~wire'(): Wire {
    return typeOnly();
  }
  /** Writes may say it, too, as older clients send a row back; what it means there is the code's matter (`sent` of `serveRecord`). */
  accepted(): Shown<Wire> {
    return new Shown({ ...this.document, accepted: true });
  }
}

const shownAs =
  <Wire>(kind: ShownKind) =>
  (...label: [zh: string, zhtw: string, en: string] | []): Shown<Wire> =>
    new Shown({ kind, ...(label.length === 3 && { label: inLanguages(...label) }) });

export const shown = {
  id: shownAs<string>('id'),
  text: shownAs<string>('text'),
  int: shownAs<number>('int'),
  money: shownAs<number>('money'),
  instant: shownAs<number>('instant'),
} as const satisfies Readonly<Record<ShownKind, unknown>>;
