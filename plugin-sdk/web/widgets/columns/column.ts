import type { ReactNode } from 'react';

/** One column of `DataTable` and `ListPage`. */
export interface Column<Row> {
  /** Name of the column: key of the column settings and, unless `sidx` says otherwise, the sort key. */
  readonly prop: string;
  readonly label: string;
  /** Pixels. Columns without a width share what is left, never less than `minWidth`. */
  readonly width?: number;
  /** Default 96. */
  readonly minWidth?: number;
  /** Amounts and quantities: `right`. */
  readonly align?: 'left' | 'center' | 'right';
  /** Stays visible while the table scrolls sideways. */
  readonly fixed?: 'left' | 'right';
  /** What the cell shows. Default: the field `prop` as text. */
  readonly render?: (row: Row, index: number) => ReactNode;
  /** Plain text of the cell, for the tooltip of cut-off text. Default: what `render` gives when that is text. */
  readonly text?: (row: Row) => string;
  /** True or a field name of the server's sort list. */
  readonly sortable?: boolean | string;
  /** Not shown until the user switches it on in the column settings. */
  readonly hiddenAtFirst?: boolean;
  /** Must not be switched off in the column settings. */
  readonly always?: boolean;
  /** Column code of the menu's permission list; the column shows only when it is granted (spec 6). */
  readonly permission?: string;
  /** Cell of the summary row 合计 over the visible rows. */
  readonly summary?: (rows: readonly Row[]) => ReactNode;
}

/** A button of a row. Those beyond `inlineActions` go into a menu. */
export interface RowAction<Row> {
  readonly key: string;
  readonly text: string;
  /** Button code of the menu's permission list; without a code it always shows. */
  readonly button?: string;
  readonly onClick: (row: Row) => unknown;
  /** False takes the button away for this row. */
  readonly visible?: (row: Row) => boolean;
  readonly disabled?: (row: Row) => boolean;
  readonly danger?: boolean;
  /** Question that is asked before. */
  readonly confirm?: (row: Row) => string;
}

/** A button above a list. */
export interface ToolbarAction {
  readonly key: string;
  readonly text: string;
  /** Button code of the menu's permission list; without a code it always shows. */
  readonly button?: string;
  readonly onClick: () => unknown;
  readonly icon?: ReactNode;
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly confirm?: string;
}

/** One choice of a select, radio group or status table. */
export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  readonly text: string;
  readonly disabled?: boolean;
}
