import type { LineOrder } from './line-order.ts';
import { MAX_DAYS, MAX_DOSE, MAX_QUANTITY } from './line-limits.ts';

export type InputFault = 'quantity-number' | 'quantity-negative' | 'quantity-too-large' | 'dose-too-large' | 'quantity-days';

/** Numbers of a line that nobody can mean. A quantity counts only when a person typed it. */
export function inputFault(line: Pick<LineOrder, 'onceUsing' | 'drugDays' | 'drugNum' | 'manualNum'>): InputFault | undefined {
  const numbers = [line.onceUsing, line.drugDays, ...(line.manualNum ? [line.drugNum] : [])];
  if (numbers.some((value) => !Number.isFinite(value))) return 'quantity-number';
  if (line.onceUsing < 0 || (line.manualNum && line.drugNum < 0)) return 'quantity-negative';
  if (!Number.isInteger(line.drugDays) || line.drugDays < 0 || line.drugDays > MAX_DAYS) return 'quantity-days';
  if (line.onceUsing > MAX_DOSE) return 'dose-too-large';
  if (line.manualNum && line.drugNum > MAX_QUANTITY) return 'quantity-too-large';
  return undefined;
}
