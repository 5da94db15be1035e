import { column, defineTable, type ReadContext, type StoredOf, sql } from '@nephra/plugin-sdk/server';

// rows: this is the door itself
const ofVisiblePrescriptions = ({ user }: Pick<ReadContext, 'user'>, alias: string) =>
  sql<boolean>`exists (select 1 from prescription.prescription as rx where rx.id = ${sql.ref(`${alias}.dp_id`)} and rx.org_id = any(${[...user.orgIds]}))`;

/** What went back of a line when its bill was reversed to charge the rest anew. Append-only: the database refuses changes. */
export const withdrawalTable = defineTable(
  'prescription.withdrawal',
  {
    dpId: column.ref('prescription.prescription'),
    round: column.int(1, 30_000),
    detailId: column.ref('prescription.detail'),
    quantity: column.quantity(),
    billId: column.id(),
    createdAt: column.instant(),
  },
  { rowsStay: true, key: ['dpId', 'round', 'detailId'], scope: ofVisiblePrescriptions },
);
export interface WithdrawalStored extends StoredOf<typeof withdrawalTable> {}
