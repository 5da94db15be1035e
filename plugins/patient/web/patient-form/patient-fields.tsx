import { dayOf } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import { asksPregnancy, type PatientClass } from '../../contract/index.ts';
import { ageOn } from '../../domain/age.ts';
import type { ContentField } from '../../domain/file/file-content.ts';
import {
  ALLERGY_STATES,
  CERT_TYPES,
  certText,
  markTable,
  MED_INS_MARKS,
  MODES,
  payerChoices,
  PREGNANCY_STATES,
  pregnancyText,
  sexText,
  typeTable,
  UNTESTED,
} from '../vocabulary.ts';
import { AllergySelect } from './allergy-select.tsx';
import { DiagnosisRows } from './diagnosis-rows.tsx';
import type { PatientValues } from './patient-values.ts';
import { WeekdayToggles } from './weekday-toggles.tsx';

export interface FieldSources {
  readonly classes: readonly PatientClass[];
  readonly isNew: boolean;
  /** `YYYY-MM-DD`; ages decide of whom the form asks what. */
  readonly today: () => string;
  /** The sentence for a field by the rules of the file, or nothing. */
  readonly complaintAt: (field: ContentField, values: PatientValues) => string | undefined;
}

const SEXES = [1, 2, 0, 9] as const;

/** Fields of a patient file in the order of the form. */
export function patientFields(t: WebContext['t'], { classes, isNew, today, complaintAt }: FieldSources): FormItem<PatientValues>[] {
  const check = (field: ContentField) => (values: PatientValues) => complaintAt(field, values);
  const onDialysis = (values: PatientValues) => values.patientType === 'dialysis';
  const maybePregnant = ({ patientSex, birthday }: PatientValues) => asksPregnancy(patientSex, birthday === null ? null : ageOn(today(), dayOf(birthday)));
  const issued = isNew ? t('form.issued') : undefined;
  return [
    { kind: 'group', label: t('file.basic') },
    { kind: 'text', name: 'patientName', label: t('field.patientName'), required: true, maxLength: 50, check: check('patientName') },
    {
      kind: 'select',
      name: 'psn_cert_type',
      label: t('field.psn_cert_type'),
      required: true,
      filter: false,
      options: CERT_TYPES.map((value) => ({ value, text: certText(t, value) })),
    },
    {
      kind: 'text',
      name: 'patientIdcard',
      label: t('field.patientIdcard'),
      maxLength: 30,
      help: isNew ? t('form.cardHelp') : t('form.maskedHelp'),
      check: check('patientIdcard'),
    },
    {
      kind: 'select',
      name: 'patientSex',
      label: t('field.patientSex'),
      required: true,
      options: SEXES.map((value) => ({ value, text: sexText(t, value) })),
      check: check('patientSex'),
    },
    { kind: 'date', name: 'birthday', label: t('field.birthday'), max: 'today', check: check('birthday') },
    { kind: 'text', name: 'phone', label: t('field.phone'), maxLength: 20, check: check('phone'), permission: 'phone' },
    { kind: 'text', name: 'outpatientCode', label: t('field.outpatientCode'), maxLength: 40, placeholder: issued, check: check('outpatientCode') },
    { kind: 'text', name: 'contactName', label: t('field.contactName'), maxLength: 50 },
    { kind: 'text', name: 'contactPhone', label: t('field.contactPhone'), maxLength: 20, check: check('contactPhone'), permission: 'phone' },
    { kind: 'text', name: 'address', label: t('field.address'), maxLength: 200, span: 3 },

    { kind: 'group', label: t('file.insurance') },
    { kind: 'select', name: 'reimWay', label: t('field.reimWay'), required: true, options: payerChoices(t) },
    {
      kind: 'select',
      name: 'medInsMark',
      label: t('field.medInsMark'),
      required: true,
      options: MED_INS_MARKS.map((value) => ({ value, text: t(`medInsMark.${value}`) })),
      check: check('medInsMark'),
    },
    { kind: 'text', name: 'psn_no', label: t('field.psn_no'), maxLength: 40, visible: (values) => values.medInsMark !== '0' },
    { kind: 'text', name: 'insuplc_admdvs', label: t('field.insuplc_admdvs'), maxLength: 12, visible: (values) => values.medInsMark !== '0' },

    { kind: 'group', label: t('file.clinical') },
    {
      kind: 'custom',
      name: 'allergies',
      label: t('field.allergies'),
      span: 3,
      help: t('form.allergyHelp'),
      render: ({ id, values, disabled, onChange }) => <AllergySelect id={id} value={values.allergies} disabled={disabled} onChange={onChange} />,
    },
    {
      kind: 'select',
      name: 'allergyState',
      label: t('field.allergyState'),
      visible: (values) => values.allergies.length === 0,
      filter: false,
      options: ALLERGY_STATES.map((value) => ({ value, text: t(`allergy.${value || 'unasked'}`) })),
    },
    {
      kind: 'multiSelect',
      name: 'infectedHistory',
      label: t('field.infectedHistory'),
      placeholder: t(`infection.${UNTESTED}`),
      options: markTable(t).filter(({ value }) => value !== UNTESTED),
      check: check('infectedHistory'),
    },
    { kind: 'date', name: 'infectionCheckedOn', label: t('field.infectionCheckedOn'), max: 'today', check: check('infectionCheckedOn') },
    { kind: 'text', name: 'visit', label: t('field.visit'), maxLength: 40 },
    {
      kind: 'select',
      name: 'pregnancyState',
      label: t('field.pregnancyState'),
      visible: maybePregnant,
      filter: false,
      options: PREGNANCY_STATES.map((value) => ({ value, text: pregnancyText(t, value) })),
    },
    {
      kind: 'date',
      name: 'pregnancyOn',
      label: t('field.pregnancyOn'),
      visible: (values) => maybePregnant(values) && values.pregnancyState !== '',
      max: 'today',
      required: true,
      check: check('pregnancyOn'),
    },
    {
      kind: 'custom',
      name: 'diagnosis',
      label: t('field.diagnosis'),
      span: 3,
      render: ({ id, values, disabled, onChange }) => <DiagnosisRows id={id} value={values.diagnosis} disabled={disabled} onChange={onChange} />,
    },

    { kind: 'group', label: t('file.dialysis') },
    { kind: 'radio', name: 'patientType', label: t('field.patientType'), required: true, span: 3, options: typeTable(t) },
    {
      kind: 'select',
      name: 'dialysis.mode',
      label: t('field.mode'),
      required: true,
      visible: onDialysis,
      filter: false,
      options: ({ 'dialysis.mode': mode }) => (MODES.some((one) => one === mode) || !mode ? MODES : [...MODES, mode]).map((value) => ({ value, text: value })),
      check: check('dialysis.mode'),
    },
    {
      kind: 'text',
      name: 'dialysis.dialysisNo',
      label: t('field.dialysisNo'),
      maxLength: 40,
      placeholder: issued,
      visible: onDialysis,
    },
    {
      kind: 'number',
      name: 'dialysis.dryWeight',
      label: t('field.dryWeight'),
      precision: 1,
      step: 0.5,
      unit: 'kg',
      visible: onDialysis,
      check: check('dialysis.dryWeight'),
    },
    {
      kind: 'custom',
      name: 'dialysis.weekdays',
      label: t('field.weekdays'),
      span: 3,
      visible: onDialysis,
      render: ({ id, values, disabled, onChange }) => (
        <WeekdayToggles id={id} label={t('field.weekdays')} value={values['dialysis.weekdays']} disabled={disabled} onChange={onChange} />
      ),
    },
    {
      kind: 'select',
      name: 'dialysis.classId',
      label: t('field.class'),
      visible: onDialysis,
      options: classes.map((shift) => ({ value: shift.id, text: `${shift.fullName} ${shift.startTime}–${shift.endTime}` })),
      check: check('dialysis.classId'),
    },
    { kind: 'text', name: 'dialysis.bed', label: t('field.bed'), maxLength: 40, visible: onDialysis },
    { kind: 'date', name: 'dialysis.firstDate', label: t('field.firstDate'), max: 'today', visible: onDialysis, check: check('dialysis.firstDate') },
    { kind: 'text', name: 'dialysis.access', label: t('field.access'), maxLength: 100, span: 3, visible: onDialysis, placeholder: t('form.accessHint') },
    { kind: 'textarea', name: 'note', label: t('field.note'), maxLength: 500, span: 3, rows: 2 },
  ];
}
