import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, type Column, DataTable, DateText, GroupTitle, type RowAction, StatusTag, useNarrow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { MonthDay, MonthParent, MonthSheet } from '../../contract/index.ts';
import { money, type Text, typeText } from '../vocabulary.ts';
import { CategoryExplanation, CellExplanation, DayExplanation } from './month-explain.tsx';
import { partStates, shortDay } from './month-words.ts';
import type { MonthStore } from './month.store.ts';

const inFen = (yuan: number): number => Math.round(yuan * 100);

function dayColumns(t: Text, sheet: MonthSheet): Column<MonthDay>[] {
  return [
    { prop: 'day', label: t('month.day'), width: 72, fixed: 'left', render: (row) => (row.day.startsWith(sheet.month) ? shortDay(row.day) : row.day) },
    {
      prop: 'totalPrice',
      label: t('month.sum.total'),
      width: 104,
      align: 'right',
      render: (row) => <AmountText amount={money(row.totalPrice)} strong explain={() => <DayExplanation sheet={sheet} day={row.day} />} />,
      summary: (rows) => <AmountText amount={money(rows.reduce((sum, row) => sum + inFen(row.totalPrice), 0) / 100)} strong />,
    },
    ...sheet.sums.map(({ drugType, amount }): Column<MonthDay> => {
      const of = (row: MonthDay) => row.sums.find((sum) => sum.drugType === drugType);
      return {
        prop: drugType,
        label: typeText(t, drugType),
        width: 92,
        align: 'right',
        render: (row) => {
          const sum = of(row);
          return sum ? <AmountText amount={money(sum.amount)} explain={() => <CellExplanation sheet={sheet} day={row.day} drugType={drugType} />} /> : '';
        },
        summary: (rows) =>
          rows.length === sheet.days.length ? (
            <AmountText amount={money(amount)} explain={() => <CategoryExplanation sheet={sheet} drugType={drugType} />} />
          ) : (
            <AmountText amount={money(rows.reduce((sum, row) => sum + inFen(of(row)?.amount ?? 0), 0) / 100)} />
          ),
      };
    }),
  ];
}

/** Sums by day and category. Every amount can be asked how it came about. */
export const MonthTable = observer(function MonthTable({ sheet, day }: { readonly sheet: MonthSheet; readonly day: string | null }) {
  const { t } = usePlugin();
  const columns = useMemo(() => dayColumns(t, sheet), [t, sheet]);
  const rows = day === null ? sheet.days : sheet.days.filter((one) => one.day === day);
  return (
    <section className="chm-part">
      <GroupTitle>{t('month.table')}</GroupTitle>
      <DataTable label={t('month.table')} rows={rows} columns={columns} rowKey={(row) => row.day} />
    </section>
  );
});

/** rxStatus of a prescription that the pharmacy has not touched. */
const CONFIRMED = 1;
const PHONE_COLUMNS: readonly string[] = ['day', 'part', 'totalPrice'];

const paperColumns = (t: Text, narrow: boolean): Column<MonthParent>[] =>
  (
    [
      { prop: 'day', label: t('month.day'), width: 72, render: (row) => shortDay(row.day) },
      { prop: 'dpNumber', label: t('month.papers'), width: 156 },
      { prop: 'part', label: t('bills.state'), width: 104, render: (row) => <StatusTag value={row.part} table={partStates(t)} /> },
      { prop: 'workerName', label: t('print.doctor'), minWidth: 90 },
      { prop: 'lineCount', label: t('month.lines'), width: 64, align: 'right' },
      { prop: 'carried', label: '', width: 92, render: (row) => (row.carried ? <span className="ch-soft">{t('month.carried')}</span> : '') },
      { prop: 'totalPrice', label: t('month.sum.total'), width: 108, align: 'right', render: (row) => <AmountText amount={money(row.totalPrice)} /> },
    ] satisfies Column<MonthParent>[]
  ).filter((column) => !narrow || PHONE_COLUMNS.includes(column.prop));

/** Prescriptions of the month; one that is on the account can be taken off again. */
export const MonthPapers = observer(function MonthPapers({
  store,
  sheet,
  day,
}: {
  readonly store: MonthStore;
  readonly sheet: MonthSheet;
  readonly day: string | null;
}) {
  const { t } = usePlugin();
  const narrow = useNarrow();
  const columns = useMemo(() => paperColumns(t, narrow), [t, narrow]);
  const rows = day === null ? sheet.prescriptionParentList : sheet.prescriptionParentList.filter((one) => one.day === day);
  // Once the pharmacy has it in hand it stays on the account.
  const removable = (row: MonthParent): boolean => row.part === 'account' && row.rxStatus === CONFIRMED && !row.carried && !sheet.closed;
  const actions: RowAction<MonthParent>[] = [
    {
      key: 'takeOff',
      text: t('month.takeOff'),
      button: 'btn_month',
      visible: removable,
      confirm: (row) => t('month.takeOffAsk', { number: row.dpNumber }),
      onClick: (row) => store.takeOff(row),
    },
  ];
  return (
    <section className="chm-part">
      <GroupTitle>{t('month.papers')}</GroupTitle>
      <DataTable label={t('month.papers')} rows={rows} columns={columns} rowKey={(row) => row.dpId} rowActions={rows.some(removable) ? actions : undefined} />
    </section>
  );
});

/** Receipts and refunds of the month's prescriptions. */
export function MonthBills({ sheet }: { readonly sheet: MonthSheet }) {
  const { t } = usePlugin();
  if (sheet.bills.length === 0) return null;
  return (
    <section className="chm-part">
      <GroupTitle>{t('month.bills')}</GroupTitle>
      <ul className="chm-bills">
        {sheet.bills.map((bill) => (
          <li key={bill.chargeId}>
            <span>{bill.billNo}</span>
            {bill.kind === 'refund' && <span className="ch-soft">{t('month.isRefund')}</span>}
            <DateText value={bill.chargeTime} />
            <span className="ch-soft">{bill.cashierName}</span>
            <AmountText amount={money(bill.amount)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
