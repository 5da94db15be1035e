import { PayStatus, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import type { Actor, Ctx } from './settlement-context.ts';
import { dpIdsOf, type SettlementRow } from './settlement.repo.ts';

type Held = typeof PayStatus.ToCharge | typeof PayStatus.Settling | typeof PayStatus.Unknown;

/** The next step on the way from one state to another; nothing when there is no way, or none is needed. */
const WAY: Readonly<Record<Held, Partial<Record<PayStatus, Held>>>> = {
  [PayStatus.Settling]: { [PayStatus.ToCharge]: PayStatus.Settling, [PayStatus.Unknown]: PayStatus.ToCharge },
  [PayStatus.Unknown]: { [PayStatus.Settling]: PayStatus.Unknown, [PayStatus.ToCharge]: PayStatus.Settling },
  [PayStatus.ToCharge]: { [PayStatus.Settling]: PayStatus.ToCharge, [PayStatus.Unknown]: PayStatus.ToCharge },
};

/**
 * Brings the settlement's prescriptions to where its state wants them. Belongs into the transaction that moves the settlement. The monthly
 * charge keeps its prescriptions on the account, so nothing moves there. Rows are taken in the order of their ids: two desks wait for
 * each other instead of blocking each other.
 */
export async function holdPrescriptions(ctx: Ctx, row: SettlementRow, to: Held, by: Actor): Promise<void> {
  if (row.month !== null) return;
  const ledger = ctx.service(prescriptionLedger);
  const orgIds = [row.orgId];
  const heads = await ledger.getMany(await dpIdsOf(ctx, row.id), orgIds);
  for (const head of [...heads].sort((a, b) => (a.dpId < b.dpId ? -1 : 1))) {
    let { payStatus, version }: { payStatus: PayStatus; version: number } = head;
    for (let next = WAY[to][payStatus]; next !== undefined; next = WAY[to][payStatus]) {
      ({ payStatus, version } = await ledger.setPayStatus({ dpId: head.dpId, version, to: next, by: { userId: by.userId, userName: by.userName, orgIds } }));
    }
  }
}
