import { checkValue, type Language, type RuleFailure, validationText } from '@nephra/plugin-sdk/contract';
import { action, makeObservable, observable, observableRef } from 'mobx';
import type { ReactNode } from 'react';
import type { Field } from '../form-field.ts';
import { FormGrants } from '../form/form-grants.ts';

interface EditableLayout<Row> {
  /** Pixels. Columns without a width share what is left. */
  readonly width?: number;
  readonly minWidth?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Cell of the summary row. */
  readonly summary?: (rows: readonly Row[]) => ReactNode;
  /** What the wire calls it, where that is another name: refusals of the server find the column by it. */
  readonly wireName?: string;
}

/** A cell that only shows, for example a computed amount. */
export interface ShownCell<Row> {
  readonly kind: 'show';
  readonly name: string;
  readonly label: string;
  /** Form code of the menu's permission list; the column shows only when it is granted (spec 6). */
  readonly permission?: string;
  readonly render: (row: Row) => ReactNode;
}

/** A column of a sub-table: a field of the row, or a cell that only shows. */
export type EditableColumn<Row> = (Field<Row> | ShownCell<Row>) & EditableLayout<Row>;

export interface SubTableRow<Row> {
  /** Name of the row while it is on the screen; never sent. */
  readonly key: string;
  readonly value: Row;
}

export interface SubTableOptions<Row extends object> {
  readonly columns: () => readonly EditableColumn<Row>[];
  readonly rows?: readonly Row[];
  readonly newRow: () => Row;
  /** Hears the full value after each change. */
  readonly onChange?: (rows: readonly Row[]) => void;
  /** Hears a person's change of one cell and may answer with other values of the row, for example a price. */
  readonly onCell?: (row: Row, name: string) => Partial<Row> | undefined;
}

/** State of a sub-table (spec 4, 5): rows, complaints per cell. Knows no React. */
export class SubTableStore<Row extends object> {
  rows: readonly SubTableRow<Row>[];
  private readonly options: SubTableOptions<Row>;
  private readonly failures = observable.map<string, RuleFailure>({}, { deep: false });
  private lastKey = 0;
  private readonly grants = new FormGrants();

  constructor(options: SubTableOptions<Row>) {
    this.options = options;
    this.rows = (options.rows ?? []).map((value) => this.keyed(value));
    makeObservable(this, {
      rows: observableRef,
      add: action,
      append: action,
      remove: action,
      setCell: action,
      replace: action,
      validate: action,
      complain: action,
    });
  }

  /** Columns whose form code is granted. */
  get columns(): readonly EditableColumn<Row>[] {
    return this.options.columns().filter((column) => this.isGranted(column));
  }

  /** Rows as they are sent: what a denied column would hold is missing from them. */
  get values(): readonly Row[] {
    const denied = this.options.columns().filter((column) => !this.isGranted(column));
    if (denied.length === 0) return this.rows.map((row) => row.value);
    return this.rows.map(({ value }) => {
      const sent = { ...value };
      for (const { name } of denied) delete sent[name as keyof Row];
      return sent;
    });
  }

  /** Form codes of the page around (spec 6), told by whatever draws the table. */
  limitTo(granted: (formCode: string) => boolean): void {
    this.grants.limitTo(granted);
  }

  private isGranted({ permission }: EditableColumn<Row>): boolean {
    return this.grants.has(permission);
  }

  /** A person adds an empty row. Returns its key. */
  add(): string {
    return this.append(this.options.newRow());
  }

  /** A program adds a row: neither validation nor cell events. Returns its key. */
  append(value: Row): string {
    const row = this.keyed(value);
    this.rows = [...this.rows, row];
    this.tell();
    return row.key;
  }

  remove(key: string): void {
    this.rows = this.rows.filter((row) => row.key !== key);
    for (const cell of [...this.failures.keys()]) if (cell.startsWith(`${key}.`)) this.failures.delete(cell);
    this.tell();
  }

  /** A person changes cells of a row; their complaints end, `onCell` may fill in others. */
  setCell(key: string, values: Partial<Row>): void {
    this.rows = this.rows.map((row) => {
      if (row.key !== key) return row;
      let value = { ...row.value, ...values };
      for (const name of Object.keys(values)) {
        this.failures.delete(`${key}.${name}`);
        value = { ...value, ...this.options.onCell?.(value, name) };
      }
      return { key, value };
    });
    this.tell();
  }

  /** Other rows from outside; complaints end. */
  replace(values: readonly Row[]): void {
    this.rows = values.map((value) => this.keyed(value));
    this.failures.clear();
    this.tell();
  }

  errorText(key: string, name: string, language: Language): string | undefined {
    const failure = this.failures.get(`${key}.${name}`);
    return failure && validationText(failure, language);
  }

  validate(): boolean {
    this.failures.clear();
    for (const { key, value } of this.rows) {
      for (const column of this.columns) {
        if (column.kind === 'show' || column.visible?.(value) === false) continue;
        const cell: unknown = value[column.name as keyof Row];
        const own = checkValue(cell, { required: column.required, label: column.label, rules: column.rules });
        const text = own ? undefined : column.check?.(value);
        const failure = own ?? (text === undefined ? undefined : { text });
        if (failure) this.failures.set(`${key}.${column.name}`, failure);
      }
    }
    return this.failures.size === 0;
  }

  /**
   * What the server says about a cell, `0.lotNo` for the first row's; it stands there until the cell changes.
   * @returns false when there is no such cell
   */
  complain(at: string, text: string): boolean {
    const [index = '', name = ''] = at.split('.');
    const row = this.rows[Number(index)];
    const column = this.columns.find((one) => (one.wireName ?? one.name) === name);
    if (!row || !column || column.kind === 'show') return false;
    this.failures.set(`${row.key}.${column.name}`, { text });
    return true;
  }

  /** The rows when every cell passes, else nothing (spec 5). */
  submit(): readonly Row[] | undefined {
    return this.validate() ? this.values : undefined;
  }

  private keyed(value: Row): SubTableRow<Row> {
    this.lastKey += 1;
    return { key: `r${this.lastKey}`, value };
  }

  private tell(): void {
    this.options.onChange?.(this.values);
  }
}
