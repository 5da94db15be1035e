import { AppError, type Money, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import { pick, type ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { SettledPayment } from '../../contract/charge/payment-split.ts';
import type { Bill } from '../bills/bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { lockDrawer } from '../drawer.repo.ts';
import { nextBillNumber, type ReceiptFormat } from '../facility.repo.ts';
import { readyBill } from './insert-bill.ts';

export interface Cashier {
  readonly userId: UserId;
  readonly userName: string;
  readonly orgIds: readonly OrgId[];
}

/** The person of a call as the one whose drawer it is. */
export const cashierOf = ({ userId, userName, orgIds }: Cashier): Cashier => ({ userId, userName, orgIds });

export interface BillDraft {
  readonly prescriptions: readonly LedgerPrescription[];
  readonly total: Money;
  readonly payments: readonly SettledPayment[];
  readonly cashier: Cashier;
  /** When; looked at for the demo's past only, else it is now. */
  readonly at: Date;
  readonly origin: 'desk' | 'demo';
  /** The prescriptions are `heldPrescriptions` of this transaction. */
  readonly held?: boolean;
  /** Where it was read before. */
  readonly format?: ReceiptFormat;
  /** Default: the next number of the facility's series. */
  readonly billNo?: string;
  /** Default `0`: not settled through insurance. */
  readonly medInsMark?: string;
}

/**
 * Marks the prescriptions charged and writes the bill. The prescription rows are locked first and in the order of their ids, so
 * that two cashiers who charge the same patient wait for each other instead of blocking each other.
 */
export async function writeBill(ctx: ServerContext<ChargingTables>, draft: BillDraft): Promise<Bill> {
  const [first] = draft.prescriptions;
  if (!first) throw new AppError('charging.charge-empty');
  const id = ctx.newId();
  const ledger = ctx.service(prescriptionLedger);
  for (const one of [...draft.prescriptions].sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    await ledger.markCharged({
      dpId: one.dpId,
      version: one.version,
      by: draft.cashier,
      billId: id,
      past: draft.origin === 'demo',
      ...(draft.held ? { held: one } : {}),
    });
  }
  const write = readyBill({
    id,
    kind: 'charge',
    origin: draft.origin,
    ...pick(first, 'orgId', 'patientId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay', 'diagnosis'),
    medInsMark: draft.medInsMark ?? '0',
    total: draft.total,
    cashierId: draft.cashier.userId,
    cashierName: draft.cashier.userName,
    reversesId: null,
    takesLast: false,
    reason: '',
    prescriptions: draft.prescriptions.map((one) => ({
      dpId: one.dpId,
      dpNumber: one.dpNumber,
      workerName: one.workerName,
      total: one.totalPrice,
      round: one.rounds + 1,
    })),
    lines: draft.prescriptions.flatMap((one) => one.lines.map((line) => ({ ...line, dpId: one.dpId, dpNumber: one.dpNumber }))),
    payments: draft.payments,
  });
  // Sent together, and worked off in this order: the drawer, then the number for which the whole facility waits. What can be made before is made.
  const [, billNo] = await Promise.all([
    lockDrawer(ctx.db, first.orgId, draft.cashier.userId),
    draft.billNo ?? nextBillNumber(ctx, first.orgId, 'charge', draft.format),
  ]);
  // At the desk the moment counts at which the drawer was ours: a closing before it cannot have missed this bill.
  const chargedAt = draft.origin === 'desk' ? ctx.clock.now() : draft.at;
  return await write(ctx.lateDb, billNo, chargedAt);
}
