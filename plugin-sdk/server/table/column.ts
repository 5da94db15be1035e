import type { Money, OrgId, Quantity, UnitPrice } from '../../contract/index.ts';
import { LETTER_BITS } from '../paging/search.ts';
import {
  choiceCodec,
  type Codec,
  type ColumnLimits,
  codeCodec,
  dayCodec,
  decimalCodec,
  flagCodec,
  floatCodec,
  gramsCodec,
  instantCodec,
  intChoiceCodec,
  intCodec,
  intsCodec,
  jsonCodec,
  maximumOf,
  minuteCodec,
  moneyCodec,
  quantityCodec,
  shorterThan,
  textCodec,
  textsCodec,
  unitPriceCodec,
} from './codec.ts';

export type ColumnKind =
  | 'id'
  | 'org'
  | 'ref'
  | 'text'
  | 'texts'
  | 'code'
  | 'int'
  | 'ints'
  | 'float'
  | 'decimal'
  | 'money'
  | 'unitPrice'
  | 'quantity'
  | 'flag'
  | 'day'
  | 'instant'
  | 'minute'
  | 'json'
  | 'grams'
  | 'letters'
  | 'initials'
  | 'choice';

/** A column as the code below the types sees it. */
export interface ColumnDef {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** Name in the database; where none is given, the key of the table in snake case. */
  readonly physical?: string;
  readonly limits: ColumnLimits;
  readonly codec: Codec<unknown, unknown, unknown>;
  /** Table whose id it holds, as a foreign key. */
  readonly references?: string;
  /** Columns of the table that search pieces are made of, and members of JSON columns (`property.shortName`); the one that initials are made of. */
  readonly sources?: readonly string[];
  /** Of initials: whose name it is. */
  readonly of?: 'text' | 'person';
}

/** A column of `defineTable`. What begins with `~` is there for types alone. */
export interface Column<out Db, out Value, out Wire> {
  readonly def: ColumnDef;
  readonly '~db': Db;
  readonly '~value': Value;
  readonly '~wire': Wire;
  nullable(): Column<Db | null, Value | null, Wire | null>;
  /** Its name in the database where that is not the key in snake case. */
  named(physical: string): Column<Db, Value, Wire>;
  /** It is a foreign key to the id of this table. */
  references(table: string): Column<Db, Value, Wire>;
}

class PlainColumn<Db, Value, Wire> implements Column<Db, Value, Wire> {
  constructor(readonly def: ColumnDef) {}

  get '~db'(): Db {
    return typeOnly();
  }
  get '~value'(): Value {
    return typeOnly();
  }
  get '~wire'(): Wire {
    return typeOnly();
  }
  nullable(): Column<Db | null, Value | null, Wire | null> {
    return new PlainColumn({ ...this.def, nullable: true });
  }
  named(physical: string): Column<Db, Value, Wire> {
    return new PlainColumn({ ...this.def, physical });
  }
  references(table: string): Column<Db, Value, Wire> {
    return new PlainColumn({ ...this.def, references: table });
  }
}

const typeOnly = (): never => {
  throw new TypeError('this member is a type and has no value');
};

function made<Db, Value, Wire>(
  kind: ColumnKind,
  codec: Codec<Db, Value, Wire>,
  limits: ColumnLimits = {},
  more: Partial<ColumnDef> = {},
): Column<Db, Value, Wire> {
  return new PlainColumn({ kind, nullable: false, limits, codec: codec as Codec<unknown, unknown, unknown>, ...more });
}

/** Longest id of the product. */
const MAX_ID = 64;
const idCodec = textCodec((text) => text !== '' && text.length <= MAX_ID, `no id of 1 to ${MAX_ID} characters`);
const ID_LIMITS: ColumnLimits = { maxLength: MAX_ID };
const scaled = (precision: number, scale: number): ColumnLimits => ({ precision, scale, maximum: maximumOf(precision, scale) });

/** Kinds of columns: database ↔ value ↔ wire. */
export const column = {
  /** text · text · text, 1 to 64 characters */
  id: <T extends string = string>() => made('id', idCodec as Codec<string, T, string>, ID_LIMITS),
  /** Organisation that the row belongs to; the door looks here. */
  org: () => made('org', idCodec as Codec<string, OrgId, string>, ID_LIMITS),
  /** Id of a row of another table, held by a foreign key. */
  ref: <T extends string = string>(table: string) => made('ref', idCodec as Codec<string, T, string>, ID_LIMITS, { references: table }),
  /** text · text · text, at most so many characters */
  text: (maxLength: number) => made('text', textCodec(shorterThan(maxLength), `more than ${maxLength} characters`), { maxLength }),
  /** text[] · texts · texts, each of at most so many characters */
  texts: <T extends string = string>(maxLength: number) => made<readonly T[], readonly T[], readonly T[]>('texts', textsCodec<T>(maxLength), { maxLength }),
  /** The same for what `isEnCode` lets through. */
  code: (maxLength: number) => made('code', codeCodec(maxLength), { maxLength }),
  /** smallint, integer or bigint · number · number */
  int: (minimum: number, maximum: number) => made('int', intCodec(minimum, maximum), { minimum, maximum }),
  /** The same for codes that are numbers: one of these (`0, 1, 2, 9`). */
  intChoice: <const T extends number>(...choices: readonly T[]) =>
    made<number, T, T>('int', intChoiceCodec<T>(choices), { minimum: Math.min(...choices), maximum: Math.max(...choices) }),
  /** smallint[] or integer[] · whole numbers of this range · the same */
  ints: (minimum: number, maximum: number) =>
    made<readonly number[], readonly number[], readonly number[]>('ints', intsCodec(minimum, maximum), { minimum, maximum }),
  /** double precision · number · number: for weights and averages, never for money, prices and quantities */
  float: () => made('float', floatCodec),
  /** numeric · its text with all decimals · number */
  decimal: (precision: number, scale: number) => made('decimal', decimalCodec(precision, scale), scaled(precision, scale)),
  /** numeric(…, 2) · `Money` in fen · yuan */
  money: (precision = 14) => made<string, Money, number>('money', moneyCodec(precision), scaled(precision, 2)),
  /** numeric(…, 4) · `UnitPrice` · yuan */
  unitPrice: (precision = 14) => made<string, UnitPrice, number>('unitPrice', unitPriceCodec(precision), scaled(precision, 4)),
  /** numeric(…, 4) · `Quantity` · number */
  quantity: (precision = 14) => made<string, Quantity, number>('quantity', quantityCodec(precision), scaled(precision, 4)),
  /** boolean · boolean · 0 or 1 */
  flag: () => made('flag', flagCodec),
  /** date · `YYYY-MM-DD` · the same */
  day: () => made('day', dayCodec),
  /** timestamptz · Date · milliseconds */
  instant: () => made('instant', instantCodec),
  /** timestamptz · Date of a whole minute · `YYYY-MM-DD HH:mm` in business time */
  minute: () => made('minute', minuteCodec),
  /** json or jsonb · what it holds · the same */
  json: <T = unknown>() => made('json', jsonCodec<T>()),
  /** Pieces for keyword search of other columns; filled in by the table and never part of a row. */
  grams: (...sources: readonly string[]) => made('grams', gramsCodec, {}, { sources }),
  /**
   * Pinyin initials of another column, to sort by: no database knows that order. Stands in `pinyin`, is filled in by the table and never part of a row; order by it as
   * by any column. @param of `person`: the first character is read as a surname
   */
  initials: (source: string, of: 'text' | 'person' = 'text') =>
    made(
      'initials',
      textCodec(() => true, ''),
      {},
      { sources: [source], of },
    ),
  /**
   * Which letters and digits stand alone among the search pieces of the row, for `matchesLetter`: to be included in the index of an order that is walked for one
   * of them. Stands in `searchLetters`, is filled in by the table and never part of a row. bigint.
   */
  letters: () => made('letters', intCodec(0, 2 ** LETTER_BITS - 1), { minimum: 0, maximum: 2 ** LETTER_BITS - 1 }),
  /** text · one of these · the same */
  choice: <const T extends string>(...choices: readonly T[]) => made('choice', choiceCodec<T>(choices), { choices }),
} as const;

/** What every table has whose rows are marked as deleted and never dropped; the table fills it in. */
export const kept = {
  createdAt: column.instant(),
  updatedAt: column.instant(),
  /** Raised by every change. */
  version: column.int(1, 2_000_000_000),
  deletedAt: column.instant().nullable(),
} as const;
