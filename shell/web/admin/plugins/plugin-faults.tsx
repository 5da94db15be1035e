import { observer } from 'mobx-react-lite';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, GroupTitle } from '@nephra/plugin-sdk/widgets';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { ownText, usePluginText, wordedFault } from './texts/plugin-texts.ts';

/** What failed of one plugin lately: of which kind, where, when, and for whom. */
export const PluginFaults = observer(function PluginFaults({ reports }: Pick<PluginForAdministrator, 'reports'>) {
  const t = usePluginText();
  const { language } = usePlugin();
  // What is none of the closed lists is shown as it came, such as what an older version noted.
  const worded = (place: string): string | undefined => ownText(language, `pluginAdmin.faultPlace.${place}`);
  return (
    <>
      <GroupTitle>{t('pluginAdmin.reports')}</GroupTitle>
      {reports.length === 0 ? (
        <p>{t('pluginAdmin.noReports')}</p>
      ) : (
        <ul className="nephra-reports">
          {reports.map(({ time, kind, where, message, userName }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may happen twice in a millisecond, and the list is never sorted anew
            <li key={`${at} ${time}`}>
              <p>
                <b>{wordedFault(language, kind)}</b> {worded(where) ?? <code>{where}</code>}
              </p>
              <p>{message}</p>
              <small>
                <DateText value={time} /> {userName}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
});
