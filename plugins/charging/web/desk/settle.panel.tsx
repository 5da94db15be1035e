import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, SumLine } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useState } from 'react';
import type { SelfPayPreview } from '../../contract/index.ts';
import '../../contract/slots.ts';
import { isInsured } from '../../domain/settlement-title.ts';
import { money, payerText } from '../vocabulary.ts';
import type { DeskStore } from './desk.store.ts';
import { PaymentPanel } from './payment.panel.tsx';
import type { PaymentStore } from './payment.store.ts';

interface SettlePanelProps {
  readonly store: DeskStore;
  readonly preview: SelfPayPreview;
  readonly payment: PaymentStore;
}

/** How what is in hand is settled: insured patients with the insurer first, and self-pay only when somebody says so; everybody else pays here. */
export const SettlePanel = observer(function SettlePanel({ store, preview, payment }: SettlePanelProps) {
  const { t } = usePlugin();
  const [noInsurer, setNoInsurer] = useState(false);
  // Nobody asks an insurer for what may not be charged yet; the preview beside says why.
  if (store.barred && isInsured(preview.reimWay)) return null;
  if (!isInsured(preview.reimWay)) return <PaymentPanel store={store} payment={payment} />;
  const payer = payerText(t, preview.reimWay);
  if (store.ownPay || noInsurer) {
    return (
      <div className="ch-settle">
        <Alert kind="warning" text={t(noInsurer ? 'insured.noInsurer' : 'insured.paysOwn', { payer })}>
          {!noInsurer && (
            <button type="button" className="nk-text-button" disabled={store.charging} onClick={() => store.backToInsurer()}>
              {t('insured.back')}
            </button>
          )}
        </Alert>
        <PaymentPanel store={store} payment={payment} />
        {noInsurer && <Insurer store={store} preview={preview} onNobody={setNoInsurer} />}
      </div>
    );
  }
  return (
    <section className="ch-pay ch-settle-insured" aria-label={t('insured.title')}>
      <h4>{t('insured.title')}</h4>
      <SumLine label={t('insured.total')} amount={money(preview.totals.totalPrice)} />
      <p className="ch-soft">{t('insured.help', { payer })}</p>
      <Insurer store={store} preview={preview} onNobody={setNoInsurer} />
      <button
        type="button"
        className="nk-text-button ch-settle-own"
        onClick={() => void store.choosePayOwn(t('insured.payOwnAsk', { name: preview.patientName, payer }))}
      >
        {t('insured.payOwn')}
      </button>
    </section>
  );
});

/** What an insurance plugin offers for the prescriptions in hand. */
const Insurer = ({ store, preview, onNobody }: Pick<SettlePanelProps, 'store' | 'preview'> & { readonly onNobody: (nobody: boolean) => void }) => (
  <SlotOutlet
    point="charging/settle-actions@1"
    props={{
      dpIds: preview.prescriptions.map((one) => one.dpId),
      patientId: preview.patientId,
      reimWay: preview.reimWay,
      totalPrice: preview.totals.totalPrice,
      onSettled: () => {
        store.clear();
        void store.queue.reload();
      },
    }}
    fallback={<Nobody onNobody={onNobody} />}
  />
);

/** Drawn while no plugin settles with an insurer; says so to what is around before anything is seen. */
function Nobody({ onNobody }: { readonly onNobody: (nobody: boolean) => void }) {
  useLayoutEffect(() => {
    onNobody(true);
    return () => onNobody(false);
  }, [onNobody]);
  return null;
}
