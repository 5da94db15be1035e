import { type Money, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { type WebContext, wordOf } from '@nephra/plugin-sdk/web';
import type { Status } from '@nephra/plugin-sdk/widgets';
import type { DispensingLine } from '../contract/dispensing.schema.ts';
import { isDrug } from '../domain/dispensing/dispensable-lines.ts';
import { ADJUST_REASONS, type AdjustReason } from '../domain/stock/stock-lot.ts';

export type Text = WebContext['t'];

export const payerText = (t: Text, reimWay: string): string => wordOf(t, `reimWay.${reimWay}`, reimWay);
export const typeText = (t: Text, drugType: string): string => wordOf(t, `drugType.${drugType}`, drugType);
export const usageText = (t: Text, drugUsage: string): string => wordOf(t, `usage.${drugUsage}`, drugUsage);
export const intervalText = (t: Text, drugInterval: string): string => wordOf(t, `interval.${drugInterval}`, drugInterval);

/** Sex and age in one breath: 男 · 63岁; the sex alone while the birthday is unknown. */
export const personText = (t: Text, person: { patientSex: number; patientAge: number }): string =>
  [wordOf(t, `sex.${person.patientSex}`, ''), person.patientAge >= 0 && t('years', { n: person.patientAge })].filter(Boolean).join(' · ');

/** How a drug is to be taken: 0.5 µg · 口服 · 每日一次 · 28天. A single day goes without saying, and so does the dosage of a consumable. */
export function dosageText(
  t: Text,
  line: Pick<DispensingLine, 'drugType' | 'onceUsing' | 'onceUsingUnit' | 'drugUsage' | 'drugInterval' | 'drugDays'>,
): string {
  if (!isDrug(line.drugType)) return '';
  const dose = line.onceUsing > 0 ? `${line.onceUsing} ${line.onceUsingUnit}` : '';
  const days = line.drugDays > 1 ? t('days', { n: line.drugDays }) : '';
  return [dose, line.drugUsage && usageText(t, line.drugUsage), line.drugInterval && intervalText(t, line.drugInterval), days].filter(Boolean).join(' · ');
}

/** Where a prescription stands, by rxStatus. */
export const rxStates = (t: Text): Status[] => [
  { value: 1, text: t('rx.1'), tone: 'warning' },
  { value: 2, text: t('rx.2'), tone: 'info' },
  { value: 3, text: t('rx.3'), tone: 'info' },
  { value: 4, text: t('rx.4'), tone: 'success' },
  { value: 5, text: t('rx.5'), tone: 'success' },
  { value: 6, text: t('rx.6'), tone: 'neutral' },
  { value: 7, text: t('rx.7'), tone: 'neutral' },
  { value: 8, text: t('rx.8'), tone: 'danger' },
];

/** How hard a finding of the safety checks stops. */
export const checkLevels = (t: Text): Status[] => [
  { value: 'block', text: t('check.level.block'), tone: 'danger' },
  { value: 'reason', text: t('check.level.reason'), tone: 'warning' },
  { value: 'info', text: t('check.level.info'), tone: 'info' },
];

export const payStates = (t: Text): Status[] => [
  { value: 0, text: t('paid.0'), tone: 'warning' },
  { value: 1, text: t('paid.1'), tone: 'success' },
  { value: 2, text: t('paid.2'), tone: 'warning' },
  { value: 3, text: t('paid.3'), tone: 'danger' },
  { value: 4, text: t('paid.4'), tone: 'neutral' },
  { value: 5, text: t('paid.5'), tone: 'neutral' },
  { value: 6, text: t('paid.6'), tone: 'success' },
];

export const expiryLevels = (t: Text): Status[] => [
  { value: 'expired', text: t('level.expired'), tone: 'danger' },
  { value: 'near', text: t('level.near'), tone: 'warning' },
  { value: 'soon', text: t('level.soon'), tone: 'info' },
  { value: 'fine', text: t('level.fine'), tone: 'success' },
];

export const movementKinds = (t: Text): Status[] => [
  { value: 'receive', text: t('move.receive'), tone: 'info' },
  { value: 'dispense', text: t('move.dispense'), tone: 'neutral' },
  { value: 'return', text: t('move.return'), tone: 'success' },
  { value: 'adjust', text: t('move.adjust'), tone: 'warning' },
  { value: 'count', text: t('move.count'), tone: 'warning' },
  { value: 'use', text: t('move.use'), tone: 'neutral' },
  { value: 'unuse', text: t('move.unuse'), tone: 'success' },
];

export const adjustReasons = (t: Text): Status[] =>
  (Object.keys(ADJUST_REASONS) as AdjustReason[]).map((reason) => ({ value: reason, text: t(`adjust.${reason}`), tone: 'warning' }));

export const countStates = (t: Text): Status[] => [
  { value: 'open', text: t('count.open'), tone: 'info' },
  { value: 'posted', text: t('count.posted'), tone: 'success' },
  { value: 'dropped', text: t('count.dropped'), tone: 'neutral' },
];

export const countBases = (t: Text): Status[] => [
  { value: 'shelf', text: t('count.shelf') },
  { value: 'paper', text: t('count.paper') },
];

export const itemKinds = (t: Text): Status[] => [
  { value: 'drug', text: t('kind.drug') },
  { value: 'material', text: t('kind.material') },
];

export const money = (value: number): Money => moneyFromWire(value);

/** A quantity with its sign, for the ledger. */
export const signed = (quantity: number): string => (quantity > 0 ? `+${quantity}` : String(quantity));
