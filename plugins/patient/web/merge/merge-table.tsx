import { usePlugin } from '@nephra/plugin-sdk/web';
import type { MergePreview } from '../../contract/index.ts';
import { fieldLabel } from '../field-text.ts';
import { fieldText } from '../field-value.tsx';

interface MergeTableProps {
  readonly preview: MergePreview;
  readonly className: (classId: string) => string;
}

/** Field by field: both files and the result; below, the records that will be found under the file that is left. */
export function MergeTable({ preview, className }: MergeTableProps) {
  const words = usePlugin();
  const { t } = words;
  const records = preview.records.filter(({ count }) => count > 0);
  return (
    <>
      {preview.fields.length === 0 ? (
        <p className="pt-none">{t('merge.same')}</p>
      ) : (
        <div className="pt-merge-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('history.field')}</th>
                <th scope="col">{t('merge.left')}</th>
                <th scope="col">{t('merge.going')}</th>
                <th scope="col">{t('merge.result')}</th>
              </tr>
            </thead>
            <tbody>
              {preview.fields.map(({ field, left, going, result }) => (
                <tr key={field}>
                  <th scope="row">{fieldLabel(words, field)}</th>
                  <td>{fieldText(t, field, left, className)}</td>
                  <td>{fieldText(t, field, going, className)}</td>
                  <td className="pt-result">{fieldText(t, field, result, className)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {records.length > 0 && (
        <p className="pt-merge-records">
          {t('merge.records')} {records.map(({ kind, count }) => t(`merge.kind.${kind}`, { n: count })).join(t('listMark'))}
        </p>
      )}
    </>
  );
}
