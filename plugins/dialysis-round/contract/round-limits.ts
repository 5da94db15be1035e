import type { DialysisLimits } from '../../dialysis-file/contract/index.ts';

/** Limits of this plugin, which a facility sets; none blocks anybody. */
export interface OwnLimits {
  /** g/L: below the first a target is missed, below the second at once, above the third too much. */
  readonly haemoglobinLow: number;
  readonly haemoglobinCritical: number;
  readonly haemoglobinHigh: number;
  /** spKt/V. */
  readonly ktvLow: number;
  /** mmol/L before a treatment. */
  readonly potassiumLow: number;
  readonly potassiumHigh: number;
  /** Days after which haemoglobin and Kt/V are measured again. */
  readonly haemoglobinDays: number;
  readonly ktvDays: number;
  /** Days for which an event of an access is told. */
  readonly accessEventDays: number;
}
export const OWN_LIMIT_NAMES = [
  'haemoglobinLow',
  'haemoglobinCritical',
  'haemoglobinHigh',
  'ktvLow',
  'potassiumLow',
  'potassiumHigh',
  'haemoglobinDays',
  'ktvDays',
  'accessEventDays',
] as const satisfies readonly (keyof OwnLimits)[];
/** What holds where a facility has set nothing. */
export const DEFAULT_OWN_LIMITS: OwnLimits = {
  haemoglobinLow: 110,
  haemoglobinCritical: 70,
  haemoglobinHigh: 130,
  ktvLow: 1.2,
  potassiumLow: 3,
  potassiumHigh: 6.5,
  haemoglobinDays: 35,
  ktvDays: 95,
  accessEventDays: 30,
};
/** Those of the dialysis file that the rules look at. */
export const FILE_LIMIT_NAMES = [
  'ufRateWarn',
  'ufRateHigh',
  'ufPercentWarn',
  'gainPercentComfort',
  'gainPercentWarn',
  'systolicLow',
  'systolicHigh',
  'secondCheckMinutes',
  'gapWarnDays',
  'gapAlarmDays',
] as const satisfies readonly (keyof DialysisLimits)[];
export type RoundLimits = OwnLimits & Pick<DialysisLimits, (typeof FILE_LIMIT_NAMES)[number]>;
