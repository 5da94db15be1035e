import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { PageFrame, PageTabs, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FindingsStore } from './findings.store.ts';
import { FindingsTab } from './findings.tab.tsx';
import { KitTab } from './kit.tab.tsx';
import { RulesTab } from './rules.tab.tsx';
import '../bedside/bedside.css';
import './findings.css';

/** 透析收费核查: what an insurer would find in a month, what treatments use and are charged with, and what the region says of it. */
export const Page = observer(function FindingsPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new FindingsStore(ctx));
  const [tab, setTab] = useState<'findings' | 'kit' | 'rules'>('findings');
  useEffect(() => void store.load(), [store]);
  return (
    <PageFrame title={menu.fullName}>
      <PageTabs
        activeKey={tab}
        onChange={setTab}
        tabs={[
          { key: 'findings', title: t('finding.findings'), count: store.total, content: <FindingsTab store={store} /> },
          { key: 'kit', title: t('finding.kit'), content: <KitTab store={store} /> },
          { key: 'rules', title: t('finding.rules'), content: <RulesTab /> },
        ]}
      />
    </PageFrame>
  );
});
