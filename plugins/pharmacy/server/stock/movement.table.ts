import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import type { NewRow } from '../new-row.ts';
import { MAX_NOTE } from '../../contract/limits.ts';

/** The ledger that explains every figure of stock; added to and never changed. */
export const movementTable = defineTable(
  'pharmacy.movement',
  {
    id: column.id(),
    /** Given by the database, in the order of writing. */
    seq: column.int(1, 9_000_000_000_000_000),
    orgId: column.org(),
    lotId: column.ref('pharmacy.lot'),
    kind: column.choice('receive', 'dispense', 'return', 'adjust', 'count', 'use', 'unuse'),
    /** Signed, preparation units. */
    quantity: column.quantity(16),
    /** On hand after it. */
    balance: column.quantity(16),
    dpId: column.id().nullable(),
    dpNumber: column.text(64),
    patientName: column.text(200),
    detailId: column.id().nullable(),
    allocationId: column.ref('pharmacy.allocation').nullable(),
    operatorId: column.text(64),
    operatorName: column.text(100),
    movedAt: column.instant(),
    businessDay: column.day(),
    note: column.text(MAX_NOTE),
    origin: column.choice('desk', 'demo', 'bedside'),
    /** Why stock was put right; only adjustments have one. */
    reason: column.text(64),
    /** Goods-received note, count sheet, or what was used at the bedside. */
    documentId: column.id().nullable(),
    documentNo: column.text(64),
  },
  { rowsStay: true },
);
export interface MovementStored extends StoredOf<typeof movementTable> {}

type OfPrescription = 'dpId' | 'dpNumber' | 'patientName' | 'detailId' | 'allocationId';
export type NewMovement = NewRow<MovementStored, OfPrescription | 'note' | 'reason' | 'documentId' | 'documentNo'>;
