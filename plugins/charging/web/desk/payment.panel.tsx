import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, focusPayDetail, KeyboardHints, PayWays, SumLine, useNarrow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef } from 'react';
import type { DeskStore } from './desk.store.ts';
import type { PaymentStore } from './payment.store.ts';

interface PaymentPanelProps {
  readonly store: DeskStore;
  readonly payment: PaymentStore;
}

/** How the patient pays the bill: one row per way, change, and the button that moves money. */
export const PaymentPanel = observer(function PaymentPanel({ store, payment }: PaymentPanelProps) {
  const { t } = usePlugin();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store.charge();
  };
  const { problem } = payment;
  const { openId } = store;
  const narrow = useNarrow();
  const form = useRef<HTMLFormElement>(null);
  // A prescription in hand puts the cursor where the cashier types next; on a phone that would hide what is charged.
  useEffect(() => {
    if (openId && !narrow) focusPayDetail(form.current);
  }, [openId, narrow]);
  return (
    <form ref={form} className="ch-pay" aria-label={t('pay.title')} onSubmit={submit}>
      <SumLine label={t('pay.due')} amount={payment.total} />
      <PayWays payment={payment} />
      <dl className="ch-change">
        <div data-open={payment.open !== 0 || undefined}>
          <dt>{t(payment.open < 0 ? 'pay.over' : 'pay.open')}</dt>
          <dd>
            <AmountText amount={Math.abs(payment.open) as typeof payment.open} />
          </dd>
        </div>
        <div className="ch-change-back">
          <dt>{t('pay.change')}</dt>
          <dd>
            <AmountText amount={payment.change} strong sign />
          </dd>
        </div>
      </dl>
      {store.fault?.kind === 'unknown' && <Alert kind="warning" text={t('pay.unknown')} />}
      {store.fault?.kind === 'refused' && (
        <Alert kind="error" text={store.fault.text}>
          {store.fault.stale && (
            <button type="button" className="nk-text-button" onClick={() => void store.reload()}>
              {t('pay.reload')}
            </button>
          )}
        </Alert>
      )}
      {problem && payment.open === 0 && <Alert kind="warning" text={t(`errors.${problem.key}`, problem.params)} />}
      <WithPermission button="btn_charge">
        <Button htmlType="submit" theme="solid" type="primary" size="large" block loading={store.charging} disabled={!store.chargeable}>
          {t('pay.charge')}
        </Button>
      </WithPermission>
      <KeyboardHints
        hints={[
          { keys: ['Alt', '1…4'], text: t('pay.keyWay') },
          { keys: ['Enter'], text: t('pay.keyCharge') },
          { keys: ['Esc'], text: t('pay.keyBack') },
        ]}
      />
    </form>
  );
});
