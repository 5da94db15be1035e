import type { WebContext } from '@nephra/plugin-sdk/web';
import type { SessionPlan } from '../../contract/session.schema.ts';
import type { FieldRule, FieldValue, FieldValues } from '../../contract/fields.ts';

type Text = WebContext['t'];

export const fieldLabel = (t: Text, name: string): string => t(`field.${name}`);
export const choiceText = (t: Text, value: string): string => t(`choice.${value}`);

/** A value as people read it; a dash where nobody wrote anything. */
export function valueText(t: Text, rule: FieldRule | undefined, value: FieldValue | undefined): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map((one) => choiceText(t, one)).join(t('listMark')) || '–';
  if (typeof value === 'number') return rule?.kind === 'number' && rule.unit !== '' ? `${value} ${rule.unit}` : String(value);
  return rule?.kind === 'choice' ? choiceText(t, String(value)) : String(value);
}

/** Fields in the order of the form: the database keeps them in one of its own. What the form does not know stands last. */
export function inFormOrder(rules: Readonly<Record<string, FieldRule>>, fields: FieldValues): readonly (readonly [name: string, value: FieldValue])[] {
  const order = Object.keys(rules);
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(fields).toSorted(([one], [other]) => place(one) - place(other));
}

/** Agent, first dose, dose per hour and what else was prescribed against clotting, in one line. */
export function anticoagulantText(t: Text, { agent, firstDose, perHour, unit, note }: SessionPlan['prescription']['anticoagulant']): string {
  return [t(`agent.${agent}`), firstDose, perHour, unit, note].filter((one) => one !== null && one !== '').join(' ');
}
