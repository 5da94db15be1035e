import type { Language } from '@nephra/plugin-sdk/contract';
import type { Column } from '../columns/column.ts';
import type { CheckedRow } from './import-store.ts';
import { importTextIn } from './import-texts.ts';

/** A cell of the workbook that the preview shows. */
export interface ImportColumn<Row> {
  readonly key: keyof Row & string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
}

/** Number of the row, what is wrong with it, and its cells; a wrong cell says why when pointed at. */
export function importColumns<Row extends CheckedRow>(columns: readonly ImportColumn<Row>[], language: Language): Column<Row>[] {
  const t = importTextIn(language);
  const cell = (row: Row, key: keyof Row & string): string => String(row[key] ?? '');
  return [
    { prop: 'rowNumber', label: t('rowNumber'), width: 70, fixed: 'left', align: 'right' },
    {
      prop: 'errorsInfo',
      label: t('result'),
      width: 300,
      text: (row) => row.errorsInfo,
      render: (row) => {
        if (row.imported) return <span className="nk-import-done">{t(row.act === 'keep' ? 'keep' : 'there')}</span>;
        return <span className={row.errorsInfo === '' ? undefined : 'nk-import-bad'}>{row.errorsInfo || t(row.act || 'ready')}</span>;
      },
    },
    ...columns.map(
      ({ key, label, width }): Column<Row> => ({
        prop: key,
        label,
        width,
        text: (row) => cell(row, key),
        render: (row) => {
          const wrong = row.errors.find(({ field }) => field === key);
          const text = cell(row, key);
          if (!wrong) return text;
          return (
            <span className={text === '' ? 'nk-import-bad nk-import-bad-empty' : 'nk-import-bad'} title={wrong.msg}>
              {text || t('empty')}
            </span>
          );
        },
      }),
    ),
  ];
}
