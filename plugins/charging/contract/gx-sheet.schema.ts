import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { settleSheet } from './charge.schema.ts';

/** The four parts of a fee; they add up to it. Names as the national interface has them. */
const feeParts = {
  /** Wholly paid by the patient. */
  fulamt_ownpay_amt: Type.Number(),
  /** Above the price cap. */
  overlmt_selfpay: Type.Number(),
  /** Paid by the patient first. */
  preselfpay_amt: Type.Number(),
  /** Within what the insurance covers. */
  inscp_scp_amt: Type.Number(),
};

/** One fee category of the national list (med_chrgitm_type). */
export const gxCategory = Type.Object({ category: Type.String(), amount: Type.Number(), ...feeParts });

/** Settlement sheet in the form of Guangxi. */
export const gxSheet = Type.Intersect([
  settleSheet,
  Type.Object({
    psn_no: Type.String(),
    /** Visit and settlement of the insurer; empty when none took part. */
    mdtrt_id: Type.String(),
    setl_id: Type.String(),
    categories: Type.Array(gxCategory),
    medfee_sumamt: Type.Number(),
    ...feeParts,
    fund_pay_sumamt: Type.Number(),
    /** Basic pool. */
    hifp_pay: Type.Number(),
    /** Civil servants’ subsidy. */
    cvlserv_pay: Type.Number(),
    /** All other funds. */
    oth_pay: Type.Number(),
    psn_part_amt: Type.Number(),
    acct_pay: Type.Number(),
    psn_cash_pay: Type.Number(),
  }),
]);
export type GxSheet = Static<typeof gxSheet>;
