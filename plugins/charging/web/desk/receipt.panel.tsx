import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { BillRecord } from '../../contract/index.ts';
import { InsurerMark } from '../bills/insurer-mark.tsx';
import { BillPrints } from '../print/bill-prints.tsx';
import { usePrintSheet } from '../print/use-print-sheet.ts';
import { money } from '../vocabulary.ts';

/** The money is in: number, change, paper, and on to the next patient. */
export const ReceiptPanel = observer(function ReceiptPanel({ bill, onNext }: { readonly bill: BillRecord; readonly onNext: () => void }) {
  const { t } = usePlugin();
  const print = usePrintSheet();
  const next = useRef<HTMLDivElement>(null);
  useEffect(() => next.current?.querySelector('button')?.focus(), []);
  return (
    <section className="ch-receipt" aria-label={t('receipt.title')}>
      <svg width="48" height="48" viewBox="0 0 48 48" aria-hidden="true" className="ch-receipt-mark">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 13-15" />
      </svg>
      <h3>{t('receipt.title')}</h3>
      <p className="ch-receipt-no">
        <span className="ch-soft">{t('receipt.billNo')}</span>
        <strong>{bill.billNo}</strong>
      </p>
      {bill.simulated ? <p className="ch-simulated">{t('print.simulated')}</p> : <InsurerMark bill={bill} />}
      <dl className="ch-receipt-facts">
        <div>
          <dt>{t('receipt.patient')}</dt>
          <dd>{bill.patientName}</dd>
        </div>
        <div>
          <dt>{t('receipt.total')}</dt>
          <dd>
            <AmountText amount={money(bill.totalPrice)} strong sign />
          </dd>
        </div>
        {bill.payments.map((payment) => (
          <div key={payment.payWay}>
            <dt>{payment.payWayName}</dt>
            <dd>
              <AmountText amount={money(payment.amount)} />
            </dd>
          </div>
        ))}
        <div className="ch-receipt-change">
          <dt>{t('pay.change')}</dt>
          <dd>
            <AmountText amount={money(bill.change)} strong sign />
          </dd>
        </div>
      </dl>
      <div className="ch-receipt-acts" ref={next}>
        <Button theme="solid" type="primary" onClick={onNext}>
          {t('receipt.next')}
        </Button>
        <PermissionButton button="btn_print" theme="light" type="primary" onClick={() => print(bill.chargeId, 'sheet')}>
          {t('print.sheet')}
        </PermissionButton>
        <PermissionButton button="btn_print" theme="light" type="tertiary" onClick={() => print(bill.chargeId, 'detail')}>
          {t('print.detail')}
        </PermissionButton>
        <BillPrints bill={bill} />
      </div>
    </section>
  );
});
