import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, KeyboardHints, MoneyInput } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNarrow } from '../use-narrow.ts';
import type { DeskStore } from './desk.store.ts';
import type { PaymentRow, PaymentStore } from './payment.store.ts';

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
    if (openId && !narrow) form.current?.querySelector<HTMLInputElement>('.ch-way[data-used] .ch-way-more input')?.focus();
  }, [openId, narrow]);
  return (
    <form ref={form} className="ch-pay" aria-label={t('pay.title')} onSubmit={submit}>
      <p className="ch-pay-total">
        <span>{t('pay.due')}</span>
        <AmountText amount={payment.total} strong sign />
      </p>
      <div className="ch-ways">
        {payment.rows.map((row, at) => (
          <WayRow key={row.way.payWay} row={row} number={at + 1} payment={payment} />
        ))}
      </div>
      <dl className="ch-change">
        <div data-open={payment.outstanding !== 0 || undefined}>
          <dt>{t(payment.outstanding < 0 ? 'pay.over' : 'pay.open')}</dt>
          <dd>
            <AmountText amount={Math.abs(payment.outstanding) as typeof payment.outstanding} />
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
      {problem && payment.outstanding === 0 && <Alert kind="warning" text={t(`errors.${problem.key}`, problem.params)} />}
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

export const WayRow = observer(function WayRow({
  row,
  number,
  payment,
}: {
  readonly row: PaymentRow;
  readonly number: number;
  readonly payment: PaymentStore;
}) {
  const { t } = usePlugin();
  const { way, amount } = row;
  const used = amount !== null && amount > 0;
  const name = way.payWayName;
  return (
    <div className="ch-way" data-used={used || undefined}>
      <div className="ch-way-line">
        <button type="button" className="ch-way-name" data-way={number} title={t('pay.allBy', { way: name })} onClick={() => payment.payAllBy(way.payWay)}>
          <kbd>{number}</kbd>
          {name}
        </button>
        <MoneyInput
          value={amount}
          onChange={(next) => payment.set(way.payWay, { amount: next })}
          aria-label={t('pay.amountOf', { way: name })}
          placeholder="0.00"
        />
        <Button theme="borderless" type="tertiary" disabled={payment.outstanding <= 0} onClick={() => payment.fillRest(way.payWay)}>
          {t('pay.rest')}
        </Button>
      </div>
      {used && way.givesChange && (
        <div className="ch-way-line ch-way-more">
          <span>{t('pay.tendered')}</span>
          <MoneyInput
            value={row.tendered}
            onChange={(tendered) => payment.set(way.payWay, { tendered })}
            aria-label={t('pay.tendered')}
            placeholder={t('pay.exact')}
          />
        </div>
      )}
      {used && !way.givesChange && (
        <div className="ch-way-line ch-way-more">
          <span>{t('pay.reference')}</span>
          <Input
            value={row.reference}
            maxLength={64}
            onChange={(reference) => payment.set(way.payWay, { reference })}
            aria-label={t('pay.reference')}
            placeholder={t(way.needsReference ? 'pay.referenceNeeded' : 'pay.referenceHelp')}
          />
        </div>
      )}
    </div>
  );
});
