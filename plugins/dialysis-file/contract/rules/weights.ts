import { type Computed, figure, type Input, isDuration, isNumber, noFigure, within } from './computed.ts';

/** kg that people on a scale weigh. */
const isWeight = (kg: Input): kg is number => within(kg, 20, 250);

/** Why weights give no figure. */
const whyNoWeight = (...weights: readonly Input[]): Computed => noFigure(weights.every(isNumber) ? 'implausible' : 'missing');

/** What the scale shows without clothes and wheelchair, kg. A result below 20 kg is refused: then the wheelchair was entered twice or is not on the scale. */
export function netWeight(weighed: { readonly scale: Input; readonly clothes?: Input; readonly wheelchair?: Input }): Computed {
  if (!isNumber(weighed.scale)) return noFigure('missing');
  const taken = [weighed.clothes ?? 0, weighed.wheelchair ?? 0];
  if (!taken.every((kg) => within(kg, 0, 200))) return noFigure('implausible');
  const net = weighed.scale - taken.reduce((sum, kg) => sum + kg, 0);
  return isWeight(net) ? figure(net) : noFigure('implausible');
}

/** Gain since the last closed treatment, wherever that was, kg; negative where weight was lost. */
export const idwg = (preWeight: Input, lastPostWeight: Input): Computed =>
  isWeight(preWeight) && isWeight(lastPostWeight) ? figure(preWeight - lastPostWeight) : whyNoWeight(preWeight, lastPostWeight);

/** Gain in per cent of the dry weight. */
export const idwgPct = (preWeight: Input, lastPostWeight: Input, dryWeight: Input): Computed =>
  isWeight(preWeight) && isWeight(lastPostWeight) && isWeight(dryWeight)
    ? figure(((preWeight - lastPostWeight) / dryWeight) * 100)
    : whyNoWeight(preWeight, lastPostWeight, dryWeight);

/** Weight above the dry weight, kg; negative below it. */
export const overDry = (preWeight: Input, dryWeight: Input): Computed =>
  isWeight(preWeight) && isWeight(dryWeight) ? figure(preWeight - dryWeight) : whyNoWeight(preWeight, dryWeight);

/**
 * Proposed ultrafiltration in whole ml, never below 0. 0 is a target like any other and means that no water is taken off.
 *
 * @param intakeMl what is drunk, given and returned during the treatment; nothing: 0
 * @param allowanceMl what is left on purpose
 */
export function ufTarget(asked: { readonly preWeight: Input; readonly dryWeight: Input; readonly intakeMl?: Input; readonly allowanceMl?: Input }): Computed {
  const over = overDry(asked.preWeight, asked.dryWeight);
  if (over.value === null) return over;
  const [intake, allowance] = [asked.intakeMl ?? 0, asked.allowanceMl ?? 0];
  if (!within(intake, 0, 10_000) || !within(allowance, 0, 10_000)) return noFigure('implausible');
  return figure(Math.max(0, Math.round(over.value * 1000 + intake - allowance)));
}

const isVolume = (ml: Input): ml is number => within(ml, 0, 30_000);
const whyNoVolume = (ml: Input, ...weights: readonly Input[]): Computed => whyNoWeight(ml, ...weights);

/** Ultrafiltration in per cent of the dry weight. */
export const ufPct = (ufMl: Input, dryWeight: Input): Computed =>
  isVolume(ufMl) && isWeight(dryWeight) ? figure((ufMl / (dryWeight * 1000)) * 100) : whyNoVolume(ufMl, dryWeight);

/**
 * Ultrafiltration in ml per kg and hour.
 *
 * @param kg weight after the treatment, or the dry weight before it has ended
 */
export function ufRate(asked: { readonly ufMl: Input; readonly minutes: Input; readonly kg: Input }): Computed {
  if (!isVolume(asked.ufMl) || !isWeight(asked.kg)) return whyNoVolume(asked.ufMl, asked.kg);
  if (!isDuration(asked.minutes)) return noFigure(isNumber(asked.minutes) ? 'duration' : 'missing');
  return figure(asked.ufMl / (asked.minutes / 60) / asked.kg);
}

export type UfRateColour = 'green' | 'yellow' | 'red';
/** Below the first limit green, above the second red; a rate that equals a limit is still yellow. */
export const ufRateColour = (rate: number, limits: { readonly ufRateWarn: number; readonly ufRateHigh: number }): UfRateColour => {
  if (rate < limits.ufRateWarn) return 'green';
  return rate > limits.ufRateHigh ? 'red' : 'yellow';
};

/** Hours that it takes to stay at a rate (ml/kg/h). */
export const minHours = (ufMl: Input, kg: Input, rate: number): Computed => {
  if (!isVolume(ufMl) || !isWeight(kg)) return whyNoVolume(ufMl, kg);
  return rate > 0 ? figure(ufMl / rate / kg) : noFigure('implausible');
};
