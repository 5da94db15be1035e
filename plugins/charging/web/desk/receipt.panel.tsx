import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, PermissionButton, ReceiptCard } from '@nephra/plugin-sdk/widgets';
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
    >
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
    </ReceiptCard>
  );
});
