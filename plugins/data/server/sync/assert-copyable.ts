import { AppError } from '@nephra/plugin-sdk/contract';
import type { SiteColumn, SiteTable } from '../../domain/model/table-shape.ts';
import type { ForeignColumn } from '../../domain/sync/map-type.ts';
import { tableMissing } from '../model/site-table.ts';

/**
 * What must hold before a row is copied, and before each batch: either side may have been changed meanwhile.
 * @returns columns of the target in the order of those of the source
 * @throws AppError `data.sync-source-missing`, `data.sync-no-key`, `data.table-missing`, `data.sync-column-missing`
 */
export function assertCopyable(
  table: string,
  source: readonly ForeignColumn[],
  keyColumns: number,
  target: SiteTable | undefined,
): { readonly columns: readonly SiteColumn[] } {
  if (source.length === 0) throw new AppError('data.sync-source-missing', { params: { name: table } });
  if (keyColumns === 0) throw new AppError('data.sync-no-key', { params: { name: table } });
  if (!target) throw tableMissing(table);
  const known = new Map(target.columns.map((column) => [column.field, column]));
  const columns = source.map(({ name }) => {
    const column = known.get(name);
    if (!column) throw new AppError('data.sync-column-missing', { params: { name: table, column: name } });
    return column;
  });
  return { columns };
}
