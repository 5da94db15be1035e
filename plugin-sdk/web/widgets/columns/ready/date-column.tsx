import type { Column } from '../column.ts';
import { DateText, type DateTextProps } from '../../date/date-text.tsx';

export interface DateColumnOptions<Row> extends Pick<Column<Row>, 'width' | 'minWidth' | 'fixed' | 'always' | 'hiddenAtFirst' | 'sortable' | 'permission'> {
  /** How the time is said; default with hours and minutes. */
  readonly variant?: NonNullable<DateTextProps['variant']>;
}

/** A column of times, in milliseconds: one that has not come yet (0 or nothing) is a dash. */
export const dateColumn = <Row,>(prop: keyof Row & string, label: string, { variant, ...rest }: DateColumnOptions<Row> = {}): Column<Row> => ({
  prop,
  label,
  ...(rest.minWidth === undefined && { width: 150 }),
  ...rest,
  render: (row) => <DateText value={(row[prop] as number | null | undefined) || null} {...(variant && { variant })} />,
});
