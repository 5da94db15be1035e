import { Button } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { FeeLines } from '../../parts/settlement/fee-lines.tsx';
import { LineRegion } from '../../parts/region-context.ts';
import { SplitBar } from '../../parts/settlement/split-bar.tsx';
import type { SettleFlowStore } from './flow.store.ts';
import '../../../contract/slots.ts';

/** What the platform made of each line, and who pays what. */
export const FeesStep = observer(function FeesStep({ flow }: { readonly flow: SettleFlowStore }) {
  const { t } = usePlugin();
  const { settlement } = flow;
  if (!settlement?.amounts) return null;
  return (
    <form
      className="in-step in-step-fees"
      aria-label={t('desk.step.fees')}
      onSubmit={(event) => {
        event.preventDefault();
        flow.goTo('pay');
      }}
    >
      <SplitBar amounts={settlement.amounts} funds={settlement.funds} />
      <div className="in-lines">
        <FeeLines lines={settlement.lines} />
      </div>
      <LineRegion.Consumer>
        {(region) => region !== null && <SlotOutlet point="insurance/settle-fields@1" props={{ region, settlement }} />}
      </LineRegion.Consumer>
      <div className="in-acts">
        <Button htmlType="submit" theme="solid" type="primary" size="large" disabled={flow.busy} data-first>
          {t('desk.toPay')}
        </Button>
        <Button theme="light" type="tertiary" size="large" disabled={flow.busy} onClick={() => flow.goTo('visit')}>
          {t('desk.back')}
        </Button>
      </div>
    </form>
  );
});
