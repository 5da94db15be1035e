import type { FieldValues } from '../contract/fields.ts';

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
/** Lighter than this nobody is who is treated here. */
const MIN_NET_KG = 20;

/** kg without clothes and wheelchair; null where nothing was weighed or nothing sensible is left. */
export function netWeight({ scale, clothes }: FieldValues): number | null {
  const [gross, tare] = [numberOf(scale), numberOf(clothes) ?? 0];
  if (gross === null) return null;
  const net = oneDecimal(gross - tare);
  return net >= MIN_NET_KG ? net : null;
}

/** ml that weight asks for: above the dry weight, and what is drunk or given meanwhile. Never below 0; null where a weight is missing, which is not 0. */
export const ufByWeight = (pre: number | null, dry: number | null, intake = 0): number | null =>
  pre === null || dry === null ? null : Math.max(0, Math.round((pre - dry) * 1000 + intake));

/** ml/kg/h; null where something is missing or nothing can be divided by. */
export function ufRate(volume: number | null, minutes: number | null, weight: number | null): number | null {
  if (volume === null || minutes === null || weight === null || minutes <= 0 || weight <= 0) return null;
  const rate = volume / (minutes / 60) / weight;
  return Number.isFinite(rate) ? Math.round(rate * 100) / 100 : null;
}

/** kg since the last treatment. */
export const gainSince = (pre: number | null, lastPost: number | null): number | null =>
  pre === null || lastPost === null ? null : oneDecimal(pre - lastPost);

/** The weight did not go down. Something may have been drunk or a scale be wrong, so a reason is enough. */
export const isAbove = (post: number | null, pre: number | null): boolean => post !== null && pre !== null && post > pre;
