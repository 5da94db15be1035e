import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { administratorsPage, ErrorCard, ListSkeleton, PageFrame, PageTabs, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type BundleTab, BundleStore } from './bundle.store.ts';
import { ExportTab } from './export.tab.tsx';
import { ImportTab } from './import.tab.tsx';
import { SignersTab } from './signers.tab.tsx';
import '../quiet.css';
import './bundle.css';

/** What this site made its own, to be carried to another one as one signed file, and what another one brings. */
const BundlePage = observer(function BundlePage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new BundleStore(ctx));
  const { info, failure } = store;
  return (
    <PageFrame title={menu.fullName} fill={false}>
      {info === null && failure === null && <ListSkeleton />}
      {info === null && failure !== null && <ErrorCard error={failure} onRetry={() => void store.load()} />}
      {info !== null && (
        <PageTabs<BundleTab>
          activeKey={store.tab}
          onChange={(tab) => store.setTab(tab)}
          tabs={[
            { key: 'export', title: t('bundle.exportTitle'), content: <ExportTab store={store} info={info} /> },
            { key: 'import', title: t('bundle.importTitle'), content: <ImportTab store={store} /> },
            { key: 'signers', title: t('bundle.signers'), content: <SignersTab store={store} info={info} /> },
          ]}
        />
      )}
    </PageFrame>
  );
});
export const Page = administratorsPage(BundlePage);
