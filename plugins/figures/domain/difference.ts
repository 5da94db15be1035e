import type { FigureUnitName } from '../contract/index.ts';
import { scaledOf } from './figure-text.ts';

/** How a value stands to the one of the period before. */
export interface Difference {
  readonly direction: 'up' | 'down' | 'same';
  /** Without sign, in the unit of the figure; of `percent` in percentage points. */
  readonly amount: number;
  /** Without sign, one decimal: 12.5 is twelve and a half per cent. Null before zero, and for figures that are percentages themselves. */
  readonly percent: number | null;
}

/** @param value and `before` as on the wire: whole numbers, yuan with fen, or per cent */
export function differenceOf(unit: FigureUnitName, value: number, before: number): Difference {
  const scale = unit === 'count' ? 1 : 100;
  const [now, then] = [scaledOf(unit, value), scaledOf(unit, before)];
  const change = now - then;
  return {
    direction: change > 0 ? 'up' : change < 0 ? 'down' : 'same',
    amount: Math.abs(change) / scale,
    percent: then === 0 || unit === 'percent' ? null : Math.round(Math.abs(change / then) * 1000) / 10,
  };
}
