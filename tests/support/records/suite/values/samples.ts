import type { RecordField, TextFormat } from '@nephra/plugin-sdk/record';
import { type SampleOf, sampleLines } from '../lines-suite.ts';

const FORMATTED: Readonly<Record<TextFormat, string>> = {
  mobile: '13900000000',
  email: 'sim@example.com',
  idCard: '11010519491231002X',
  licencePlate: '粤A12345',
  digits: '0123',
  chinese: '透析',
};

/** A value of a field that no other row has, as far as the kind allows. */
export function sampleOf({ kind, choices, format, min = 0, cells }: RecordField, nth: number, cellOf: SampleOf = sampleOf): unknown {
  if (cells) return sampleLines(cells, cellOf, Math.max(min, 1 + (nth % 2)), nth);
  if (format) return FORMATTED[format];
  switch (kind) {
    case 'flag':
      return 1;
    case 'choice':
      return choices?.[nth % choices.length]?.value ?? '';
    case 'code':
      return `SIM.${nth}`;
    case 'text':
    case 'note':
      return `样例 ${nth}`;
    case 'day':
      return '2026-02-28';
    case 'month':
      return `2026-${String((nth % 12) + 1).padStart(2, '0')}`;
    case 'choices':
      return choices?.slice(0, nth % 3).map(({ value }) => value) ?? [];
    case 'staff':
      return `staff-${nth}`;
    case 'richText':
      return { ops: [{ insert: `样例 ${nth}\n` }] };
    case 'instant':
      return 1_772_416_800_000 + nth;
    default:
      return min + (nth % 7);
  }
}

/** The least that a field of a number holds, and a bit less. */
export function smallest({ kind, min }: RecordField): { readonly fits: number; readonly beneath: number } | undefined {
  const isNumber = kind === 'decimal' || kind === 'int' || kind === 'money' || kind === 'unitPrice' || kind === 'quantity';
  return isNumber && min !== undefined ? { fits: min, beneath: min - 1 } : undefined;
}

/** A number with one decimal more than its field has. Amounts and quantities of the wire are rounded instead: floats of older clients have tails. */
export function tooFine({ kind, min = 0, decimals = 0 }: RecordField): number | undefined {
  return kind === 'int' || kind === 'decimal' ? Number((min + 10 ** -(decimals + 1)).toFixed(decimals + 1)) : undefined;
}

/** What has the look of a day or a month, and is none. */
export const noSuchDay = ({ kind }: RecordField): string | undefined => (kind === 'day' ? '2026-02-30' : kind === 'month' ? '2026-13' : undefined);

/** The most that a field holds, and a bit more. Characters are counted, not halves of them. */
export function extreme({ kind, max = 0, cells }: RecordField, cellOf: SampleOf = sampleOf): { readonly fits: unknown; readonly beyond: unknown } {
  if (cells) return { fits: sampleLines(cells, cellOf, max, 0), beyond: sampleLines(cells, cellOf, max + 1, 0) };
  if (kind === 'choices') return { fits: ['𠮷'.repeat(max)], beyond: ['𠮷'.repeat(max + 1)] };
  // The line's end counts as a character, too.
  if (kind === 'richText') return { fits: { ops: [{ insert: `${'x'.repeat(max - 1)}\n` }] }, beyond: { ops: [{ insert: `${'x'.repeat(max + 1)}\n` }] } };
  if (kind === 'decimal' || kind === 'int' || kind === 'money' || kind === 'unitPrice' || kind === 'quantity') return { fits: max, beyond: max + 1 };
  const letter = kind === 'code' ? 'x' : '𠮷';
  return { fits: letter.repeat(max), beyond: letter.repeat(max + 1) };
}
