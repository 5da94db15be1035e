import type { ServerContext } from '@nephra/plugin-sdk/server';
import { billSettlements } from '../../contract/index.ts';
import type { ChargingTables } from '../charging-tables.ts';

interface Settled {
  readonly id: string;
  readonly orgId: string;
  readonly medInsMark: string;
  /** Of a refund the bill that it takes back. */
  readonly reversesId: string | null | undefined;
}

/** Ids of the bills and refunds among these that a simulation settled. */
export async function simulatedBills(ctx: ServerContext<ChargingTables>, bills: readonly Settled[]): Promise<ReadonlySet<string>> {
  const insured = bills.filter((bill) => bill.medInsMark !== '0');
  const settlements = insured.length === 0 ? undefined : ctx.optionalService(billSettlements);
  if (!settlements) return new Set();
  const chargeOf = (bill: Settled): string => bill.reversesId ?? bill.id;
  const found = await settlements.of([...new Set(insured.map(chargeOf))], [...new Set(insured.map((bill) => bill.orgId))]);
  const simulated = new Set(found.filter((one) => one.simulated).map((one) => one.billId));
  return new Set(insured.filter((bill) => simulated.has(chargeOf(bill))).map((bill) => bill.id));
}
