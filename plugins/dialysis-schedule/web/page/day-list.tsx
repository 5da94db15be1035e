import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BoardSlot } from '../../contract/board.schema.ts';
import type { BoardStore } from '../board/board.store.ts';
import { cellKey } from '../board/board-days.ts';
import { SlotActs, SlotFacts } from '../board/cell-menu.tsx';
import { weightOf } from '../board/conflict-text.ts';

/** A day on a phone: the patients of each shift in the order of stations, opened one at a time. */
export const DayList = observer(function DayList({ store }: { readonly store: BoardStore }) {
  const { t } = usePlugin();
  const [open, setOpen] = useState('');
  const { byKey, rows } = store;
  const { day } = store.shown;
  const shifts = store.board.shifts.filter(({ shiftId }) => store.shiftId === '' || store.shiftId === shiftId);
  return (
    <div className="ds-day-list">
      {shifts.map((shift) => {
        const slots = rows.flatMap(({ station }): { slot: BoardSlot; code: string }[] => {
          const slot = byKey.get(cellKey(day, shift.shiftId, station.stationId));
          return slot ? [{ slot, code: station.code }] : [];
        });
        const hidden = rows.filter(({ station }) => store.hiddenKeys.has(cellKey(day, shift.shiftId, station.stationId))).length;
        const load = store.board.loads.find(({ date, shiftId }) => date === day && shiftId === shift.shiftId);
        return (
          <section key={shift.shiftId}>
            <h2>
              {shift.name}
              <small>{load ? t('load.short', { patients: load.patients, nurses: load.nurses }) : ''}</small>
            </h2>
            {slots.length + hidden === 0 && <EmptyState text={t('board.nobody')} />}
            <ul>
              {slots.map(({ slot, code }) => (
                <li key={slot.slotId} className={`ds-${weightOf(slot) || 'fine'}`}>
                  <button type="button" aria-expanded={open === slot.slotId} onClick={() => setOpen(open === slot.slotId ? '' : slot.slotId)}>
                    <b>{slot.patientName}</b>
                    <span>{code}</span>
                    <span className="ds-quiet">{slot.mode ?? '?'}</span>
                    {slot.zone !== null && (
                      <span className="ds-zone" data-zone={slot.zone}>
                        {slot.zone}
                      </span>
                    )}
                    {weightOf(slot) === 'stop' && <span className="ds-why">✕</span>}
                    {weightOf(slot) === 'warn' && <span className="ds-why">!</span>}
                  </button>
                  {open === slot.slotId && (
                    <div className="ds-day-open">
                      <SlotFacts slot={slot} />
                      <SlotActs store={store} slot={slot} onDone={() => setOpen('')} narrow />
                    </div>
                  )}
                </li>
              ))}
            </ul>
            {hidden > 0 && <p className="ds-quiet">{t('board.hiddenMore', { n: hidden })}</p>}
          </section>
        );
      })}
    </div>
  );
});
