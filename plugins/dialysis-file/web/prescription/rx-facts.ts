import type { PrescriptionView } from '../../contract/file.schema.ts';
import { modeText, type Text } from '../words.ts';

export interface RxFact {
  readonly label: string;
  readonly value: string;
  /** Columns of three. */
  readonly span?: number;
}

const dose = (t: Text, { agent, firstDose, perHour, unit, stopMinutesBeforeEnd, note }: PrescriptionView['anticoagulant']): string =>
  [
    t(`agent.${agent}`),
    firstDose === null ? '' : t('rx.first', { dose: firstDose, unit }),
    perHour === null ? '' : t('rx.hourly', { dose: perHour, unit }),
    stopMinutesBeforeEnd === null ? '' : t('rx.stops', { n: stopMinutesBeforeEnd }),
    note,
  ]
    .filter(Boolean)
    .join(' · ');

/** Everything that a prescription says, as the page and its paper show it. */
export const rxFacts = (t: Text, rx: PrescriptionView): RxFact[] => [
  { label: t('rx.mode'), value: modeText(t, rx.mode) },
  { label: t('rx.minutes'), value: `${rx.minutes} ${t('unit.minutes')}` },
  { label: t('rx.ufTarget'), value: rx.ufTarget === null ? t('rx.byWeight') : `${rx.ufTarget} ml` },
  { label: t('rx.bloodFlow'), value: `${rx.bloodFlow} ml/min` },
  { label: t('rx.dialysateFlow'), value: `${rx.dialysateFlow} ml/min` },
  { label: t('rx.temperature'), value: `${rx.temperature} ℃` },
  { label: t('rx.dialyser'), value: rx.dialyserName },
  ...(rx.perfusorName ? [{ label: t('rx.perfusor'), value: rx.perfusorName }] : []),
  ...(rx.substitution ? [{ label: t('rx.substitutionVolume'), value: `${rx.substitution.volume} L · ${t(`site.${rx.substitution.site}`)}` }] : []),
  {
    label: t('rx.ions'),
    value: `Na ${rx.sodium} · K ${rx.potassium} · Ca ${rx.calcium} · HCO₃ ${rx.bicarbonate} · ${t('rx.glucose')} ${rx.glucose} mmol/L`,
    span: 3,
  },
  { label: t('rx.sodiumProfile'), value: t(`profile.${rx.sodiumProfile}`) },
  ...(rx.isolatedFirst ? [{ label: t('rx.isolated'), value: `${rx.isolatedFirst.minutes} ${t('unit.minutes')} · ${rx.isolatedFirst.volume} ml` }] : []),
  { label: t('rx.anticoagulant'), value: dose(t, rx.anticoagulant), span: 3 },
  ...(rx.remark ? [{ label: t('rx.remark'), value: rx.remark, span: 3 }] : []),
];
