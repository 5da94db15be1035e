import { Type } from '@nephra/plugin-sdk/contract';
import { billState } from './charge/charge.schema.ts';
import { MAX_AMOUNT, MAX_PAY_WAY } from './limits.ts';

export const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Yuan. */
const amountEnd = Type.Optional(Type.Number({ minimum: 0, maximum: MAX_AMOUNT }));

/**
 * What lists, totals, charts and exports of bills can be narrowed by; days are business days, both inclusive. `keyword`: patient, receipt,
 * prescription or outpatient number.
 */
export const billFilter = {
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  state: Type.Optional(billState),
  payWay: Type.Optional(Type.String({ maxLength: MAX_PAY_WAY })),
  patientId: Type.Optional(Type.String({ maxLength: 64 })),
  cashierId: Type.Optional(Type.String({ maxLength: 64 })),
  /** What the whole bill came to, both ends included, each may be left out; a refund counts by what went back. */
  totalFrom: amountEnd,
  totalTo: amountEnd,
};

/** Narrows the lines themselves. */
export const lineFilter = {
  drugType: Type.Optional(Type.String({ maxLength: 40 })),
  drugName: Type.Optional(Type.String({ maxLength: 100 })),
};
