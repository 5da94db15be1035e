import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, FilterChips, ListSkeleton, MenuLink, PageFrame, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ROUND_MENU } from '../../contract/limits.ts';
import { PatientPicker } from './patient-picker.tsx';
import { SheetDrawer } from '../sheet/sheet.drawer.tsx';
import { TimelineChart } from './timeline-chart.tsx';
import { TimelineStore } from './timeline.store.ts';
import { TimelineTable } from './timeline-table.tsx';
import '../round.css';

/** 患者时间轴: one patient on one axis of time, opened down to the sheets. */
export const Page = observer(function TimelinePage({ query }: PageProps) {
  const ctx = usePlugin();
  const { t, navigate, pageAddress } = ctx;
  const store = useStore(() => new TimelineStore(ctx));
  const { patientId = '' } = query;
  useEffect(() => {
    if (patientId !== '') void store.load(patientId);
  }, [store, patientId]);
  const choose = (id: string): void => {
    const address = pageAddress('dialysis.timeline', { patientId: id });
    if (address) navigate(address);
  };
  const { reply } = store;
  return (
    <PageFrame title={reply ? t('timeline.titleOf', { name: reply.patientName }) : t('timeline.title')} fill={false}>
      <div className="dr-bar">
        <PatientPicker onPick={choose} />
        {reply && (
          <>
            <FilterChips
              label={t('timeline.view')}
              chips={[
                { value: 'chart', label: t('timeline.chart') },
                { value: 'table', label: t('timeline.table') },
              ]}
              chosen={store.view}
              onChoose={(view) => store.choose(view)}
            />
            <MenuLink menu="his.dialysisFile" query={{ patientId: reply.patientId }}>
              {t('timeline.toFile')}
            </MenuLink>
            <MenuLink menu={ROUND_MENU} query={{ patientId: reply.patientId }}>
              {t('timeline.toRound')}
            </MenuLink>
          </>
        )}
      </div>
      {patientId === '' && <EmptyState text={t('timeline.choose')} help={t('timeline.chooseHelp')} />}
      {store.loading && <ListSkeleton />}
      {store.problem ? <ErrorCard error={store.problem} onRetry={() => void store.load(patientId)} /> : null}
      {reply && store.rows.length === 0 && store.events.length === 0 && <EmptyState text={t('timeline.empty')} help={t('timeline.emptyHelp')} />}
      {reply &&
        (store.rows.length > 0 || store.events.length > 0) &&
        (store.view === 'chart' ? <TimelineChart store={store} reply={reply} /> : <TimelineTable store={store} />)}
      {store.openId !== '' && <SheetDrawer key={store.openId} sessionId={store.openId} onClose={() => store.open('')} />}
    </PageFrame>
  );
});
