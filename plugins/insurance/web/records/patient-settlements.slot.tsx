import { addMoney } from '@nephra/plugin-sdk/contract';
import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DateText, ListStore, RecordSection, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import { settlementContract, type SettlementRow } from '../../contract/index.ts';
import { medTypeText, money, settlementStates, type Text } from '../parts/words.ts';

const MENU = 'his.insurance';
const PAGE_SIZE = 10;

const settlementColumns = (t: Text): Column<SettlementRow>[] => [
  // Before the platform gave it a number it goes by what it is of.
  { prop: 'setl_id', label: t('records.settlement'), width: 168, render: (row) => row.setl_id || medTypeText(t, row.med_type) },
  { prop: 'createTime', label: t('desk.time'), width: 152, render: (row) => <DateText value={row.settleTime ?? row.createTime} /> },
  { prop: 'state', label: t('desk.state'), width: 128, render: (row) => <StatusTag value={row.state} table={settlementStates(t)} /> },
  {
    prop: 'medfee_sumamt',
    label: t('amount.medfee_sumamt.short'),
    width: 104,
    align: 'right',
    render: (row) => <AmountText amount={money(row.medfee_sumamt)} strong />,
  },
  {
    prop: 'fund_pay_sumamt',
    label: t('amount.fund_pay_sumamt.short'),
    width: 104,
    align: 'right',
    render: (row) => <AmountText amount={money(row.fund_pay_sumamt)} />,
  },
  {
    prop: 'psn_part_amt',
    label: t('amount.psn_part_amt.short'),
    width: 104,
    align: 'right',
    render: (row) => <AmountText amount={addMoney(money(row.acct_pay), money(row.psn_cash_pay))} />,
  },
  { prop: 'med_type', label: t('desk.medType'), minWidth: 120, render: (row) => medTypeText(t, row.med_type) },
];
const settlementKey = (row: SettlementRow): string => row.id;
const askForSettlement = (row: SettlementRow) => ({ settlementId: row.id });

/** Insured settlements of a patient in the file, for whoever may open the page that shows them. */
export function Slot({ patientId }: SlotPoints['patient/records@1']) {
  const { pageAddress } = usePlugin();
  return pageAddress(MENU) === undefined ? null : <PatientSettlements key={patientId} patientId={patientId} />;
}

function PatientSettlements({ patientId }: { readonly patientId: string }) {
  const { t, http } = usePlugin();
  const store = useStore(
    () =>
      new ListStore<SettlementRow>({
        rowKey: 'id',
        pageSize: PAGE_SIZE,
        load: ({ currentPage, pageSize }, signal) =>
          createClient(settlementContract, http).list({ query: { patientId, currentPage, pageSize } }, { signal, quiet: true }),
      }),
  );
  const columns = useMemo(() => settlementColumns(t), [t]);
  return (
    <RecordSection
      title={t('records.title')}
      store={store}
      columns={columns}
      rowKey={settlementKey}
      none={t('records.none')}
      menu={MENU}
      query={askForSettlement}
    />
  );
}
