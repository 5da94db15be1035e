import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Choice } from '@nephra/plugin-sdk/widgets';
import { DRY_WEIGHT_KG } from '../../../dialysis-file/contract/index.ts';
import { LAB_TESTS, LABS, type LabTest } from '../../contract/labs.ts';
import { MAX_DOSE, MAX_EVERY_DAYS, MAX_REASON, MAX_TEXT, MAX_TITLE, MIN_EVERY_DAYS, UREA_AFTER, UREA_BEFORE } from '../../contract/limits.ts';
import {
  ACCESS_STATES,
  ADEQUACIES,
  type DryWeightProposal,
  type LabView,
  type NoteContent,
  type NoteView,
  type OrderProposal,
  PRESSURES,
  type RoundPatient,
  TIMINGS,
  VOLUMES,
  WEIGHT_METHODS,
} from '../../contract/round.schema.ts';
import type { Asked } from '../asked.ts';
import { labText } from '../words.ts';

type Text = WebContext['t'];
const day = (at: number | null): string => (at === null ? '' : dayOf(at));

interface WeightForm extends Omit<DryWeightProposal, 'kg' | 'from'> {
  kg: number | null;
  from: number | null;
  confirmed: boolean;
}

/** @param sets whoever asks may set it; otherwise it is proposed */
export function askDryWeight(t: Text, patient: RoundPatient, sets: boolean): Asked<WeightForm> {
  const now = patient.facts?.dryWeight?.kg ?? null;
  const step = (kg: number | null): number => (now === null || kg === null ? 0 : (Math.abs(kg - now) / now) * 100);
  const isLarge = ({ kg }: WeightForm): boolean => sets && step(kg) > patient.dryWeightStepPercent;
  return {
    title: t(sets ? 'weight.set' : 'weight.propose'),
    initial: { kg: now, from: parseDay(patient.today), method: 'clinical', reason: '', confirmed: false },
    fields: () => [
      {
        ...{ kind: 'number', name: 'kg', label: t('weight.kg'), required: true, ...DRY_WEIGHT_KG, step: 0.1, unit: 'kg' },
        help: now === null ? undefined : t('weight.now', { kg: now.toFixed(1) }),
      },
      { kind: 'date', name: 'from', label: t('weight.from'), required: true, max: 'today' },
      {
        kind: 'select',
        name: 'method',
        label: t('weight.method'),
        required: true,
        options: WEIGHT_METHODS.map((value): Choice => ({ value, text: t(`method.${value}`) })),
      },
      {
        kind: 'switch',
        name: 'confirmed',
        label: t('weight.confirmed'),
        visible: isLarge,
        check: (form) =>
          isLarge(form) && !form.confirmed ? t('weight.confirm', { percent: step(form.kg).toFixed(1), limit: patient.dryWeightStepPercent }) : undefined,
      },
      { kind: 'text', name: 'reason', label: t('weight.reason'), required: true, maxLength: MAX_REASON, span: 2, placeholder: t('weight.reasonHint') },
    ],
    save: ({ file, round }, { kg, from, method, reason, confirmed }, options) => {
      const weight = { kg: kg ?? 0, from: day(from), method, reason };
      return sets
        ? file.dryWeight({ params: { id: patient.patientId }, body: { ...weight, confirmed, version: patient.facts?.fileVersion ?? 1 } }, options)
        : round.propose({ body: { patientId: patient.patientId, dryWeight: weight, order: null } }, options);
    },
  };
}

interface OrderForm extends Omit<OrderProposal, 'everyDays' | 'once'> {
  rhythm: 'once' | 'each' | 'days';
  everyDays: number | null;
}

/** @param sets whoever asks may order; otherwise it is proposed, or written down as it was told by mouth */
export function askOrder(t: Text, patient: RoundPatient, sets: boolean): Asked<OrderForm> {
  return {
    title: t(sets ? 'order.add' : 'order.propose'),
    initial: { title: '', dose: '', timing: 'during', rhythm: 'once', everyDays: 7, highRisk: false },
    fields: () => [
      { kind: 'text', name: 'title', label: t('order.title'), required: true, maxLength: MAX_TITLE },
      { kind: 'text', name: 'dose', label: t('order.dose'), required: true, maxLength: MAX_DOSE, placeholder: t('order.doseHint') },
      {
        kind: 'radio',
        name: 'rhythm',
        label: t('order.rhythm'),
        options: (['once', 'each', 'days'] as const).map((value): Choice => ({ value, text: t(`rhythm.${value}`) })),
      },
      {
        kind: 'number',
        name: 'everyDays',
        label: t('order.days'),
        required: true,
        min: MIN_EVERY_DAYS,
        max: MAX_EVERY_DAYS,
        visible: ({ rhythm }) => rhythm === 'days',
      },
      { kind: 'select', name: 'timing', label: t('order.timing'), options: TIMINGS.map((value): Choice => ({ value, text: t(`timing.${value}`) })) },
      { kind: 'switch', name: 'highRisk', label: t('order.highRisk'), help: t('order.highRiskHelp') },
    ],
    save: ({ order, round }, { rhythm, everyDays, ...form }, options) => {
      const asked = { ...form, once: rhythm === 'once', everyDays: rhythm === 'days' ? (everyDays ?? 0) : 0 };
      const charged = { drugId: '', drugKind: '' as const, quantity: 0, validFrom: patient.today, validTo: null };
      return sets
        ? order.add({ body: { patientId: patient.patientId, ...asked, ...charged } }, options)
        : round.propose({ body: { patientId: patient.patientId, dryWeight: null, order: asked } }, options);
    },
  };
}

interface NoteForm extends NoteContent {
  sign: boolean;
  reason: string;
}
const EMPTY_NOTE: NoteContent = { complaint: '', volume: '', pressure: '', access: '', adequacy: '', findings: '', plan: '' };

/** A new note, or one that takes the place of another. */
export function askNote(t: Text, patient: RoundPatient, sessionId: string, maySign: boolean, corrected?: NoteView): Asked<NoteForm> {
  const choices = (group: 'volume' | 'pressure' | 'noteAccess' | 'adequacy', values: readonly string[]): Choice[] =>
    values.map((value) => ({ value, text: value === '' ? t('note.notJudged') : t(`${group}.${value as 'fine'}` as 'volume.fine') }));
  const needsReason = corrected !== undefined && corrected.signedAt !== null;
  return {
    title: t(corrected ? 'note.correct' : 'note.write'),
    initial: { ...EMPTY_NOTE, ...corrected?.content, sign: maySign, reason: '' },
    width: 760,
    fields: () => [
      { kind: 'textarea', name: 'complaint', label: t('note.complaint'), maxLength: MAX_TEXT, rows: 2, span: 2 },
      { kind: 'select', name: 'volume', label: t('note.volume'), options: choices('volume', VOLUMES) },
      { kind: 'select', name: 'pressure', label: t('note.pressure'), options: choices('pressure', PRESSURES) },
      { kind: 'select', name: 'access', label: t('note.access'), options: choices('noteAccess', ACCESS_STATES) },
      { kind: 'select', name: 'adequacy', label: t('note.adequacy'), options: choices('adequacy', ADEQUACIES) },
      { kind: 'textarea', name: 'findings', label: t('note.findings'), maxLength: MAX_TEXT, rows: 3, span: 2 },
      { kind: 'textarea', name: 'plan', label: t('note.plan'), required: true, maxLength: MAX_TEXT, rows: 3, span: 2 },
      { kind: 'text', name: 'reason', label: t('note.reason'), required: true, maxLength: MAX_REASON, span: 2, visible: () => needsReason },
      { kind: 'switch', name: 'sign', label: t('note.sign'), help: t('note.signHelp'), visible: () => maySign, span: 2 },
    ],
    save: ({ round }, { sign, reason, ...content }, options) =>
      round.note({ body: { patientId: patient.patientId, sessionId, content, corrects: corrected?.noteId ?? '', reason, sign: sign && maySign } }, options),
  };
}

type LabForm = Record<LabTest, number | null> & { on: number | null; ureaBefore: number | null; ureaAfter: number | null };

/** Values of one sample; what is left empty was not measured. */
export function askLabs(t: Text, patient: RoundPatient): Asked<LabForm> {
  const empty = Object.fromEntries(LAB_TESTS.map((test) => [test, null])) as Record<LabTest, null>;
  return {
    title: t('lab.record'),
    initial: { ...empty, on: parseDay(patient.today), ureaBefore: null, ureaAfter: null },
    fields: () => [
      { kind: 'date', name: 'on', label: t('lab.on'), required: true, max: 'today' },
      ...LAB_TESTS.map((test) => {
        const { min, max, decimals, unit } = LABS[test];
        return { kind: 'number' as const, name: test, label: t(`lab.${test}`), min, max, precision: decimals, step: 10 ** -decimals, unit };
      }),
      { kind: 'number', name: 'ureaBefore', label: t('lab.ureaBefore'), ...UREA_BEFORE, step: 0.1, unit: 'mmol/L', help: t('lab.ureaHelp') },
      {
        ...{ kind: 'number', name: 'ureaAfter', label: t('lab.ureaAfter'), ...UREA_AFTER, step: 0.1, unit: 'mmol/L' },
        check: ({ ureaBefore, ureaAfter }) => ((ureaBefore === null) === (ureaAfter === null) ? undefined : t('lab.ureaBoth')),
      },
    ],
    save: ({ round }, { on, ureaBefore, ureaAfter, ...values }, options) =>
      round.recordLabs(
        {
          body: {
            ...{ patientId: patient.patientId, on: day(on) },
            values: LAB_TESTS.flatMap((test) => (values[test] === null ? [] : [{ test, value: values[test] }])),
            urea: ureaBefore === null || ureaAfter === null ? null : { before: ureaBefore, after: ureaAfter },
          },
        },
        options,
      ),
  };
}

/** Takes a wrongly recorded value back. */
export function askWithdraw(t: Text, lab: LabView): Asked<{ reason: string }> {
  return {
    title: t('lab.withdrawOf', { what: labText(t, lab.test, lab.value), on: lab.on }),
    initial: { reason: '' },
    width: 480,
    saveText: t('lab.withdraw'),
    fields: () => [{ kind: 'text', name: 'reason', label: t('lab.reason'), required: true, maxLength: MAX_REASON, span: 2 }],
    save: ({ round }, { reason }, options) => round.withdrawLab({ params: { id: lab.labId }, body: { reason } }, options),
  };
}
