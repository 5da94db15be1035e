import { formatInstant } from '@nephra/plugin-sdk/contract';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { useNow } from '@nephra/plugin-sdk/widgets';
import { memo } from 'react';
import type { StationCard } from '../../contract/session.schema.ts';
import { dueMark, minutesLeft } from '../../domain/due.ts';

interface StationCardProps {
  readonly card: StationCard;
  readonly grace: number;
  readonly date: string;
  readonly shiftName: string;
}

/** One station: who, how far, what is due, the marks. Opens the bedside. */
export const StationCardView = memo(function StationCardView({ card, grace, date, shiftName }: StationCardProps) {
  const { t, navigate, pageAddress } = usePlugin();
  const now = useNow(30);
  const time = (at: number): string => formatInstant(at, 'HH:mm');
  const left = card.state === 3 && card.startedAt !== null && card.minutes !== null ? minutesLeft(card.startedAt, card.minutes, now) : null;
  const due = dueMark(card.readingDueAt, now, grace);
  const open = (): void => {
    const address = pageAddress('dialysis.bedside', { slot: card.slotId, date });
    if (address) navigate(address);
  };
  return (
    <li>
      <button type="button" className={`ds-card ds-card-${card.state}`} onClick={open}>
        <span className="nephra-visually-hidden">{t('today.open', { name: `${card.stationCode} ${card.patientName}` })}</span>
        <span className="ds-card-head">
          <strong>{card.stationCode}</strong>
          <span className={`ds-zone ds-zone-${card.zone}`}>{card.zone}</span>
          <b>{card.mode}</b>
          <em>{t(`state.${card.state}`)}</em>
        </span>
        <span className="ds-card-name">
          {card.patientName} <small>{shiftName}</small>
        </span>
        <span className="ds-card-facts">
          {left !== null && <span className={left < 0 ? 'ds-red' : undefined}>{left >= 0 ? t('today.left', { n: left }) : t('today.over', { n: -left })}</span>}
          {card.readingDueAt !== null && (
            <span className={due === 'late' ? 'ds-red' : due === 'due' ? 'ds-amber' : undefined}>
              {t(due === 'late' ? 'today.readingLate' : 'today.nextReading', { time: time(card.readingDueAt) })}
            </span>
          )}
          {card.check2DueAt !== null && (
            <span className={now > card.check2DueAt ? 'ds-red' : undefined}>{t('today.check2Due', { time: time(card.check2DueAt) })}</span>
          )}
          {card.state === 3 && <span className={card.pressureOff ? 'ds-red' : undefined}>{card.pressure === '' ? t('today.noPressure') : card.pressure}</span>}
          {card.ufTarget !== null && card.state === 3 && <span>{t('today.uf', { done: card.ufDone ?? '–', target: card.ufTarget })}</span>}
          {card.state >= 4 && card.machineState === 'to-disinfect' && <span className="ds-amber">{t('today.toDisinfect')}</span>}
        </span>
        <span className="ds-card-marks">
          {(card.allergies ?? []).length > 0 && <i>{t('today.allergy')}</i>}
          {card.falls && <i>{t('today.falls')}</i>}
          {card.events > 0 && <i className="ds-red">{t('today.events', { n: card.events })}</i>}
        </span>
      </button>
      <SlotOutlet point="dialysis-session/station-card@1" props={{ slotId: card.slotId, state: card.state }} />
    </li>
  );
});
