import type { ReceiptSeries } from '../contract/index.ts';

export interface NumberFormat {
  readonly prefix: string;
  readonly date: 'yyyyMMdd' | 'yyyyMM' | 'yyyy';
  readonly digits: number;
}

const isSeries = (value: unknown): value is ReceiptSeries =>
  typeof value === 'object' && value !== null && 'orgId' in value && 'prefix' in value && 'refundPrefix' in value;

/**
 * Rule of a facility's receipt numbers: what the plugin's settings say, else what the facility was set up with, else SF and TF.
 * @param settings the plugin's settings; checked against its schema when they were saved
 */
export function receiptFormat(
  settings: Readonly<Record<string, unknown>>,
  stored: ReceiptSeries | undefined,
  orgId: string,
  kind: 'charge' | 'refund',
): NumberFormat {
  const given: unknown = settings.receiptSeries;
  const own = Array.isArray(given) ? given.filter(isSeries).find((one) => one.orgId === orgId) : undefined;
  const series = own ?? stored ?? { orgId, prefix: 'SF', refundPrefix: 'TF' };
  return { prefix: kind === 'charge' ? series.prefix : series.refundPrefix, date: series.date ?? 'yyyyMMdd', digits: series.digits ?? 6 };
}
