import { fen, formatMoney, moneyFromWire, withThousands } from '@nephra/plugin-sdk/contract';
import type { FigureUnitName } from '../contract/index.ts';

/** A value in whole hundredths (yuan in fen, per cent in hundredths of one) or whole things: what is compared and summed is never a float. */
export const scaledOf = (unit: FigureUnitName, value: number): number => (unit === 'count' ? Math.round(value) : moneyFromWire(value));

/** `1,234`, `¥1,234.50`, `-¥3.00`, `12.5%`. */
export function valueText(unit: FigureUnitName, value: number): string {
  const scaled = scaledOf(unit, value);
  const [sign, size] = [scaled < 0 ? '-' : '', Math.abs(scaled)];
  if (unit === 'yuan') return `${sign}¥${formatMoney(fen(size))}`;
  return unit === 'count' ? `${sign}${withThousands(String(size))}` : `${sign}${size / 100}%`;
}

/** Sum of values as on the wire. */
export const sumOfValues = (unit: FigureUnitName, values: readonly number[]): number =>
  values.reduce((sum, value) => sum + scaledOf(unit, value), 0) / (unit === 'count' ? 1 : 100);
