import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';
import { type BillRecord, chargeContract } from '../../contract/index.ts';
import { BillPapers } from './bill-papers.tsx';

/** The papers of a bill on a page of another plugin, such as the insurer's desk. Nothing stands there until the bill is known, and none where it is hidden. */
export function Slot({ billId }: SlotPoints['charging/settlement-sheet@1']) {
  const { http, can } = usePlugin();
  const [bill, setBill] = useState<BillRecord | null>(null);
  const mayPrint = can('his.charging:btn_print');
  useEffect(() => {
    setBill(null);
    if (!mayPrint || billId === '') return;
    let gone = false;
    createClient(chargeContract, http)
      .chargeDetail({ query: { chargeIdList: billId } })
      .then(
        ({ data }) => !gone && setBill(data.list[0] ?? null),
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [http, billId, mayPrint]);
  return bill && <BillPapers bill={bill} />;
}
