import { parseDay } from '@nephra/plugin-sdk/contract';
import { type PageProps, SlotOutlet, useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { PageFrame, PageTabs, useAsked, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { BillDrawer } from './bills/bill.drawer.tsx';
import { BillLinesTab, BillsTab } from './bills/bills.tab.tsx';
import { BillsStore } from './bills/bills.store.ts';
import { RefundDialog } from './bills/refund.dialog.tsx';
import { DaysStore } from './days/days.store.ts';
import { DaysTab } from './days/days.tab.tsx';
import { DeskStore } from './desk/desk.store.ts';
import { DeskTab } from './desk/desk.tab.tsx';
import { PatientsStore } from './patients/patients.store.ts';
import { PatientsTab } from './patients/patients.tab.tsx';
import { ShiftStore } from './shift/shift.store.ts';
import { ShiftTab } from './shift/shift.tab.tsx';
import { rangeOfDay, rangeOfYear } from './vocabulary.ts';
import { MonthTab } from './month/month.tab.tsx';
import '../contract/slots.ts';
import './charging.css';
import './desk/payment.css';
import './bills/bills.css';
import './shift/shift.css';

/** The charge desk and its bills. Whoever may not charge sees the bills only. */
export const Page = observer(function ChargingPage({ query }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const mayCharge = useButtonPermission('btn_charge');
  const desk = useStore(() => new DeskStore(ctx));
  const bills = useStore(() => new BillsStore(ctx, ctx.now()));
  const patients = useStore(() => new PatientsStore(ctx, ctx.now()));
  const days = useStore(() => new DaysStore(ctx, ctx.now()));
  const shift = useStore(() => new ShiftStore(ctx));
  const [tab, setTab] = useState(mayCharge ? 'desk' : 'bills');
  useEffect(() => ctx.guardUnsaved(() => desk.charging), [ctx, desk]);
  const show = (key: string) => {
    setTab(key);
    // Bills may have come in since the tab was last visible.
    if (key === 'bills') void bills.bills.refresh();
    if (key === 'lines') void bills.lines.refresh();
    if (key === 'patients') void patients.patients.refresh();
    if (key === 'days') void days.days.refresh();
  };
  // What is in hand at the desk stays in its store while another tab is shown.
  useAsked(query, 'billId', (billId) => {
    show('bills');
    void bills.open(billId);
  });
  useAsked(query, 'patientId', (patientId) => {
    show('patients');
    void patients.open(patientId, rangeOfYear(ctx.now()));
  });
  const leave = () => {
    bills.close();
    patients.close();
  };
  const showDay = (day: string) => {
    bills.bills.setDraft({ day: rangeOfDay(parseDay(day)) });
    setTab('bills');
    void bills.bills.search();
  };
  /** What remains of an insurer's bill after a part went back is charged anew at once, or found in the queue later. */
  const chargeRest = (dpIds: readonly string[]) => {
    void bills.refresh();
    const [first, ...rest] = dpIds;
    if (first === undefined || !mayCharge) return;
    bills.close();
    setTab('desk');
    void desk.queue.reload();
    void desk.open(first, rest);
  };
  return (
    <PageFrame quietTitle={t('title')}>
      {mayCharge && <SlotOutlet point="charging/desk-head@1" props={{}} />}
      <PageTabs
        activeKey={tab}
        onChange={show}
        tabs={[
          mayCharge && { key: 'desk', title: t('tabs.desk'), content: <DeskTab store={desk} /> },
          { key: 'month', title: t('tabs.month'), content: <MonthTab /> },
          { key: 'bills', title: t('tabs.bills'), content: <BillsTab store={bills} /> },
          { key: 'lines', title: t('tabs.lines'), content: <BillLinesTab store={bills} /> },
          { key: 'patients', title: t('tabs.patients'), content: <PatientsTab store={patients} onBill={(chargeId) => void bills.open(chargeId)} /> },
          { key: 'days', title: t('tabs.days'), content: <DaysTab store={days} onDay={showDay} /> },
          { key: 'shift', title: t('tabs.shift'), content: <ShiftTab store={shift} /> },
        ]}
      />
      <BillDrawer store={bills} onLeave={leave} />
      <RefundDialog store={bills.refund} onClose={() => bills.endRefund()} onDone={() => bills.refresh()} onRest={chargeRest} />
    </PageFrame>
  );
});
