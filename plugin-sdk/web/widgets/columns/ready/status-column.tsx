import type { ReactNode } from 'react';
import type { Column } from '../column.ts';
import { DateText } from '../../date/date-text.tsx';
import { type Status, StatusTag, type StatusTagProps } from '../../facts/status-tag.tsx';
import './status-column.css';

export interface StatusColumnOptions<Row> extends Pick<Column<Row>, 'width' | 'minWidth' | 'fixed' | 'always' | 'hiddenAtFirst' | 'sortable' | 'permission'> {
  /** What each value is called and how it looks. */
  readonly table: readonly Status[];
  /** Default: the field `prop`. Nothing: a dash. */
  readonly value?: (row: Row) => StatusTagProps['value'];
  /** Why it is so, in words below it; empty: nothing. Of what went wrong it is red. */
  readonly reason?: (row: Row) => string;
  /** Beside the state: when it came about, in milliseconds; 0: nobody knows. */
  readonly at?: (row: Row) => number;
  /** The state is a button that shows more about it; a row without a state has none. */
  readonly onPress?: (row: Row) => unknown;
}

/** A column of states: one word in its colour, and why where somebody has to know. What is cut off is read as the word and the reason. */
export function statusColumn<Row>(prop: keyof Row & string, label: string, options: StatusColumnOptions<Row>): Column<Row> {
  const { table, value = (row) => row[prop] as StatusTagProps['value'], reason = () => '', at = () => 0, onPress, ...rest } = options;
  const statusOf = (row: Row): Status | undefined => table.find((one) => one.value === value(row));
  const wordOf = (row: Row): string => statusOf(row)?.text ?? String(value(row) ?? '');
  const draw = (row: Row): ReactNode => (
    <>
      <StatusTag value={value(row)} table={table} />
      {at(row) > 0 && <DateText value={at(row)} />}
    </>
  );
  return {
    prop,
    label,
    ...rest,
    text: (row) => [wordOf(row), reason(row)].filter((part) => part !== '').join(' '),
    render: (row) => (
      <>
        {onPress && wordOf(row) !== '' ? (
          <button type="button" className="nk-status-press" onClick={() => onPress(row)}>
            {draw(row)}
          </button>
        ) : (
          draw(row)
        )}
        {reason(row) !== '' && (
          <p className="nk-status-reason" data-tone={statusOf(row)?.tone ?? 'neutral'}>
            {reason(row)}
          </p>
        )}
      </>
    ),
  };
}
