import { DAY_MS, formatInstant } from '@nephra/plugin-sdk/contract';
import { IconShield } from '@nephra/plugin-sdk/ui';
import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DataTable, DateText } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { type ClockStepView, type DataCheckView, watchContract } from '../../contract/index.ts';

interface Watched {
  readonly checks: readonly DataCheckView[];
  readonly clockSteps: readonly ClockStepView[];
}

const findingText = (t: ReturnType<typeof usePlugin>['t'], { findings }: DataCheckView): string =>
  findings
    .map((one) => {
      const place = one.organizeName === '' ? '' : ` (${one.organizeName})`;
      return `${one.rule}${place}: ${one.error === '' ? t('watch.rows', { n: one.count }) : t('watch.notLooked')} ${one.sample.join(' ')}${one.error}`;
    })
    .join('\n');

/** What the system noticed about itself: whether the data agrees, and when the server's clock was set. */
export function SystemWatchPanel() {
  const { t, now } = usePlugin();
  const client = useClient(watchContract);
  const [watched, setWatched] = useState<Watched | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    client
      .history({}, { quiet: true, background: true, signal: abort.signal })
      .then(({ data }) => setWatched(data))
      .catch(() => undefined); // the page works all the same
    return () => abort.abort();
  }, [client]);
  if (watched === null) return null;
  const [last] = watched.checks;
  const [step] = watched.clockSteps;
  const stepText = ({ at, byMs }: ClockStepView): string =>
    t(byMs < 0 ? 'watch.setBack' : 'watch.setForward', { seconds: Math.round(Math.abs(byMs) / 1000), time: formatInstant(at, 'yyyy-MM-dd HH:mm:ss') });
  return (
    <div className="nephra-admin-watch">
      {step && Math.abs(now() - step.at) < DAY_MS && <Alert kind="warning" text={`${stepText(step)} ${t('watch.clockHelp')}`} />}
      {last && last.findings.length > 0 ? (
        <Alert kind="error" text={t('watch.foundHelp', { time: formatInstant(last.finishedAt) })}>
          <pre className="nephra-admin-fault">{findingText(t, last)}</pre>
        </Alert>
      ) : (
        <p role="status">
          <IconShield aria-hidden /> {last ? t('watch.whole', { n: last.rules, time: formatInstant(last.finishedAt) }) : t('watch.never')}
        </p>
      )}
      {(watched.checks.length > 1 || watched.clockSteps.length > 0) && (
        <details>
          <summary>{t('watch.before')}</summary>
          <DataTable
            label={t('watch.checks')}
            rows={watched.checks}
            rowKey={(check) => `${watched.checks.indexOf(check)}`}
            columns={[
              { prop: 'finishedAt', label: t('watch.checkedAt'), width: 152, render: (check) => <DateText value={check.finishedAt} /> },
              { prop: 'rules', label: t('watch.rules'), width: 96, align: 'right' },
              { prop: 'findings', label: t('watch.findings'), minWidth: 240, render: (check) => findingText(t, check) || t('watch.none') },
            ]}
          />
          <ul aria-label={t('watch.clock')}>
            {watched.clockSteps.map((one) => (
              <li key={`${one.at} ${one.byMs} ${one.node}`}>{`${stepText(one)} ${one.node}`}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
