import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Status, Tone } from '@nephra/plugin-sdk/widgets';
import { type AllergyState, allergyKnowledge, type InfectionMark, type PatientSex } from '../../patient/contract/index.ts';
import { DP_TYPES, type DrugType, FREQUENCIES, PayStatus, REIM_WAYS, RxStatus, USAGES } from '../contract/index.ts';
import { GRADES } from '../domain/entry-facts.ts';

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

export interface Option {
  readonly value: string;
  readonly text: string;
}

export const frequencyOptions = (t: Text): Option[] => FREQUENCIES.map(({ code }) => ({ value: code, text: `${code} ${t(`freq.${code}`)}` }));
/** Short Latin forms that doctors type; the browser's list finds an entry by its first letters. */
const USAGE_LETTERS: Readonly<Record<(typeof USAGES)[number], string>> = {
  1: 'po',
  2: 'pr',
  3: 'sl',
  401: 'ih',
  402: 'id',
  403: 'im',
  404: 'iv',
  'hd-line': 'hd',
  5: 'inh',
  6: 'ext',
  607: 'oc',
  608: 'na',
  9: 'etc',
};
export const usageOptions = (t: Text): Option[] => USAGES.map((value) => ({ value, text: `${USAGE_LETTERS[value]} ${t(`usage.${value}`)}` }));
export const dpTypeOptions = (t: Text): { value: number; label: string }[] => DP_TYPES.map((value) => ({ value, label: t(`dpType.${value}`) }));
export const payerOptions = (t: Text): { value: string; label: string }[] => REIM_WAYS.map((value) => ({ value, label: t(`reimWay.${value}`) }));

/** National codes that this page has no word for show as they are. */
export const payerText = (t: Text, reimWay: string): string => ((REIM_WAYS as readonly string[]).includes(reimWay) ? t(`reimWay.${reimWay}`) : reimWay);
export const dpTypeText = (t: Text, dpType: number): string => ((DP_TYPES as readonly number[]).includes(dpType) ? t(`dpType.${dpType}`) : String(dpType));
/** Grade of the insurance list in the reader's language; what is no grade stands as it is. */
export const gradeText = (t: Text, grade: string): string => ((GRADES as readonly string[]).includes(grade) ? t(`catalogue.grade.${grade}`) : grade);
export const sexText = (t: Text, sex: PatientSex): string => t(`sex.${sex}`);
export const drugTypeText = (t: Text, type: DrugType): string => t(`drugType.${type}`);

/** Dose units that a doctor may choose for an item: those of its own dimension, and its counting unit. */
const DOSE_UNITS: readonly (readonly string[])[] = [['µg', 'mg', 'g'], ['ml'], ['IU', 'U', '万U'], ['mmol']];
export function doseUnits(line: { dMinUnit: string; preparaUnit: string; onceUsingUnit: string }): string[] {
  const family = DOSE_UNITS.find((units) => units.includes(line.dMinUnit)) ?? [];
  return [...new Set([...family, line.dMinUnit, line.preparaUnit, line.onceUsingUnit].filter((unit) => unit !== ''))];
}
export const numUnits = (line: { stockUnit: string; preparaUnit: string; splitAllowed: boolean; drugNumUnit: string }): string[] => [
  ...new Set([line.stockUnit, ...(line.splitAllowed ? [line.preparaUnit] : []), line.drugNumUnit]),
];
