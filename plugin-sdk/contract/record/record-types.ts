import type { MenuContribution, TextByLanguage } from '../menu/menu.ts';
import type { Field, Shown } from './field.ts';
import type { FormBlock } from './blocks/form-block.ts';
import type { BesideValue } from './routes/beside.ts';
import type { FieldKind } from './field-kind.ts';
import type { ActDocument, FieldDocument, ImportActDocument, RecordAct, RecordDocument } from './record-document.ts';

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ShownMembers = Readonly<Record<string, Shown<unknown>>>;
export type Acts = Readonly<Partial<Record<RecordAct | 'list' | 'one' | 'export', ActDocument>>> & {
  readonly import?: ImportActDocument;
  readonly copy?: Readonly<Record<never, never>>;
  readonly print?: Readonly<Record<never, never>>;
};

/** A field with everything that its description left to the defaults. */
export interface RecordField extends Omit<FieldDocument, 'at' | 'required' | 'of' | 'fields'> {
  /** Of lines: the cells of a line, in their order. */
  readonly cells?: readonly RecordField[];
  /** What entry of the staff directory it names. */
  readonly staff?: FieldDocument['of'];
  readonly name: string;
  /** Column of the table; the name where the description says none. */
  readonly column: string;
  readonly required: boolean;
  readonly of: FieldKind;
}

export interface ShownMember {
  readonly name: string;
  readonly kind: string;
  readonly label?: TextByLanguage;
  /** Bodies may name it, too. */
  readonly accepted?: true;
}

/** A compiled record: the form that engine, page, importer and suite read. Frozen. */
export interface AnyRecord {
  readonly name: string;
  readonly plugin: string;
  readonly title: TextByLanguage;
  /** enCode of the menu whose page and buttons it stands behind. */
  readonly menu: string;
  readonly subject: string;
  readonly at: `/api/${string}`;
  readonly spec: readonly string[];
  /** In the order of form and columns. */
  readonly fields: readonly RecordField[];
  readonly shown: readonly ShownMember[];
  readonly columns: readonly { readonly name: string; readonly hidden: boolean }[];
  readonly sort: readonly string[];
  /** Fields that the search box says it looks into. */
  readonly keyword: readonly string[];
  readonly filter: readonly string[];
  /** Fields whose sum stands below the list. */
  readonly totals: readonly string[];
  readonly order: readonly [name: string, direction: 'asc' | 'desc'];
  readonly left: { readonly tree: string; readonly narrows: string } | undefined;
  /** One list for all organisations, which some may change. */
  readonly shared: boolean;
  /** The list is all rows of one node, without pages. */
  readonly whole: boolean;
  readonly tree: { readonly parent: string; readonly maxDepth: number } | undefined;
  /** Names of the form's fields, in their order. */
  readonly form: readonly string[];
  /** Texts and buttons of the form, in their order. */
  readonly blocks: readonly FormBlock[];
  readonly acts: Acts;
  readonly buttons: MenuContribution['buttons'] & object;
  /** What it was compiled from. */
  readonly document: RecordDocument;
  // Types alone, read by index: nothing is inferred from a record, so each further one costs the compiler little.
  readonly '~values'?: Readonly<Record<string, unknown>>;
  readonly '~shown'?: Readonly<Record<string, unknown>>;
  readonly '~acts'?: Acts;
  readonly '~fields'?: Fields;
  readonly '~whole'?: boolean;
}

/** A record whose fields the compiler knows. What begins with `~` is there for types alone. */
export interface RecordOf<F extends Fields, S extends ShownMembers, A extends Acts, W extends boolean = false> extends AnyRecord {
  readonly '~values'?: Wires<F>;
  readonly '~shown'?: Wires<S>;
  readonly '~acts'?: A;
  readonly '~fields'?: F;
  readonly '~whole'?: W;
}

/** What every row has besides its fields; times in milliseconds. */
export interface RowFrame {
  readonly id: string;
  readonly version: number;
  readonly creatorTime: number;
  readonly lastModifyTime: number;
}

/** What rows may show besides. `labels`: names of what its relations name, by field; null: the reader does not see it, or it is gone. Rows without relations have none. */
export interface Labelled {
  readonly labels?: Readonly<Record<string, string | null>>;
  /** In lists of a tree that come in its order: 1 at the top, or below what the reader does not see. */
  readonly treeLevel?: number;
  /** In lists: what other plugins say of the row, by name of their column. */
  readonly beside?: Readonly<Record<string, BesideValue>>;
}

type Wires<M extends Readonly<Record<string, { readonly '~wire': unknown }>>> = { readonly [K in keyof M]: M[K]['~wire'] };

export type ShownOf<R extends AnyRecord> = NonNullable<R['~shown']>;
export type FieldsOf<R extends AnyRecord> = NonNullable<R['~fields']>;
export type ActsOf<R extends AnyRecord> = NonNullable<R['~acts']>;
/** Values of the fields as they stand on the wire. */
export type ValuesOf<R extends AnyRecord> = NonNullable<R['~values']>;
/** A row as it stands on the wire. Give it a name of its own: `interface PositionRow extends RecordRow<typeof position> {}`. */
export type RecordRow<R extends AnyRecord> = RowFrame & Labelled & ValuesOf<R> & ShownOf<R>;
/** What a caller sends: what an edit leaves out stays, what a new record leaves out gets its initial value. */
export type RecordBody<R extends AnyRecord> = Partial<ValuesOf<R>> & { readonly version?: number };
/** What a list is narrowed by: values; in texts of their own ranges, several choices, words, and of files whether there are any (see `FilterWay`). */
export type Narrowed<R extends AnyRecord> = { readonly [K in keyof ValuesOf<R>]?: Asked<ValuesOf<R>[K]> };
type Asked<V> = [V] extends [string | 0 | 1 | undefined] ? V : string;
