import { type Static, type TSchema, Type } from '@nephra/plugin-sdk/contract';
import { EVERY_DAYS, LOCK_ML, MAX_CYCLE_WEEKS, MAX_NAME, MAX_NOTE, MAX_SITE, MAX_SLOTS, MAX_UNIT, NEEDLE_GAUGE } from './limits.ts';
import { dialysisMode } from './modes.ts';
import { ZONES } from './zones.ts';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** Literals of a list of codes. */
export const oneOf = <const V extends string[]>(codes: readonly [...V]) => Type.Enum(codes);
/** `YYYY-MM-DD`; that there is such a day is checked by the handler. */
export const day = Type.String({ minLength: 10, maxLength: 10 });
export const id = Type.String({ minLength: 1, maxLength: 64 });
export const zone = oneOf(ZONES);
export const text = (max: number) => Type.String({ maxLength: max });
export const version = Type.Integer({ minimum: 1 });

export const CAUSES = ['glomerulonephritis', 'diabetic', 'hypertensive', 'polycystic', 'interstitial', 'obstructive', 'tumour', 'other', ''] as const;
export const COMORBIDITIES = ['diabetes', 'coronary', 'heart-failure', 'stroke', 'peripheral', 'lung', 'dementia', 'tumour', 'liver'] as const;
export const BLOOD_GROUPS = ['', 'A', 'B', 'AB', 'O'] as const;
export const ACCESS_KINDS = ['AVF', 'AVG', 'TCC', 'NCC'] as const;
export const SIDES = ['left', 'right'] as const;
export const ACCESS_STATES = ['ripening', 'in-use', 'failed', 'removed'] as const;
export const PUNCTURES = ['rope-ladder', 'buttonhole', 'area'] as const;
export const ACCESS_EVENTS = [
  'stenosis',
  'thrombosis',
  'infection',
  'aneurysm',
  'steal',
  'pta',
  'thrombolysis',
  'exchange',
  'crbsi-suspected',
  'crbsi-confirmed',
  'other',
] as const;
export const WEIGHT_METHODS = ['clinical', 'chest-film', 'bioimpedance', 'lung-ultrasound', 'bnp'] as const;
export const CONSENT_KINDS = ['dialysis', 'catheter', 'reuse', 'mode-change', 'own-drugs', 'data'] as const;
export const CONSENT_DECISIONS = ['signed', 'refused'] as const;
export const OUTCOMES = ['transferred', 'transplanted', 'peritoneal', 'recovered', 'stopped', 'lost', 'died'] as const;
export const DEATH_CAUSES = ['', 'cardiovascular', 'cerebrovascular', 'infection', 'bleeding', 'tumour', 'other'] as const;
export const AGENTS = ['heparin', 'lmwh', 'dalteparin', 'argatroban', 'citrate', 'nafamostat', 'none'] as const;
export const SODIUM_PROFILES = ['fixed', 'linear-up', 'linear-down', 'step', 'machine'] as const;
export const SITES = ['pre', 'post', 'mixed'] as const;
export type OutcomeKind = (typeof OUTCOMES)[number];
export type ConsentKind = (typeof CONSENT_KINDS)[number];
export type AccessEventKind = (typeof ACCESS_EVENTS)[number];

export const patternSlot = Type.Object({
  week: Type.Integer({ minimum: 0, maximum: MAX_CYCLE_WEEKS - 1 }),
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  shiftId: id,
  stationId: nullable(id),
  mode: nullable(dialysisMode),
});

/** When a patient comes, as somebody writes it (`DialysisPattern`). */
export const patternBody = Type.Object({
  from: day,
  cycleWeeks: Type.Integer({ minimum: 1, maximum: MAX_CYCLE_WEEKS }),
  /** A Monday. */
  anchorMonday: day,
  everyDays: nullable(Type.Integer({ minimum: EVERY_DAYS.min, maximum: EVERY_DAYS.max })),
  slots: Type.Array(patternSlot, { maxItems: MAX_SLOTS }),
  remark: text(MAX_NOTE),
});
export type PatternBody = Static<typeof patternBody>;

/** Numbers of a prescription in the units of `PrescriptionFacts`; bounds are those that nothing lies beyond, the rule is `prescription-check.ts`. */
const number = Type.Number({ minimum: 0, maximum: 100_000 });
export const prescriptionContent = Type.Object({
  mode: dialysisMode,
  minutes: Type.Integer({ minimum: 0, maximum: 10_000 }),
  bloodFlow: number,
  dialysateFlow: number,
  sodium: number,
  potassium: number,
  calcium: number,
  bicarbonate: number,
  glucose: number,
  temperature: number,
  sodiumProfile: oneOf(SODIUM_PROFILES),
  dialyserId: nullable(id),
  dialyserName: text(MAX_NAME),
  perfusorId: nullable(id),
  perfusorName: text(MAX_NAME),
  substitution: nullable(Type.Object({ volume: number, site: oneOf(SITES) })),
  ufTarget: nullable(number),
  isolatedFirst: nullable(Type.Object({ minutes: number, volume: number })),
  anticoagulant: Type.Object({
    agent: oneOf(AGENTS),
    firstDose: nullable(number),
    perHour: nullable(number),
    unit: text(MAX_UNIT),
    stopMinutesBeforeEnd: nullable(number),
    note: text(MAX_NOTE),
  }),
  remark: text(MAX_NOTE),
});
export type PrescriptionContent = Static<typeof prescriptionContent>;

export const accessBody = Type.Object({
  kind: oneOf(ACCESS_KINDS),
  side: oneOf(SIDES),
  site: text(MAX_SITE),
  madeOn: nullable(day),
  firstUsedOn: nullable(day),
  hospital: text(MAX_NAME),
  surgeon: text(MAX_NAME),
  needleGauge: nullable(Type.Integer({ minimum: NEEDLE_GAUGE.min, maximum: NEEDLE_GAUGE.max })),
  punctureMethod: nullable(oneOf(PUNCTURES)),
  /** ml; catheters alone. */
  lockArterial: nullable(Type.Number({ minimum: LOCK_ML.min, maximum: LOCK_ML.max })),
  lockVenous: nullable(Type.Number({ minimum: LOCK_ML.min, maximum: LOCK_ML.max })),
  note: text(MAX_NOTE),
});
export type AccessBody = Static<typeof accessBody>;
