import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, ListPage } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ChargeDay } from '../../contract/index.ts';
import { money, type Text, yuan } from '../vocabulary.ts';
import { FoldedDaysChart } from './days.chart.tsx';
import type { DaysStore } from './days.store.ts';

const sumOf = (rows: readonly ChargeDay[], field: 'chargedPrice' | 'refundPrice' | 'netPrice' | 'westPrice' | 'diagTreatPrice' | 'assayPrice') =>
  money(rows.reduce((sum, row) => sum + Math.round(row[field] * 100), 0) / 100);

const amountColumn = (t: Text, prop: 'chargedPrice' | 'refundPrice' | 'westPrice' | 'diagTreatPrice' | 'assayPrice', label: string): Column<ChargeDay> => ({
  prop,
  label: t(label),
  width: 128,
  align: 'right',
  render: (row) => <AmountText amount={money(row[prop])} />,
  summary: (rows) => <AmountText amount={sumOf(rows, prop)} />,
});

const dayColumns = (t: Text): Column<ChargeDay>[] => [
  { prop: 'day', label: t('days.day'), width: 120, always: true },
  { prop: 'chargeCount', label: t('shift.count'), width: 140, render: (row) => t('shift.bills', { charges: row.chargeCount, refunds: row.refundCount }) },
  amountColumn(t, 'chargedPrice', 'shift.charged'),
  amountColumn(t, 'refundPrice', 'shift.refunded'),
  {
    prop: 'netPrice',
    label: t('shift.net'),
    width: 132,
    align: 'right',
    render: (row) => <AmountText amount={money(row.netPrice)} strong explain={() => <DayRule day={row} />} />,
    summary: (rows) => <AmountText amount={sumOf(rows, 'netPrice')} strong />,
  },
  amountColumn(t, 'westPrice', 'totals.westPrice'),
  amountColumn(t, 'diagTreatPrice', 'totals.diagTreatPrice'),
  amountColumn(t, 'assayPrice', 'totals.assayPrice'),
  {
    prop: 'ways',
    label: t('bills.payWay'),
    minWidth: 220,
    render: (row) => row.ways.map((way) => `${way.payWayName} ${yuan(way.amount)}`).join(t('listMark')),
  },
];

function DayRule({ day }: { readonly day: ChargeDay }) {
  const { t } = usePlugin();
  return (
    <ul className="ch-explained">
      <li>
        <span>{t('shift.netRule', { charged: yuan(day.chargedPrice), refunded: yuan(day.refundPrice), net: yuan(day.netPrice) })}</span>
      </li>
      {day.ways.map((way) => (
        <li key={way.payWay}>
          <span>{way.payWayName}</span>
          <span>{yuan(way.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Takings day by day, as a chart and as a table. A day leads to its bills. */
export const DaysTab = observer(function DaysTab({ store, onDay }: { readonly store: DaysStore; readonly onDay: (day: string) => void }) {
  const { t } = usePlugin();
  const columns = useMemo(() => dayColumns(t), [t]);
  return (
    <ListPage
      label={t('tabs.days')}
      settingsKey="days"
      store={store.days}
      columns={columns}
      search={[{ kind: 'dateRange', name: 'day', label: t('bills.day'), max: 'today' }]}
      rowActions={[{ key: 'bills', text: t('days.bills'), onClick: (row) => onDay(row.day) }]}
      onOpen={(row) => onDay(row.day)}
    >
      {store.days.rows.length > 0 && <FoldedDaysChart days={store.days.rows} />}
    </ListPage>
  );
});
