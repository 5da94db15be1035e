import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame, SplitPane, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect } from 'react';
import { PatientBanner } from './patient-banner.panel.tsx';
import { PatientListPanel } from './patient-list.panel.tsx';
import { RxEditorPanel } from './rx-editor.panel.tsx';
import { RxTabs } from './rx-tabs.panel.tsx';
import { WorkAreaStore } from './work-area.store.ts';
import './work-area.css';

/** The doctor's work area (spec 2.7): patients at the left, one tab per prescription at the right. */
export const Page = observer(function PrescriptionPage() {
  const ctx = usePlugin();
  const store = useStore(() => new WorkAreaStore(ctx));
  useEffect(() => void store.start(), [store]);
  useEffect(() => ctx.guardUnsaved(() => store.dirty), [ctx, store]);
  return (
    <PageFrame>
      <SplitPane
        left={<PatientListPanel store={store} />}
        right={<WorkBody store={store} />}
        leftWidth={264}
        minLeft={220}
        maxLeft={420}
        detailOpen={store.patientId !== null}
        onBack={() => store.leavePatient()}
        leftLabel={ctx.t('list.label')}
        rightLabel={ctx.t('title')}
      />
    </PageFrame>
  );
});

const WorkBody = observer(function WorkBody({ store }: { readonly store: WorkAreaStore }) {
  const { t, can } = usePlugin();
  const { state, patientId, active } = store;
  const handleKey = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'PageDown') store.step(1);
    else if (event.key === 'PageUp') store.step(-1);
    else if (event.code === 'KeyN' && can('his.prescription:btn_add')) store.addNew();
    else if (event.code === 'KeyH') store.showHistory(true);
    else return;
    event.preventDefault();
  };
  if (patientId === null) return <EmptyState text={t('choose')} help={t('chooseHelp')} />;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.openPatient(patientId)} />;
  if (state.kind !== 'ready' || !active) return <ListSkeleton />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of everything inside, gathered in one place
    <div className="rx-body" onKeyDown={handleKey}>
      <PatientBanner store={store} rx={active.base} />
      <RxTabs store={store} />
      <RxEditorPanel key={active.uid} editor={active} />
    </div>
  );
});
