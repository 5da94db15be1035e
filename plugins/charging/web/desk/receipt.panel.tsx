import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, ReceiptCard } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { BillRecord } from '../../contract/index.ts';
import { InsurerMark } from '../bills/insurer-mark.tsx';
import { BillPapers } from '../print/bill-papers.tsx';
import { money } from '../vocabulary.ts';

/** The money is in: number, change, paper, and on to the next patient. */
export const ReceiptPanel = observer(function ReceiptPanel({ bill, onNext }: { readonly bill: BillRecord; readonly onNext: () => void }) {
  const { t } = usePlugin();
  const next = useRef<HTMLDivElement>(null);
  useEffect(() => next.current?.querySelector('button')?.focus(), []);
  return (
    <ReceiptCard
      title={t('receipt.title')}
      number={{ label: t('receipt.billNo'), text: bill.billNo }}
      remark={bill.simulated ? <p className="ch-simulated">{t('print.simulated')}</p> : <InsurerMark bill={bill} />}
      facts={[
        { key: 'patient', label: t('receipt.patient'), value: bill.patientName },
        { key: 'total', label: t('receipt.total'), value: <AmountText amount={money(bill.totalPrice)} strong sign /> },
        ...bill.payments.map(({ payWay, payWayName, amount }) => ({ key: `way ${payWay}`, label: payWayName, value: <AmountText amount={money(amount)} /> })),
        { key: 'change', label: t('pay.change'), value: <AmountText amount={money(bill.change)} strong sign />, large: true },
      ]}
      next={
        <div ref={next}>
          <Button theme="solid" type="primary" onClick={onNext}>
            {t('receipt.next')}
          </Button>
        </div>
      }
    >
      <BillPapers bill={bill} />
    </ReceiptCard>
  );
});
