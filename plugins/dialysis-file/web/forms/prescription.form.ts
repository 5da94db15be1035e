import type { ReactNode } from 'react';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { PrescriptionView, WholeFile } from '../../contract/file.schema.ts';
import { ANTICOAGULANT_DECIMALS, MAX_NAME, MAX_NOTE, MAX_UNIT } from '../../contract/limits.ts';
import type { DialysisMode } from '../../contract/modes.ts';
import { AGENTS, type PrescriptionContent, SITES, SODIUM_PROFILES } from '../../contract/parts.schema.ts';
import { decimalsOf, prescriptionFault, type RangedField, unusualFields } from '../../domain/prescription-check.ts';
import type { Asked, Choices } from '../asked.ts';
import { choicesOf, modeChoices, type Text } from '../words.ts';

/** A prescription as the form holds it: hours are minutes here as everywhere. */
export interface PrescriptionForm {
  mode: DialysisMode;
  minutes: number | null;
  bloodFlow: number | null;
  dialysateFlow: number | null;
  sodium: number | null;
  potassium: number | null;
  calcium: number | null;
  bicarbonate: number | null;
  glucose: number | null;
  temperature: number | null;
  sodiumProfile: PrescriptionContent['sodiumProfile'];
  /** Id of a material, or what was typed before. */
  dialyser: string;
  perfusor: string;
  substitutionVolume: number | null;
  substitutionSite: (typeof SITES)[number];
  ufTarget: number | null;
  isolatedMinutes: number | null;
  isolatedVolume: number | null;
  agent: (typeof AGENTS)[number];
  firstDose: number | null;
  perHour: number | null;
  unit: string;
  stopMinutesBeforeEnd: number | null;
  anticoagulantNote: string;
  remark: string;
}

/** What most centres begin with (section 4 of the domain page); everything is looked at before it is sent. */
const USUAL: PrescriptionForm = {
  mode: 'HD',
  minutes: 240,
  bloodFlow: 250,
  dialysateFlow: 500,
  sodium: 138,
  potassium: 2,
  calcium: 1.5,
  bicarbonate: 32,
  glucose: 5.5,
  temperature: 36.5,
  sodiumProfile: 'fixed',
  dialyser: '',
  perfusor: '',
  substitutionVolume: null,
  substitutionSite: 'post',
  ufTarget: null,
  isolatedMinutes: null,
  isolatedVolume: null,
  agent: 'heparin',
  firstDose: null,
  perHour: null,
  unit: 'mg',
  stopMinutesBeforeEnd: null,
  anticoagulantNote: '',
  remark: '',
};

export const formOf = (rx: PrescriptionView | undefined): PrescriptionForm =>
  rx === undefined
    ? USUAL
    : {
        mode: rx.mode,
        minutes: rx.minutes,
        bloodFlow: rx.bloodFlow,
        dialysateFlow: rx.dialysateFlow,
        sodium: rx.sodium,
        potassium: rx.potassium,
        calcium: rx.calcium,
        bicarbonate: rx.bicarbonate,
        glucose: rx.glucose,
        temperature: rx.temperature,
        sodiumProfile: rx.sodiumProfile,
        dialyser: rx.dialyserId ?? rx.dialyserName,
        perfusor: rx.perfusorId ?? rx.perfusorName,
        substitutionVolume: rx.substitution?.volume ?? null,
        substitutionSite: rx.substitution?.site ?? 'post',
        ufTarget: rx.ufTarget,
        isolatedMinutes: rx.isolatedFirst?.minutes ?? null,
        isolatedVolume: rx.isolatedFirst?.volume ?? null,
        agent: rx.anticoagulant.agent,
        firstDose: rx.anticoagulant.firstDose,
        perHour: rx.anticoagulant.perHour,
        unit: rx.anticoagulant.unit,
        stopMinutesBeforeEnd: rx.anticoagulant.stopMinutesBeforeEnd,
        anticoagulantNote: rx.anticoagulant.note,
        remark: rx.remark,
      };

export const substitutes = (mode: DialysisMode): boolean => mode === 'HDF' || mode === 'HF' || mode === 'CRRT';
export const perfuses = (mode: DialysisMode): boolean => mode === 'HP' || mode === 'HD+HP';

/** A chosen material with its name; what is no material of the catalogue is a name that was written before. */
function material(chosen: string, materials: Choices['materials']): { readonly id: string | null; readonly name: string } {
  const found = materials.find(({ id }) => id === chosen);
  return found ? { id: found.id, name: found.name.slice(0, MAX_NAME) } : { id: null, name: chosen };
}

/** What is sent; numbers that are missing are 0, which the ranges refuse where they may not be. */
export function contentOf(form: PrescriptionForm, materials: Choices['materials']): PrescriptionContent {
  const [dialyser, perfusor] = [material(form.dialyser, materials), perfuses(form.mode) ? material(form.perfusor, materials) : { id: null, name: '' }];
  const none = form.agent === 'none';
  return {
    mode: form.mode,
    minutes: Math.round(form.minutes ?? 0),
    bloodFlow: form.bloodFlow ?? 0,
    dialysateFlow: form.dialysateFlow ?? 0,
    sodium: form.sodium ?? 0,
    potassium: form.potassium ?? 0,
    calcium: form.calcium ?? 0,
    bicarbonate: form.bicarbonate ?? 0,
    glucose: form.glucose ?? 0,
    temperature: form.temperature ?? 0,
    sodiumProfile: form.sodiumProfile,
    dialyserId: dialyser.id,
    dialyserName: dialyser.name,
    perfusorId: perfusor.id,
    perfusorName: perfusor.name,
    substitution: substitutes(form.mode) && form.substitutionVolume !== null ? { volume: form.substitutionVolume, site: form.substitutionSite } : null,
    ufTarget: form.ufTarget,
    isolatedFirst: form.isolatedMinutes !== null && form.isolatedVolume !== null ? { minutes: form.isolatedMinutes, volume: form.isolatedVolume } : null,
    anticoagulant: {
      agent: form.agent,
      firstDose: none ? null : form.firstDose,
      perHour: none ? null : form.perHour,
      unit: none ? '' : form.unit,
      stopMinutesBeforeEnd: none ? null : form.stopMinutesBeforeEnd,
      note: form.anticoagulantNote,
    },
    remark: form.remark,
  };
}

type NumberName = { [K in keyof PrescriptionForm]: PrescriptionForm[K] extends number | null ? K : never }[keyof PrescriptionForm];

/** Doses of what is given have no range: it hangs on the agent. */
const isDose = (name: NumberName): name is Exclude<NumberName, RangedField> => name === 'firstDose' || name === 'perHour';

/** The form of a proposal, from the proposal that waits, the prescription in force, or what is usual. */
export function askPrescription(t: Text, file: WholeFile, { materials }: Choices, unusual: (fields: readonly string[]) => ReactNode): Asked<PrescriptionForm> {
  const base = file.prescriptions.find(({ state }) => state === 'draft') ?? file.prescriptions.find(({ state }) => state === 'signed');
  const faultAt = (form: PrescriptionForm, field: string): string | undefined => {
    const fault = prescriptionFault(contentOf(form, materials));
    if (fault?.field !== field) return undefined;
    return fault.key === 'rx-range' ? t('rx.range', { min: fault.min, max: fault.max }) : t(`errors.dialysis-file.${fault.key}`);
  };
  const number = (name: NumberName, unit: string, more: { readonly step?: number; readonly optional?: boolean } = {}): FormItem<PrescriptionForm> => ({
    kind: 'number',
    name,
    label: t(`rx.${name}`),
    unit,
    required: !more.optional,
    precision: isDose(name) ? ANTICOAGULANT_DECIMALS : decimalsOf(name),
    step: more.step ?? 1,
    check: (form) => faultAt(form, name),
  });
  const offered = (chosen: string) => [
    ...materials.map(({ id, name }) => ({ value: id, text: name })),
    ...(chosen !== '' && !materials.some(({ id }) => id === chosen) ? [{ value: chosen, text: chosen }] : []),
  ];
  const visible = (item: FormItem<PrescriptionForm>, when: (form: PrescriptionForm) => boolean): FormItem<PrescriptionForm> =>
    item.kind === 'group' ? item : { ...item, visible: when };
  return {
    title: t('rx.propose'),
    width: 860,
    columns: 3,
    initial: formOf(base),
    fields: () => [
      { kind: 'group', label: t('rx.treatment') },
      { kind: 'select', name: 'mode', label: t('rx.mode'), required: true, options: modeChoices(t) },
      number('minutes', t('unit.minutes'), { step: 15 }),
      number('ufTarget', 'ml', { step: 100, optional: true }),
      number('bloodFlow', 'ml/min', { step: 10 }),
      number('dialysateFlow', 'ml/min', { step: 100 }),
      number('temperature', '℃', { step: 0.5 }),
      {
        kind: 'select',
        name: 'dialyser',
        label: t('rx.dialyser'),
        filter: true,
        options: ({ dialyser }) => offered(dialyser),
        check: (form) => faultAt(form, 'dialyser'),
      },
      {
        kind: 'select',
        name: 'perfusor',
        label: t('rx.perfusor'),
        filter: true,
        visible: ({ mode }) => perfuses(mode),
        options: ({ perfusor }) => offered(perfusor),
        check: (form) => faultAt(form, 'perfusor'),
      },
      visible(number('substitutionVolume', 'L', { optional: true }), ({ mode }) => substitutes(mode)),
      {
        kind: 'select',
        name: 'substitutionSite',
        label: t('rx.substitutionSite'),
        visible: ({ mode }) => substitutes(mode),
        options: choicesOf(t, 'site', SITES),
      },
      { kind: 'group', label: t('rx.dialysate') },
      number('sodium', 'mmol/L'),
      number('potassium', 'mmol/L', { step: 0.5 }),
      number('calcium', 'mmol/L', { step: 0.25 }),
      number('bicarbonate', 'mmol/L'),
      number('glucose', 'mmol/L', { step: 0.5 }),
      { kind: 'select', name: 'sodiumProfile', label: t('rx.sodiumProfile'), required: true, options: choicesOf(t, 'profile', SODIUM_PROFILES) },
      { kind: 'group', label: t('rx.anticoagulant') },
      { kind: 'select', name: 'agent', label: t('rx.agent'), required: true, options: choicesOf(t, 'agent', AGENTS) },
      visible(number('firstDose', '', { optional: true }), ({ agent }) => agent !== 'none'),
      visible(number('perHour', '', { optional: true }), ({ agent }) => agent !== 'none'),
      {
        kind: 'text',
        name: 'unit',
        label: t('rx.unit'),
        maxLength: MAX_UNIT,
        visible: ({ agent }) => agent !== 'none',
        check: (form) => faultAt(form, 'unit'),
      },
      visible(number('stopMinutesBeforeEnd', t('unit.minutes'), { step: 15, optional: true }), ({ agent }) => agent !== 'none'),
      { kind: 'text', name: 'anticoagulantNote', label: t('rx.anticoagulantNote'), maxLength: MAX_NOTE },
      { kind: 'group', label: t('rx.isolated') },
      number('isolatedMinutes', t('unit.minutes'), { optional: true }),
      number('isolatedVolume', 'ml', { step: 100, optional: true }),
      { kind: 'textarea', name: 'remark', label: t('rx.remark'), maxLength: MAX_NOTE, span: 3, rows: 2 },
    ],
    below: (form) => unusual(unusualFields(contentOf(form, materials))),
    save: (client, form, options) =>
      client.propose({ params: { id: file.patientId }, body: { ...contentOf(form, materials), version: file.version } }, options),
  };
}
