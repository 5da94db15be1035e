import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EditDialog, PageFrame, PageTabs, useAsked, useButtonCheck, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { CountsStore } from './counts/counts.store.ts';
import { CountsTab } from './counts/counts.tab.tsx';
import { DispensingStore } from './dispensing/dispensing.store.ts';
import { DispensingTab } from './dispensing/dispensing.tab.tsx';
import { ItemsStore } from './items/items.store.ts';
import { ItemsTab } from './items/items.tab.tsx';
import { ReceiptsStore } from './receipts/receipts.store.ts';
import { ReceiptsTab } from './receipts/receipts.tab.tsx';
import { LedgerTab } from './stock/ledger.tab.tsx';
import { StockStore } from './stock/stock.store.ts';
import { StockTab } from './stock/stock.tab.tsx';
import './pharmacy.css';
import './dispensing/counter.css';
import './stock/stock.css';

/** The pharmacy: dispensing counter, stock per item and per lot, ledger, deliveries, counts. */
export const Page = observer(function PharmacyPage({ query }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const granted = useButtonCheck();
  const counter = useStore(() => new DispensingStore(ctx));
  const stock = useStore(() => new StockStore(ctx));
  const items = useStore(() => new ItemsStore(ctx));
  const receipts = useStore(() => new ReceiptsStore(ctx));
  const counts = useStore(() => new CountsStore(ctx));
  const [tab, setTab] = useState('counter');
  useEffect(() => ctx.guardUnsaved(() => counter.unsaved || counts.saving > 0), [ctx, counter, counts]);
  useEffect(() => {
    void items.loadWarnings();
  }, [items]);
  const show = (key: string) => {
    setTab(key);
    // Stock may have moved since the tab was last visible.
    const lists = { items: items.items, stock: stock.lots, ledger: stock.movements, receipts: receipts.list, counts: counts.list };
    void lists[key as keyof typeof lists]?.refresh();
    if (key !== 'counter') void items.loadWarnings();
    if (key === 'ledger') void stock.prove();
  };
  useAsked(query, 'dpId', (dpId) => {
    show('counter');
    void counter.openAsked(dpId);
  });
  useAsked(query, 'lot', (keyword) => {
    setTab('stock');
    void stock.lots.search({ keyword, drugId: undefined, level: undefined, kind: undefined, amount: 'left' });
  });
  useAsked(query, 'item', (keyword) => {
    setTab('items');
    void items.items.search({ keyword, kind: undefined, low: undefined });
  });
  const afterMove = async () => {
    await Promise.all([stock.lots.reload(), items.loadWarnings()]);
  };
  const { freezing, adjusting } = stock;
  const { warnings } = items;
  return (
    <PageFrame quietTitle={t('title')}>
      <PageTabs
        activeKey={tab}
        onChange={show}
        tabs={[
          { key: 'counter', title: t('tabs.counter'), content: <DispensingTab store={counter} /> },
          {
            key: 'items',
            title: t('tabs.items'),
            count: warnings?.low,
            content: (
              <ItemsTab
                store={items}
                onLots={({ level, item }) => {
                  void stock.lots.search({ level, drugId: item?.drugId, keyword: item?.drugName ?? '' });
                  setTab('stock');
                }}
              />
            ),
          },
          {
            key: 'stock',
            title: t('tabs.stock'),
            count: warnings && warnings.expired + warnings.near,
            content: (
              <StockTab
                store={stock}
                onLedger={(lot) => {
                  stock.showLedger(lot);
                  setTab('ledger');
                }}
              />
            ),
          },
          { key: 'ledger', title: t('tabs.ledger'), content: <LedgerTab store={stock} /> },
          { key: 'receipts', title: t('tabs.receipts'), content: <ReceiptsTab store={receipts} onReceived={() => void items.loadWarnings()} /> },
          granted('btn_count') && { key: 'counts', title: t('tabs.counts'), content: <CountsTab store={counts} /> },
        ]}
      />
      <EditDialog
        form={freezing?.form ?? null}
        title={t('freeze.title')}
        width={520}
        columns={1}
        saveText={t('freeze.act')}
        onClose={() => stock.endFreeze()}
        onSave={stock.freeze}
        onSaved={afterMove}
      >
        {freezing && <Alert kind="warning" text={t('freeze.ask', { name: freezing.lot.drugName, lot: freezing.lot.lotNo })} />}
      </EditDialog>
      <EditDialog
        form={adjusting?.form ?? null}
        title={adjusting ? t('adjust.title', { name: adjusting.lot.drugName, lot: adjusting.lot.lotNo }) : ''}
        width={640}
        columns={2}
        saveText={t('adjust.act')}
        onClose={() => stock.endAdjust()}
        onSave={stock.adjust}
        onSaved={afterMove}
      />
    </PageFrame>
  );
});
