import type { Quantity } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, PayStatus, prescriptionPaidBack } from '../../../prescription/contract/index.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

/** The prescription as far as it is still paid for: what was given back at the desk is neither picked nor handed out. */
export async function withoutPaidBack(ctx: ServerContext<PharmacyTables>, prescription: LedgerPrescription): Promise<LedgerPrescription> {
  if (prescription.payStatus !== PayStatus.PartlyRefunded) return prescription;
  const paidBack = (await ctx.optionalService(prescriptionPaidBack)?.linesOf(prescription.dpId, [prescription.orgId])) ?? [];
  const byLine = new Map(paidBack.map((line) => [line.detailId, line.quantity]));
  return { ...prescription, lines: prescription.lines.map((line) => ({ ...line, quantity: (line.quantity - (byLine.get(line.detailId) ?? 0)) as Quantity })) };
}
