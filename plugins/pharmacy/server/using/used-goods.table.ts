import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import type { UseProblem } from '../../../catalogue/contract/index.ts';

const stamp = { createdAt: column.instant(), updatedAt: column.instant(), version: column.int(1, 2_000_000_000) };

/** What is out under the name of what used it, one row for each drug. Figures count preparation units. */
export const usedGoodsTable = defineTable(
  'pharmacy.used_goods',
  {
    id: column.id(),
    orgId: column.org(),
    sourceKey: column.text(100),
    drugId: column.id(),
    kind: column.choice('drug', 'material'),
    drugName: column.text(200),
    unit: column.text(40),
    patientId: column.text(64),
    usedOn: column.day(),
    wanted: column.quantity(16),
    missing: column.quantity(16),
    problems: column.texts<UseProblem>(20),
    ...stamp,
  },
  { rowsStay: true, unique: { used_goods_key_idx: ['sourceKey', 'drugId'] } },
);
export interface UsedGoodsStored extends StoredOf<typeof usedGoodsTable> {}

/** By lot; a share that was given back stands with 0. */
export const usedLotTable = defineTable(
  'pharmacy.used_lot',
  {
    id: column.id(),
    orgId: column.org(),
    usedId: column.ref('pharmacy.used_goods'),
    lotId: column.ref('pharmacy.lot'),
    quantity: column.quantity(16),
    scanned: column.flag(),
    ...stamp,
  },
  { rowsStay: true, unique: { used_lot_once_idx: ['usedId', 'lotId'] } },
);
export interface UsedLotStored extends StoredOf<typeof usedLotTable> {}
