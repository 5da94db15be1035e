import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_LOCATION, MAX_LOT_NO, MAX_REASON } from '../../contract/limits.ts';

/** Stock by lot. Figures count preparation units (tablets, ampoules). */
export const lotTable = defineTable(
  'pharmacy.lot',
  {
    id: column.id(),
    orgId: column.org(),
    kind: column.choice('drug', 'material'),
    drugId: column.id(),
    drugName: column.text(200),
    drugSpec: column.text(200),
    maker: column.text(200),
    unit: column.text(40),
    stockUnit: column.text(40),
    /** Preparation units in one stock unit. */
    stockDmin: column.quantity(16),
    lotNo: column.text(MAX_LOT_NO),
    /** Last day on which the lot may be handed out. */
    expiresOn: column.day(),
    /** Of one stock unit. */
    cost: column.unitPrice(),
    location: column.text(MAX_LOCATION),
    onHand: column.quantity(16),
    reserved: column.quantity(16),
    /** Blocked by quality control. */
    frozen: column.flag(),
    frozenReason: column.text(MAX_REASON),
    version: column.int(1, 2_000_000_000),
    createdAt: column.instant(),
    searchGrams: column.grams('drugName', 'drugSpec', 'lotNo', 'location'),
  },
  {
    rowsStay: true,
    errorPrefix: 'lot',
    unique: { lot_org_id_drug_id_lot_no_expires_on_location_cost_key: ['orgId', 'drugId', 'lotNo', 'expiresOn', 'location', 'cost'] },
  },
);
export interface LotStored extends StoredOf<typeof lotTable> {}
