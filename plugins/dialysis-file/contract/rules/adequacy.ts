import { type Computed, figure, type Input, isDuration, isNumber, noFigure, within } from './computed.ts';

/** Urea before and after, in one and the same unit: mmol/L, or BUN in mg/dL. */
export interface UreaPair {
  readonly pre: Input;
  readonly post: Input;
}

type Ratio = { readonly ratio: number } | { readonly none: Computed };

function ratioOf({ pre, post }: UreaPair): Ratio {
  if (!isNumber(pre) || !isNumber(post)) return { none: noFigure('missing') };
  if (!within(pre, 0.1, 1_000) || !within(post, 0, 1_000)) return { none: noFigure('implausible') };
  return post < pre ? { ratio: post / pre } : { none: noFigure('post-not-below-pre') };
}

/** Urea reduction ratio, per cent. */
export function urr(urea: UreaPair): Computed {
  const found = ratioOf(urea);
  return 'none' in found ? found.none : figure((1 - found.ratio) * 100);
}

/** Minutes of a treatment whose adequacy is worked out: half an hour to twelve hours. */
const isSampled = (minutes: Input): minutes is number => isDuration(minutes) && within(minutes, 30, 720);
const whyNoMinutes = (minutes: Input): Computed => noFigure(isNumber(minutes) ? 'duration' : 'missing');

/** Of treatments three times a week. */
const GENERATION = 0.008;

/**
 * Single-pool Kt/V by Daugirdas' second formula.
 *
 * @param sample `ufLitres` taken off, `postWeight` in kg; `daysSinceLast`: days since the treatment before, for other rhythms than three a week; left out: that of three
 */
export function spKtV(
  sample: UreaPair & { readonly minutes: Input; readonly ufLitres: Input; readonly postWeight: Input; readonly daysSinceLast?: Input },
): Computed {
  const found = ratioOf(sample);
  if ('none' in found) return found.none;
  const { minutes, ufLitres, postWeight, daysSinceLast } = sample;
  if (!isSampled(minutes)) return whyNoMinutes(minutes);
  if (!isNumber(ufLitres) || !isNumber(postWeight)) return noFigure('missing');
  if (!within(ufLitres, 0, 30) || !within(postWeight, 10, 250)) return noFigure('implausible');
  const hours = minutes / 60;
  if (isNumber(daysSinceLast) && !within(daysSinceLast, 1, 14)) return noFigure('implausible');
  const generation = isNumber(daysSinceLast) ? 0.0174 / (daysSinceLast - hours / 24) : GENERATION;
  const left = found.ratio - generation * hours;
  return left > 0 ? figure(-Math.log(left) + (4 - 3.5 * found.ratio) * (ufLitres / postWeight)) : noFigure('logarithm');
}

/** Blood taken from a fistula or graft mixes otherwise than that of a central catheter. */
export type SampleAccess = 'arteriovenous' | 'catheter';
export type EKtVFormula = 'rate' | 'tattersall';

/** Figures that Kt/V can have at all. */
const isKtV = (value: Input): value is number => within(value, 0, 10);

/** Equilibrated Kt/V. Whoever stores it stores the formula with it: the two differ in the second digit. */
export function eKtV(asked: { readonly spKtV: Input; readonly minutes: Input; readonly access: SampleAccess; readonly formula: EKtVFormula }): Computed {
  const { spKtV: single, minutes, access, formula } = asked;
  if (!isNumber(single)) return noFigure('missing');
  if (!isKtV(single)) return noFigure('implausible');
  if (!isSampled(minutes)) return whyNoMinutes(minutes);
  if (formula === 'tattersall') return figure((single * minutes) / (minutes + (access === 'catheter' ? 22 : 35)));
  const hours = minutes / 60;
  const rebound = access === 'catheter' ? single * (1 - 0.47 / hours) + 0.02 : single * (1 - 0.6 / hours) + 0.03;
  return rebound >= 0 ? figure(rebound) : noFigure('duration');
}

/** Which Kt/V stands in the denominator: sources differ, and the third digit with them. */
export type StdKtVDenominator = 'spKtV' | 'eKtV';

/** Standard Kt/V of a week by Gotch and Leypoldt. @param perWeek treatments in a week */
export function stdKtV(asked: {
  readonly spKtV: Input;
  readonly eKtV: Input;
  readonly minutes: Input;
  readonly perWeek: Input;
  readonly denominator: StdKtVDenominator;
}): Computed {
  const { spKtV: single, eKtV: equilibrated, minutes, perWeek } = asked;
  if (!isNumber(single) || !isNumber(equilibrated) || !isNumber(perWeek)) return noFigure('missing');
  const below = asked.denominator === 'spKtV' ? single : equilibrated;
  if (!isKtV(single) || !isKtV(equilibrated) || below <= 0 || equilibrated <= 0 || !within(perWeek, 0.5, 7)) return noFigure('implausible');
  if (!isSampled(minutes)) return whyNoMinutes(minutes);
  const hours = minutes / 60;
  const removed = 1 - Math.exp(-equilibrated);
  const divisor = removed / below + 168 / (perWeek * hours) - 1;
  return divisor > 0 ? figure((168 * removed) / hours / divisor) : noFigure('implausible');
}

/** Water of the body by Watson, L. */
export function watson(person: { readonly sex: 'male' | 'female'; readonly years: Input; readonly heightCm: Input; readonly kg: Input }): Computed {
  const { sex, years, heightCm, kg } = person;
  if (!isNumber(heightCm) || !isNumber(kg) || (sex === 'male' && !isNumber(years))) return noFigure('missing');
  if (!within(heightCm, 50, 250) || !within(kg, 10, 250) || (sex === 'male' && !within(years, 0, 130))) return noFigure('implausible');
  return figure(sex === 'male' ? 2.447 - 0.09516 * (years ?? 0) + 0.1074 * heightCm + 0.3362 * kg : -2.097 + 0.1069 * heightCm + 0.2466 * kg);
}
