import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type { Field } from '@nephra/plugin-sdk/widgets';
import type { Text } from '../catalogue-words.ts';

/** When new prices begin. Tomorrow, unless somebody chooses otherwise: what is being charged today stays as it was quoted. */
export interface FirstDay {
  begins: 'tomorrow' | 'today' | 'later';
  /** Only with `later`: milliseconds, a day of Asia/Shanghai. */
  validFrom: number | null;
}

/** @param today business day, `YYYY-MM-DD` */
const tomorrowOf = (today: string): number => parseDay(today) + DAY_MS;

export const firstDayAtFirst = (): FirstDay => ({ begins: 'tomorrow', validFrom: null });

type DayFields = [Extract<Field<FirstDay>, { kind: 'select' | 'radio' }>, Extract<Field<FirstDay>, { kind: 'date' | 'dateTime' | 'month' }>];
export const firstDayFields = (t: Text, today: string): DayFields => [
  {
    kind: 'radio',
    name: 'begins',
    label: t('catalogue.validFrom'),
    required: true,
    options: (['tomorrow', 'today', 'later'] as const).map((value) => ({
      value,
      text: t(`catalogue.begins.${value}`, { day: value === 'today' ? today : dayOf(tomorrowOf(today)) }),
    })),
    help: t('catalogue.help.validFrom'),
    span: 2,
  },
  {
    kind: 'date',
    name: 'validFrom',
    label: t('catalogue.firstDay'),
    required: true,
    min: tomorrowOf(today),
    visible: ({ begins }) => begins === 'later',
  },
];

/** The day that was chosen, `YYYY-MM-DD`; null while there is none. */
export function chosenDay({ begins, validFrom }: FirstDay, today: string): string | null {
  if (begins === 'today') return today;
  if (begins === 'tomorrow') return dayOf(tomorrowOf(today));
  return validFrom === null ? null : dayOf(validFrom);
}
