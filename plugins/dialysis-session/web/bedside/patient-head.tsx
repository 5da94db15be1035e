import { formatInstant } from '@nephra/plugin-sdk/contract';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { StatusTag, type Tone, useNow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { dueMark, minutesLeft } from '../../domain/due.ts';
import { SESSION_STATES } from '../../contract/states.ts';
import { allergiesIn } from '../fields/allergies.ts';
import type { BedsideStore } from './bedside.store.ts';
import '../../contract/slots.ts';
import './patient-head.css';

export const STATE_TONES: Readonly<Record<number, Tone>> = {
  0: 'neutral',
  1: 'info',
  2: 'info',
  3: 'success',
  4: 'warning',
  5: 'neutral',
  7: 'danger',
  8: 'neutral',
  9: 'neutral',
};

/** Who lies here, how far the treatment is, and what is due. */
export const PatientHead = observer(function PatientHead({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const now = useNow(20);
  const { whole, card } = store;
  const state = whole?.state ?? card?.state ?? 0;
  const name = whole?.patient.name ?? card?.patientName ?? '';
  const zone = whole?.zone ?? card?.zone ?? '';
  // Known before anybody is checked in, too. A day that an earlier version of the page kept on the device says nothing of them.
  const file = whole?.patient ?? card;
  const allergies = file?.allergies && file.allergyState !== undefined ? allergiesIn(t, file) : null;
  const due = whole ? dueMark(whole.readingDueAt, now, whole.readingGrace) : 'none';
  const left = whole?.state === 3 && whole.startedAt !== null && whole.plan ? minutesLeft(whole.startedAt, whole.plan.minutes, now) : null;
  const time = (at: number): string => formatInstant(at, 'HH:mm');
  return (
    <header className="ds-head">
      <div className="ds-head-who">
        <strong>{whole?.stationCode ?? card?.stationCode}</strong>
        <h2>{name}</h2>
        {whole && (
          <span>
            {t(whole.patient.sex === 2 ? 'bed.sex2' : 'bed.sex1')} {whole.patient.age >= 0 && t('bed.years', { n: whole.patient.age })} {whole.patient.code}
          </span>
        )}
        <StatusTag
          value={String(state)}
          table={SESSION_STATES.map((one) => ({ value: String(one), text: t(`state.${one}`), tone: STATE_TONES[one] ?? 'neutral' }))}
        />
        <span className={`ds-zone ds-zone-${zone}`}>{t('today.zone', { zone })}</span>
        <b>{whole?.mode ?? card?.mode}</b>
        {whole && <SlotOutlet point="dialysis-session/bedside@1" props={{ sessionId: whole.id, patientId: whole.patient.patientId }} />}
      </div>
      {allergies && <div className={`ds-head-facts ${allergies.tone ?? ''}`}>{allergies.text}</div>}
      {whole && (
        <div className="ds-head-facts">
          {whole.startedAt !== null && <span>{t('bed.startedAt', { time: time(whole.startedAt) })}</span>}
          {left !== null && <span>{left >= 0 ? t('today.left', { n: left }) : t('today.over', { n: -left })}</span>}
          {whole.readingDueAt !== null && (
            <span className={due === 'late' ? 'ds-red' : due === 'due' ? 'ds-amber' : undefined}>
              {t(due === 'late' ? 'today.readingLate' : 'today.nextReading', { time: time(whole.readingDueAt) })}
            </span>
          )}
          {whole.check2DueAt !== null && (
            <span className={now > whole.check2DueAt ? 'ds-red' : undefined}>{t('today.check2Due', { time: time(whole.check2DueAt) })}</span>
          )}
          {whole.prescriptionNo !== '' && <span>{t('bed.prescription', { no: whole.prescriptionNo })}</span>}
        </div>
      )}
    </header>
  );
});
