import { TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EditDialog, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { DispensingStore } from './dispensing/dispensing.store.ts';
import { DispensingTab } from './dispensing/dispensing.tab.tsx';
import { LedgerTab } from './stock/ledger.tab.tsx';
import { StockStore } from './stock/stock.store.ts';
import { StockTab } from './stock/stock.tab.tsx';
import './pharmacy.css';

/** The pharmacy: dispensing counter, stock by lot, stock ledger. */
export const Page = observer(function PharmacyPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const counter = useStore(() => new DispensingStore(ctx));
  const stock = useStore(() => new StockStore(ctx));
  const [tab, setTab] = useState('counter');
  useEffect(() => ctx.guardUnsaved(() => counter.acting !== null || counter.returning !== null), [ctx, counter]);
  const show = (key: string) => {
    setTab(key);
    // Stock may have moved since the tab was last in sight.
    if (key === 'stock' && stock.lots.state.kind === 'ready') void stock.lots.reload();
    if (key === 'ledger' && stock.movements.state.kind === 'ready') void stock.movements.reload();
  };
  const { freezing } = stock;
  return (
    <PageFrame>
      <Tabs className="ph-tabs" type="line" size="medium" activeKey={tab} onChange={show} keepDOM={false} lazyRender>
        <TabPane tab={t('tabs.counter')} itemKey="counter">
          <DispensingTab store={counter} />
        </TabPane>
        <TabPane tab={t('tabs.stock')} itemKey="stock">
          <StockTab
            store={stock}
            onLedger={(lot) => {
              stock.showLedger(lot);
              setTab('ledger');
            }}
          />
        </TabPane>
        <TabPane tab={t('tabs.ledger')} itemKey="ledger">
          <LedgerTab store={stock} />
        </TabPane>
      </Tabs>
      <EditDialog
        form={stock.receiving}
        title={t('receive.title')}
        width={720}
        saveText={t('receive.act')}
        onClose={() => stock.endReceiving()}
        onSave={stock.receive}
        onSaved={() => stock.lots.reload()}
      />
      <EditDialog
        form={freezing?.form ?? null}
        title={t('freeze.title')}
        width={520}
        columns={1}
        saveText={t('freeze.act')}
        onClose={() => stock.endFreeze()}
        onSave={stock.freeze}
        onSaved={() => stock.lots.reload()}
      >
        {freezing && <Alert kind="warning" text={t('freeze.ask', { name: freezing.lot.drugName, lot: freezing.lot.lotNo })} />}
      </EditDialog>
    </PageFrame>
  );
});
