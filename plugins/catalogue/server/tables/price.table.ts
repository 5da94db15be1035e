import { column, defineTable, ownedBy, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_PRICE_ID, MAX_PRICE_REASON } from '../../contract/catalogue-price.schema.ts';

const by = { creatorId: column.text(64), creatorName: column.text(100), createdAt: column.instant() };
/** Given by the database, in the order of writing. */
const seq = column.int(1, 9_000_000_000_000_000);

/** Prices by day; added, never changed. */
export const priceTable = defineTable(
  'catalogue.price',
  {
    id: column.text(MAX_PRICE_ID),
    seq,
    orgId: column.org(),
    drugId: column.id(),
    validFrom: column.day(),
    /** Of one stock unit. */
    price: column.unitPrice(),
    reason: column.text(MAX_PRICE_REASON),
    /** Names the prices that one adjustment wrote; empty for a single one. */
    batchId: column.text(MAX_PRICE_ID),
    /** The proposal that a second person confirmed; null for a change that one may make alone. */
    proposalId: column.ref('catalogue.price_proposal').nullable(),
    ...by,
  },
  { rowsStay: true },
);
export interface PriceRow extends StoredOf<typeof priceTable> {}

/** Prices that were taken back before their day came. */
export const priceWithdrawalTable = defineTable(
  'catalogue.price_withdrawal',
  { priceId: column.text(MAX_PRICE_ID).references('catalogue.price'), reason: column.text(MAX_PRICE_REASON), ...by },
  { rowsStay: true, key: ['priceId'], scope: ownedBy(priceTable, 'price_id') },
);

/** Large changes of prices; decided once, never changed. */
export const proposalTable = defineTable(
  'catalogue.price_proposal',
  {
    id: column.id(),
    seq,
    orgId: column.org(),
    /** True: an adjustment of many prices, whose prices carry the id as batch. */
    many: column.flag(),
    validFrom: column.day(),
    reason: column.text(MAX_PRICE_REASON),
    ...by,
    state: column.choice('waiting', 'confirmed', 'refused', 'retracted'),
    deciderId: column.text(64),
    deciderName: column.text(100),
    decidedAt: column.instant().nullable(),
    decisionReason: column.text(MAX_PRICE_REASON),
  },
  { rowsStay: true },
);
export interface ProposalStored extends StoredOf<typeof proposalTable> {}

/** Prices that a proposal asks for, one an entry. */
export const proposalLineTable = defineTable(
  'catalogue.price_proposal_line',
  {
    proposalId: column.ref('catalogue.price_proposal'),
    lineNo: column.int(1, 100_000),
    orgId: column.org(),
    drugId: column.id(),
    before: column.unitPrice(),
    after: column.unitPrice(),
    /** Of one entry one change waits at a time. */
    waiting: column.flag(),
  },
  {
    rowsStay: true,
    key: ['proposalId', 'lineNo'],
    unique: { price_proposal_waiting: ['orgId', 'drugId'] },
    uniqueWhere: { price_proposal_waiting: 'waiting' },
  },
);
