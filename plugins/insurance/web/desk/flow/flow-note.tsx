import { Button, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { Alert, useNow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { FlowRun } from './flow-call.store.ts';
import { SLOW_AFTER_MS } from '../../parts/line.store.ts';
import type { SettleFlowStore } from './flow.store.ts';

interface FlowNoteProps {
  readonly flow: SettleFlowStore;
  /** Leads to the next patient while an answer is late. */
  readonly onLeave?: () => void;
}

/** What is going on with the call in hand, or why it stopped and what to do next. */
export const FlowNote = observer(function FlowNote({ flow, onLeave }: FlowNoteProps) {
  const { t } = usePlugin();
  const { running, fault } = flow;
  if (running && running.call !== 'open') return <Running run={running} onLeave={onLeave} />;
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

function Running({ run, onLeave }: { readonly run: FlowRun; readonly onLeave: (() => void) | undefined }) {
  const { t } = usePlugin();
  const now = useNow(1);
  const seconds = Math.max(0, Math.floor((now - run.since) / 1000));
  const stage = run.call === 'presettle' ? CALLS[run.stage ?? 'prepared'] : undefined;
  return (
    <div className="in-running" role="status">
      <Spin size="small" />
      <span>{stage ? t(`desk.stage.${stage}`) : t(`desk.running.${run.call}`)}</span>
      <span className="in-soft">{t('desk.seconds', { n: seconds })}</span>
      {seconds >= SLOW_AFTER_MS / 1000 && (
        <>
          <span className="in-soft">{t('desk.slow')}</span>
          {onLeave && (
            <Button size="small" onClick={onLeave}>
              {t('desk.leave')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
