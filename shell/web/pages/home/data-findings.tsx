import { createClient } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { type DataCheckView, watchContract } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';
import { minuteText } from '../business-time.ts';

/** What the nightly check of the data found that concerns this person; nothing when it found nothing. */
export const DataFindings = observer(function DataFindings() {
  const { t, http, settings } = useShell();
  const [check, setCheck] = useState<DataCheckView | null>(null);
  const { language } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rules are told in the language of the screen
  useEffect(() => {
    const abort = new AbortController();
    createClient(watchContract, http)
      .findings({}, { quiet: true, background: true, signal: abort.signal })
      .then(({ data }) => setCheck(data))
      .catch(() => undefined); // the page works all the same
    return () => abort.abort();
  }, [http, language]);
  if (check === null) return null;
  return (
    <section className="nf-home-panel nf-home-findings" role="alert" aria-labelledby="nf-home-findings">
      <h2 id="nf-home-findings">{t('watch.found')}</h2>
      <p>{t('watch.foundHelp', { time: minuteText(check.finishedAt) })}</p>
      <ul>
        {check.findings.map((one) => (
          <li key={`${one.pluginId} ${one.rule} ${one.organizeName}`}>
            <strong>{one.rule}</strong>{' '}
            {[one.organizeName, one.error === '' ? t('watch.rows', { n: one.count }) : t('watch.notLooked')].filter((text) => text !== '').join(' · ')}
            <code>{one.sample.join(' ')}</code>
          </li>
        ))}
      </ul>
    </section>
  );
});
