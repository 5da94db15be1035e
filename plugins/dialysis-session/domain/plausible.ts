import type { FieldRule, FieldValue, FieldValues } from '../contract/fields.ts';

export const FLAWS = ['unknown-field', 'not-a-number', 'out-of-range', 'minutes-for-hours', 'decimals', 'unknown-choice', 'too-long', 'upside-down'] as const;

/** What is wrong with a field; each kind has a sentence of its own (`flaw.<kind>`). */
export interface Flaw {
  readonly field: string;
  readonly kind: (typeof FLAWS)[number];
  readonly params: Readonly<Record<string, string | number>>;
}

const isEmpty = (value: FieldValue | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Hours where minutes are asked for: 4 or 4.5 instead of 240 or 270. */
const looksLikeHours = (value: number, { unit, min }: { readonly unit: string; readonly min: number }): boolean =>
  unit === 'min' && min >= 30 && value > 0 && value <= 12;

function numberFlaw(field: string, value: FieldValue, rule: Extract<FieldRule, { kind: 'number' }>): Flaw | undefined {
  const { min, max, decimals, unit } = rule;
  if (typeof value !== 'number' || !Number.isFinite(value)) return { field, kind: 'not-a-number', params: {} };
  if (looksLikeHours(value, rule)) return { field, kind: 'minutes-for-hours', params: { value, minutes: Math.round(value * 60) } };
  if (value < min || value > max) return { field, kind: 'out-of-range', params: { value, min, max, unit } };
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) > 1e-6 ? { field, kind: 'decimals', params: { value, decimals } } : undefined;
}

/** What is wrong with one field. An empty one is never wrong: what must be there is asked for by guards. */
export function fieldFlaw(field: string, value: FieldValue, rule: FieldRule | undefined): Flaw | undefined {
  if (!rule) return { field, kind: 'unknown-field', params: {} };
  if (isEmpty(value)) return undefined;
  if (rule.kind === 'number') return numberFlaw(field, value, rule);
  if (rule.kind === 'text') {
    if (typeof value === 'string' && value.length <= rule.max) return undefined;
    return { field, kind: 'too-long', params: { max: rule.max } };
  }
  const chosen = rule.kind === 'choice' ? [value] : Array.isArray(value) ? (value as readonly FieldValue[]) : [value];
  const wrong = chosen.find((one) => typeof one !== 'string' || !rule.choices.includes(one));
  return wrong === undefined ? undefined : { field, kind: 'unknown-choice', params: { value: String(wrong) } };
}

/** All that is wrong with some values, the pressure that stands upside down among it. @param around what stands already, for rules of two fields */
export function flawsIn(values: FieldValues, rules: Readonly<Record<string, FieldRule>>, around: FieldValues = {}): readonly Flaw[] {
  const flaws = Object.entries(values).flatMap(([field, value]) => fieldFlaw(field, value, rules[field]) ?? []);
  const whole = { ...around, ...values };
  const [systolic, diastolic] = [whole.systolic, whole.diastolic];
  const touched = 'systolic' in values || 'diastolic' in values;
  if (touched && flaws.length === 0 && typeof systolic === 'number' && typeof diastolic === 'number' && systolic <= diastolic)
    return [{ field: 'diastolic', kind: 'upside-down', params: { systolic, diastolic } }];
  return flaws;
}
