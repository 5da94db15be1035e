import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Choice, Status } from '@nephra/plugin-sdk/widgets';
import type { CertType, InfectionMark, PatientRow, PregnancyState } from '../contract/index.ts';

type Text = WebContext['t'];

/** Payers that the files know; other insurance kinds show their national number. */
const PAYERS = ['0', '310', '390'] as const;
export const CERT_TYPES: readonly CertType[] = ['01', '02', '04', '06', '07', '08', '99'];
export const MED_INS_MARKS = ['0', '1', '2'] as const;
/** Dialysis modes; they are called the same in every language. */
export const MODES = ['HD', 'HDF', 'HF', 'HP', 'HD+HP', 'CRRT'] as const;
export const PREGNANCY_STATES: readonly PregnancyState[] = ['', 'none', 'pregnant', 'lactating'];
const MARKS: readonly InfectionMark[] = ['HBV', 'HCV', 'HIV', 'TP', 'NEG', 'PEND'];

export const payerChoices = (t: Text): Choice<string>[] => PAYERS.map((value) => ({ value, text: t(`reimWay.${value}`) }));
export const payerText = (t: Text, reimWay: string): string => ((PAYERS as readonly string[]).includes(reimWay) ? t(`reimWay.${reimWay}`) : reimWay);

export const typeTable = (t: Text): Status[] => [
  { value: 'dialysis', text: t('type.dialysis'), tone: 'info' },
  { value: 'non-dialysis', text: t('type.non-dialysis') },
];

const markTone = (mark: InfectionMark): Status['tone'] => (mark === 'NEG' ? 'success' : mark === 'PEND' ? 'warning' : 'danger');
export const markTable = (t: Text): Status[] => MARKS.map((value) => ({ value, text: t(`infection.${value}`), tone: markTone(value) }));

export const sexText = (t: Text, sex: PatientRow['patientSex']): string => t(`sex.${sex}`);
export const weekdaysText = (t: Text, weekdays: readonly number[]): string => weekdays.map((day) => t(`weekday.${day}`)).join(t('listMark'));
export const pregnancyText = (t: Text, state: PregnancyState): string => t(`pregnancy.${state || 'unknown'}`);
export const certText = (t: Text, type: CertType): string => t(`certType.${type}`);
export const stateTable = (t: Text): Status[] => [
  { value: 'enabled', text: t('state.enabled'), tone: 'success' },
  { value: 'disabled', text: t('state.disabled') },
  { value: 'merged', text: t('state.merged') },
];
