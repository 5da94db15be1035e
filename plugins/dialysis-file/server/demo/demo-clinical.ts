import type { DialysisFileDemo } from '../../contract/demo.schema.ts';
import type { DialysisMode } from '../../contract/modes.ts';
import type { PrescriptionContent } from '../../contract/parts.schema.ts';
import type { MarkerResult } from '../../contract/rules/markers.ts';

export type DemoPatient = DialysisFileDemo['patients'][number];

/** What the demo's catalogue has. */
const DIALYSERS = [
  ['mat-003', '低通量透析器 1.6m²'],
  ['mat-004', '高通量透析器 1.6m²'],
  ['mat-005', '高通量透析器 1.8m²'],
] as const;
const FILTER = ['mat-006', '血液透析滤过器 1.9m²'] as const;
const PERFUSOR = ['mat-007', '血液灌流器 130型'] as const;

const anticoagulant = (at: number): PrescriptionContent['anticoagulant'] => {
  if (at % 19 === 7) return { agent: 'none', firstDose: null, perHour: null, unit: '', stopMinutesBeforeEnd: null, note: '每 30 分钟生理盐水 100 ml 冲管' };
  if (at % 3 === 0) return { agent: 'lmwh', firstDose: 4000, perHour: null, unit: 'IU', stopMinutesBeforeEnd: null, note: '' };
  return { agent: 'heparin', firstDose: 15 + (at % 4) * 5, perHour: 5 + (at % 3), unit: 'mg', stopMinutesBeforeEnd: 30, note: '' };
};

/** @param version 1: as it was before it was replaced */
export function demoPrescription({ mode }: Pick<DemoPatient, 'mode'>, at: number, version: number): PrescriptionContent {
  const [dialyserId, dialyserName] = mode === 'HDF' ? FILTER : (DIALYSERS[at % DIALYSERS.length] ?? DIALYSERS[0]);
  const [perfusorId, perfusorName] = mode === 'HD+HP' ? PERFUSOR : [null, ''];
  return {
    mode: mode as DialysisMode,
    minutes: at % 11 === 5 ? 210 : 240,
    bloodFlow: 220 + (at % 7) * 10 - (version === 1 ? 20 : 0),
    dialysateFlow: 500,
    sodium: 138 + (at % 3),
    potassium: at % 4 === 0 ? 3 : 2,
    calcium: ([1.25, 1.5, 1.5, 1.75] as const)[at % 4] ?? 1.5,
    bicarbonate: 32 + (at % 3),
    glucose: at % 2 === 0 ? 5.5 : 0,
    temperature: at % 9 === 4 ? 36 : 36.5,
    sodiumProfile: 'fixed',
    dialyserId,
    dialyserName,
    perfusorId,
    perfusorName,
    substitution: mode === 'HDF' ? { volume: 20 + (at % 4), site: 'post' } : null,
    ufTarget: null,
    isolatedFirst: null,
    anticoagulant: anticoagulant(at),
    remark: '',
  };
}

type Tested = readonly [marker: MarkerResult['marker'], result: MarkerResult['result'], daysAgo: number, titre?: number];

/** Markers of a patient: as the patient's file tells, with an earlier round half a year before. */
export function demoMarkers({ infected, checkedDaysAgo }: Pick<DemoPatient, 'infected' | 'checkedDaysAgo'>, isObserved: boolean): readonly Tested[] {
  if (infected.includes('PEND')) {
    return (['HBsAg', 'anti-HCV', 'anti-HIV', 'TPPA'] as const).map((marker) => [marker, 'pending', 2] as const);
  }
  const has = (mark: string): boolean => infected.includes(mark);
  const round = (daysAgo: number): readonly Tested[] => [
    ['HBsAg', has('HBV') ? 'positive' : 'negative', daysAgo],
    ['anti-HCV', has('HCV') ? 'positive' : 'negative', daysAgo],
    ['anti-HIV', 'negative', daysAgo],
    ['TPPA', has('TP') ? 'positive' : 'negative', daysAgo],
    ...(has('HBV') ? ([['HBV-DNA', 'positive', daysAgo]] as const) : []),
    ...(has('HCV') && !isObserved ? ([['HCV-RNA', 'positive', daysAgo]] as const) : []),
    ...(has('TP') ? ([['RPR', 'positive', daysAgo, 16]] as const) : []),
  ];
  // Cured a while ago: the virus is gone, monthly tests confirm it.
  const cured: readonly Tested[] = isObserved
    ? [
        ['HCV-RNA', 'positive', 260],
        ['HCV-RNA', 'negative', 75],
        ['HCV-RNA', 'negative', 45],
        ['HCV-RNA', 'negative', 15],
      ]
    : [];
  return [...round(checkedDaysAgo + 180), ...round(checkedDaysAgo), ...cured];
}

const KINDS = [
  ['自体', 'AVF'],
  ['人工', 'AVG'],
  ['长期', 'TCC'],
  ['临时', 'NCC'],
] as const;

/** 自体动静脉内瘘(左前臂) → AVF, left, 前臂. */
export function readAccess(text: string) {
  const kind = KINDS.find(([word]) => text.startsWith(word))?.[1] ?? 'AVF';
  const place = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const side = place.startsWith('右') ? ('right' as const) : ('left' as const);
  return { kind, side, site: place.slice(1) };
}
