import { type PageProps, useButtonPermission, usePlugin } from '@nephra/plugin-sdk/web';
import { PageFrame, PageTabs, useAsked, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SettlementRow } from '../../contract/index.ts';
import { ExchangeDrawer } from '../parts/exchange/exchange.drawer.tsx';
import { ExchangeStore } from '../parts/exchange/exchange.store.ts';
import { InsuranceHeads } from '../parts/insurance-heads.tsx';
import { LineStore } from '../parts/line.store.ts';
import { LineRegion } from '../parts/region-context.ts';
import { InsuranceDeskStore } from './desk.store.ts';
import { DeskTab } from './desk.tab.tsx';
import { RegistrationsStore } from './lists/registrations.store.ts';
import { RegistrationsTab } from './lists/registrations.tab.tsx';
import { SettlementsStore } from './lists/settlements.store.ts';
import { SettlementsTab } from './lists/settlements.tab.tsx';
import './insurance.css';

/** Settling with the insurer at the desk; whoever may not settle sees registrations and settlements. */
export const Page = observer(function InsurancePage({ query }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const maySettle = useButtonPermission('btn_settle');
  const line = useStore(() => new LineStore(ctx));
  const desk = useStore(() => new InsuranceDeskStore(ctx, () => void line.refresh()));
  const registrations = useStore(() => new RegistrationsStore(ctx));
  const settlements = useStore(() => new SettlementsStore(ctx, () => void line.refresh()));
  const [exchanges] = useState(() => new ExchangeStore(ctx));
  const [tab, setTab] = useState(maySettle ? 'desk' : 'settlements');
  useEffect(() => ctx.guardUnsaved(() => desk.flow?.busy ?? false), [ctx, desk]);
  const show = (key: string) => {
    setTab(key);
    // Something may have come in since the tab was last visible.
    if (key === 'registrations') void registrations.list.refresh();
    if (key === 'settlements') void settlements.list.refresh();
    if (key === 'desk') desk.refresh();
  };
  // What is in hand at the desk stays in its store while another tab is shown.
  useAsked(query, 'settlementId', (id) => {
    show('settlements');
    void settlements.open(id);
  });
  const resume = (row: SettlementRow) => {
    setTab('desk');
    return desk.resume(row);
  };
  return (
    <LineRegion value={line.state?.region ?? null}>
      <PageFrame title={t('desk.title')}>
        <InsuranceHeads line={line} askedSince={desk.flow?.askedSince ?? null} />
        <PageTabs
          activeKey={tab}
          onChange={show}
          tabs={[
            maySettle && { key: 'desk', title: t('desk.tab.settle'), content: <DeskTab store={desk} /> },
            { key: 'registrations', title: t('desk.tab.registrations'), content: <RegistrationsTab store={registrations} /> },
            {
              key: 'settlements',
              title: t('desk.tab.settlements'),
              content: <SettlementsTab store={settlements} exchanges={exchanges} onResume={resume} />,
            },
          ]}
        />
        <ExchangeDrawer store={exchanges} />
      </PageFrame>
    </LineRegion>
  );
});
