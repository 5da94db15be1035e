import type { AnyRecord, RecordRow, ShownOf, ValuesOf } from '@nephra/plugin-sdk/record';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { ReactNode } from 'react';
import type { ChoiceNode, Picked } from '../pick/choice.ts';
import type { TreeStoreOptions } from '../tree/tree-store.ts';
import type { Column } from '../columns/column.ts';

/** What the code beside a record may know of the page around. */
export interface RecordPagePort {
  readonly ctx: WebContext;
  /** Entry that is chosen in the tree at the left. */
  readonly place: Picked | null;
  /** Reads the list anew. */
  reload(): Promise<void>;
}

/** The tree at the left of a list. */
export interface RecordLeftTree {
  /** What its entries are. */
  readonly label: string;
  readonly tree: TreeStoreOptions<ChoiceNode>;
}

/** An action of a row besides those of the record's acts; its words are the title of its button. */
export interface RecordRowAction<Row> {
  /** Code of a button of the record. */
  readonly button: `btn_${string}`;
  /** Draws something beside the list while it is open: a drawer, a dialog. */
  readonly panel?: (row: Row, close: () => void, page: RecordPagePort) => ReactNode;
  /** Does something at once; what it rejects with is shown. */
  readonly run?: (row: Row, page: RecordPagePort) => Promise<unknown>;
  /** Address that it leads to. */
  readonly go?: (row: Row, page: RecordPagePort) => string;
  readonly visible?: (row: Row) => boolean;
}

/** A button above the list besides those of the record's acts; its words are the title of its button. */
export interface RecordToolbarAction {
  /** Code of a button of the record. */
  readonly button: `btn_${string}`;
  readonly icon?: ReactNode;
  readonly run: (page: RecordPagePort) => unknown;
}

type Names<R extends AnyRecord> = keyof ValuesOf<R> | keyof ShownOf<R> | 'creatorTime' | 'lastModifyTime';
type Looks<Row> = Pick<Column<Row>, 'width' | 'minWidth' | 'align' | 'text' | 'render'>;

/** What differs from every other page of a record. */
export interface RecordPageCode<R extends AnyRecord> {
  /** The tree at the left. Default, and for the tree `places` alone: organisations and departments. */
  readonly left?: (page: Pick<RecordPagePort, 'ctx'>) => RecordLeftTree;
  /** Columns that look otherwise than their kind. */
  readonly columns?: { readonly [K in Names<R>]?: Looks<RecordRow<R>> };
  /** Members of a form's control besides those that its kind gives, such as `names` of a place. @param row null: a new one */
  readonly fields?: { readonly [K in keyof ValuesOf<R>]?: (row: RecordRow<R> | null, page: RecordPagePort) => object };
  /** Values of a new row that the description does not know, as they stand on the wire. */
  readonly initial?: (page: RecordPagePort) => Partial<ValuesOf<R>>;
  /** Between "edit" and "disable". */
  readonly rowActions?: readonly RecordRowAction<RecordRow<R>>[];
  /** Above the list, behind "add". */
  readonly toolbar?: readonly RecordToolbarAction[];
  /** Actions that stand in the row. Default 2. */
  readonly inlineActions?: number;
  /** Questions before an act, where that of every record says too little. */
  readonly ask?: { readonly [K in 'disable' | 'remove']?: (row: RecordRow<R>, ctx: WebContext) => string };
  /** Of an empty list. */
  readonly none?: (ctx: WebContext) => string;
  /** What one should know before a workbook is chosen. */
  readonly importNote?: (ctx: WebContext) => string;
}

/** Without types: what the engine of the page reads. */
export type AnyRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };
export interface AnyPageCode {
  readonly left?: (page: Pick<RecordPagePort, 'ctx'>) => RecordLeftTree;
  readonly columns?: Readonly<Record<string, Looks<AnyRow> | undefined>>;
  readonly fields?: Readonly<Record<string, ((row: AnyRow | null, page: RecordPagePort) => object) | undefined>>;
  readonly initial?: (page: RecordPagePort) => Readonly<Record<string, unknown>>;
  readonly rowActions?: readonly RecordRowAction<AnyRow>[];
  readonly toolbar?: readonly RecordToolbarAction[];
  readonly inlineActions?: number;
  readonly ask?: Readonly<Partial<Record<'disable' | 'remove', (row: AnyRow, ctx: WebContext) => string>>>;
  readonly none?: (ctx: WebContext) => string;
  readonly importNote?: (ctx: WebContext) => string;
}
