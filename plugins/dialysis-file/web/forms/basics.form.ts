import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { FileBody, WholeFile } from '../../contract/file.schema.ts';
import { HEIGHT_CM, MAX_ALLERGY_LINE, MAX_NAME, MAX_NOTE, URINE_ML } from '../../contract/limits.ts';
import { BLOOD_GROUPS, CAUSES, COMORBIDITIES } from '../../contract/parts.schema.ts';
import { choicesOf, type Text } from '../words.ts';

/** What a file says of the patient, as the form holds it. */
export interface BasicsForm {
  firstDialysisOn: number | null;
  firstHereOn: number | null;
  cause: string;
  causeNote: string;
  residualUrine: number | null;
  comorbidities: readonly string[];
  bloodGroup: string;
  heightCm: number | null;
  nurseId: string;
  doctorId: string;
  transient: boolean;
  /** Separated by commas. */
  dialyserAllergies: string;
  note: string;
}

export const toDay = (at: number | null): string | null => (at === null ? null : dayOf(at));
export const toInstant = (day: string | null): number | null => (day === null ? null : parseDay(day));

export const emptyBasics = (): BasicsForm => ({
  firstDialysisOn: null,
  firstHereOn: null,
  cause: '',
  causeNote: '',
  residualUrine: null,
  comorbidities: [],
  bloodGroup: '',
  heightCm: null,
  nurseId: '',
  doctorId: '',
  transient: false,
  dialyserAllergies: '',
  note: '',
});

export const basicsOf = (file: WholeFile): BasicsForm => ({
  firstDialysisOn: toInstant(file.firstDialysisOn),
  firstHereOn: toInstant(file.firstHereOn),
  cause: file.cause,
  causeNote: file.causeNote,
  residualUrine: file.residualUrine,
  comorbidities: file.comorbidities,
  bloodGroup: file.bloodGroup,
  heightCm: file.heightCm,
  nurseId: file.nurseId ?? '',
  doctorId: file.doctorId ?? '',
  transient: file.transient,
  dialyserAllergies: file.dialyserAllergies.join('、'),
  note: file.note,
});

const isOneOf = <T extends string>(codes: readonly T[], value: string): T => codes.find((code) => code === value) ?? ('' as T);

export const basicsBody = (form: BasicsForm): FileBody => ({
  firstDialysisOn: toDay(form.firstDialysisOn),
  firstHereOn: toDay(form.firstHereOn),
  cause: isOneOf(CAUSES, form.cause ?? ''),
  causeNote: form.causeNote,
  residualUrine: form.residualUrine,
  comorbidities: COMORBIDITIES.filter((code) => form.comorbidities.includes(code)),
  bloodGroup: isOneOf(BLOOD_GROUPS, form.bloodGroup ?? ''),
  heightCm: form.heightCm,
  nurseId: form.nurseId || null,
  doctorId: form.doctorId || null,
  transient: form.transient,
  dialyserAllergies: [...new Set(form.dialyserAllergies.split(/[、,，;；\n]/).map((one) => one.trim()))].filter((one) => one !== ''),
  note: form.note,
});

/** @param names of the people who stand in the file already */
export function basicsFields<V extends BasicsForm>(
  t: Text,
  names: Partial<Pick<WholeFile, 'nurseId' | 'nurseName' | 'doctorId' | 'doctorName'>> = {},
): FormItem<V>[] {
  const named = (id: string | null | undefined, fullName: string | undefined) => (id && fullName ? [{ id, fullName }] : []);
  const items: FormItem<BasicsForm>[] = [
    { kind: 'date', name: 'firstDialysisOn', label: t('basics.firstDialysisOn'), max: 'today' },
    { kind: 'date', name: 'firstHereOn', label: t('basics.firstHereOn'), max: 'today' },
    { kind: 'select', name: 'cause', label: t('basics.cause'), options: choicesOf(t, 'cause', CAUSES) },
    { kind: 'text', name: 'causeNote', label: t('basics.causeNote'), maxLength: MAX_NAME },
    { kind: 'number', name: 'residualUrine', label: t('basics.residualUrine'), ...URINE_ML, step: 50, unit: 'ml/24h' },
    { kind: 'number', name: 'heightCm', label: t('basics.heightCm'), ...HEIGHT_CM, unit: 'cm' },
    { kind: 'multiSelect', name: 'comorbidities', label: t('basics.comorbidities'), options: choicesOf(t, 'comorbidity', COMORBIDITIES), span: 2 },
    { kind: 'select', name: 'bloodGroup', label: t('basics.bloodGroup'), options: BLOOD_GROUPS.filter(Boolean).map((value) => ({ value, text: value })) },
    { kind: 'switch', name: 'transient', label: t('basics.transient'), help: t('basics.transientHelp') },
    { kind: 'user', name: 'doctorId', label: t('basics.doctorId'), names: named(names.doctorId, names.doctorName) },
    { kind: 'user', name: 'nurseId', label: t('basics.nurseId'), names: named(names.nurseId, names.nurseName) },
    {
      kind: 'text',
      name: 'dialyserAllergies',
      label: t('basics.dialyserAllergies'),
      maxLength: MAX_ALLERGY_LINE,
      span: 2,
      help: t('basics.dialyserAllergiesHelp'),
    },
    { kind: 'textarea', name: 'note', label: t('basics.note'), maxLength: MAX_NOTE, span: 2, rows: 2 },
  ];
  return items as unknown as FormItem<V>[]; // fields of the part that both forms share
}
