import { AppError } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type BillSettlement, billSettlements } from '../../contract/index.ts';
import { settledByInsurer } from '../../domain/money/insured-parts.ts';
import type { Bill } from './bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';

/** Who stands behind a bill: nobody, an insurer's settlement, or one that cannot be asked for because its plugin is off. */
export type BillInsurer = { readonly kind: 'none' } | { readonly kind: 'settled'; readonly settlement: BillSettlement } | { readonly kind: 'off' };

export async function insurerOf(ctx: ServerContext<ChargingTables>, bill: Pick<Bill, 'id' | 'orgId' | 'medInsMark' | 'payments'>): Promise<BillInsurer> {
  if (bill.medInsMark === '0') return { kind: 'none' };
  const settlements = ctx.optionalService(billSettlements);
  if (!settlements) return settledByInsurer(bill.payments) ? { kind: 'off' } : { kind: 'none' };
  const [settlement] = await settlements.of([bill.id], [bill.orgId]);
  return settlement ? { kind: 'settled', settlement } : { kind: 'none' };
}

/**
 * Money of an insurer goes back by cancelling the settlement with him, never by hand.
 * @throws AppError `charging.cancel-insured`, `charging.cancel-insured-off`
 */
export async function assertNotInsurers(ctx: ServerContext<ChargingTables>, bill: Bill): Promise<void> {
  const insurer = await insurerOf(ctx, bill);
  const { billNo } = bill;
  if (insurer.kind === 'settled') throw new AppError('charging.cancel-insured', { params: { billNo, setlId: insurer.settlement.setlId } });
  if (insurer.kind === 'off') throw new AppError('charging.cancel-insured-off', { params: { billNo } });
}
