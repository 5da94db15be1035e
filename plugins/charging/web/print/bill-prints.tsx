import { SlotOutlet } from '@nephra/plugin-sdk/web';
import type { BillRecord } from '../../contract/index.ts';
import '../../contract/slots.ts';

/** Papers of a bill that other plugins bring, such as a region's own form. */
export function BillPrints({ bill }: { readonly bill: BillRecord }) {
  return <SlotOutlet point="charging/bill-prints@1" props={{ billId: bill.chargeId, medInsMark: bill.medInsMark, fixmedinsCode: bill.fixmedinsCode }} />;
}
