import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Status } from '@nephra/plugin-sdk/widgets';
import { EVENT_KINDS } from '../../dialysis-session/contract/index.ts';
import type { Problem } from '../contract/problem.ts';
import type { WaitingItem } from '../contract/round.schema.ts';
import { LABS, type LabTest } from '../contract/labs.ts';

type Text = WebContext['t'];

/** A number, or a dash where it is not known. */
// limit: how it is shown, not what may be given
export const shown = (value: number | null | undefined, decimals = 1): string => (value === null || value === undefined ? '–' : value.toFixed(decimals));
export const labText = (t: Text, test: LabTest, value: number): string =>
  [t(`lab.${test}`), value.toFixed(LABS[test].decimals), LABS[test].unit].filter(Boolean).join(' ');

export const eventKindText = (t: Text, kind: string): string => t(`event.${EVENT_KINDS.find((one) => one === kind) ?? 'other'}`);

/** Parameters of a problem whose codes are words in the sentence. */
function paramsIn(t: Text, { code, params }: Problem): Readonly<Record<string, string | number>> {
  if (code === 'complication' || code === 'red-event') return { kind: eventKindText(t, String(params.kind)) };
  if (code === 'access-event') return { ...params, kind: t(`accessEvent.${String(params.kind) as 'other'}`) };
  if (code === 'access-found') return { finding: t(`finding.${String(params.finding) as 'thrill.none'}`) };
  if (code === 'stay') return { ...params, why: t(`stay.${String(params.why) as 'hospital'}`) };
  if (code === 'serology') return { ...params, state: t(`serology.${String(params.state) as 'ok'}`) };
  return params;
}
/** The sentence of a problem, and the rule that says why. */
export const problemText = (t: Text, problem: Problem): string => t(`problem.${problem.code}`, paramsIn(t, problem));
export const whyText = (t: Text, problem: Problem): string => t(`why.${problem.code}`, paramsIn(t, problem));

export const stateTable = (t: Text): Status[] =>
  ([0, 1, 2, 3, 4, 5, 7, 8, 9] as const).map((value) => ({
    value,
    text: t(`state.${value}`),
    tone: value === 3 ? 'success' : value === 4 ? 'warning' : value === 7 || value === 9 ? 'danger' : value === 1 || value === 2 ? 'info' : 'neutral',
  }));

/** What is signed, in a few words each: nothing of it is hidden before a signature. */
export function itemLines(t: Text, item: WaitingItem): readonly string[] {
  const { prescription, standing, dryWeight, dryWeightNow, order, note } = item;
  if (prescription) {
    return [
      `${prescription.mode} ${prescription.minutes} min · Qb ${prescription.bloodFlow} · Qd ${prescription.dialysateFlow} · Na ${prescription.sodium} K ${prescription.potassium} Ca ${prescription.calcium} HCO₃ ${prescription.bicarbonate} · ${prescription.temperature} °C`,
      [prescription.dialyserName, prescription.perfusorName, anticoagulantText(t, prescription.anticoagulant), prescription.remark].filter(Boolean).join(' · '),
      ...(standing ? [t('sign.instead', { mode: standing.mode, minutes: standing.minutes, flow: standing.bloodFlow })] : []),
    ];
  }
  if (dryWeight) {
    const line = t('sign.dryWeight', { now: shown(dryWeightNow), kg: shown(dryWeight.kg), from: dryWeight.from });
    return [line, `${t(`method.${dryWeight.method}`)} · ${dryWeight.reason}`];
  }
  if (order) return [`${order.title} ${order.dose}`, orderRhythm(t, order)];
  return note ? noteLines(t, note) : [];
}

type Anticoagulant = NonNullable<WaitingItem['prescription']>['anticoagulant'];
export const anticoagulantText = (t: Text, { agent, firstDose, perHour, unit, note }: Anticoagulant): string =>
  [
    t(`agent.${agent}`),
    firstDose === null ? '' : t('rx.firstDose', { dose: `${firstDose} ${unit}` }),
    perHour === null ? '' : t('rx.perHour', { dose: `${perHour} ${unit}` }),
    note,
  ]
    .filter(Boolean)
    .join(' ');

export const orderRhythm = (
  t: Text,
  { once, everyDays, timing }: { readonly once: boolean; readonly everyDays: number; readonly timing: 'before' | 'during' | 'after' | 'any' },
): string => [t(`timing.${timing}`), once ? t('order.once') : everyDays === 0 ? t('order.each') : t('order.everyDays', { n: everyDays })].join(' · ');

export function noteLines(t: Text, { complaint, volume, pressure, access, adequacy, findings, plan }: NonNullable<WaitingItem['note']>): readonly string[] {
  const judged = [
    volume === '' ? '' : `${t('note.volume')} ${t(`volume.${volume}`)}`,
    pressure === '' ? '' : `${t('note.pressure')} ${t(`pressure.${pressure}`)}`,
    access === '' ? '' : `${t('note.access')} ${t(`noteAccess.${access}`)}`,
    adequacy === '' ? '' : `${t('note.adequacy')} ${t(`adequacy.${adequacy}`)}`,
  ].filter(Boolean);
  return [
    ...(complaint === '' ? [] : [t('labelled', { label: t('note.complaint'), text: complaint })]),
    ...(judged.length === 0 ? [] : [judged.join(' · ')]),
    ...(findings === '' ? [] : [t('labelled', { label: t('note.findings'), text: findings })]),
    t('labelled', { label: t('note.plan'), text: plan }),
  ];
}
