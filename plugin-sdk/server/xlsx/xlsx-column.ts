import type { Money, Quantity, UnitPrice } from '../../contract/index.ts';

/**
 * What each kind of column takes. Text for a number is decimal text as SQL gives it (yuan, pieces); a bare number is
 * no amount, because nobody could tell fen from yuan. `date` and `datetime` take an instant or text; both are shown in
 * Asia/Shanghai, and text without an offset is taken to be so already.
 */
export interface XlsxCellTypes {
  text: string | number | bigint | boolean;
  integer: number | bigint | string;
  money: Money | string;
  price: UnitPrice | string;
  quantity: Quantity | string;
  date: Date | number | string;
  datetime: Date | number | string;
}

export type XlsxKind = keyof XlsxCellTypes;

/** Kinds of column that can show values of this type. */
type KindOf<Value> = { [Kind in XlsxKind]: NonNullable<Value> extends XlsxCellTypes[Kind] ? Kind : never }[XlsxKind];

/** One column of a sheet that shows rows of type `Row`. */
export type XlsxColumn<Row> = {
  readonly [Key in keyof Row & string]: {
    readonly key: Key;
    /** Heading, in the caller's language. */
    readonly title: string;
    readonly kind: KindOf<Row[Key]>;
    /** In characters. Default: by kind and title. */
    readonly width?: number;
  };
}[keyof Row & string];

/** A column as the writer sees it. */
export interface SheetColumn {
  readonly key: string;
  readonly title: string;
  readonly kind: XlsxKind;
  readonly width?: number;
}
