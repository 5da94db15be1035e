import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Column } from '@nephra/plugin-sdk/widgets';
import type { PreviewRow } from '../../contract/index.ts';
import type { ImportKey } from '../../domain/user-import/import-columns.ts';

/** What is shown of a row; the rest stands in the workbook. */
const SHOWN: readonly (readonly [key: ImportKey, width: number])[] = [
  ['account', 130],
  ['realName', 100],
  ['organizeId', 240],
  ['roleId', 140],
  ['positionId', 130],
  ['managerId', 130],
  ['mobilePhone', 124],
  ['email', 180],
  ['gender', 70],
  ['enCode', 100],
  ['enabledMark', 80],
  ['birthday', 110],
  ['entryDate', 110],
  ['certificatesType', 110],
  ['certificatesNumber', 180],
  ['education', 90],
];

/** Number of the row, what is wrong with it, and its cells; a wrong cell says why when pointed at. */
export const previewColumns = (t: WebContext['t']): Column<PreviewRow>[] => [
  { prop: 'rowNumber', label: t('user.import.rowNumber'), width: 70, fixed: 'left', align: 'right' },
  {
    prop: 'errorsInfo',
    label: t('user.import.result'),
    width: 300,
    text: (row) => row.errorsInfo,
    render: (row) =>
      row.imported ? (
        <span className="us-done">{t('user.import.there')}</span>
      ) : (
        <span className={row.errorsInfo === '' ? undefined : 'us-bad'}>{row.errorsInfo || t('user.import.ready')}</span>
      ),
  },
  ...SHOWN.map(
    ([key, width]): Column<PreviewRow> => ({
      prop: key,
      label: t(`user.field.${key === 'enabledMark' ? 'state' : key}`),
      width,
      text: (row) => row[key] ?? '',
      render: (row) => {
        const wrong = row.errors.find(({ field }) => field === key);
        if (!wrong) return row[key] ?? '';
        return (
          <span className={row[key] ? 'us-bad' : 'us-bad us-bad-empty'} title={wrong.msg}>
            {row[key] || t('user.import.empty')}
          </span>
        );
      },
    }),
  ),
];
