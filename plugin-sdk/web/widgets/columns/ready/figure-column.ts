import type { ReactNode } from 'react';
import type { Column } from '../column.ts';

/** A column of figures: they stand at the right, below each other. */
export const figureColumn = <Row>(
  prop: string,
  label: string,
  width: number,
  render?: (row: Row) => ReactNode,
  rest: Pick<Column<Row>, 'hiddenAtFirst' | 'sortable'> = {},
): Column<Row> => ({
  prop,
  label,
  width,
  align: 'right',
  ...(render && { render }),
  ...rest,
});
