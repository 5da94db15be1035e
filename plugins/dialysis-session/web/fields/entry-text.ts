import type { WebContext } from '@nephra/plugin-sdk/web';
import { ADJUST_FIELDS, EVENT_FIELDS, FIELDS, type FieldRule, type FieldValues, READING_FIELDS } from '../../contract/fields.ts';
import type { Material } from '../../contract/material/material.ts';
import type { SessionEntry } from '../../contract/session.schema.ts';
import { fieldLabel, inFormOrder, valueText } from './field-text.ts';

/** Fields of entries that have some. */
export const ENTRY_RULES: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  reading: READING_FIELDS,
  event: EVENT_FIELDS,
  adjust: ADJUST_FIELDS,
};

/** The same for acts that fill in a section: what was chosen is said in words. */
const SAID_BY: typeof ENTRY_RULES = { ...ENTRY_RULES, check1: FIELDS.check1, check2: FIELDS.check2, start: FIELDS.start, end: FIELDS.end };

/** What a piece is, its lot and last day, in one line. */
export function materialText(t: WebContext['t'], { role, drugName, gtin, item, lot, expiry, serial }: Material): string {
  const name = drugName || gtin || item;
  const parts = [lot && t('scan.lot', { lot }), expiry && t('scan.expiry', { day: expiry }), serial && t('scan.serial', { serial })];
  return [t('labelled', { label: t(`scan.role.${role}`), text: name }), ...parts].filter(Boolean).join(' · ');
}

/** What an event or a change says, in one line. */
export function entryText(t: WebContext['t'], { kind, content }: Pick<SessionEntry, 'kind' | 'content'>): string {
  if (kind === 'material') return materialText(t, content.material as Material);
  const fields = (content.fields ?? {}) as FieldValues;
  const rules = SAID_BY[kind] ?? {};
  const said = inFormOrder(rules, fields).filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));
  const texts = said.map(([name, value]) =>
    name === 'kind' ? valueText(t, rules[name], value) : `${fieldLabel(t, name)} ${valueText(t, rules[name], value)}`,
  );
  return [...texts, typeof content.reason === 'string' ? content.reason : ''].filter(Boolean).join(t('sentenceMark'));
}
