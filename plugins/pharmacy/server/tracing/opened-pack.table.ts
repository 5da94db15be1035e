import { column, defineTable } from '@nephra/plugin-sdk/server';

/** Packs that were opened where they are used, by their trace code. */
export const openedPackTable = defineTable(
  'pharmacy.opened_pack',
  {
    code: column.text(20),
    orgId: column.org(),
    drugId: column.id(),
    /** Preparation units. */
    packSize: column.quantity(16),
    openedAt: column.instant(),
    openedBy: column.text(64),
  },
  { rowsStay: true, key: ['code'] },
);

/** What somebody had of an opened pack; one that was taken back stands with 0. */
export const packShareTable = defineTable(
  'pharmacy.pack_share',
  {
    id: column.id(),
    orgId: column.org(),
    code: column.text(20).references('pharmacy.opened_pack'),
    usedId: column.ref('pharmacy.used_goods'),
    quantity: column.quantity(16),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, unique: { pack_share_once_idx: ['code', 'usedId'] } },
);
