import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { BundleRow } from '@nephra/plugin-sdk/server';

export type Flag = 0 | 1;
export const flag = (on: boolean): Flag => (on ? 1 : 0);

/** An entry refers to something that is not here. */
export const missing = (what: string): AppError => new AppError('system.bundle-missing', { code: EnvelopeCode.Refused, params: { what } });

/** Those that were asked for, or those that the site made its own. */
export const wanted = <Row extends { readonly code: string }>(
  rows: readonly Row[],
  codes: ReadonlySet<string> | undefined,
  isOwn: (row: Row) => boolean,
): Row[] => rows.filter((row) => (codes ? codes.has(row.code) : isOwn(row)));

export type ValuesOf = BundleRow['values'];
