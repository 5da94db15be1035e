import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Progress } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type FindingsStore, isActive } from './findings.store.ts';

/** A month that is looked through in the background: how far it is, how to end it, and when it was begun that is listed below. */
export const RunPanel = observer(function RunPanel({ store }: { readonly store: FindingsStore }) {
  const { t } = usePlugin();
  const { report } = store;
  if (!report?.large) return null;
  const { run, madeAt } = report;
  if (run && isActive(run))
    return (
      <div className="ds-finding-run">
        <Progress percent={Math.floor((run.daysRead * 100) / run.days)} size="large" aria-label={t('finding.run.progressLabel')} />
        <span role="status">
          {run.state === 'cancelling' ? t('finding.run.cancelling') : t('finding.run.progress', { read: run.daysRead, days: run.days })}
        </span>
        <Button disabled={run.state === 'cancelling'} onClick={() => void store.cancelRun()}>
          {t('finding.run.cancel')}
        </Button>
      </div>
    );
  return (
    <div className="ds-finding-run">
      {run?.state === 'failed' && <Alert kind="error" text={run.error} />}
      <span role="status">
        {run?.state === 'cancelled' && `${t('finding.run.cancelled')} `}
        {madeAt === null ? t('finding.run.large') : t('finding.run.madeAt', { at: formatInstant(madeAt) })}
      </span>
      <Button theme={madeAt === null ? 'solid' : 'light'} onClick={() => void store.startRun()}>
        {t(run ? 'finding.run.again' : 'finding.run.start')}
      </Button>
    </div>
  );
});
