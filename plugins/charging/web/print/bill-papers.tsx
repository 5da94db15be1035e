import { Button } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { useRunOnce } from '@nephra/plugin-sdk/widgets';
import type { BillRecord } from '../../contract/index.ts';
import { usePrintSheet } from './use-print-sheet.ts';
import '../../contract/slots.ts';

/**
 * The papers of one bill as buttons, the same wherever it is shown: one settlement sheet (in the form of its region where that has one), the fee list,
 * and what other plugins bring. Also on pages of other plugins, so the right is asked for by its full name.
 */
export function BillPapers({ bill }: { readonly bill: BillRecord }) {
  const { t, can } = usePlugin();
  const print = usePrintSheet();
  if (!can('his.charging:btn_print')) return null;
  const props = { billId: bill.chargeId, medInsMark: bill.medInsMark, fixmedinsCode: bill.fixmedinsCode };
  const general = <PrintButton type="primary" text={t('print.sheet')} print={() => print(bill.chargeId, 'sheet')} />;
  return (
    <>
      {!bill.ownForm && general}
      <PrintButton type="tertiary" text={t('print.detail')} print={() => print(bill.chargeId, 'detail')} />
      {/* What other plugins bring comes later than the rest: at the end it pushes nothing from under the pointer. */}
      {bill.ownForm && <SlotOutlet point="charging/region-sheet@1" props={props} fallback={general} />}
      <SlotOutlet point="charging/bill-prints@1" props={props} />
    </>
  );
}

function PrintButton({ type, text, print }: { readonly type: 'primary' | 'tertiary'; readonly text: string; readonly print: () => Promise<unknown> }) {
  const { busy, run } = useRunOnce();
  return (
    <Button theme="light" type={type} loading={busy} onClick={() => void run(print)}>
      {text}
    </Button>
  );
}
