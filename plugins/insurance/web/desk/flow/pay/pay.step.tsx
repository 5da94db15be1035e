import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, KeyboardHints, PayWays, SumLine } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { explainAmount } from '../../../parts/settlement/amount-explained.tsx';
import { SplitBar } from '../../../parts/settlement/split-bar.tsx';
import type { SettleFlowStore } from '../flow.store.ts';
import { TraceCodes } from '../../traces/trace-codes.panel.tsx';

/** The patient's own part: by which ways, change, and the button that settles. */
export const PayStep = observer(function PayStep({ flow }: { readonly flow: SettleFlowStore }) {
  const { t } = usePlugin();
  const { settlement, payment, trace } = flow;
  if (!settlement?.amounts || !payment) return null;
  const untraced = trace?.missing ?? null;
  const { amounts } = settlement;
  const { problem } = payment;
  return (
    <form
      className="in-step in-pay"
      aria-label={t('desk.step.pay')}
      onSubmit={(event) => {
        event.preventDefault();
        void flow.settle();
      }}
    >
      <div className="in-pay-beside">
        <SplitBar amounts={amounts} funds={settlement.funds} />
        {trace && <TraceCodes store={trace} demanded={flow.traceDemanded} />}
      </div>
      <div className="in-pay-box">
        <SumLine label={t('desk.due')} amount={payment.total} explain={() => explainAmount(t, 'psn_cash_pay', amounts)} />
        {payment.total === 0 ? (
          <p className="in-soft">{t('desk.nothingDue')}</p>
        ) : (
          <>
            <PayWays payment={payment} markFirst />
            <p className="in-pay-change" data-bad={problem !== null || undefined}>
              {problem ? <span role="status">{t(`desk.pay.${problem.key}`, problem.params)}</span> : <span>{t('desk.change')}</span>}
              {!problem && <AmountText amount={payment.change} strong sign />}
            </p>
          </>
        )}
        {untraced !== null && <p role="status">{t('errors.insurance.trace-missing', { name: untraced })}</p>}
        <Button
          htmlType="submit"
          theme="solid"
          type="primary"
          size="large"
          block
          loading={flow.running?.call === 'settle'}
          disabled={problem !== null || untraced !== null || flow.busy}
          data-first={payment.total === 0 || undefined}
        >
          {t('desk.settle')}
        </Button>
        <Button theme="borderless" type="tertiary" block disabled={flow.busy} onClick={() => flow.goTo('fees')}>
          {t('desk.back')}
        </Button>
        <KeyboardHints
          hints={[
            { keys: ['Alt', '1…4'], text: t('desk.keyWay') },
            { keys: ['Enter'], text: t('desk.keySettle') },
            { keys: ['Alt', '←'], text: t('desk.keyBack') },
          ]}
        />
      </div>
    </form>
  );
});
