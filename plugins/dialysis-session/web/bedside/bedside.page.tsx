import { Button } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EmptyState, ErrorCard, ListSkeleton, PageFrame, PageTabs, useFrames, useNetwork, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { sessionFrames } from '../../contract/session.frames.ts';
import { OfflineBar } from '../kept/offline-bar.tsx';
import { OutboxBar } from '../outbox/outbox-bar.tsx';
import { ScanField } from '../scan/scan-field.tsx';
import { ScanNote } from '../scan/scan-note.tsx';
import { BedsideStore } from './bedside.store.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { PassPanel } from './pass-panel.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { PatientHead } from './patient-head.tsx';
import { AfterStep } from './steps/after.step.tsx';
import { BeforeStep } from './steps/before.step.tsx';
import { CheckStep } from './steps/check.step.tsx';
import { EndStep } from './steps/end.step.tsx';
import { LogStep } from './steps/log.step.tsx';
import { MonitorStep } from './steps/monitor.step.tsx';
import { OrdersStep } from './steps/orders.step.tsx';
import { PlanStep } from './steps/plan.step.tsx';
import { type Step, STEPS } from './steps/step-of.ts';
import './bedside.css';

const VIEWS = {
  before: BeforeStep,
  plan: PlanStep,
  check: CheckStep,
  monitor: MonitorStep,
  orders: OrdersStep,
  end: EndStep,
  after: AfterStep,
  log: LogStep,
} as const;
/** A swipe is longer than this, and far more sideways than down. */
const SWIPE_PX = 80;

/** 床旁: one patient in one column, steps as tabs, the next patient by swipe or key; works on through a cut of the network. */
export const Page = observer(function BedsidePage({ query }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new BedsideStore(ctx));
  const socket = useFrames(sessionFrames);
  useEffect(() => {
    void store.outbox.restore();
    ctx.worksOffline();
  }, [store, ctx]);
  useNetwork({
    onLost: () => store.lose(),
    onBack: () => {
      store.outbox.reconnected();
      if (store.away) void store.reload();
    },
  });
  useEffect(() => void store.open({ slotId: query.slot, sessionId: query.session, date: query.date }), [store, query.slot, query.session, query.date]);
  useEffect(
    () =>
      socket.on('dialysisSessionChanged', ({ sessionId, slotId }) => {
        if (sessionId === store.whole?.id || store.cards.some((card) => card.slotId === slotId)) void store.reload();
      }),
    [socket, store],
  );
  useEffect(
    () =>
      socket.onConnected(() => {
        store.outbox.reconnected();
        void store.reload();
      }),
    [socket, store],
  );
  const bed = useRef<HTMLDivElement>(null);
  // An act that is done takes the page to another step, or draws it anew: whoever works by keys goes on at its tab.
  useFocusBack(`${store.step} ${store.busy} ${store.loading}`, bed, (place) => place.querySelector<HTMLElement>('[role=tab][aria-selected=true]'));
  const touch = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const { before, after } = store.neighbours;
  const move = (card: typeof before): void => void (card && store.choose(card));
  const View = VIEWS[store.step];
  if (store.problem) return <ErrorCard error={store.problem} onRetry={() => void store.open({ slotId: query.slot, sessionId: query.session })} />;
  return (
    <PageFrame quietTitle={t('bed.title')} fill={false}>
      <div
        ref={bed}
        className="ds-bed"
        onTouchStart={({ touches }) => {
          touch.current = touches.length === 1 && touches[0] ? { x: touches[0].clientX, y: touches[0].clientY } : null;
        }}
        onTouchEnd={({ changedTouches }) => {
          const [from, to] = [touch.current, changedTouches[0]];
          touch.current = null;
          if (!from || !to) return;
          const [dx, dy] = [to.clientX - from.x, to.clientY - from.y];
          if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 3 * Math.abs(dy)) move(dx < 0 ? after : before);
        }}
      >
        <div className="ds-bed-top">
          <nav className="ds-bed-nav" aria-label={t('bed.title')}>
            <Button size="large" disabled={!before} onClick={() => move(before)}>
              <span aria-hidden="true">‹</span>
              <span className="ds-bed-word">{t('bed.prev')}</span>
              {before?.stationCode}
            </Button>
            <Button size="large" onClick={() => ctx.navigate(ctx.pageAddress('dialysis.today') ?? '/')}>
              {t('bed.toToday')}
            </Button>
            <Button size="large" disabled={!after} onClick={() => move(after)}>
              <span className="ds-bed-word">{t('bed.next')}</span>
              {after?.stationCode}
              <span aria-hidden="true">›</span>
            </Button>
          </nav>
          <ScanField onCode={(code) => void store.scan.take(code)} />
        </div>
        <ScanNote scan={store.scan} onOpen={(card) => void store.choose(card)} />
        {(store.away || store.outbox.cut) && <OfflineBar seenAt={store.seenAt} waiting={store.outbox.waiting.length} />}
        <OutboxBar outbox={store.outbox} />
        {store.loading && <ListSkeleton />}
        {!store.loading && !store.whole && !store.card && <EmptyState text={t('bed.none')} />}
        {(store.whole || store.card) && !store.loading && (
          <>
            <PatientHead store={store} />
            {store.refusal !== '' && !store.toPass && <Alert kind="error" text={store.refusal} />}
            {store.toPass && <PassPanel store={store} pass={store.toPass} />}
            {store.conflicts.length > 0 && <ConflictPanel store={store} />}
            {store.whole ? (
              <PageTabs
                activeKey={store.step}
                onChange={(step: Step) => store.go(step)}
                tabs={STEPS.map((key) => ({ key, title: t(`step.${key}`), content: key === store.step ? <View store={store} /> : null }))}
              />
            ) : (
              <BeforeStep store={store} />
            )}
          </>
        )}
      </div>
    </PageFrame>
  );
});
