/** A number that somebody enters. `decimals` are what is kept. */
export interface NumberField {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
  readonly unit: string;
}
export interface ChoiceField {
  readonly kind: 'choice';
  readonly choices: readonly string[];
}
export interface ManyField {
  readonly kind: 'many';
  readonly choices: readonly string[];
}
export interface TextField {
  readonly kind: 'text';
  readonly max: number;
}
export type FieldRule = NumberField | ChoiceField | ManyField | TextField;
export type FieldValue = number | string | readonly string[] | null;
export type FieldValues = Readonly<Record<string, FieldValue>>;

const num = (min: number, max: number, unit = '', decimals = 0): NumberField => ({ kind: 'number', min, max, decimals, unit });
const choice = (...choices: readonly string[]): ChoiceField => ({ kind: 'choice', choices });
const many = (...choices: readonly string[]): ManyField => ({ kind: 'many', choices });
const text = (max: number): TextField => ({ kind: 'text', max });

export const MAX_NOTE = 500;
export const MAX_REASON = 200;
export const MIN_REASON = 4;

const SYMPTOMS = ['none', 'dyspnoea', 'chest-pain', 'dizzy', 'fever', 'cough', 'nausea', 'itching', 'cramp', 'other'] as const;
const pressure = { systolic: num(40, 300, 'mmHg'), diastolic: num(20, 200, 'mmHg'), pulse: num(20, 250, '/min') };
const CLOTS = ['0', '1', '2', '3'] as const;
const FINE = ['ok', 'not-ok'] as const;

/** The four groups of the first check and the five of the second. */
export const CHECK1_ITEMS = ['goods', 'parameters', 'identity', 'circuit'] as const;
export const CHECK2_ITEMS = ['mode', 'prescription', 'anticoagulant', 'access', 'connection'] as const;
const items = (names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [name, choice(...FINE)],
      [`${name}Note`, text(100)],
    ]),
  );

/**
 * Every field of a treatment sheet, in the order in which it is asked for: forms, number pads, checks, corrections and paper follow from here. Ranges are
 * what can be true of a living person; what is unusual is a matter of limits, which are settings.
 */
export const FIELDS = {
  arrival: {
    method: choice('manual', 'card', 'face', 'scan'),
    weighing: choice('standing', 'chair', 'bed', 'not-weighed'),
    scale: num(20, 300, 'kg', 1),
    clothes: num(0, 60, 'kg', 1),
    noWeightReason: text(100),
  },
  before: {
    ...pressure,
    limb: choice('left-arm', 'right-arm', 'left-leg', 'right-leg'),
    respiration: num(5, 60, '/min'),
    temperature: num(34, 42, '°C', 1),
    consciousness: choice('clear', 'drowsy', 'confused', 'coma'),
    oedema: choice('none', 'mild', 'moderate', 'severe'),
    bleeding: choice('none', 'gums', 'skin', 'stool', 'menses', 'other'),
    falls: choice('low', 'medium', 'high'),
    symptoms: many(...SYMPTOMS),
    glucose: num(1, 40, 'mmol/L', 1),
    note: text(MAX_NOTE),
  },
  access: {
    thrill: choice('strong', 'weak', 'none'),
    bruit: choice('strong', 'weak', 'none'),
    skin: choice('clean', 'red', 'hot', 'haematoma', 'allergy'),
    exitSite: choice('dry', 'red', 'pus'),
    dressing: choice('clean', 'soiled', 'loose'),
    catheterFlow: choice('good', 'poor', 'reversed'),
    clotDrawn: num(0, 5, 'cm', 1),
    note: text(MAX_NOTE),
  },
  check1: items(CHECK1_ITEMS),
  start: {
    needle: num(14, 18, 'G'),
    attempts: num(1, 9),
    dialyserLot: text(60),
    linesLot: text(60),
    concentrateLot: text(60),
    firstDose: num(0, 20_000, '', 1),
  },
  check2: items(CHECK2_ITEMS),
  end: {
    returned: choice('closed', 'open', 'not-returned'),
    ufVolume: num(0, 8000, 'ml'),
    saline: num(0, 2000, 'ml'),
    clotDialyser: choice(...CLOTS),
    clotArterial: choice(...CLOTS),
    clotVenous: choice(...CLOTS),
    rupture: choice('no', 'yes'),
    bloodLoss: num(0, 3000, 'ml'),
    reason: text(MAX_REASON),
  },
  after: {
    scale: num(20, 300, 'kg', 1),
    clothes: num(0, 60, 'kg', 1),
    noWeightReason: text(100),
    ...pressure,
    temperature: num(34, 42, '°C', 1),
    intake: num(0, 3000, 'ml'),
    haemostasis: num(0, 120, 'min'),
    accessState: choice('good', 'bleeding', 'haematoma', 'no-thrill'),
    lock: choice('none', 'heparin', 'citrate', 'urokinase', 'other'),
    lockArterial: num(0, 5, 'ml', 1),
    lockVenous: num(0, 5, 'ml', 1),
    symptoms: many(...SYMPTOMS),
  },
  summary: {
    education: choice('fluid', 'diet', 'access', 'drugs', 'exercise', 'infection'),
    understanding: choice('full', 'partly', 'not'),
    nurse: text(MAX_NOTE),
    doctor: text(MAX_NOTE),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldRule>>>>;
export type Section = keyof typeof FIELDS;
export const SECTIONS = Object.keys(FIELDS) as readonly Section[];

/** One line of the table of readings. */
export const READING_FIELDS = {
  ...pressure,
  bloodFlow: num(0, 600, 'ml/min'),
  arterial: num(-300, 100, 'mmHg'),
  venous: num(-50, 500, 'mmHg'),
  transmembrane: num(-100, 600, 'mmHg'),
  ufRate: num(0, 3000, 'ml/h'),
  ufVolume: num(0, 8000, 'ml'),
  conductivity: num(12, 16, 'mS/cm', 1),
  dialysateTemperature: num(33, 40, '°C', 1),
  heparin: num(0, 10, 'ml/h', 1),
  substitution: num(0, 80, 'L', 1),
  symptoms: many(...SYMPTOMS),
  note: text(MAX_NOTE),
} as const satisfies Readonly<Record<string, FieldRule>>;

export const EVENT_KINDS = [
  'hypotension',
  'cramp',
  'nausea',
  'headache',
  'itching',
  'fever',
  'clotting',
  'air-embolism',
  'blood-leak',
  'haemolysis',
  'disequilibrium',
  'allergy',
  'arrhythmia',
  'chest-pain',
  'hypoglycaemia',
  'seizure',
  'bleeding',
  'puncture-injury',
  'cardiac-arrest',
  'death',
  'other',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
/** Everybody in the room has to come. */
export const RED_EVENTS: readonly EventKind[] = ['air-embolism', 'haemolysis', 'cardiac-arrest', 'death'];
export const MEASURES = [
  'stop-uf',
  'slow-uf',
  'head-down',
  'left-side',
  'saline',
  'lower-flow',
  'cool-dialysate',
  'glucose',
  'massage',
  'warmth',
  'hypertonic-saline',
  'oxygen',
  'blood-culture',
  'antipyretic',
  'flush',
  'more-heparin',
  'change-circuit',
  'change-dialyser',
  'stop-pump',
  'clamp-venous',
  'stop-without-return',
  'samples',
  'call-doctor',
  'compress',
  'end-treatment',
] as const;
/** What is offered first for an event; all others can be chosen, too. */
export const MEASURES_OF: Readonly<Partial<Record<EventKind, readonly (typeof MEASURES)[number][]>>> = {
  hypotension: ['stop-uf', 'head-down', 'saline', 'lower-flow', 'cool-dialysate', 'glucose', 'call-doctor'],
  cramp: ['slow-uf', 'saline', 'massage', 'warmth', 'hypertonic-saline'],
  fever: ['blood-culture', 'antipyretic', 'end-treatment', 'call-doctor'],
  clotting: ['flush', 'more-heparin', 'change-circuit', 'change-dialyser', 'end-treatment'],
  'air-embolism': ['stop-pump', 'clamp-venous', 'left-side', 'oxygen', 'call-doctor'],
  'blood-leak': ['change-dialyser', 'end-treatment', 'call-doctor'],
  haemolysis: ['stop-without-return', 'oxygen', 'samples', 'call-doctor'],
  hypoglycaemia: ['glucose', 'call-doctor'],
  'puncture-injury': ['compress', 'call-doctor'],
};
export const EVENT_FIELDS = {
  kind: choice(...EVENT_KINDS),
  severity: choice('mild', 'moderate', 'severe'),
  systolic: num(40, 300, 'mmHg'),
  diastolic: num(20, 200, 'mmHg'),
  clotGrade: choice(...CLOTS),
  circuitChanged: choice('no', 'yes'),
  foundBy: choice('machine', 'eye'),
  measures: many(...MEASURES),
  doctorTold: choice('no', 'yes'),
  outcome: choice('better', 'same', 'worse', 'transferred'),
  note: text(MAX_NOTE),
} as const satisfies Readonly<Record<string, FieldRule>>;

/** What is changed of a treatment that runs; minutes of the whole treatment. */
export const ADJUST_FIELDS = {
  minutes: num(30, 720, 'min'),
  bloodFlow: num(50, 500, 'ml/min'),
  dialysateFlow: num(0, 1000, 'ml/min'),
  ufTarget: num(0, 6000, 'ml'),
  sodium: num(130, 155, 'mmol/L'),
  potassium: num(0, 4, 'mmol/L', 1),
  calcium: num(1, 2, 'mmol/L', 2),
  dialysateTemperature: num(34, 38, '°C', 1),
  note: text(MAX_NOTE),
} as const satisfies Readonly<Record<string, FieldRule>>;
