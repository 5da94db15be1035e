import { type Static, Type } from 'typebox';
import { MAX_RECORD_FIELDS } from '../record-limits.ts';

/**
 * What a site changes of a record: a document of its own, which says only what differs. It can narrow what the record says and never widen it, so that the rules
 * of the record's code hold whatever stands here.
 */

const strict = { additionalProperties: false } as const;
const NAME = '^[A-Za-z][A-Za-z0-9_]*$';
const name = Type.String({ pattern: NAME, maxLength: 60 });
const words = {
  zh: Type.String({ minLength: 1, maxLength: 60 }),
  zhtw: Type.String({ minLength: 1, maxLength: 60 }),
  en: Type.String({ minLength: 1, maxLength: 120 }),
};
const label = Type.Object(words, strict);
/** Languages that are left out stay as the record has them. */
const otherLabel = Type.Partial(label, { ...strict, minProperties: 1 });

const fieldOverlay = Type.Object(
  {
    label: Type.Optional(otherLabel),
    help: Type.Optional(label),
    /** It stands in no form, list, search control or paper. Rows and workbooks keep it: what stands there stays, a new row begins as the description says. */
    hidden: Type.Optional(Type.Literal(true)),
    /** A value must be given from now on. What stands there without one is asked for when it is changed next. */
    required: Type.Optional(Type.Literal(true)),
    /** Value of a new row where nobody gives one, in place of the record's. */
    initial: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Number()])),
    /** Not more than the record's. */
    max: Type.Optional(Type.Number()),
    /** Not less than the record's. */
    min: Type.Optional(Type.Number()),
    /** Behind those of the record; of choices that may be unknown (`field.choice`, `field.choices`) alone. */
    choices: Type.Optional(Type.Array(Type.Object({ value: Type.String({ minLength: 1, maxLength: 60 }), label }, strict), { minItems: 1, maxItems: 100 })),
  },
  { ...strict, minProperties: 1 },
);

export const recordOverlay = Type.Object(
  {
    /** Form of the document. */
    format: Type.Literal(1),
    fields: Type.Optional(Type.Record(name, fieldOverlay, { ...strict, maxProperties: MAX_RECORD_FIELDS })),
    /** Members that rows show beside their fields. */
    shown: Type.Optional(Type.Record(name, Type.Object({ label: otherLabel }, strict), { ...strict, maxProperties: MAX_RECORD_FIELDS })),
    list: Type.Optional(
      Type.Object(
        {
          /** Columns in their order, `-` before one: hidden at first. Those of the record that it does not name follow, hidden at first. */
          columns: Type.Optional(Type.Array(Type.String({ pattern: `^-?${NAME.slice(1)}`, maxLength: 61 }), { minItems: 1, maxItems: MAX_RECORD_FIELDS })),
          /** Order when nobody asks for one; `-` before it: the largest first. */
          order: Type.Optional(Type.String({ pattern: `^-?${NAME.slice(1)}`, maxLength: 61 })),
        },
        { ...strict, minProperties: 1 },
      ),
    ),
    form: Type.Optional(
      Type.Object(
        {
          /** Fields that come first, in their order; the others of the form follow as they stand. */
          fields: Type.Array(name, { minItems: 1, maxItems: MAX_RECORD_FIELDS }),
        },
        strict,
      ),
    ),
  },
  strict,
);

export type RecordOverlay = Static<typeof recordOverlay>;
export type FieldOverlay = Static<typeof fieldOverlay>;
