import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { InsuranceHeads } from '../parts/insurance-heads.tsx';
import { LineStore } from '../parts/line.store.ts';
import { LineRegion } from '../parts/region-context.ts';
import { FlowPanel } from './flow/flow.panel.tsx';
import { SettleFlowStore } from './flow/flow.store.ts';
import './insurance.css';

type Props = SlotPoints['charging/settle-actions@1'];

/** Beside the self-pay button of the charging desk: settle what is in hand with the insurer, in a side sheet. */
export const Slot = observer(function SettleAction(props: Props) {
  const ctx = usePlugin();
  const { t } = ctx;
  const line = useStore(() => new LineStore(ctx));
  const [flow, setFlow] = useState<SettleFlowStore | null>(null);
  const may = ctx.can('his.insurance:btn_settle') || ctx.can('his.charging:btn_charge');
  if (props.reimWay === '0' || props.reimWay === '' || !may) return null;
  const begin = () => {
    const next = new SettleFlowStore(ctx, { dpIds: props.dpIds, patientId: props.patientId }, () => void line.refresh());
    setFlow(next);
    void next.open();
  };
  const close = () => {
    if (!flow?.mayLeave) return;
    const touched = flow.settlement !== null;
    flow.dispose();
    setFlow(null);
    // Whatever was begun took the prescriptions out of the self-pay queue.
    if (touched) props.onSettled();
  };
  return (
    <>
      <Button theme="solid" type="primary" size="large" block onClick={begin}>
        {t('desk.settleInsured')}
      </Button>
      <SideSheet visible={flow !== null} title={t('desk.settleInsured')} width="min(960px, 100vw)" maskClosable={false} onCancel={close} keepDOM={false}>
        {flow && (
          <div className="in-sheet">
            <InsuranceHeads line={line} askedSince={flow.askedSince} />
            <LineRegion value={line.state?.region ?? null}>
              <FlowPanel flow={flow} onNext={close} />
            </LineRegion>
          </div>
        )}
      </SideSheet>
    </>
  );
});
