import { formatInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EmptyState, ErrorCard, ListSkeleton, PageFrame, useCut, useFrames, useNarrow, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { boardFrames } from '../../contract/index.ts';
import { SidePanel } from '../side/side-panel.tsx';
import { BoardStore } from '../board/board.store.ts';
import { BoardTable } from '../board/board-table.tsx';
import { BoardBar, type BoardPanel } from './board-bar.tsx';
import { DayList } from './day-list.tsx';
import { Legend } from './legend.tsx';
import { ZoneQuestionDialog } from './zone-question.dialog.tsx';
import '../board/board.css';
import '../board/panels.css';

const ClosureDialog = lazy(async () => ({ default: (await import('../plan/closure.dialog.tsx')).ClosureDialog }));
const TemplateDialog = lazy(async () => ({ default: (await import('../plan/template.dialog.tsx')).TemplateDialog }));
const NewcomerDialog = lazy(async () => ({ default: (await import('../newcomer/newcomer.dialog.tsx')).NewcomerDialog }));
const WeeksSheet = lazy(async () => ({ default: (await import('../side/weeks.sheet.tsx')).WeeksSheet }));
const MissedSheet = lazy(async () => ({ default: (await import('../side/missed.sheet.tsx')).MissedSheet }));

/** The board of treatments: who lies where in which shift, of a day or a week. */
export const Page = observer(function BoardPage() {
  const ctx = usePlugin();
  const store = useStore(() => new BoardStore(ctx));
  const narrow = useNarrow();
  const cut = useCut(store.loadAfresh);
  const socket = useFrames(boardFrames);
  const [panel, setPanel] = useState<BoardPanel | null>(null);
  useEffect(() => void store.load(), [store]);
  useEffect(() => socket.on('dialysisBoardChanged', (changed) => void (changed.orgId === ctx.user.organizeId && store.hear(changed))), [socket, store, ctx]);
  useEffect(() => socket.onConnected(() => void store.loadAfresh()), [socket, store]);
  const close = () => setPanel(null);
  return (
    <PageFrame quietTitle={ctx.t('title')}>
      <div className={narrow ? 'ds-page ds-narrow' : 'ds-page'}>
        <BoardBar store={store} narrow={narrow} onPanel={setPanel} />
        {cut !== null && <Alert kind="warning" text={ctx.t('board.cut', { time: formatInstant(cut, 'HH:mm') })} />}
        <Body store={store} narrow={narrow} />
        {!narrow && <Legend store={store} />}
      </div>
      <ZoneQuestionDialog store={store} />
      <Suspense fallback={null}>
        {panel === 'closure' && <ClosureDialog store={store} onClose={close} />}
        {panel === 'template' && <TemplateDialog store={store} onClose={close} />}
        {store.weeks && <WeeksSheet store={store} patient={store.weeks} onClose={() => store.showWeeks(null)} />}
        {(panel === 'emergency' || panel === 'transient') && <NewcomerDialog store={store} kind={panel} at={null} onClose={close} />}
        {store.newcomer && <NewcomerDialog store={store} kind={store.newcomer.kind} at={store.newcomer.cell} onClose={() => store.bringIn(null)} />}
        {panel === 'missed' && <MissedSheet store={store} onClose={close} />}
      </Suspense>
    </PageFrame>
  );
});

const Body = observer(function Body({ store, narrow }: { readonly store: BoardStore; readonly narrow: boolean }) {
  const { t } = usePlugin();
  const { state, board } = store;
  if (state.kind === 'loading') return <ListSkeleton />;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.load()} />;
  if (board.shifts.length === 0 || board.stations.length === 0) return <EmptyState text={t('board.nothing')} help={t('board.nothingHelp')} />;
  if (narrow) return <DayList store={store} />;
  return (
    <div className="ds-body">
      <BoardTable store={store} />
      <SidePanel store={store} />
    </div>
  );
});
