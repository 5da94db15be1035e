import { defineService, type Money, type OrgId } from '@nephra/plugin-sdk/contract';

/** The four parts that the insurer made of one fee line; they add up to it. */
export interface SettledLine {
  readonly detailId: string;
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
  readonly preselfpay: Money;
  readonly inscp: Money;
}

/** What an insurer paid of one bill. Funds, the patient's part and the hospital's add up to the bill. */
export interface BillSettlement {
  readonly billId: string;
  readonly mdtrtId: string;
  readonly setlId: string;
  readonly poolPay: Money;
  readonly civilServantPay: Money;
  readonly otherFundPay: Money;
  readonly accountPay: Money;
  readonly cashPay: Money;
  /** Borne by the hospital itself. */
  readonly hospitalPay: Money;
  /** Left out = sheets show the parts that were known while prescribing. */
  readonly lines?: readonly SettledLine[];
  /** Answered by a simulation and not by an insurer; every paper says so. */
  readonly simulated: boolean;
}

/** Offered by whoever settles with an insurer: sheets print what it says. Bills that no insurer took part in are absent; those of a settlement that was cancelled stay. */
export interface BillSettlements {
  of(billIds: readonly string[], orgIds: readonly OrgId[]): Promise<BillSettlement[]>;
}
export const billSettlements = defineService<BillSettlements>('charging.bill-settlement@1');
