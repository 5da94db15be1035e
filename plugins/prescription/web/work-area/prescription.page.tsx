import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame, SplitPane, useAsked, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { PatientBanner } from './patients/patient-banner.panel.tsx';
import { PatientListPanel } from './patients/patient-list.panel.tsx';
import { RxEditorPanel } from './rx-editor.panel.tsx';
import { RxTabs } from './head/rx-tabs.panel.tsx';
import { usePageKeys } from './use-page-keys.ts';
import { WorkAreaStore } from './work-area.store.ts';
import './work-area.css';

const NOTHING_ASKED: PageProps['query'] = {};

/** The doctor's work area (spec 2.7): patients at the left, one tab per prescription at the right. */
export const Page = observer(function PrescriptionPage({ query }: PageProps) {
  const ctx = usePlugin();
  const store = useStore(() => new WorkAreaStore(ctx));
  useEffect(() => void store.start(), [store]);
  useAsked(query, 'dpId', (dpId) => void store.asked.prescription(dpId, query.patientId));
  // Beside a prescription the patient only says under which file it is looked at.
  useAsked(query.dpId ? NOTHING_ASKED : query, 'patientId', (patientId) => void store.asked.patient(patientId));
  useEffect(() => ctx.guardUnsaved(() => store.dirty, { keptAsDraft: true }), [ctx, store]);
  const frame = useRef<HTMLDivElement>(null);
  usePageKeys(frame, store);
  return (
    <PageFrame quietTitle={ctx.t('title')}>
      <div ref={frame} className="rx-page">
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
      </div>
    </PageFrame>
  );
});

const WorkBody = observer(function WorkBody({ store }: { readonly store: WorkAreaStore }) {
  const { t } = usePlugin();
  const { state, patientId, active } = store;
  if (patientId === null) return <EmptyState text={t('choose')} help={t('chooseHelp')} />;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.openPatient(patientId)} />;
  if (state.kind !== 'ready' || !active) return <ListSkeleton />;
  return (
    <div className="rx-body">
      <PatientBanner store={store} rx={active.base} />
      <RxTabs store={store} />
      <RxEditorPanel key={active.uid} editor={active} />
    </div>
  );
});
