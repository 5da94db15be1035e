import { type Static, Type } from 'typebox';
import { type SizeUnit, UNIT_BYTES } from '../files/upload-rule.ts';
import { ENCODE_PATTERN } from '../plugin/manifest.ts';
import type { AuditClass, Need } from '../route.ts';
import { MAX_LINE_FIELDS } from './lines/line-kinds.ts';
import {
  MAX_EXPRESSION_LENGTH,
  MAX_FORM_BLOCKS,
  MAX_IMPORT_ROWS,
  MAX_RECORD_FIELDS,
  RECORD_FORMAT,
  STAFF_KINDS,
  type StaffFieldKind,
  TEXT_FORMATS,
  type TextFormat,
} from './record-limits.ts';

/**
 * A business record as a plain document: what `defineRecord` makes of a description in code, and what a designer stores. It holds data alone, no function
 * and no reference to either half; only what differs from the defaults is written.
 */

/** `<plugin>.<record>`: ids of plugins may have hyphens, what stands behind the point has none. */
const RECORD_NAME_PATTERN = '^(?:[A-Za-z0-9_][A-Za-z0-9_-]*\\.)?[A-Za-z0-9_]+(?:\\.[A-Za-z0-9_]+)*$';
const strict = { additionalProperties: false } as const;
const NAME = '^[A-Za-z][A-Za-z0-9_]*$';
const name = Type.String({ pattern: NAME, maxLength: 60 });
const names = Type.Array(name, { maxItems: MAX_RECORD_FIELDS });
/** A field, or one of the row that a relation names: `wardId.phone`. */
const shownPath = Type.String({ pattern: `${NAME.slice(0, -1)}(?:\\.[A-Za-z][A-Za-z0-9_]*)?$`, maxLength: 121 });
const label = Type.Object(
  { zh: Type.String({ minLength: 1, maxLength: 60 }), zhtw: Type.String({ minLength: 1, maxLength: 60 }), en: Type.String({ minLength: 1, maxLength: 120 }) },
  strict,
);
const GRANT = 'perm:[A-Za-z0-9_.:#]+';
const need = Type.Unsafe<Need>(
  Type.Union([
    Type.String({ pattern: `^(public|session|${GRANT})$`, maxLength: 200 }),
    Type.Object({ anyOf: Type.Array(Type.String({ pattern: `^${GRANT}$`, maxLength: 200 }), { minItems: 1, maxItems: 20 }) }, strict),
  ]),
);
const AUDIT: readonly AuditClass[] = ['none', 'read', 'read-patient', 'print', 'write', 'money', 'stock', 'security', 'export'];
const audit = Type.Unsafe<AuditClass>(Type.Union(AUDIT.map((each) => Type.Literal(each))));

/** Number that a new row gets when it is saved: prefix, day of that moment, and a count within prefix and day that never goes back. */
const numberRule = Type.Object(
  {
    prefix: Type.String({ pattern: '^[A-Za-z0-9.]*$', maxLength: 20 }),
    /** Default: no day, one count for all time. */
    date: Type.Optional(Type.Union([Type.Literal('yyyy'), Type.Literal('yyyyMM'), Type.Literal('yyyyMMdd')])),
    /** Least digits of the count. */
    digits: Type.Integer({ minimum: 1, maximum: 12 }),
    /** Somebody may give a number of their own, and change it. Default: a given one is refused. */
    mayBeTyped: Type.Optional(Type.Literal(true)),
  },
  strict,
);

const expression = Type.String({ minLength: 1, maxLength: MAX_EXPRESSION_LENGTH });

/** Conditions on other fields of the row, `type = 'nurse'` (see `parseExpression`). */
const conditions = Type.Object(
  {
    /** The field is shown where this holds. Default: always. */
    show: Type.Optional(expression),
    /** It must have a value where this holds and where it is shown and editable. */
    require: Type.Optional(expression),
    /** Its value can be changed where this holds; elsewhere it stays what it was. Default: always. */
    edit: Type.Optional(expression),
    /** What becomes of its value while it is not shown. `clear` (default): it is empty; `keep`: it stays what it was. */
    hidden: Type.Optional(Type.Union([Type.Literal('clear'), Type.Literal('keep')])),
  },
  { ...strict, minProperties: 1 },
);
/** A value that nobody gives: an expression of numbers, `price * count`, rounded half up to the decimals of the field. */
const calculation = Type.Object({ calc: expression }, strict);

/** A field that has one value. */
export const plainFieldDocument = Type.Object(
  {
    /** Place among the fields: they are sorted by it as text. */
    at: Type.String({ minLength: 1, maxLength: 40 }),
    kind: Type.String({ maxLength: 40 }),
    label,
    required: Type.Optional(Type.Literal(true)),
    /** Given once: what a change says otherwise is refused. */
    fixed: Type.Optional(Type.Literal(true)),
    /** Wide letters, digits and signs of Chinese keyboards are kept as the narrow ones; kind `text` alone. */
    narrow: Type.Optional(Type.Literal(true)),
    /** Only whoever holds the right of its column in the record's menu sees and sets it. */
    withheld: Type.Optional(Type.Literal(true)),
    /** Value of a new record where nobody gives one, as it stands on the wire. */
    initial: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Number()])),
    /** Its value is a number that the server gives when a row is added; kinds `code` and `text` alone. */
    numbered: Type.Optional(numberRule),
    /** Column of the table where that has another name. */
    column: Type.Optional(name),
    /** Columns of the form grid. */
    span: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    help: Type.Optional(label),
    /** Characters of a text, or the largest number, as it stands on the wire. A choice without one takes its choices alone. */
    max: Type.Optional(Type.Number()),
    min: Type.Optional(Type.Number()),
    choices: Type.Optional(Type.Array(Type.Object({ value: Type.String({ minLength: 1, maxLength: 60 }), label }, strict), { maxItems: 200 })),
    /** Form that a line of text is held to. */
    format: Type.Optional(Type.Unsafe<TextFormat>(Type.Union(TEXT_FORMATS.map((format) => Type.Literal(format))))),
    /** Digits behind the point. */
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 8 })),
    /** What entry of the staff directory it names. */
    of: Type.Optional(Type.Unsafe<StaffFieldKind>(Type.Union(STAFF_KINDS.map((kind) => Type.Literal(kind))))),
    /** Record whose rows a relation names, `permission.group`: one of the same plugin, or of one that the plugin depends on. */
    target: Type.Optional(Type.String({ pattern: RECORD_NAME_PATTERN, maxLength: 100 })),
    /** `keep`: a row that a relation names may be deleted; its name is gone then. Default: that is refused while any row names it. */
    onRemove: Type.Optional(Type.Literal('keep')),
    /** `refuse`: a row that a relation names cannot be disabled either. Default: it can, and is no longer offered. */
    onDisable: Type.Optional(Type.Literal('refuse')),
    /** Of a related field: the relation of the row, and the field of what it names whose text is shown; `wardId.phone`: of what that names in turn. */
    from: Type.Optional(name),
    shows: Type.Optional(shownPath),
    /** Code of the dictionary whose codes it holds, `SIM.access`. */
    dictionary: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    /** Words of a flag. Default: yes and no. */
    words: Type.Optional(Type.Object({ on: label, off: label }, strict)),
    /** Of a place: departments are offered besides organisations. */
    departments: Type.Optional(Type.Literal(true)),
    /** Of files: each is smaller than so many units. Default 5. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_023 })),
    /** Default MB. */
    unit: Type.Optional(Type.Unsafe<SizeUnit>(Type.Union((Object.keys(UNIT_BYTES) as SizeUnit[]).map((unit) => Type.Literal(unit))))),
    /** Extensions of files that are taken, `.pdf,.docx`. Default: everything that the server takes. */
    accept: Type.Optional(Type.String({ pattern: '^\\.[a-z0-9]{1,8}(,\\.[a-z0-9]{1,8})*$', maxLength: 200 })),
  },
  strict,
);

const CELL_MEMBERS = [
  'at',
  'kind',
  'label',
  'required',
  'initial',
  'column',
  'max',
  'min',
  'choices',
  'format',
  'decimals',
  'of',
  'words',
  'target',
  'onRemove',
  'onDisable',
] as const;
/** A cell of a line: without what is a matter of whole rows. Its conditions look at the other cells of its line. */
const cellDocument = Type.Object(
  { ...Type.Pick(plainFieldDocument, CELL_MEMBERS).properties, when: Type.Optional(conditions), value: Type.Optional(calculation) },
  strict,
);

export const fieldDocument = Type.Object(
  {
    ...plainFieldDocument.properties,
    when: Type.Optional(conditions),
    value: Type.Optional(calculation),
    /** Of lines: the cells of a line, by name. */
    fields: Type.Optional(Type.Record(name, cellDocument, { ...strict, maxProperties: MAX_LINE_FIELDS })),
    /** Of lines: cells of numbers whose sum stands below them in the form. */
    totals: Type.Optional(Type.Array(name, { maxItems: MAX_LINE_FIELDS })),
  },
  strict,
);

/** Longer than a label: what a person has to know before filling in. */
const longText = Type.String({ minLength: 1, maxLength: 2_000 });
/** Place among the blocks that stand before the same field. */
const blockPlace = { at: Type.String({ minLength: 1, maxLength: 40 }), before: Type.Optional(name) };
/** Between the fields of a form: a text, or a button that runs an act of the row. Neither has a column or a value. */
const formBlock = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('text'),
      ...blockPlace,
      text: Type.Object({ zh: longText, zhtw: longText, en: longText }, strict),
      strong: Type.Optional(Type.Literal(true)),
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('button'),
      ...blockPlace,
      act: Type.String({ pattern: '^(state|remove|btn_[A-Za-z0-9]+)$', maxLength: 60 }),
      label: Type.Optional(label),
    },
    strict,
  ),
]);

/** A member of rows that is made beside the row and never written. */
const shown = Type.Object(
  {
    at: Type.String({ minLength: 1, maxLength: 40 }),
    kind: Type.String({ maxLength: 40 }),
    label: Type.Optional(label),
    /** Writes may say it, too, as older clients send a row back; what it means there is the code's matter. Default: it is left out of writes. */
    accepted: Type.Optional(Type.Literal(true)),
  },
  strict,
);

const BUTTON = '^btn_[A-Za-z0-9]+$';
/** `button`: code that the act shares with another act, or one of `buttons`. Default: one of its own. */
const actMembers = { audit: Type.Optional(audit), need: Type.Optional(need), button: Type.Optional(Type.String({ pattern: BUTTON, maxLength: 60 })) };
const act = Type.Object(actMembers, strict);
const importAct = Type.Object(
  {
    ...actMembers,
    /** Field by which a row of a workbook finds the record that stands there already. */
    key: name,
    /** Rows of one workbook. Default: 10,000. */
    maxRows: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_IMPORT_ROWS })),
    /** What others call columns, by field, besides their labels: lists of the state come as they are. Signs, blanks and capitals do not count. */
    headings: Type.Optional(
      Type.Record(name, Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 40 }), { ...strict, maxProperties: MAX_RECORD_FIELDS }),
    ),
  },
  strict,
);

export const recordDocument = Type.Object(
  {
    kind: Type.Literal('record'),
    format: Type.Literal(RECORD_FORMAT),
    /** `permission.position`; its first part is the plugin. */
    name: Type.String({ pattern: RECORD_NAME_PATTERN, maxLength: 100 }),
    title: label,
    /** enCode of the menu whose page and buttons it stands behind. Default: its name. */
    menu: Type.Optional(Type.String({ pattern: ENCODE_PATTERN, maxLength: 100 })),
    wire: Type.Object(
      {
        at: Type.String({ pattern: '^/api(/[A-Za-z0-9_.-]+)+$', maxLength: 200 }),
        /**
         * Where the list is, when the platform answers something else at `at`: below it (`/Actions/List`), or anywhere (`/api/permission/Organize/{id}/Department`, where
         * `{id}` is the node of the tree at the left whose rows come whole). Default: at `at` itself.
         */
        list: Type.Optional(Type.String({ pattern: '^(/[A-Za-z0-9_.-]+|/\\{id\\})+$', maxLength: 200 })),
        /** Where one record is below `at`. Default: `/{id}`. */
        one: Type.Optional(Type.String({ pattern: '^(/[A-Za-z0-9_.-]+)*/\\{id\\}(/[A-Za-z0-9_.-]+)*$', maxLength: 100 })),
        spec: Type.Optional(Type.Array(Type.String({ maxLength: 20 }))),
      },
      strict,
    ),
    /** Name that audit entries carry. Default: the record's. */
    subject: Type.Optional(Type.String({ maxLength: 100 })),
    fields: Type.Record(name, fieldDocument, { ...strict, maxProperties: MAX_RECORD_FIELDS }),
    shown: Type.Optional(Type.Record(name, shown, { ...strict, maxProperties: MAX_RECORD_FIELDS })),
    list: Type.Object(
      {
        /** Names of fields and of what is shown; `-` before one: hidden at first. */
        columns: Type.Array(Type.String({ pattern: `^-?${NAME.slice(1)}`, maxLength: 61 }), { minItems: 1, maxItems: MAX_RECORD_FIELDS }),
        sort: Type.Optional(names),
        /** Fields of text that the search box says it looks into; the search pieces of the table must hold them. */
        keyword: Type.Optional(names),
        /** Fields that one can narrow the list by: one value, a range of numbers, days or times, any of several choices, words (see `FilterWay`). */
        filter: Type.Optional(names),
        /** Fields of numbers whose sum over all rows that the list finds stands below it. */
        totals: Type.Optional(names),
        /** Order when nobody asks for one; `-` before it: the largest first. */
        order: Type.Optional(Type.String({ pattern: `^-?${NAME.slice(1)}`, maxLength: 61 })),
        /** A tree at the left of the list, by its name, and the field that it narrows. */
        left: Type.Optional(Type.Object({ tree: name, narrows: name }, strict)),
        /** All rows of the node at the left in one answer, without pages; a keyword keeps what matches with all above it. The node stands in `wire.list`. */
        whole: Type.Optional(Type.Literal(true)),
        /** One list for all organisations: it answers in `keeps` whether the caller may change it, whatever codes they hold. */
        shared: Type.Optional(Type.Literal(true)),
      },
      strict,
    ),
    /** Its rows stand below each other. */
    tree: Type.Optional(
      Type.Object(
        {
          /** Relation of a row to the row above it; empty: it stands at the top. Or a place: a row, or what the topmost hang on (an organisation). */
          parent: name,
          /** Levels at most, the top counted. */
          maxDepth: Type.Integer({ minimum: 2, maximum: 32 }),
        },
        strict,
      ),
    ),
    form: Type.Optional(
      Type.Object(
        {
          /** Fields of the form, in their order. Default: all of them. */
          fields: Type.Optional(names),
          /** Texts and buttons between them. */
          blocks: Type.Optional(Type.Record(name, formBlock, { ...strict, maxProperties: MAX_FORM_BLOCKS })),
        },
        { ...strict, minProperties: 1 },
      ),
    ),
    acts: Type.Object(
      {
        list: Type.Optional(act),
        one: Type.Optional(act),
        create: Type.Optional(act),
        edit: Type.Optional(act),
        remove: Type.Optional(act),
        state: Type.Optional(act),
        /** A new row that begins as another; codes are left empty. It needs what `create` needs. */
        copy: Type.Optional(Type.Object({}, strict)),
        /** The list on paper; it needs a button and no call of its own. */
        print: Type.Optional(Type.Object({}, strict)),
        /** The list as a workbook. */
        export: Type.Optional(act),
        /** Records from a workbook. */
        import: Type.Optional(importAct),
      },
      strict,
    ),
    /** Buttons besides those of the acts. */
    buttons: Type.Optional(Type.Record(Type.String({ pattern: BUTTON }), label, strict)),
  },
  strict,
);

export type RecordDocument = Static<typeof recordDocument>;
export type FormBlockDocument = Static<typeof formBlock>;
export type NumberRule = Static<typeof numberRule>;
export type FieldConditions = Static<typeof conditions>;
export type FieldCalculation = Static<typeof calculation>;
export type FieldDocument = Static<typeof fieldDocument>;
export type ShownDocument = Static<typeof shown>;
export type ActDocument = Static<typeof act>;
export type ImportActDocument = Static<typeof importAct>;
/** What is done to one record: the writes that the stages of `serveRecord` know. An import does creates and edits. */
export type RecordAct = 'create' | 'edit' | 'remove' | 'state';
/** Acts that have a button. */
export type RecordButtonAct = RecordAct | 'import' | 'export' | 'print';
