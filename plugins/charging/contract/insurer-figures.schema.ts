import { Type } from '@nephra/plugin-sdk/contract';

/** The four parts of a fee; they add up to it. Names as the national interface has them, yuan. */
export const feePartFigures = {
  /** Wholly paid by the patient. */
  fulamt_ownpay_amt: Type.Number(),
  /** Above the price cap. */
  overlmt_selfpay: Type.Number(),
  /** Paid by the patient first. */
  preselfpay_amt: Type.Number(),
  /** Within what the insurance covers. */
  inscp_scp_amt: Type.Number(),
};

/** Who pays a bill and what of it is covered: funds, patient and hospital add up to it; without an insurer the patient pays all. Negative on a refund. Yuan. */
export const insurerFigures = {
  /** Visit and settlement of the insurer; empty when none took part. */
  mdtrt_id: Type.String(),
  setl_id: Type.String(),
  medfee_sumamt: Type.Number(),
  ...feePartFigures,
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
  /** Borne by the hospital itself. */
  hosp_part_amt: Type.Number(),
};
