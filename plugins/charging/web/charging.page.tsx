import { TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EditDialog, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { BillDrawer } from './bills/bill.drawer.tsx';
import { BillLinesTab, BillsTab } from './bills/bills.tab.tsx';
import { BillsStore } from './bills/bills.store.ts';
import { DeskStore } from './desk/desk.store.ts';
import { DeskTab } from './desk/desk.tab.tsx';
import { MonthTab } from './month/month.tab.tsx';
import { yuan } from './vocabulary.ts';
import './charging.css';

/** The charge desk and its bills. Whoever may not charge sees the bills only. */
export const Page = observer(function ChargingPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const mayCharge = useButtonPermission('btn_charge');
  const desk = useStore(() => new DeskStore(ctx));
  const bills = useStore(() => new BillsStore(ctx, Date.now()));
  const [tab, setTab] = useState(mayCharge ? 'desk' : 'bills');
  useEffect(() => ctx.guardUnsaved(() => desk.charging), [ctx, desk]);
  const show = (key: string) => {
    setTab(key);
    // Bills may have come in since the tab was last in sight.
    if (key === 'bills' && bills.bills.state.kind === 'ready') void bills.bills.reload();
    if (key === 'lines' && bills.lines.state.kind === 'ready') void bills.lines.reload();
  };
  const { cancelling } = bills;
  return (
    <PageFrame>
      <Tabs className="ch-tabs" type="line" size="medium" activeKey={tab} onChange={show} keepDOM={false} lazyRender>
        {mayCharge && (
          <TabPane tab={t('tabs.desk')} itemKey="desk">
            <DeskTab store={desk} />
          </TabPane>
        )}
        <TabPane tab={t('tabs.month')} itemKey="month">
          <MonthTab />
        </TabPane>
        <TabPane tab={t('tabs.bills')} itemKey="bills">
          <BillsTab store={bills} />
        </TabPane>
        <TabPane tab={t('tabs.lines')} itemKey="lines">
          <BillLinesTab store={bills} />
        </TabPane>
      </Tabs>
      <BillDrawer store={bills} />
      <EditDialog
        form={cancelling?.form ?? null}
        title={t('cancel.title')}
        width={520}
        columns={1}
        saveText={t('cancel.act')}
        onClose={() => bills.endCancel()}
        onSave={bills.cancel}
        onSaved={() => bills.refresh()}
      >
        {cancelling && (
          <Alert
            kind="warning"
            text={t('cancel.ask', { no: cancelling.bill.billNo, name: cancelling.bill.patientName, amount: yuan(cancelling.bill.totalPrice) })}
          />
        )}
      </EditDialog>
    </PageFrame>
  );
});
