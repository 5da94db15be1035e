import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DateText, ListStore, RecordSection, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import { type BillRow, chargeContract } from '../../contract/index.ts';
import { InsurerMark } from '../bills/insurer-mark.tsx';
import { billStates, money, payerText, type Text } from '../vocabulary.ts';

const MENU = 'his.charging';
const PAGE_SIZE = 10;

const billColumns = (t: Text): Column<BillRow>[] => [
  { prop: 'billNo', label: t('bills.billNo'), width: 168 },
  { prop: 'chargeTime', label: t('bills.chargeTime'), width: 152, render: (row) => <DateText value={row.chargeTime} /> },
  { prop: 'state', label: t('bills.state'), width: 104, render: (row) => <StatusTag value={row.state} table={billStates(t)} /> },
  { prop: 'totalPrice', label: t('totals.totalPrice'), width: 112, align: 'right', render: (row) => <AmountText amount={money(row.totalPrice)} strong /> },
  {
    prop: 'reimWay',
    label: t('bills.payer'),
    width: 168,
    render: (row) => (
      <span className="ch-bill-payer">
        {payerText(t, row.reimWay)} <InsurerMark bill={row} />
      </span>
    ),
  },
  { prop: 'payments', label: t('bills.payWay'), minWidth: 140, render: (row) => row.payments.map((payment) => payment.payWayName).join(t('listMark')) },
];
const billKey = (row: BillRow): string => row.chargeId;
const askForBill = (row: BillRow) => ({ billId: row.chargeId });

/** Bills and refunds of a patient in the file, for whoever may open the page that shows them. */
export function Slot({ patientId }: SlotPoints['patient/records@1']) {
  const { pageAddress } = usePlugin();
  return pageAddress(MENU) === undefined ? null : <PatientBills key={patientId} patientId={patientId} />;
}

function PatientBills({ patientId }: { readonly patientId: string }) {
  const { t, http } = usePlugin();
  const store = useStore(
    () =>
      new ListStore<BillRow>({
        rowKey: 'chargeId',
        pageSize: PAGE_SIZE,
        load: ({ currentPage, pageSize }, signal) =>
          createClient(chargeContract, http).bill({ query: { patientId, currentPage, pageSize } }, { signal, quiet: true }),
      }),
  );
  const columns = useMemo(() => billColumns(t), [t]);
  return <RecordSection title={t('records.title')} store={store} columns={columns} rowKey={billKey} none={t('records.none')} menu={MENU} query={askForBill} />;
}
