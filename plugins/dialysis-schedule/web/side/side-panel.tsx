import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import type { BoardStore } from '../board/board.store.ts';
import { isFreed } from '../board/board-days.ts';
import { ExceptionList } from './exception-list.tsx';
import { reasonText } from '../board/cell-menu.tsx';
import { type Unplanned, UnplannedStore } from '../board/unplanned.store.ts';

const PAUSE_MS = 300;
/** Many boards hear of one change: who has no place is read within this time after it, after the boards have drawn it. */
const SPREAD_MS = 3_000;

/** Beside the board: who has no place on the day, to be dragged or picked up, and who was left out or did not come. */
export const SidePanel = observer(function SidePanel({ store }: { readonly store: BoardStore }) {
  const { t } = usePlugin();
  const [tab, setTab] = useState<'unplanned' | 'out' | 'changed'>('unplanned');
  const out = store.board.slots.filter((slot) => isFreed(slot) && (store.shown.view === 'week' || slot.date === store.shown.day));
  return (
    <aside className="ds-side" aria-label={t('side.label')}>
      <fieldset className="ds-tabs" aria-label={t('side.label')}>
        <button type="button" aria-pressed={tab === 'unplanned'} onClick={() => setTab('unplanned')}>
          {t('side.unplanned')}
        </button>
        <button type="button" aria-pressed={tab === 'out'} onClick={() => setTab('out')}>
          {t('side.out', { n: out.length })}
        </button>
        <button type="button" aria-pressed={tab === 'changed'} onClick={() => setTab('changed')}>
          {t('side.changed')}
        </button>
      </fieldset>
      {tab === 'unplanned' && <UnplannedList store={store} />}
      {tab === 'out' && <OutList store={store} out={out} />}
      {tab === 'changed' && <ExceptionList store={store} />}
    </aside>
  );
});

const UnplannedList = observer(function UnplannedList({ store }: { readonly store: BoardStore }) {
  const { t } = usePlugin();
  const list = useStore(() => new UnplannedStore(store.client));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [word, setWord] = useState('');
  const { day } = store.shown;
  const { slots } = store.board;
  // Whoever was put on the board, or taken off it, leaves or joins the list.
  const places = slots.filter((slot) => slot.date === day && !isFreed(slot)).length;
  const read = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the number of places changes
  useEffect(() => {
    const reason = `${day} ${store.ownActs}`;
    if (read.current !== reason) {
      read.current = reason;
      return void list.load(day);
    }
    const late = setTimeout(() => void list.load(day, undefined, store.stamp), SPREAD_MS * Math.random());
    return () => clearTimeout(late);
  }, [list, day, places]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (typed: string) => {
    setWord(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void list.load(day, typed), PAUSE_MS);
  };
  return (
    <>
      <Input value={word} placeholder={t('side.search')} aria-label={t('side.search')} onChange={search} />
      <p className="ds-quiet">{t('side.for', { day })}</p>
      {list.state === 'failed' && <ErrorCard error={list.error} onRetry={() => void list.load(day)} />}
      {list.state === 'ready' && list.list.length === 0 && <EmptyState text={t('side.none')} />}
      <ul className="ds-people">
        {list.list.map((one) => (
          <Person key={one.patientId} store={store} one={one} />
        ))}
      </ul>
    </>
  );
});

const Person = observer(function Person({ store, one }: { readonly store: BoardStore; readonly one: Unplanned }) {
  const { t } = usePlugin();
  const held = store.pickedPatientId === one.patientId;
  const shift = store.board.shifts.find(({ shiftId }) => shiftId === one.shiftId)?.name ?? '';
  return (
    <li>
      <button
        type="button"
        aria-pressed={held}
        className={one.shiftId === '' ? undefined : 'ds-wanted'}
        draggable={store.mayPlan}
        disabled={!store.mayPlan}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', one.patientName);
          store.pick({ kind: 'patient', patient: one });
        }}
        onDragEnd={() => store.letGo()}
        onClick={() => store.pick(held ? null : { kind: 'patient', patient: one })}
        onKeyDown={({ key }) => key === 'Escape' && store.letGo()}
      >
        <b>{one.patientName}</b>
        <span className="ds-quiet">
          {one.dialysisNo} {one.mode ?? ''}
        </span>
        {one.zone !== null && (
          <span className="ds-zone" data-zone={one.zone}>
            {one.zone}
          </span>
        )}
        {shift !== '' && <span className="ds-warn-text">{t('side.wants', { shift })}</span>}
        {one.reason !== '' && <span className="ds-quiet">{t('side.leftOut', { reason: one.reason })}</span>}
      </button>
    </li>
  );
});

interface OutListProps {
  readonly store: BoardStore;
  readonly out: BoardStore['board']['slots'];
}

/** Treatments that were left out and patients who did not come; both can be taken back. */
const OutList = observer(function OutList({ store, out }: OutListProps) {
  const { t, can } = usePlugin();
  if (out.length === 0) return <EmptyState text={t('side.outNone')} />;
  const plans = can('his.dialysisSchedule:btn_plan');
  return (
    <ul className="ds-people">
      {out.map((slot) => (
        <li key={slot.slotId} className="ds-out">
          <b>{slot.patientName}</b>
          <span className="ds-quiet">
            {slot.date.slice(5)} · {t(`state.${slot.state}`)} · {reasonText(t, slot)}
          </span>
          {plans && (
            <Button size="small" onClick={() => void (slot.state === 'absent' ? store.attend(slot, '') : store.restore(slot))}>
              {t(slot.state === 'absent' ? 'side.came' : 'side.restore')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
});
