import { type TSchema, Type } from 'typebox';
import { isEnCode } from '../validation.ts';
import type { ValidationKey } from '../validation-texts.ts';
import type { FieldDocument } from './record-document.ts';

/** What is wrong with a value, as a sentence of the validation texts. */
export interface FieldComplaint {
  readonly key: ValidationKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

type Limits = Pick<FieldDocument, 'max' | 'min' | 'choices'>;

/**
 * One kind of field, the same in both halves. Its control, search control and cell are the browser's, its column the server's matter.
 */
export interface FieldKind {
  /** Members of the description that it knows besides those of every field. */
  readonly options: readonly (keyof FieldDocument)[];
  /** Those that must be there. */
  readonly needs: readonly (keyof FieldDocument)[];
  /** Kinds of columns that can hold it; empty: code reads and writes it. */
  readonly columns: readonly string[];
  readonly schema: (limits: Limits) => TSchema;
  /** Value of a new record where the description says none; undefined: there is none, so the field must be sent. */
  readonly empty: string | number | undefined;
  /** Spaces around it do not count. */
  readonly trimmed?: true;
  /** Beyond what the schema checks. @param stored value that stands there; it stays allowed */
  readonly complaint?: (value: unknown, limits: Limits, stored: unknown) => FieldComplaint | undefined;
}

const LARGEST = 999_999_999_999;
const text = (limits: Limits): TSchema => Type.String({ maxLength: limits.max });
const number = ({ min = 0, max = LARGEST }: Limits): TSchema => Type.Number({ minimum: min, maximum: max });

const decimal: FieldKind = { options: ['min', 'max'], needs: [], columns: [], schema: number, empty: 0 };

/** Every kind of field there is. A new one needs its control in the browser and a column on the server. */
export const FIELD_KINDS = {
  /** One line. */
  text: { options: ['max'], needs: ['max'], columns: ['text'], schema: text, empty: '', trimmed: true },
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
  money: { ...decimal, columns: ['money'] },
  unitPrice: { ...decimal, columns: ['unitPrice'] },
  quantity: { ...decimal, columns: ['quantity'] },
  /** 0 or 1, shown by its words. */
  flag: { options: ['words'], needs: [], columns: ['flag'], schema: () => Type.Union([Type.Literal(0), Type.Literal(1)]), empty: 0 },
  /** `YYYY-MM-DD`. */
  day: { options: [], needs: [], columns: ['day'], schema: () => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), empty: undefined },
  /** Milliseconds. */
  instant: { options: [], needs: [], columns: ['instant'], schema: () => Type.Integer(), empty: undefined },
  /** One of the choices, or none: `''`. What an older client stored besides them stays and is shown as it is. */
  choice: { options: ['choices', 'max'], needs: ['choices', 'max'], columns: ['text'], schema: text, empty: '' },
  /** An organisation, or a department of one. */
  place: { options: ['departments'], needs: [], columns: [], schema: () => Type.String({ minLength: 1, maxLength: 64 }), empty: undefined },
} as const satisfies Readonly<Record<string, FieldKind>>;

export type FieldKindName = keyof typeof FIELD_KINDS;

/** The kind by its name; undefined: there is none. */
export const fieldKind = (name: string): FieldKind | undefined => (Object.hasOwn(FIELD_KINDS, name) ? FIELD_KINDS[name as FieldKindName] : undefined);
