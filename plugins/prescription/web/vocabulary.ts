import { type WebContext, wordOf } from '@nephra/plugin-sdk/web';
import type { Offered, Status, Tone } from '@nephra/plugin-sdk/widgets';
import { allergyKnowledge, type AllergyState, type InfectionMark, type PatientSex } from '../../patient/contract/index.ts';
import { DP_TYPES, PayStatus, REIM_WAYS, RxStatus } from '../contract/index.ts';
import type { DrugType } from '../../catalogue/contract/index.ts';

export type Text = WebContext['t'];

const PAY_TONES: Readonly<Record<PayStatus, Tone>> = {
  0: 'warning',
  1: 'success',
  2: 'info',
  3: 'danger',
  4: 'warning',
  5: 'neutral',
  6: 'info',
  8: 'neutral',
  9: 'neutral',
};
const RX_TONES: Readonly<Record<RxStatus, Tone>> = {
  0: 'neutral',
  1: 'info',
  2: 'info',
  3: 'info',
  4: 'success',
  5: 'warning',
  6: 'warning',
  7: 'neutral',
  8: 'danger',
  9: 'neutral',
};

export const payTable = (t: Text): Status[] => Object.values(PayStatus).map((value) => ({ value, text: t(`pay.${value}`), tone: PAY_TONES[value] }));
export const rxTable = (t: Text): Status[] => Object.values(RxStatus).map((value) => ({ value, text: t(`rx.${value}`), tone: RX_TONES[value] }));

const MARKS: readonly InfectionMark[] = ['HBV', 'HCV', 'HIV', 'TP', 'NEG', 'PEND'];
const markTone = (mark: InfectionMark): Tone => (mark === 'NEG' ? 'success' : mark === 'PEND' ? 'warning' : 'danger');
/** Stands where a patient has no infection mark at all. */
export const UNTESTED = 'UNTESTED';
/** @param isDialysis whoever dialyses should have been tested; of others nobody asks it */
export const markTable = (t: Text, isDialysis: boolean): Status[] => [
  ...MARKS.map((value) => ({ value, text: t(`infection.${value}`), tone: markTone(value) })),
  { value: UNTESTED, text: t(`infection.${UNTESTED}`), tone: isDialysis ? 'warning' : 'neutral' },
];
/** What a patient is allergic to, or that there is nothing, or that nobody has asked. */
export const allergiesText = (t: Text, rx: { readonly allergies: readonly string[]; readonly allergyState: AllergyState }): string => {
  const known = allergyKnowledge(rx);
  return known === 'listed' ? rx.allergies.join(t('listMark')) : t(`patient.allergy.${known}`);
};

export const dpTypeOptions = (t: Text): { value: number; label: string }[] => DP_TYPES.map((value) => ({ value, label: t(`dpType.${value}`) }));
export const payerOptions = (t: Text, offered: Offered, kept: string): { value: string; label: string }[] =>
  offered<string>('reimWay', REIM_WAYS, kept).map((value) => ({ value, label: t(`reimWay.${value}`) }));

/** National codes that this page has no word for show as they are. */
export const payerText = (t: Text, reimWay: string): string => ((REIM_WAYS as readonly string[]).includes(reimWay) ? t(`reimWay.${reimWay}`) : reimWay);
export const dpTypeText = (t: Text, dpType: number): string => ((DP_TYPES as readonly number[]).includes(dpType) ? t(`dpType.${dpType}`) : String(dpType));
/** Grade of the insurance list in the reader's language; what is no grade stands as it is. */
export const gradeText = (t: Text, grade: string): string => wordOf(t, `grade.${grade}`, grade);
export const sexText = (t: Text, sex: PatientSex): string => t(`sex.${sex}`);
/** Sex and age in one breath: 男 · 63岁; the sex alone while the birthday is unknown. */
export const personText = (t: Text, person: { readonly patientSex: PatientSex; readonly patientAge: number }, mark = ' · '): string =>
  [sexText(t, person.patientSex), person.patientAge >= 0 && t('patient.years', { n: person.patientAge })].filter(Boolean).join(mark);
export const drugTypeText = (t: Text, type: DrugType): string => t(`drugType.${type}`);
