import { DAY_MS, dayOf, endOfDay, fen, formatMoney, type Money, moneyFromWire, parseDay, startOfDay } from '@nephra/plugin-sdk/contract';
import { type WebContext, wordOf } from '@nephra/plugin-sdk/web';
import type { DateRange, Status } from '@nephra/plugin-sdk/widgets';

export type Text = WebContext['t'];

export const payerText = (t: Text, reimWay: string): string => wordOf(t, `reimWay.${reimWay}`, reimWay);
export const typeText = (t: Text, drugType: string): string => wordOf(t, `drugType.${drugType}`, drugType);
export const sexText = (t: Text, sex: number): string => wordOf(t, `sex.${sex}`, '');

/** Sex and age in one breath: 男 · 63岁; the sex alone while the birthday is unknown. */
export const personText = (t: Text, person: { patientSex: number; patientAge: number }): string =>
  [sexText(t, person.patientSex), person.patientAge >= 0 && t('years', { n: person.patientAge })].filter(Boolean).join(' · ');

export const billStates = (t: Text): Status[] => [
  { value: 'charged', text: t('billState.charged'), tone: 'success' },
  { value: 'partly', text: t('billState.partly'), tone: 'warning' },
  { value: 'cancelled', text: t('billState.cancelled'), tone: 'neutral' },
  { value: 'refund', text: t('billState.refund'), tone: 'danger' },
];

/** Wire yuan as text with separators. */
export const yuan = (value: number): string => formatMoney(moneyFromWire(value));
/** Money of a wire amount; nothing when there is none. */
export const money = (value: number | null | undefined): Money => (value === null || value === undefined ? fen(0) : moneyFromWire(value));

export const rangeOfDay = (instant: number): DateRange => [startOfDay(instant), endOfDay(instant)];

/** From the first of the month to the day of `instant`. */
export const rangeOfMonth = (instant: number): DateRange => [startOfDay(parseDay(`${dayOf(instant).slice(0, 8)}01`)), endOfDay(instant)];

const YEAR_DAYS = 365;

/** The day of `instant` and the 364 before it. */
export const rangeOfYear = (instant: number): DateRange => [startOfDay(instant - (YEAR_DAYS - 1) * DAY_MS), endOfDay(instant)];
