import { dayOf, formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BoardSlot } from '../../contract/board.schema.ts';
import { ABSENCE_REASONS, type AbsenceReason, MAX_REASON } from '../../contract/limits.ts';
import { AnchoredPanel } from '../anchored-panel.tsx';
import type { BoardStore } from './board.store.ts';
import { cellOf } from './board-keys.ts';
import { conflictText, remedyText } from './conflict-text.ts';

interface CellMenuProps {
  readonly store: BoardStore;
  readonly anchor: () => HTMLElement | null;
}

/** Who lies in a cell, why it is red and what to do about it, and what can be done with it. */
export const CellMenu = observer(function CellMenu({ store, anchor }: CellMenuProps) {
  const element = anchor();
  const slot = store.menu === null ? undefined : store.byKey.get(store.menu);
  if (!element) return null;
  const close = () => store.openMenu(null);
  if (store.hiddenKeys.has(store.menu ?? '')) return <HiddenCell store={store} anchor={element} onClose={close} />;
  if (!slot) return <FreeCell store={store} anchor={element} onClose={close} />;
  return (
    <AnchoredPanel anchor={element} label={slot.patientName} onClose={close}>
      <SlotFacts slot={slot} />
      <SlotActs store={store} slot={slot} onDone={close} />
    </AnchoredPanel>
  );
});

interface CellPanelProps {
  readonly store: BoardStore;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Somebody lies there whom the data rights of whoever looks do not show. */
function HiddenCell({ store, anchor, onClose }: CellPanelProps) {
  const { t } = usePlugin();
  const { date, shiftId, stationId } = cellOf(store.menu ?? '');
  const code = store.board.stations.find((one) => one.stationId === stationId)?.code ?? '';
  const shift = store.board.shifts.find((one) => one.shiftId === shiftId);
  return (
    <AnchoredPanel anchor={anchor} label={code} onClose={onClose}>
      <p>
        <b>{code}</b> {date.slice(5)} {shift?.name} · {t('board.hidden')}
      </p>
      <p className="ds-quiet">{t('board.hiddenWhy')}</p>
      <div className="ds-acts">
        <Button theme="borderless" onClick={onClose}>
          {t('board.close')}
        </Button>
      </div>
    </AnchoredPanel>
  );
}

/** Nobody lies there: whoever comes without a plan may. */
function FreeCell({ store, anchor, onClose }: CellPanelProps) {
  const { t, can, now } = usePlugin();
  const cell = cellOf(store.menu ?? '');
  const station = store.board.stations.find(({ stationId }) => stationId === cell.stationId);
  const shift = store.board.shifts.find(({ shiftId }) => shiftId === cell.shiftId);
  if (!can('his.dialysisSchedule:btn_plan') || cell.date < dayOf(now()) || !station) return null;
  return (
    <AnchoredPanel anchor={anchor} label={station.code} onClose={onClose}>
      <p>
        <b>{station.code}</b> {cell.date.slice(5)} {shift?.name} · {t('board.empty')}
      </p>
      <div className="ds-acts">
        <Button theme="solid" onClick={() => store.bringIn({ kind: 'emergency', cell })}>
          {t('newcomer.emergency')}
        </Button>
        <Button onClick={() => store.bringIn({ kind: 'transient', cell })}>{t('newcomer.transient')}</Button>
        <Button theme="borderless" onClick={onClose}>
          {t('board.close')}
        </Button>
      </div>
    </AnchoredPanel>
  );
}

export function SlotFacts({ slot }: { readonly slot: BoardSlot }) {
  const { t } = usePlugin();
  const touched = slot.byName === '' ? '' : t('board.touched', { by: slot.byName, at: formatInstant(slot.atTime, 'MM-dd HH:mm') });
  return (
    <>
      <p className="ds-menu-name">
        <b>{slot.patientName}</b> {slot.dialysisNo} · {slot.mode ?? t('board.noMode')}
        {slot.zone !== null && (
          <span className="ds-zone" data-zone={slot.zone}>
            {slot.zone}
          </span>
        )}
      </p>
      <p className="ds-quiet">
        {t(`state.${slot.state}`)} · {t(`origin.${slot.origin}`)}
        {touched !== '' && ` · ${touched}`}
        {slot.reason !== '' && ` · ${reasonText(t, slot)}`}
        {slot.zoneReason !== '' && ` · ${t('board.zoneReason', { reason: slot.zoneReason })}`}
      </p>
      {slot.conflicts.length > 0 && (
        <ul className="ds-conflicts" aria-label={t('board.why')}>
          {slot.conflicts.map((one) => (
            <li key={one.code} className={`ds-${one.weight}`}>
              <b>{conflictText(t, one)}</b>
              <span>{remedyText(t, one)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Of an absence one of a list, of everything else what was typed. */
export const reasonText = (t: (key: string) => string, { state, reason }: Pick<BoardSlot, 'state' | 'reason'>): string =>
  state === 'absent' && (ABSENCE_REASONS as readonly string[]).includes(reason) ? t(`absence.${reason}`) : reason;

interface SlotActsProps {
  readonly store: BoardStore;
  readonly slot: BoardSlot;
  readonly onDone: () => void;
  /** On a phone nobody is carried over a board. */
  readonly narrow?: boolean;
}

export const SlotActs = observer(function SlotActs({ store, slot, onDone, narrow = false }: SlotActsProps) {
  const { t, can, now } = usePlugin();
  const [asking, setAsking] = useState<'suspend' | 'absent' | null>(null);
  const [reason, setReason] = useState('');
  const [absence, setAbsence] = useState<AbsenceReason>('hospital');
  const plans = can('his.dialysisSchedule:btn_plan');
  const attends = plans || can('his.dialysisSchedule:btn_attendance');
  const reached = slot.date <= dayOf(now());
  if (asking === 'suspend')
    return (
      <form
        className="ds-ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() === '') return;
          onDone();
          void store.suspend(slot, reason.trim());
        }}
      >
        <Input autoFocus value={reason} maxLength={MAX_REASON} placeholder={t('board.reason')} aria-label={t('board.reason')} onChange={setReason} />
        <Button htmlType="submit" theme="solid" type="danger" disabled={reason.trim() === ''}>
          {t('board.suspend')}
        </Button>
      </form>
    );
  if (asking === 'absent')
    return (
      <div className="ds-ask">
        <Select
          value={absence}
          aria-label={t('board.absenceReason')}
          optionList={ABSENCE_REASONS.map((value) => ({ value, label: t(`absence.${value}`) }))}
          onChange={(value) => setAbsence(value as AbsenceReason)}
        />
        <Button
          theme="solid"
          type="danger"
          onClick={() => {
            onDone();
            void store.attend(slot, absence);
          }}
        >
          {t('board.absent')}
        </Button>
      </div>
    );
  return (
    <div className="ds-acts">
      {plans && !narrow && slot.state === 'planned' && (
        <Button
          theme="solid"
          onClick={() => {
            onDone();
            store.pick({ kind: 'slot', slot });
          }}
        >
          {t('board.move')}
        </Button>
      )}
      {plans && slot.state === 'planned' && <Button onClick={() => setAsking('suspend')}>{t('board.suspend')}</Button>}
      {attends && slot.state === 'planned' && reached && <Button onClick={() => setAsking('absent')}>{t('board.absent')}</Button>}
      <Button
        onClick={() => {
          onDone();
          store.showWeeks({ patientId: slot.patientId, patientName: slot.patientName });
        }}
      >
        {t('weeks.open')}
      </Button>
      <Button theme="borderless" onClick={onDone}>
        {t('board.close')}
      </Button>
    </div>
  );
});
