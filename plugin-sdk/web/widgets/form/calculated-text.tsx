import { withThousands } from '@nephra/plugin-sdk/contract';

/** What a calculated field holds: a result that is no number becomes 0 (spec 5). */
export const calculatedValue = (result: unknown): number => {
  const value = typeof result === 'string' && result.trim() !== '' ? Number(result) : result;
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};

/** Read-only result of a calculation with two decimals (spec 2.6). */
export function CalculatedText({ result }: { readonly result: unknown }) {
  return <output style={{ fontVariantNumeric: 'tabular-nums' }}>{withThousands(calculatedValue(result).toFixed(2))}</output>;
}
