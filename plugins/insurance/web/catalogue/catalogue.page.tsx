import { usePlugin } from '@nephra/plugin-sdk/web';
import { PageFrame, PageTabs, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { InsuranceHeads } from '../parts/insurance-heads.tsx';
import { LineStore } from '../parts/line.store.ts';
import { MappingStore } from './mapping.store.ts';
import { MappingTab } from './mapping.tab.tsx';
import { VersionsStore } from './versions.store.ts';
import { VersionsTab } from './versions.tab.tsx';
import './catalogue.css';

/** The national catalogue and the codes behind the facility's entries. */
export const Page = observer(function CataloguePage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const line = useStore(() => new LineStore(ctx));
  const mapping = useStore(() => new MappingStore(ctx));
  const versions = useStore(() => new VersionsStore(ctx));
  const [tab, setTab] = useState('mapping');
  return (
    <PageFrame title={t('catalogue.title')}>
      <InsuranceHeads line={line} />
      <PageTabs
        activeKey={tab}
        onChange={setTab}
        tabs={[
          { key: 'mapping', title: t('catalogue.tab.mapping'), content: <MappingTab store={mapping} /> },
          { key: 'versions', title: t('catalogue.tab.versions'), content: <VersionsTab store={versions} /> },
        ]}
      />
    </PageFrame>
  );
});
