import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { COCKPIT_PATH } from '../../parts/insurance-heads.tsx';
import { Trail } from '../../parts/trail.tsx';
import { FlowNote } from './flow-note.tsx';
import type { SettleFlowStore } from './flow.store.ts';

/** The platform may have settled and nobody knows yet: what is being done about it, and what nobody must do. */
export const DoubtStep = observer(function DoubtStep({ flow, onNext }: { readonly flow: SettleFlowStore; readonly onNext: () => void }) {
  const { t, can, navigate } = usePlugin();
  const { settlement } = flow;
  if (!settlement) return null;
  return (
    <section className="in-step in-doubt-step" aria-label={t('desk.doubt.title')}>
      <h3>{t('desk.doubt.title')}</h3>
      <p>{wordOf(t, `desk.doubt.${settlement.state}`, t('desk.doubt.unknown'))}</p>
      <p>
        <strong>{t('desk.doubt.dont')}</strong>
      </p>
      {settlement.problem && <p className="in-soft">{settlement.problem}</p>}
      {flow.fault?.text !== settlement.problem && <FlowNote flow={flow} />}
      <div className="in-acts">
        <Button theme="solid" type="primary" loading={flow.running?.call === 'look'} disabled={flow.busy} onClick={() => void flow.look()} data-first>
          {t('desk.look')}
        </Button>
        {can('his.insurance.cockpit') && (
          <Button theme="light" type="primary" onClick={() => navigate(COCKPIT_PATH)}>
            {t('desk.toCockpit')}
          </Button>
        )}
        <Button theme="light" type="tertiary" onClick={onNext}>
          {t('desk.next')}
        </Button>
      </div>
      <Trail steps={settlement.trail} newestFirst />
    </section>
  );
});
