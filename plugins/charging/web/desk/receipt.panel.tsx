import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, KeyboardHints, ReceiptCard, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { BillRecord } from '../../contract/index.ts';
import { InsurerMark } from '../bills/insurer-mark.tsx';
import { BillPapers } from '../print/bill-papers.tsx';
import { usePrintSheet } from '../print/use-print-sheet.ts';
import { money } from '../vocabulary.ts';

/** The money is in: number, change, paper, and on to the next patient. */
export const ReceiptPanel = observer(function ReceiptPanel({ bill, onNext }: { readonly bill: BillRecord; readonly onNext: () => void }) {
  const { t, can } = usePlugin();
  const next = useRef<HTMLDivElement>(null);
  const print = usePrintSheet();
  const { run } = useRunOnce();
  // A form of a region is its plugin's: it has a button alone.
  const printable = !bill.ownForm && can('his.charging:btn_print');
  useEffect(() => next.current?.querySelector('button')?.focus(), []);
  // The cursor stays at the next patient: paper in between costs one key.
  const handleKey = (event: KeyboardEvent) => {
    if (!printable || !event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyP') return;
    event.preventDefault();
    void run(() => print(bill.chargeId, 'sheet'));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears a key that its buttons do not take
    <div className="ch-receipt" onKeyDown={handleKey}>
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
      <KeyboardHints hints={[{ keys: ['Enter'], text: t('receipt.next') }, ...(printable ? [{ keys: ['Alt', 'P'], text: t('print.sheet') }] : [])]} />
    </div>
  );
});
