import type { FigurePeriod } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { FigureUnitName } from '../contract/index.ts';
import { differenceOf } from '../domain/difference.ts';
import { valueText } from '../domain/figure-text.ts';

export type Text = WebContext['t'];

/** One day, or from the first to the last. */
export const periodText = (t: Text, { startDate, endDate }: FigurePeriod): string =>
  startDate === endDate ? startDate : t('period.span', { from: startDate, to: endDate });

/** How a value stands to the one of the period before, in words. */
export function differenceText(t: Text, unit: FigureUnitName, value: number, before: number): string {
  const { direction, amount, percent } = differenceOf(unit, value, before);
  if (direction === 'same') return t('difference.same');
  const size = unit === 'percent' ? t('difference.points', { n: amount }) : valueText(unit, amount);
  return percent === null ? t(`difference.${direction}`, { amount: size }) : t(`difference.${direction}By`, { amount: size, percent });
}
