import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, PageFrame, PageTabs, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { EntryGroup, EntryRow } from '../contract/catalogue-entry.schema.ts';
import { AdjustStore } from './prices/adjust.store.ts';
import { fullName, GROUPS, type Text } from './catalogue-words.ts';
import { type EditedEntry, EntryListStore } from './entries/entry-list.store.ts';
import { EntryListTab } from './entries/entry-list.tab.tsx';
import { ProposalStore } from './proposals/proposal.store.ts';
import './catalogue.css';

/** Opened seldom beside the list. */
const PriceDrawer = lazy(() => import('./prices/price.drawer.tsx').then((module) => ({ default: module.PriceDrawer })));
const ProposalTab = lazy(() => import('./proposals/proposal.tab.tsx').then((module) => ({ default: module.ProposalTab })));
const DiagnosisTab = lazy(() => import('./diagnosis.tab.tsx').then((module) => ({ default: module.DiagnosisTab })));
const AdjustDialog = lazy(() => import('./prices/adjust.dialog.tsx').then((module) => ({ default: module.AdjustDialog })));

/** The four lists, made when they are first looked at. */
class CataloguePageStore {
  readonly lists: ReadonlyMap<EntryGroup, EntryListStore>;
  constructor(ctx: ConstructorParameters<typeof EntryListStore>[0]) {
    this.lists = new Map(GROUPS.map((group) => [group, new EntryListStore(ctx, group)]));
  }
  of(group: EntryGroup): EntryListStore {
    return this.lists.get(group) as EntryListStore; // made for every group above
  }
  dispose(): void {
    for (const list of this.lists.values()) list.dispose();
  }
}

function titleOf(t: Text, group: EntryGroup, edited: EditedEntry | null): string {
  if (edited?.row) return t('catalogue.editTitle', { name: fullName(edited.row) });
  if (edited?.copiedFrom) return t('catalogue.copyTitle', { name: fullName(edited.copiedFrom) });
  return t(`catalogue.addTitle.${group}`);
}

/** Drugs, materials, treatments and laboratory items with their prices; the list of diagnoses. */
export const Page = observer(function CataloguePage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new CataloguePageStore(ctx));
  const proposals = useStore(() => new ProposalStore(ctx));
  useEffect(() => void proposals.count(), [proposals]);
  const [tab, setTab] = useState<EntryGroup | 'diagnoses' | 'proposals'>('drug');
  const group = tab === 'proposals' || tab === 'diagnoses' ? 'drug' : tab;
  const [priced, setPriced] = useState<EntryRow | null>(null);
  const [adjusting, setAdjusting] = useState<AdjustStore | null>(null);
  const showPrices = useCallback((row: EntryRow) => setPriced(row), []);
  const open = store.of(group);
  const adjust = async () => {
    const { selectedRows } = open.list;
    const ids = selectedRows.length > 0 ? selectedRows.map((row) => row.drugId) : await open.idsFound();
    if (ids.length > 0) setAdjusting(new AdjustStore(ctx, ids));
  };
  const reload = () => open.list.reload();
  return (
    <PageFrame quietTitle={t('catalogue.title')}>
      <PageTabs
        activeKey={tab}
        onChange={setTab}
        tabs={[
          ...GROUPS.map((one) => ({
            key: one,
            title: t(`catalogue.group.${one}`),
            content: <EntryListTab store={store.of(one)} onPrices={showPrices} onAdjust={adjust} />,
          })),
          {
            key: 'diagnoses' as const,
            title: t('diagnosis.tab'),
            content: (
              <Suspense fallback={null}>
                <DiagnosisTab />
              </Suspense>
            ),
          },
          {
            key: 'proposals' as const,
            title: t('catalogue.proposal.tab'),
            count: proposals.waiting,
            content: (
              <Suspense fallback={null}>
                <ProposalTab store={proposals} />
              </Suspense>
            ),
          },
        ]}
      />
      <EditDialog
        form={open.edited?.form ?? null}
        title={titleOf(t, group, open.edited)}
        width={1040}
        columns={3}
        onClose={() => open.end()}
        onSave={open.save}
        onSaved={reload}
      />
      <Suspense fallback={null}>
        {priced && (
          <PriceDrawer
            row={priced}
            group={group}
            onClose={(changed) => {
              setPriced(null);
              if (!changed) return;
              void reload();
              void proposals.count();
            }}
          />
        )}
        {adjusting && (
          <AdjustDialog
            store={adjusting}
            onClose={() => setAdjusting(null)}
            onDone={() => {
              setAdjusting(null);
              open.list.clearSelection();
              void reload();
              void proposals.count();
            }}
          />
        )}
      </Suspense>
    </PageFrame>
  );
});
