import { withoutTrailing } from '@nephra/plugin-sdk/contract';
import type { SiteColumn } from '../model/table-shape.ts';

/** Why a row does not fit: key below `sync.reason` of the texts, and the column. */
export interface RowFlaw {
  readonly reason: 'null' | 'too-long' | 'decimals' | 'number' | 'key-taken' | 'value';
  readonly column: string;
}

const MAX_OF = { int: 2_147_483_647n, bigint: 9_223_372_036_854_775_807n } as const;
const NUMBER = /^-?(\d+)(?:\.(\d*))?(?:[eE][+-]?\d+)?$/;

/** Nothing is rounded or cut: a number with more decimals than its column, or a longer text, does not fit. */
function flawOf(value: string | null, { dataType, dataLength, allowNull }: SiteColumn): RowFlaw['reason'] | undefined {
  if (value === null) return allowNull ? undefined : 'null';
  switch (dataType) {
    case 'varchar':
      // Characters as the database counts them, not halves of them.
      return value.length > Number(dataLength) && [...value].length > Number(dataLength) ? 'too-long' : undefined;
    case 'int':
    case 'bigint': {
      if (!/^-?\d{1,20}$/.test(value)) return 'number';
      const number = BigInt(value);
      return number > MAX_OF[dataType] || number < -MAX_OF[dataType] - 1n ? 'number' : undefined;
    }
    case 'decimal': {
      if (dataLength === '') return undefined;
      const [, whole = '', rest = ''] = NUMBER.exec(value) ?? [];
      if (whole === '' || /[eE]/.test(value)) return 'number';
      const [digits = 0, decimals = 0] = dataLength.split(',').map(Number);
      if (withoutTrailing(rest, '0').length > decimals) return 'decimals';
      return whole.replace(/^0+/, '').length > digits - decimals ? 'number' : undefined;
    }
    default:
      return undefined;
  }
}

/** What is wrong with a row before the database is asked; undefined: nothing. */
export function rowFlaw(row: readonly (string | null)[], columns: readonly SiteColumn[]): RowFlaw | undefined {
  for (const [at, column] of columns.entries()) {
    const reason = flawOf(row[at] ?? null, column);
    if (reason) return { reason, column: column.field };
  }
  return undefined;
}
