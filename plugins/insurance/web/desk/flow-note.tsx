import { Button, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useNow } from '../parts/use-now.ts';
import type { FlowRun } from './flow-call.store.ts';
import type { SettleFlowStore } from './flow.store.ts';

/** What is going on with the call in hand, or why it stopped and what to do next. */
export const FlowNote = observer(function FlowNote({ flow }: { readonly flow: SettleFlowStore }) {
  const { t } = usePlugin();
  const { running, fault } = flow;
  if (running && running.call !== 'open') return <Running run={running} />;
  if (!fault) return null;
  if (fault.kind === 'lost') {
    return (
      <Alert kind="warning" text={t(`desk.lost.${fault.call}`)}>
        {flow.settlement && (
          <Button size="small" onClick={() => void flow.look()}>
            {t('desk.look')}
          </Button>
        )}
      </Alert>
    );
  }
  const next = flow.doubtful ? '' : wordOf(t, `desk.then.${fault.error.replaceAll('.', '-')}`, wordOf(t, `desk.then.${fault.call}`, ''));
  return (
    <Alert kind="error" text={fault.text}>
      {next && <small className="in-then">{t('desk.thenDo', { text: next })}</small>}
    </Alert>
  );
});

const CALLS: Readonly<Record<string, string>> = { prepared: '2201', registered: '2204', uploaded: '2206' };

function Running({ run }: { readonly run: FlowRun }) {
  const { t } = usePlugin();
  const now = useNow(true);
  const seconds = Math.max(0, Math.floor((now - run.since) / 1000));
  const stage = run.call === 'presettle' ? CALLS[run.stage ?? 'prepared'] : undefined;
  return (
    <div className="in-running" role="status">
      <Spin size="small" />
      <span>{stage ? t(`desk.stage.${stage}`) : t(`desk.running.${run.call}`)}</span>
      <span className="in-soft">{t('desk.seconds', { n: seconds })}</span>
      {seconds >= 10 && <span className="in-soft">{t('desk.slow')}</span>}
    </div>
  );
}
