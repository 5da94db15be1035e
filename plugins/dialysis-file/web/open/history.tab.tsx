import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, ListBody, ListPager } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { HistoryRow } from '../../contract/file.schema.ts';
import type { Text } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

/** Codes in a history that have words of their own. */
function wordsOf(t: Text, { act, params }: HistoryRow): Record<string, string | number> {
  const told = { ...params };
  const word = (name: string, group: string): void => {
    const code = told[name];
    // text: codes that the server half wrote; each of these groups has all of its own
    if (typeof code === 'string' && code !== '') told[name] = t(`${group}.${code}`);
  };
  if (act.startsWith('access')) word('kind', 'accessKind');
  if (act.startsWith('consent')) word('kind', 'consentKind');
  if (act === 'ended' || act === 'end-undone') word('kind', 'outcome');
  word('event', 'accessEvent');
  word('side', 'side');
  word('marker', 'marker');
  word('zone', 'zone');
  return told;
}

/** What was done with the file, newest first. */
export const HistoryTab = observer(function HistoryTab({ store }: TabProps) {
  const { t } = usePlugin();
  const { history } = store;
  return (
    <ListBody store={history} none={t('none.history')}>
      <ul className="df-events">
        {history.rows.map((row) => (
          <li key={row.changeId}>
            <DateText value={row.at} /> <strong>{t(`act.${row.act}`, wordsOf(t, row))}</strong> <small>{row.byName}</small>
            {row.reason && <div>{row.reason}</div>}
          </li>
        ))}
      </ul>
      <ListPager store={history} onlyIfMore />
    </ListBody>
  );
});
