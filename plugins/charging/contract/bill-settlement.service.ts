import { defineService, type Money, type OrgId } from '@nephra/plugin-sdk/contract';

/** What an insurer paid of one bill. Funds and the patient's part add up to the bill. */
export interface BillSettlement {
  readonly billId: string;
  readonly mdtrtId: string;
  readonly setlId: string;
  readonly poolPay: Money;
  readonly civilServantPay: Money;
  readonly otherFundPay: Money;
  readonly accountPay: Money;
  readonly cashPay: Money;
  /** Answered by a simulation and not by an insurer; every paper says so. */
  readonly simulated: boolean;
}

/** Offered by whoever settles with an insurer: sheets print what it says. Bills that no insurer took part in are absent. */
export interface BillSettlements {
  of(billIds: readonly string[], orgIds: readonly OrgId[]): Promise<BillSettlement[]>;
}
export const billSettlements = defineService<BillSettlements>('charging.bill-settlement@1');
