import type { Column } from '../column.ts';
import { type Status, StatusTag } from '../../facts/status-tag.tsx';

export interface TextColumnOptions<Row> extends Pick<Column<Row>, 'width' | 'minWidth' | 'fixed' | 'always' | 'hiddenAtFirst' | 'sortable' | 'permission'> {
  /** What an empty one says: something is missing here. Default: a dash. */
  readonly missing?: Pick<Status, 'text' | 'tone'>;
}

/** A column of texts that may be empty, which is a dash, or where it should not be, a state. */
export const textColumn = <Row,>(prop: keyof Row & string, label: string, { missing, ...rest }: TextColumnOptions<Row> = {}): Column<Row> => {
  const textOf = (row: Row): string => String(row[prop] ?? '');
  return {
    prop,
    label,
    ...rest,
    text: textOf,
    render: (row) => textOf(row) || (missing ? <StatusTag value="missing" table={[{ ...missing, value: 'missing' }]} /> : '–'),
  };
};
