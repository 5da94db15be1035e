import { type Static, Type } from '@nephra/plugin-sdk/contract';

const prefix = Type.String({ pattern: '^[A-Z0-9]{1,8}$' });

/** How a facility numbers its receipts: prefix + date + counter. The counter of a facility goes on whatever is changed here, so no number comes twice. */
export const receiptSeries = Type.Object({
  orgId: Type.String({ minLength: 1, maxLength: 64 }),
  prefix,
  /** Of refunds; another than `prefix`. */
  refundPrefix: prefix,
  /** The counter starts anew with each of these. Default: every day. */
  date: Type.Optional(Type.Enum(['yyyyMMdd', 'yyyyMM', 'yyyy'])),
  /** Digits of the counter, filled with zeros. Default 6. */
  digits: Type.Optional(Type.Integer({ minimum: 3, maximum: 10 })),
});
export type ReceiptSeries = Static<typeof receiptSeries>;
