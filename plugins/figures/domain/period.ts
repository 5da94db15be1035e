import { dayAfter, type FigurePeriod, lengthOfPeriod, MAX_FIGURE_DAYS, mondayOf, parseDay } from '@nephra/plugin-sdk/contract';

/** Periods that have a name. Those that still run end today. */
export const PERIOD_NAMES = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'year'] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

/** What somebody looks at: a name follows the calendar, days of one's own stay. */
export type PeriodChoice = { readonly kind: PeriodName } | ({ readonly kind: 'own' } & FigurePeriod);

export const FIRST_CHOICE: PeriodChoice = { kind: 'month' };

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days that a choice means. Weeks begin on Monday. @param today business day */
export function periodOfChoice(choice: PeriodChoice, today: string): FigurePeriod {
  const endingToday = (startDate: string): FigurePeriod => ({ startDate, endDate: today });
  switch (choice.kind) {
    case 'own':
      return { startDate: choice.startDate, endDate: choice.endDate };
    case 'today':
      return endingToday(today);
    case 'yesterday': {
      const day = dayAfter(today, -1);
      return { startDate: day, endDate: day };
    }
    case 'week':
      return endingToday(mondayOf(today));
    case 'month':
      return endingToday(firstOfMonth(today));
    case 'lastMonth': {
      const endDate = dayAfter(firstOfMonth(today), -1);
      return { startDate: firstOfMonth(endDate), endDate };
    }
    case 'year':
      return endingToday(`${today.slice(0, 4)}-01-01`);
  }
}

/** Why a period cannot be asked about; `key` is the sentence, `params` fill it. */
export interface PeriodFlaw {
  readonly key: 'bad-day' | 'ends-before' | 'in-future' | 'too-long';
  readonly field: 'startDate' | 'endDate';
  readonly params: Readonly<Record<string, string | number>>;
}

function isDay(day: string): boolean {
  try {
    parseDay(day);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a period; nothing when it may be asked about. @param today business day: nobody knows figures of later ones */
export function periodFlaw(period: FigurePeriod, today: string): PeriodFlaw | undefined {
  const { startDate, endDate } = period;
  for (const field of ['startDate', 'endDate'] as const) {
    if (!isDay(period[field])) return { key: 'bad-day', field, params: { day: period[field].slice(0, 20) } };
  }
  if (endDate < startDate) return { key: 'ends-before', field: 'endDate', params: { startDate, endDate } };
  if (endDate > today) return { key: 'in-future', field: 'endDate', params: { endDate, today } };
  const days = lengthOfPeriod(period);
  if (days > MAX_FIGURE_DAYS) return { key: 'too-long', field: 'startDate', params: { days, most: MAX_FIGURE_DAYS } };
  return undefined;
}

/** A choice as it was kept; the first one where it is none, or one that cannot be asked about. */
export function readChoice(kept: unknown, today: string): PeriodChoice {
  if (typeof kept !== 'object' || kept === null) return FIRST_CHOICE;
  const { kind, startDate, endDate } = kept as Readonly<Record<string, unknown>>;
  const name = PERIOD_NAMES.find((one) => one === kind);
  if (name) return { kind: name };
  if (kind !== 'own' || typeof startDate !== 'string' || typeof endDate !== 'string') return FIRST_CHOICE;
  return periodFlaw({ startDate, endDate }, today) ? FIRST_CHOICE : { kind, startDate, endDate };
}
