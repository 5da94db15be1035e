import { dayOf } from '@nephra/plugin-sdk/contract';
import { AddressPicker, type FormItem, type Offered } from '@nephra/plugin-sdk/widgets';
import { asksPregnancy, type PatientClass } from '../../contract/index.ts';
import { ageOn } from '../../domain/age.ts';
import type { FieldGroup } from '../../contract/file-field.ts';
import { DRY_WEIGHT_DECIMALS } from '../../contract/limits.ts';
import { type ContentField, factsAt, unplacedFields } from '../../domain/file/file-content.ts';
import { fieldLabel, type Words } from '../field-text.ts';
import {
  ALLERGY_STATES,
  CERT_TYPES,
  certText,
  markTable,
  MED_INS_MARKS,
  MODES,
  PAYERS,
  payerText,
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
  /** The dialysis plan comes from elsewhere and is shown only. */
  readonly planKept: boolean;
  readonly offered: Offered;
  /** `YYYY-MM-DD`; ages decide of whom the form asks what. */
  readonly today: () => string;
  /** The sentence for a field by the rules of the file, or nothing. */
  readonly complaintAt: (field: ContentField, values: PatientValues) => string | undefined;
}

const GROUPS: readonly FieldGroup[] = ['basic', 'insurance', 'clinical', 'dialysis'];
const SEXES = [1, 2, 0, 9] as const;
/** Steps below the provinces down to which an address is chosen: towns, where the site has them. */
const TOWN_LEVEL = 3;

type Item = FormItem<PatientValues>;
type Around = Partial<Pick<Exclude<Item, { readonly kind: 'group' }>, 'help' | 'placeholder' | 'visible' | 'required' | 'span' | 'permission'>>;
const namesIn = (items: readonly Item[]): readonly string[] => items.flatMap((item) => ('name' in item ? [String(item.name)] : []));

/** Control of a field of a plain kind, from its description. */
function plainItem(words: Words, field: ContentField): object {
  const { kind, max } = factsAt(field);
  const shared = { name: field, label: fieldLabel(words, field) };
  if (kind === 'day') return { ...shared, kind: 'date', max: 'today' };
  return kind === 'note' ? { ...shared, kind: 'textarea', maxLength: max, span: 3, rows: 2 } : { ...shared, kind: 'text', maxLength: max };
}

/** Fields of a patient file in the order of the form. */
export function patientFields(words: Words, { classes, isNew, planKept, offered, today, complaintAt }: FieldSources): Item[] {
  const { t } = words;
  const label = (field: ContentField) => fieldLabel(words, field);
  const check = (field: ContentField) => (values: PatientValues) => complaintAt(field, values);
  const plain = (field: ContentField, around: Around = {}) => ({ ...plainItem(words, field), check: check(field), ...around }) as Item; // the name is one of its kind
  const onDialysis = (values: PatientValues) => values.patientType === 'dialysis';
  const maybePregnant = ({ patientSex, birthday }: PatientValues) => asksPregnancy(patientSex, birthday === null ? null : ageOn(today(), dayOf(birthday)));
  const payers = ({ reimWay }: PatientValues) => offered<string>('reimWay', PAYERS, reimWay).map((value) => ({ value, text: payerText(t, value) }));
  const kinds = ({ patientType }: PatientValues) => {
    const all = typeTable(t);
    const codes = offered(
      'patientType',
      all.map(({ value }) => value),
      patientType,
    );
    return codes.flatMap((code) => all.filter(({ value }) => value === code));
  };
  const issued = isNew ? t('form.issued') : undefined;
  const parts: Readonly<Record<FieldGroup, readonly Item[]>> = {
    basic: [
      plain('patientName', { required: true }),
      {
        kind: 'select',
        name: 'psn_cert_type',
        label: label('psn_cert_type'),
        required: true,
        filter: false,
        options: CERT_TYPES.map((value) => ({ value, text: certText(t, value) })),
      },
      plain('patientIdcard', { help: isNew ? t('form.cardHelp') : t('form.maskedHelp') }),
      {
        kind: 'select',
        name: 'patientSex',
        label: label('patientSex'),
        required: true,
        options: ({ patientSex }) =>
          offered('sex', SEXES, ...SEXES.filter((value) => value === patientSex)).map((value) => ({ value, text: sexText(t, value) })),
        check: check('patientSex'),
      },
      plain('birthday'),
      plain('phone', { permission: 'phone' }),
      plain('outpatientCode', { placeholder: issued }),
      plain('contactName'),
      plain('contactPhone', { permission: 'phone' }),
      {
        kind: 'custom',
        name: 'addressArea',
        label: label('addressArea'),
        render: ({ id, values, disabled, invalid, onChange }) => (
          <AddressPicker
            id={id}
            label={label('addressArea')}
            level={TOWN_LEVEL}
            value={values.addressArea || null}
            disabled={disabled}
            invalid={invalid}
            onChange={(area: string | null) => onChange(area ?? '')}
          />
        ),
      },
      plain('address', { span: 2, placeholder: t('form.addressHint') }),
    ],
    insurance: [
      { kind: 'select', name: 'reimWay', label: label('reimWay'), required: true, options: payers },
      {
        kind: 'select',
        name: 'medInsMark',
        label: label('medInsMark'),
        required: true,
        options: MED_INS_MARKS.map((value) => ({ value, text: t(`medInsMark.${value}`) })),
        check: check('medInsMark'),
      },
      plain('psn_no', { visible: (values) => values.medInsMark !== '0' }),
      plain('insuplc_admdvs', { visible: (values) => values.medInsMark !== '0' }),
    ],
    clinical: [
      {
        kind: 'custom',
        name: 'allergies',
        label: label('allergies'),
        span: 3,
        help: t('form.allergyHelp'),
        render: ({ id, values, disabled, onChange }) => <AllergySelect id={id} value={values.allergies} disabled={disabled} onChange={onChange} />,
      },
      {
        kind: 'select',
        name: 'allergyState',
        label: label('allergyState'),
        visible: (values) => values.allergies.length === 0,
        filter: false,
        options: ALLERGY_STATES.map((value) => ({ value, text: t(`allergy.${value || 'unasked'}`) })),
      },
      {
        kind: 'multiSelect',
        name: 'infectedHistory',
        label: label('infectedHistory'),
        placeholder: t(`infection.${UNTESTED}`),
        options: markTable(t).filter(({ value }) => value !== UNTESTED),
        check: check('infectedHistory'),
      },
      plain('infectionCheckedOn'),
      plain('visit'),
      {
        kind: 'select',
        name: 'pregnancyState',
        label: label('pregnancyState'),
        visible: maybePregnant,
        filter: false,
        options: PREGNANCY_STATES.map((value) => ({ value, text: pregnancyText(t, value) })),
      },
      plain('pregnancyOn', { visible: (values) => maybePregnant(values) && values.pregnancyState !== '', required: true }),
      {
        kind: 'custom',
        name: 'diagnosis',
        label: label('diagnosis'),
        span: 3,
        render: ({ id, values, disabled, onChange }) => <DiagnosisRows id={id} value={values.diagnosis} disabled={disabled} onChange={onChange} />,
      },
    ],
    dialysis: [
      { kind: 'radio', name: 'patientType', label: label('patientType'), required: true, span: 3, options: kinds },
      {
        kind: 'select',
        name: 'dialysis.mode',
        label: label('dialysis.mode'),
        required: true,
        visible: onDialysis,
        filter: false,
        options: ({ 'dialysis.mode': mode }) =>
          (MODES.some((one) => one === mode) || !mode ? MODES : [...MODES, mode]).map((value) => ({ value, text: value })),
        check: check('dialysis.mode'),
      },
      plain('dialysis.dialysisNo', { placeholder: issued, visible: onDialysis }),
      {
        kind: 'number',
        name: 'dialysis.dryWeight',
        label: label('dialysis.dryWeight'),
        precision: DRY_WEIGHT_DECIMALS,
        step: 0.5,
        unit: 'kg',
        visible: onDialysis,
        check: check('dialysis.dryWeight'),
      },
      {
        kind: 'custom',
        name: 'dialysis.weekdays',
        label: label('dialysis.weekdays'),
        span: 3,
        visible: onDialysis,
        render: ({ id, values, disabled, onChange }) => (
          <WeekdayToggles id={id} label={label('dialysis.weekdays')} value={values['dialysis.weekdays']} disabled={disabled} onChange={onChange} />
        ),
      },
      {
        kind: 'select',
        name: 'dialysis.classId',
        label: label('dialysis.classId'),
        visible: onDialysis,
        options: classes.map((shift) => ({ value: shift.id, text: `${shift.fullName} ${shift.startTime}–${shift.endTime}` })),
        check: check('dialysis.classId'),
      },
      plain('dialysis.bed', { visible: onDialysis }),
      plain('dialysis.firstDate', { visible: onDialysis }),
      plain('dialysis.access', { span: 3, visible: onDialysis, placeholder: t('form.accessHint') }),
    ],
  };
  const placed = [...namesIn(Object.values(parts).flat()), 'note'];
  const rest = (field: ContentField): Item => plain(field, field.startsWith('dialysis.') ? { visible: onDialysis } : {});
  const shownOnly = (item: Item): Item =>
    !planKept || item.kind === 'group' || !('name' in item) || item.name === 'dialysis.dialysisNo'
      ? item
      : ({ ...item, disabled: true, ...(item.name === 'patientType' && { help: t('form.planKept') }) } as Item);
  /** Infections follow the markers of the dialysis file. */
  const markersOnly = (item: Item): Item => {
    if (!planKept || !('name' in item) || (item.name !== 'infectedHistory' && item.name !== 'infectionCheckedOn')) return item;
    return { ...item, disabled: true, ...(item.name === 'infectedHistory' && { help: t('form.markersKept') }) } as Item;
  };
  return [
    ...GROUPS.flatMap((group): Item[] => [
      { kind: 'group', label: t(`file.${group}`) },
      ...(group === 'dialysis' ? parts[group].map(shownOnly) : parts[group].map(markersOnly)),
      ...unplacedFields(group, placed).map(rest),
    ]),
    plain('note'),
  ];
}
