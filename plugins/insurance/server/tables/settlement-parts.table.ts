import { column, defineTable, ownedBy } from '@nephra/plugin-sdk/server';
import { said, wordParams } from './said.column.ts';
import { settlementTable } from './settlement.table.ts';

const ofSettlement = { rowsStay: true, scope: ownedBy(settlementTable, 'settlement_id') } as const;

/** Prescriptions of settlements; one is settled once. */
export const settlementPrescriptionTable = defineTable(
  'insurance.settlement_prescription',
  {
    settlementId: column.ref('insurance.settlement'),
    dpId: column.id(),
    dpNumber: said(),
    position: column.int(0, 1_000_000),
    /** False once the settlement was given up or cancelled. */
    active: column.flag(),
  },
  {
    ...ofSettlement,
    key: ['settlementId', 'dpId'],
    unique: { settlement_of_prescription: ['dpId'] },
    uniqueWhere: { settlement_of_prescription: 'active' },
  },
);

/** Fee lines of the batch in force, with the four parts that the insurer made of each. */
export const settlementLineTable = defineTable(
  'insurance.settlement_line',
  {
    settlementId: column.ref('insurance.settlement'),
    position: column.int(0, 1_000_000),
    feedetlSn: column.text(64),
    dpId: column.id(),
    dpNumber: said(),
    detailId: column.id(),
    drugName: said(),
    medListCodg: said(),
    cnt: column.quantity(16),
    pric: column.decimal(16, 6),
    amount: column.money(16),
    pricUplmt: column.decimal(16, 6).nullable(),
    selfpayProp: column.decimal(9, 4),
    fulamtOwnpay: column.money(16),
    overlmt: column.money(16),
    preselfpay: column.money(16),
    inscpScp: column.money(16),
    chrgitmLv: said(),
    lmtUsedFlag: said(),
    memo: said(),
  },
  { ...ofSettlement, key: ['settlementId', 'position'] },
);

/** Written with every change of a settlement in the same transaction; never changed. */
export const trailTable = defineTable(
  'insurance.trail',
  {
    id: column.id(),
    settlementId: column.ref('insurance.settlement'),
    at: column.instant(),
    kind: column.text(64),
    params: wordParams(),
    exchangeId: column.id().nullable(),
    infno: said(),
    msgid: said(),
    byName: said(),
  },
  ofSettlement,
);
