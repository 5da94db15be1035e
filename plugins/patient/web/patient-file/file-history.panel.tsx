import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ListBody, ListPager } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { FileChange } from '../../contract/index.ts';
import { fieldLabel } from '../field-text.ts';
import { fieldText } from '../field-value.tsx';
import type { OpenFileStore } from './open-file.store.ts';

interface FileHistoryProps {
  readonly store: OpenFileStore;
  readonly className: (classId: string) => string;
}

/** Who changed the file, when, and each field before and after; newest first. */
export const FileHistory = observer(function FileHistory({ store, className }: FileHistoryProps) {
  const { t } = usePlugin();
  const { history } = store;
  return (
    <ListBody store={history} none={t('history.none')}>
      <div className="pt-history">
        <ol>
          {history.rows.map((change) => (
            <li key={change.id}>
              <HistoryEntry change={change} className={className} />
            </li>
          ))}
        </ol>
        <ListPager store={history} onlyIfMore />
      </div>
    </ListBody>
  );
});

function HistoryEntry({ change, className }: { readonly change: FileChange; readonly className: (classId: string) => string }) {
  const words = usePlugin();
  const { t } = words;
  const isFirst = change.act === 'created';
  return (
    <article>
      <header>
        <strong>{t(`history.${change.act}`, { name: change.otherName })}</strong>
        <span>{change.userName}</span>
        <time>{formatInstant(change.changedAt)}</time>
      </header>
      {change.reason && <p className="pt-history-reason">{t('history.reason', { reason: change.reason })}</p>}
      {change.fields.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('history.field')}</th>
              {!isFirst && <th scope="col">{t('history.before')}</th>}
              <th scope="col">{t(isFirst ? 'history.value' : 'history.after')}</th>
            </tr>
          </thead>
          <tbody>
            {change.fields.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldLabel(words, field)}</th>
                {!isFirst && <td className="pt-before">{fieldText(t, field, before, className)}</td>}
                <td>{fieldText(t, field, after, className)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}
