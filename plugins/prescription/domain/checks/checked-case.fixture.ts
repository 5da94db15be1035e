import type { Quantity } from '@nephra/plugin-sdk/contract';
import type { ActiveDrug, CheckedCase, CheckedLine } from './checked-line.ts';
import { runChecks } from './run-checks.ts';

export const quantity = (value: number) => Math.round(value * 10_000) as Quantity;

/** A line that no check complains about. */
export const line = (over: Partial<CheckedLine> = {}): CheckedLine => ({
  kind: 'drug',
  drugId: 'drug-1',
  drugName: '缬沙坦胶囊',
  drugForm: '胶囊剂',
  sale: 'sold',
  ingredients: ['缬沙坦'],
  allergyClasses: [],
  onceUsing: 80,
  onceUsingUnit: 'mg',
  drugUsage: '1',
  drugInterval: 'qd',
  drugDays: 7,
  dMin: 80,
  dMinUnit: 'mg',
  preparaUnit: '粒',
  dailyDoseMin: 0,
  dailyDoseMax: 0,
  renalLevel: '',
  renalAdvice: '',
  pregnancyLevel: '',
  lactationLevel: '',
  pregnancyAdvice: '',
  supplyDays: 0,
  ageMin: 0,
  ageMax: 0,
  antibiotic: false,
  skinTest: false,
  controlClass: '',
  limitUseSign: 0,
  limitUseScope: '',
  approvalMark: 0,
  stockKept: true,
  drugNum: quantity(1),
  soldPrepUnits: quantity(7),
  manualNum: false,
  ...over,
});
/** Nothing to ask. */
export const NOT_PREGNANT = { pregnancy: '', pregnancyOn: '' } as const;
export const around = (lines: readonly CheckedLine[], over: Partial<CheckedCase> = {}): CheckedCase => ({
  lines,
  patient: { allergies: [], age: 60, isDialysis: true, ...NOT_PREGNANT },
  reimWay: '310',
  dpType: 14,
  active: [],
  interactions: [],
  stockLevel: 'info',
  ...over,
});
/** Code, level and places of everything that is found. */
export const found = (lines: readonly CheckedLine[], over: Partial<CheckedCase> = {}) =>
  runChecks(around(lines, over)).map(({ code, level, lines: at }) => [code, level, at]);
/** A drug of another prescription that still runs. */
export const running = (over: Partial<ActiveDrug> = {}): ActiveDrug => ({
  dpId: 'old',
  dpNumber: 'CF1',
  drugName: '代文',
  ingredients: ['缬沙坦'],
  daysLeft: 20,
  ...over,
});
