import { pick } from '@nephra/plugin-sdk/server';
import { dayOf, type OrgId, type Quantity } from '@nephra/plugin-sdk/contract';
import type { LedgerPrescription } from '../../../prescription/contract/index.ts';
import type { PharmacyDemo } from '../../contract/index.ts';
import { type AllocatableLot, allocateFefo } from '../../domain/stock/fefo.ts';
import { type AdjustReason, correct, MovementKind, reserve, take } from '../../domain/stock/stock-lot.ts';
import type { NewAllocation } from '../stock/allocation.table.ts';
import type { NewMovement } from '../stock/movement.table.ts';
import { demandsOf, stockLines } from '../stock/move-stock.command.ts';
import type { NewStep } from '../dispensing/step.table.ts';

export type DemoPharmacist = PharmacyDemo['pharmacists'][number];

/** Something that happened to a lot before the first start, besides prescriptions. */
export interface DemoEvent {
  readonly at: Date;
  readonly lotId: string;
  readonly orgId: OrgId;
  /** Signed. */
  readonly quantity: Quantity;
  /** Left out = the goods arrive. */
  readonly reason?: AdjustReason;
  readonly note?: string;
  readonly document?: { readonly id: string; readonly no: string };
  readonly operator: { readonly userId: string; readonly userName: string };
}

export const DEMO_STEPS = ['review', 'pick', 'dispense'] as const;
const STATUS_AFTER = { review: 2, pick: 3, dispense: 4 } as const;

/**
 * The shelves while the past of the demo is played through in memory, by the same rules as at the counter: thousands of single
 * statements would make the first start slow.
 */
export class DemoShelves {
  readonly allocations: NewAllocation[] = [];
  readonly movements: NewMovement[] = [];
  readonly steps: NewStep[] = [];
  readonly #lots = new Map<string, AllocatableLot>();
  readonly #byItem = new Map<string, string[]>();
  readonly #events: DemoEvent[];
  readonly #newId: () => string;

  /** @param lots as they are before anything arrived: empty */
  constructor(lots: readonly (AllocatableLot & { readonly orgId: string })[], events: readonly DemoEvent[], newId: () => string) {
    this.#newId = newId;
    this.#events = [...events].sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const lot of lots) {
      this.#lots.set(lot.lotId, lot);
      const item = `${lot.orgId}/${lot.itemId}`;
      this.#byItem.set(item, [...(this.#byItem.get(item) ?? []), lot.lotId]);
    }
  }

  left(lotId: string): Quantity {
    return this.#lots.get(lotId)?.onHand ?? (0 as Quantity);
  }

  /** Lets everything happen that happened up to this moment. */
  playUntil(at: Date): void {
    for (let next = this.#events[0]; next && next.at <= at; next = this.#events[0]) {
      this.#events.shift();
      const before = this.#lots.get(next.lotId);
      const after = before && correct(before, next.quantity);
      // What prescriptions have left no room for did not happen.
      if (!before || !after) continue;
      this.#lots.set(next.lotId, { ...before, ...after });
      this.movements.push({
        id: this.#newId(),
        ...pick(next, 'orgId', 'lotId', 'quantity', 'reason', 'note'),
        kind: next.reason ? MovementKind.Adjust : MovementKind.Receive,
        balance: after.onHand,
        operatorId: next.operator.userId,
        operatorName: next.operator.userName,
        movedAt: next.at,
        businessDay: dayOf(next.at.getTime()),
        documentId: next.document?.id,
        documentNo: next.document?.no,
        origin: 'demo',
      });
    }
  }

  /** Hands a prescription out; false when the shelves do not cover it. */
  dispense(prescription: LedgerPrescription, pharmacist: DemoPharmacist, at: Date, today: string): boolean {
    this.playUntil(at);
    const lines = stockLines(prescription);
    const lots = [...new Set(lines.map((line) => line.drugId))]
      .flatMap((drugId) => this.#byItem.get(`${prescription.orgId}/${drugId}`) ?? [])
      .flatMap((lotId) => this.#lots.get(lotId) ?? []);
    const { allocations, shortages } = allocateFefo(demandsOf(lines), lots, today);
    if (shortages.length > 0) return false;
    const { orgId, dpId } = prescription;
    const operator = { operatorId: pharmacist.userId, operatorName: pharmacist.userName };
    for (const { detailId, lotId, quantity } of allocations) {
      const before = this.#lots.get(lotId);
      const picked = before && reserve(before, quantity);
      const after = picked && take(picked, quantity);
      if (!before || !after) throw new Error(`the demo promised more of lot ${lotId} than there is`);
      this.#lots.set(lotId, { ...before, ...after });
      const allocationId = this.#newId();
      this.allocations.push({ orgId, dpId, createdAt: at, id: allocationId, detailId, lotId, quantity, taken: quantity });
      this.movements.push({
        id: this.#newId(),
        orgId,
        lotId,
        kind: MovementKind.Dispense,
        quantity: -quantity as Quantity,
        balance: after.onHand,
        dpId,
        dpNumber: prescription.dpNumber,
        patientName: prescription.patientName,
        detailId,
        allocationId,
        ...operator,
        movedAt: at,
        businessDay: dayOf(at.getTime()),
        origin: 'demo',
      });
    }
    for (const action of DEMO_STEPS)
      this.steps.push({ orgId, dpId, ...operator, id: this.#newId(), action, rxStatus: STATUS_AFTER[action], reason: '', actedAt: at });
    return true;
  }
}
