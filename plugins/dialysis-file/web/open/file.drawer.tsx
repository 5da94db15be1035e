import { SideSheet, TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EditDialog, ErrorCard, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { WholeFile } from '../../contract/file.schema.ts';
import { serologyTable, zoneTable } from '../words.ts';
import type { FileTab, OpenFileStore } from './open-file.store.ts';
import { FILE_TABS } from './open-file.store.ts';
import { AccessTab } from './access.tab.tsx';
import { ConsentsTab } from './consents.tab.tsx';
import { HistoryTab } from './history.tab.tsx';
import { InfectionTab } from './infection.tab.tsx';
import { OverviewTab } from './overview.tab.tsx';
import { PatternTab } from './pattern.tab.tsx';
import { PrescriptionTab } from './prescription.tab.tsx';
import { WeightTab } from './weight.tab.tsx';
import '../dialysis-file.css';

export interface TabProps {
  readonly store: OpenFileStore;
  readonly file: WholeFile;
}

const TABS: Readonly<Record<FileTab, (props: TabProps) => ReactNode>> = {
  overview: OverviewTab,
  prescription: PrescriptionTab,
  pattern: PatternTab,
  weight: WeightTab,
  access: AccessTab,
  infection: InfectionTab,
  consents: ConsentsTab,
  history: HistoryTab,
};

/** The dialysis file of one patient beside the list. */
export const FileDrawer = observer(function FileDrawer({ store, onClose }: { readonly store: OpenFileStore; readonly onClose: () => void }) {
  const { t } = usePlugin();
  const { state, asking } = store;
  return (
    <>
      <SideSheet visible title={state.kind === 'ready' ? <Head file={state.file} /> : t('file.title')} width="min(980px, 100vw)" onCancel={onClose}>
        {state.kind === 'loading' && <ListSkeleton />}
        {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store.load()} />}
        {state.kind === 'ready' && (
          <>
            {state.file.outcome && <Alert kind="warning" text={t('end.told', { kind: t(`outcome.${state.file.outcome.kind}`), day: state.file.outcome.on })} />}
            <Tabs
              className="df-tabs"
              type="line"
              size="small"
              activeKey={store.tab}
              onChange={(tab) => void store.show(tab as FileTab)}
              keepDOM={false}
              lazyRender
            >
              {FILE_TABS.map((tab) => {
                const Content = TABS[tab];
                return (
                  <TabPane key={tab} tab={t(`tab.${tab}`)} itemKey={tab}>
                    <div className="df-tab">
                      <Content store={store} file={state.file} />
                    </div>
                  </TabPane>
                );
              })}
            </Tabs>
          </>
        )}
      </SideSheet>
      <EditDialog {...asking.dialog} onSaved={() => store.refresh()}>
        <Below store={store} />
      </EditDialog>
    </>
  );
});

/** What stands below the fields follows while one types. */
const Below = observer(function Below({ store }: { readonly store: OpenFileStore }) {
  return store.asking.below;
});

function Head({ file }: { readonly file: WholeFile }) {
  const { t } = usePlugin();
  return (
    <span className="df-head">
      <strong>{file.patientName}</strong>
      <small>
        {[file.dialysisNo, file.patientAge >= 0 && t('file.years', { n: file.patientAge }), file.transient ? t('list.transient') : '']
          .filter(Boolean)
          .join(' · ')}
      </small>
      <StatusTag value={file.zone.zone} table={zoneTable(t)} />
      {file.serology.state !== 'ok' && <StatusTag value={file.serology.state} table={serologyTable(t)} />}
    </span>
  );
}
