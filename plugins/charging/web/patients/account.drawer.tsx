import { daysOf } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DataTable, DateText, ErrorCard, ListSkeleton, StatusTag, SumStrip, PatientLink } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { AccountItem, BillRow, PatientAccount } from '../../contract/index.ts';
import { DaysChart } from '../days/days.chart.tsx';
import { billStates, money, payerText, personText, type Text, typeText, yuan } from '../vocabulary.ts';
import type { AccountDays, PatientsStore } from './patients.store.ts';

const itemColumns = (t: Text): Column<AccountItem>[] => [
  { prop: 'drugType', label: t('line.drugType'), width: 80, render: (item) => typeText(t, item.drugType) },
  { prop: 'drugName', label: t('line.drugName'), minWidth: 160, text: (item) => [item.drugName, item.drugSpec].filter(Boolean).join(' ') },
  { prop: 'drugNum', label: t('line.drugNum'), width: 92, align: 'right', render: (item) => `${item.drugNum} ${item.drugNumUnit}` },
  {
    prop: 'subTotal',
    label: t('line.subTotal'),
    width: 112,
    align: 'right',
    render: (item) => (
      <AmountText amount={money(item.subTotal)} explain={() => <p className="ch-rule">{`${item.drugNum} × ${item.price} = ${yuan(item.subTotal)}`}</p>} />
    ),
    summary: (items) => <AmountText amount={money(items.reduce((sum, item) => sum + Math.round(item.subTotal * 100), 0) / 100)} strong />,
  },
];

const billColumns = (t: Text): Column<BillRow>[] => [
  { prop: 'billNo', label: t('bills.billNo'), width: 168 },
  { prop: 'state', label: t('bills.state'), width: 104, render: (row) => <StatusTag value={row.state} table={billStates(t)} /> },
  { prop: 'chargeTime', label: t('bills.chargeTime'), minWidth: 144, render: (row) => <DateText value={row.chargeTime} /> },
  { prop: 'totalPrice', label: t('totals.totalPrice'), width: 112, align: 'right', render: (row) => <AmountText amount={money(row.totalPrice)} strong /> },
];

/** One patient's money over the period of the list: totals, days, articles, bills. */
export const AccountDrawer = observer(function AccountDrawer({
  store,
  onBill,
}: {
  readonly store: PatientsStore;
  readonly onBill: (chargeId: string) => void;
}) {
  const { t } = usePlugin();
  const { view } = store;
  return (
    <SideSheet visible={view.kind !== 'closed'} title={t('patients.account')} width="min(820px, 100vw)" onCancel={() => store.close()}>
      {view.kind === 'loading' && <ListSkeleton />}
      {view.kind === 'failed' && <ErrorCard error={view.error} onRetry={() => void store.open(view.patientId, view.day)} />}
      {view.kind === 'open' && <AccountBody account={view.account} day={view.day} onBill={onBill} onLeave={() => store.close()} />}
    </SideSheet>
  );
});

interface AccountBodyProps {
  readonly account: PatientAccount;
  readonly day: AccountDays;
  readonly onBill: (chargeId: string) => void;
  readonly onLeave: () => void;
}

function AccountBody({ account, day, onBill, onLeave }: AccountBodyProps) {
  const { t } = usePlugin();
  const { startDate, endDate } = daysOf(day);
  const items = useMemo(() => itemColumns(t), [t]);
  const bills = useMemo(() => billColumns(t), [t]);
  const groups = ['westPrice', 'diagTreatPrice', 'assayPrice'] as const;
  return (
    <div className="ch-bill">
      <header className="ch-person">
        <h3>
          <PatientLink patientId={account.patientId} name={account.patientName} onFollow={onLeave} />
        </h3>
        <span className="ch-soft">{personText(t, account)}</span>
        <span className="ch-soft">{account.outpatientCode}</span>
        <span className="ch-payer">{payerText(t, account.reimWay)}</span>
      </header>
      <p className="ch-rule ch-soft">{startDate && endDate ? t('patients.period', { from: startDate, to: endDate }) : t('patients.everyDay')}</p>
      <SumStrip
        items={groups.map((group) => ({ label: t(`totals.${group}`), value: <AmountText amount={money(account.totals[group])} /> }))}
        end={{
          label: t('shift.net'),
          value: (
            <AmountText
              amount={money(account.totals.totalPrice)}
              strong
              sign
              explain={() => (
                <p className="ch-rule">
                  {t('shift.netRule', { charged: yuan(account.chargedPrice), refunded: yuan(account.refundPrice), net: yuan(account.totals.totalPrice) })}
                </p>
              )}
            />
          ),
        }}
      />
      {account.days.length > 0 && <DaysChart days={account.days} label={t('patients.chart', { name: account.patientName })} height={180} />}
      <DataTable
        label={t('patients.items')}
        rows={account.items}
        columns={items}
        rowKey={(item) => `${item.drugId}/${item.price}/${item.drugNumUnit}/${item.drugName}`}
        index
      />
      <DataTable label={t('tabs.bills')} rows={account.bills} columns={bills} rowKey={(bill) => bill.chargeId} onOpen={(bill) => onBill(bill.chargeId)} />
    </div>
  );
}
