import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, type Column, DataTable, DateText, DescriptionList, ErrorCard, ListSkeleton, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import type { ShiftRecord } from '../../contract/index.ts';
import { money, type Text, yuan } from '../vocabulary.ts';
import { billRange } from './bill-range.ts';
import type { ShiftStore } from './shift.store.ts';
import { TakingsTable } from './takings.table.tsx';

type HandedBill = ShiftRecord['bills'][number];

const billColumns = (t: Text): Column<HandedBill>[] => [
  { prop: 'billNo', label: t('bills.billNo'), width: 168 },
  { prop: 'patientName', label: t('bills.patient'), minWidth: 96 },
  { prop: 'chargeTime', label: t('bills.chargeTime'), width: 152, render: (row) => <DateText value={row.chargeTime} /> },
  { prop: 'cash', label: t('shift.cash'), width: 104, align: 'right', render: (row) => <AmountText amount={money(row.cash)} /> },
  { prop: 'totalPrice', label: t('totals.totalPrice'), width: 112, align: 'right', render: (row) => <AmountText amount={money(row.totalPrice)} strong /> },
];

/** A closing as it was frozen. */
export const ShiftDrawer = observer(function ShiftDrawer({ store, onPrint }: { readonly store: ShiftStore; readonly onPrint: (shiftId: string) => unknown }) {
  const { t } = usePlugin();
  const { view } = store;
  const foot = useRef<HTMLDivElement>(null);
  const justClosed = view.kind === 'open' && view.justClosed === true;
  useEffect(() => {
    if (justClosed) foot.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [justClosed]);
  return (
    <SideSheet
      visible={view.kind !== 'closed'}
      title={t('shift.drawer')}
      width="min(760px, 100vw)"
      onCancel={() => store.closeView()}
      footer={
        view.kind === 'open' && (
          <div ref={foot} className="ch-drawer-foot">
            <PermissionButton button="btn_print" theme="light" type="primary" onClick={() => onPrint(view.record.shiftId)}>
              {t('shift.print')}
            </PermissionButton>
          </div>
        )
      }
    >
      {view.kind === 'loading' && <ListSkeleton />}
      {view.kind === 'failed' && <ErrorCard error={view.error} onRetry={() => void store.open(view.shiftId)} />}
      {view.kind === 'open' && <ShiftBody record={view.record} />}
    </SideSheet>
  );
});

function ShiftBody({ record }: { readonly record: ShiftRecord }) {
  const { t } = usePlugin();
  const columns = useMemo(() => billColumns(t), [t]);
  return (
    <div className="ch-bill">
      <header className="ch-person">
        <h3>{record.shiftNo}</h3>
        <span className="ch-soft">{record.cashierName}</span>
        <AmountText amount={money(record.netPrice)} strong sign />
      </header>
      {record.openedAt > record.closedAt && <Alert kind="info" text={t('shift.setBack')} />}
      <DescriptionList
        columns={2}
        items={[
          { label: t('shift.openedAt'), value: <DateText value={record.openedAt} /> },
          { label: t('shift.closedAt'), value: <DateText value={record.closedAt} /> },
          ...billRange(t, record),
          { label: t('shift.expected'), value: <AmountText amount={money(record.cashExpected)} /> },
          { label: t('shift.counted'), value: <AmountText amount={money(record.cashCounted)} /> },
          {
            label: t('shift.difference'),
            value: (
              <AmountText
                amount={money(record.difference)}
                strong
                explain={() => (
                  <p className="ch-rule">{t('shift.differenceRule', { counted: yuan(record.cashCounted), expected: yuan(record.cashExpected) })}</p>
                )}
              />
            ),
          },
          { label: t('shift.reason'), value: record.reason || '–' },
        ]}
      />
      <TakingsTable takings={record} />
      <DataTable label={t('shift.handedBills')} rows={record.bills} columns={columns} rowKey={(bill) => bill.chargeId} index />
    </div>
  );
}
