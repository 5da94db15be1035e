import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { Input, Select } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { DateInput, EmptyState, ErrorCard, FilterChips, ListSkeleton, PageFrame, useFrames, useNetwork, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { sessionFrames } from '../../contract/session.frames.ts';
import { OfflineBar } from '../kept/offline-bar.tsx';
import { ScanField } from '../scan/scan-field.tsx';
import { cardOfWristband } from '../scan/whose.ts';
import { StationCards } from './station-cards.tsx';
import { QUEUES, TodayStore } from './today.store.ts';
import '../bedside/bedside.css';
import './today.css';

const QUEUE_TEXT = {
  all: 'today.queueAll',
  wait: 'today.queueWait',
  before: 'today.queueBefore',
  ready: 'today.queueReady',
  running: 'today.queueRunning',
  after: 'today.queueAfter',
  done: 'today.queueDone',
} as const;

/** 今日: a card for each station, counters of the queues, live. */
export const Page = observer(function TodayPage({ menu, query }: PageProps) {
  const ctx = usePlugin();
  const { t, toast } = ctx;
  const store = useStore(() => new TodayStore(ctx, query.date ?? dayOf(ctx.now())));
  const socket = useFrames(sessionFrames);
  useEffect(() => void store.load(), [store]);
  useEffect(
    () =>
      socket.on('dialysisSessionChanged', ({ date, red, slotId }) => {
        if (red) toast.error(t('today.red', { station: store.reply?.cards.find((card) => card.slotId === slotId)?.stationCode ?? '' }));
        if (date === store.date) void store.load(true);
      }),
    [socket, store, t, toast],
  );
  useEffect(() => socket.onConnected(() => void store.load(true)), [socket, store]);
  useEffect(() => ctx.worksOffline(), [ctx]);
  // Nothing is asked for as long as nothing changes: whoever looks at old cards is told at once that they are.
  useNetwork({ onLost: () => store.lose(), onBack: () => void (store.away && store.load(true)) });
  const scan = (code: string): void => {
    const card = cardOfWristband(store.reply?.cards ?? [], code);
    const address = card && ctx.pageAddress('dialysis.bedside', { slot: card.slotId, date: store.date });
    if (address) ctx.navigate(address);
    else toast.error(t('scan.nobody', { code }));
  };
  const shifts = store.reply?.shifts ?? [];
  const shift = shifts.find(({ shiftId }) => shiftId === store.shiftId)?.name ?? t('today.allShifts');
  const onPaper = [store.date, shift, `${t(QUEUE_TEXT[store.queue])} ${store.cards.length}`, store.keyword.trim()];
  return (
    <PageFrame title={menu.fullName} fill={false}>
      {store.reply && <p className="ds-today-paper">{onPaper.filter((part) => part !== '').join(' · ')}</p>}
      {store.away && store.reply && <OfflineBar seenAt={store.seenAt} waiting={store.waiting} />}
      <div className="ds-acts ds-today-acts">
        <div className="ds-day">
          <DateInput label={t('today.date')} value={parseDay(store.date)} onChange={(instant) => store.choose({ date: dayOf(instant) })} />
        </div>
        <Select
          aria-label={t('today.shift')}
          value={store.shiftId}
          onChange={(shiftId) => store.choose({ shiftId: String(shiftId) })}
          optionList={[{ value: '', label: t('today.allShifts') }, ...shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))]}
          style={{ width: 140 }}
        />
        <Input
          className="ds-keyword"
          aria-label={t('today.keyword')}
          placeholder={t('today.keyword')}
          value={store.keyword}
          onChange={(keyword) => store.choose({ keyword })}
        />
        <ScanField onCode={scan} />
      </div>
      <FilterChips
        label={t('today.title')}
        // A day that was not read has no numbers: a nought would say that nobody comes.
        chips={QUEUES.map((value) => ({ value, label: `${t(QUEUE_TEXT[value])} ${store.reply ? store.countOf(value) : ''}`.trim() }))}
        chosen={store.queue}
        onChoose={(queue) => store.choose({ queue })}
      />
      {store.problem ? <ErrorCard error={store.problem} onRetry={() => void store.load()} /> : null}
      {store.loading && <ListSkeleton />}
      {!store.loading && !store.problem && store.cards.length === 0 && <EmptyState text={t('today.empty')} help={t('today.emptyHelp')} />}
      <StationCards store={store} />
    </PageFrame>
  );
});
