import type { Money } from '@nephra/plugin-sdk/contract';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, KeyboardHints, MoneyInput } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { explainAmount } from '../parts/amount-explained.tsx';
import { SplitBar } from '../parts/split-bar.tsx';
import type { SettleFlowStore } from './flow.store.ts';
import type { OwnPaymentRow, OwnPaymentStore } from './own-payment.store.ts';
import { TraceCodes } from './trace-codes.panel.tsx';

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
        <p className="in-pay-due">
          <span>{t('desk.due')}</span>
          <AmountText amount={payment.total} strong sign explain={() => explainAmount(t, 'psn_cash_pay', amounts)} />
        </p>
        {payment.total === 0 ? (
          <p className="in-soft">{t('desk.nothingDue')}</p>
        ) : (
          <>
            {payment.rows.map((row, at) => (
              <PayRow key={row.way.payWay} row={row} number={at + 1} payment={payment} first={at === 0} />
            ))}
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

interface PayRowProps {
  readonly row: OwnPaymentRow;
  readonly number: number;
  readonly payment: OwnPaymentStore;
  readonly first: boolean;
}

const PayRow = observer(function PayRow({ row, number, payment, first }: PayRowProps) {
  const { t } = usePlugin();
  const { way, amount } = row;
  const used = amount !== null && amount > (0 as Money);
  return (
    <div className="in-way" data-used={used || undefined}>
      <button
        type="button"
        className="in-way-name"
        data-way={number}
        title={t('desk.allBy', { way: way.payWayName })}
        onClick={() => payment.payAllBy(way.payWay)}
      >
        <kbd>{number}</kbd>
        {way.payWayName}
      </button>
      <MoneyInput
        value={amount}
        placeholder="0.00"
        aria-label={t('desk.amountOf', { way: way.payWayName })}
        onChange={(next) => payment.set(way.payWay, { amount: next })}
      />
      <Button theme="borderless" type="tertiary" disabled={payment.open <= 0} onClick={() => payment.payRestBy(way.payWay)}>
        {t('desk.rest')}
      </Button>
      {used && way.givesChange && (
        <div className="in-way-more" data-first={first || undefined}>
          <span>{t('desk.tendered')}</span>
          <MoneyInput
            value={row.tendered}
            placeholder={t('desk.exact')}
            aria-label={t('desk.tendered')}
            onChange={(tendered) => payment.set(way.payWay, { tendered })}
          />
        </div>
      )}
      {used && !way.givesChange && (
        <div className="in-way-more" data-first={first || undefined}>
          <span>{t('desk.reference')}</span>
          <Input
            value={row.reference}
            maxLength={64}
            aria-label={t('desk.reference')}
            placeholder={t(way.needsReference ? 'desk.needed' : 'desk.optional')}
            onChange={(reference) => payment.set(way.payWay, { reference })}
          />
        </div>
      )}
    </div>
  );
});
