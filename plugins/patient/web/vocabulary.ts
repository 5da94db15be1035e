import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Choice, Status } from '@nephra/plugin-sdk/widgets';
import { type AllergyState, allergyKnowledge, type CertType, type InfectionMark, type PatientRow, type PregnancyState } from '../contract/index.ts';

type Text = WebContext['t'];

/** Payers that the files know; other insurance kinds show their national number. */
export const PAYERS = ['0', '310', '390'] as const;
export const CERT_TYPES: readonly CertType[] = ['01', '02', '04', '06', '07', '08', '99'];
export const MED_INS_MARKS = ['0', '1', '2'] as const;
/** Dialysis modes; they are called the same in every language. */
export const MODES = ['HD', 'HDF', 'HF', 'HP', 'HD+HP', 'CRRT'] as const;
export const PREGNANCY_STATES: readonly PregnancyState[] = ['', 'none', 'pregnant', 'lactating'];
/** Stands where a file has no mark at all. */
export const UNTESTED = 'UNTESTED';
export const ALLERGY_STATES: readonly AllergyState[] = ['', 'none'];
const MARKS: readonly InfectionMark[] = ['HBV', 'HCV', 'HIV', 'TP', 'NEG', 'PEND'];

export const payerChoices = (t: Text): Choice<string>[] => PAYERS.map((value) => ({ value, text: t(`reimWay.${value}`) }));
export const payerText = (t: Text, reimWay: string): string => ((PAYERS as readonly string[]).includes(reimWay) ? t(`reimWay.${reimWay}`) : reimWay);

export const typeTable = (t: Text): Status[] => [
  { value: 'dialysis', text: t('type.dialysis'), tone: 'info' },
  { value: 'non-dialysis', text: t('type.non-dialysis') },
];

const markTone = (mark: InfectionMark): Status['tone'] => (mark === 'NEG' ? 'success' : mark === 'PEND' ? 'warning' : 'danger');
/** @param isDialysis whoever dialyses should have been tested; of others nobody asks it */
export const markTable = (t: Text, isDialysis = true): Status[] => [
  ...MARKS.map((value) => ({ value, text: t(`infection.${value}`), tone: markTone(value) })),
  { value: UNTESTED, text: t(`infection.${UNTESTED}`), tone: isDialysis ? 'warning' : 'neutral' },
];
/** The marks in words; "not tested" where there are none. */
export const marksText = (t: Text, marks: readonly string[]): string =>
  (marks.length > 0 ? marks : [UNTESTED]).map((mark) => t(`infection.${mark}`)).join(t('listMark'));
/** What a patient is allergic to, or that there is nothing, or that nobody has asked. */
export const allergiesText = (t: Text, file: Pick<PatientRow, 'allergies' | 'allergyState'>): string => {
  const known = allergyKnowledge(file);
  return known === 'listed' ? file.allergies.join(t('listMark')) : t(`allergy.${known}`);
};

export const sexText = (t: Text, sex: PatientRow['patientSex']): string => t(`sex.${sex}`);
export const weekdaysText = (t: Text, weekdays: readonly number[]): string => weekdays.map((day) => t(`weekday.${day}`)).join(t('listMark'));
export const pregnancyText = (t: Text, state: PregnancyState): string => t(`pregnancy.${state || 'unknown'}`);
export const certText = (t: Text, type: CertType): string => t(`certType.${type}`);
export const stateTable = (t: Text): Status[] => [
  { value: 'enabled', text: t('state.enabled'), tone: 'success' },
  { value: 'disabled', text: t('state.disabled') },
  { value: 'merged', text: t('state.merged') },
];
