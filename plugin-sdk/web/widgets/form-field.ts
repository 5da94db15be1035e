import type { Money, Quantity, RichText, Rule, UnitPrice, UploadedFile, UploadRule } from '@nephra/plugin-sdk/contract';
import type { FilePort, UploadType } from '@nephra/plugin-sdk/web';
import type { ReactNode } from 'react';
import type { ChoiceNode } from './pick/choice.ts';
import type { Choice } from './columns/column.ts';
import type { DateBounds } from './date/date-bounds.ts';
import type { TreeStoreOptions } from './tree/tree-store.ts';

/** Names of the fields of `Values` that hold a `Type` (or nothing). */
export type NameOf<Values, Type> = { [K in keyof Values & string]-?: NonNullable<Values[K]> extends Type ? K : never }[keyof Values & string];

interface FieldBase<Values> {
  readonly label: string;
  readonly required?: boolean;
  readonly placeholder?: string;
  /** Small text below the control. */
  readonly help?: string;
  readonly disabled?: boolean | ((values: Values) => boolean);
  /** False takes the field away; a field that is away is not validated. */
  readonly visible?: (values: Values) => boolean;
  /** Columns of the form grid it takes. Default 1. */
  readonly span?: number;
  /** Form code of the menu's permission list; the field shows only when it is granted (spec 6). */
  readonly permission?: string;
  /** Checked in this order when the field is filled; the first failing one is shown. */
  readonly rules?: readonly Rule[];
  /** Check that needs the other values. Returns the text to show, or nothing. */
  readonly check?: (values: Values) => string | undefined;
}

export interface TextField<V> extends FieldBase<V> {
  readonly kind: 'text' | 'password' | 'textarea';
  readonly name: NameOf<V, string>;
  readonly maxLength?: number;
  /** Lines of a textarea. Default 3. */
  readonly rows?: number;
  readonly autoComplete?: string;
}

export interface NumberField<V> extends FieldBase<V> {
  readonly kind: 'number';
  readonly name: NameOf<V, number>;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Decimals. Default 0. */
  readonly precision?: number;
  readonly unit?: string;
}

/** Value is Money in fen; the user types yuan. */
export interface MoneyField<V> extends FieldBase<V> {
  readonly kind: 'money';
  readonly name: NameOf<V, Money>;
  readonly min?: Money;
  readonly max?: Money;
}

/** Value is UnitPrice in 1/10,000 yuan; the user types yuan with up to 4 decimals. */
export interface UnitPriceField<V> extends FieldBase<V> {
  readonly kind: 'unitPrice';
  readonly name: NameOf<V, UnitPrice>;
}

/** Value is Quantity in 1/10,000 pieces; the user types up to `decimals` (default 0). */
export interface QuantityField<V> extends FieldBase<V> {
  readonly kind: 'quantity';
  readonly name: NameOf<V, Quantity>;
  readonly decimals?: number;
  readonly unit?: string;
}

export interface ChoiceField<V> extends FieldBase<V> {
  readonly kind: 'select' | 'radio';
  readonly name: NameOf<V, string | number>;
  readonly options: readonly Choice[] | ((values: V) => readonly Choice[]);
  /** Select only: lets the user type to narrow the choices. Default: from 8 choices on. */
  readonly filter?: boolean;
}

export interface MultiChoiceField<V> extends FieldBase<V> {
  readonly kind: 'multiSelect';
  readonly name: NameOf<V, readonly (string | number)[]>;
  readonly options: readonly Choice[] | ((values: V) => readonly Choice[]);
}

/** Value is milliseconds since 1970; days and months are those of Asia/Shanghai and stand for their first millisecond. */
export interface DateField<V> extends FieldBase<V>, DateBounds {
  readonly kind: 'date' | 'dateTime' | 'month';
  readonly name: NameOf<V, number>;
}

/** First and last day, each its whole day: `[00:00:00.000 of the first, 23:59:59.999 of the last]`. */
export type DateRange = readonly [from: number, to: number];
export interface DateRangeField<V> extends FieldBase<V>, DateBounds {
  readonly kind: 'dateRange';
  readonly name: NameOf<V, DateRange>;
}

export interface SwitchField<V> extends FieldBase<V> {
  readonly kind: 'switch';
  readonly name: NameOf<V, boolean>;
}

/**
 * Id of a person, department …, with `multiple` a list of ids. The control is fetched when the form shows; names come from the staff
 * directory. `organize` with `departments` offers departments, too.
 */
export interface StaffField<V> extends FieldBase<V> {
  /** `userGroup`: groups of people; `group` alone is a heading of the form. */
  readonly kind: 'user' | 'department' | 'position' | 'role' | 'organize' | 'userGroup';
  readonly name: NameOf<V, string | readonly string[]>;
  readonly multiple?: boolean;
  readonly departments?: boolean;
  /** Only entries without anything below them can be chosen (spec 5). */
  readonly leavesOnly?: boolean;
  /** `organize` and `department`: entries of the page's own in place of the whole tree, e.g. where a record may hang. */
  readonly tree?: TreeStoreOptions<ChoiceNode>;
  /** Names that the page knows already: what stood in the record that is edited. */
  readonly names?: readonly { readonly id: string; readonly fullName: string }[];
}

/** Value is a Delta, null when nothing is written. What is too long, or still on its way, keeps the form from being saved. */
export interface RichTextField<V> extends FieldBase<V> {
  readonly kind: 'richText';
  readonly name: NameOf<V, RichText>;
  /** Most characters. Default 20,000. */
  readonly maxCharacters?: number;
  /** Where pictures go. Default: the file storage; null: the text takes none. */
  readonly upload?: FilePort['upload'] | null;
}

/** Files or pictures of the file storage; a file that is still on its way keeps the form from being saved. */
export interface FilesField<V> extends FieldBase<V>, UploadRule {
  readonly kind: 'files' | 'images';
  readonly name: NameOf<V, readonly UploadedFile[]>;
  /** Most files. Default 9. */
  readonly max?: number;
  /** What they are for. Default: `annex`, of pictures `annexpic`. */
  readonly type?: UploadType;
  /** Where they go. Default: the file storage. */
  readonly upload?: FilePort['upload'];
}

/** A control of the plugin's own. */
export interface CustomField<V> extends FieldBase<V> {
  readonly kind: 'custom';
  readonly name: keyof V & string;
  readonly render: (control: FieldControl<V>) => ReactNode;
  /**
   * Takes what the server says about a part of the value, e.g. at `0.lotNo`, to where people see that part.
   * @returns the sentence for the field as a whole; nothing when it knows no such part
   */
  readonly complain?: (at: string, text: string) => string | undefined;
}

/** A heading between fields. */
export interface GroupTitle {
  readonly kind: 'group';
  readonly label: string;
  readonly help?: string;
}

export interface FieldControl<V> {
  /** Put it on the element that takes the focus, so that the label and the first error find it. */
  readonly id: string;
  readonly value: V[keyof V & string];
  readonly values: V;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Above a list there is no label beside it: the control shows it inside itself. */
  readonly inset?: boolean;
  readonly onChange: (value: V[keyof V & string]) => void;
  /** Sets several values at once. */
  readonly setValues: (values: Partial<V>) => void;
}

export type Field<V> =
  | TextField<V>
  | NumberField<V>
  | MoneyField<V>
  | UnitPriceField<V>
  | QuantityField<V>
  | ChoiceField<V>
  | MultiChoiceField<V>
  | DateField<V>
  | DateRangeField<V>
  | SwitchField<V>
  | StaffField<V>
  | RichTextField<V>
  | FilesField<V>
  | CustomField<V>;

/** Fields that a list can be searched by. */
export type SearchField<V> = Exclude<Field<V>, RichTextField<V> | FilesField<V>>;

export type FormItem<V> = Field<V> | GroupTitle;
