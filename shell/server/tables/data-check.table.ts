import { closedDoor, column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Checks of what must always hold between the rows of plugins (their invariants). */
export const dataCheckTable = defineTable(
  'core.data_check',
  {
    id: column.id(),
    seq: column.int(1, Number.MAX_SAFE_INTEGER),
    /** Business day that it was made for. */
    day: column.day(),
    startedAt: column.instant(),
    finishedAt: column.instant(),
    rules: column.int(0, 1_000_000),
    broken: column.int(0, 1_000_000),
  },
  { rowsStay: true, scope: closedDoor },
);

/** What did not hold. */
export const dataFindingTable = defineTable(
  'core.data_finding',
  {
    checkId: column.ref('core.data_check'),
    pluginId: column.text(100),
    /** Name of the invariant. */
    rule: column.text(200),
    /** Facility of the rows; empty when none is known, or the rule itself could not be looked at. */
    orgId: column.text(64),
    /** Holders of this grant in that facility are told. */
    concerns: column.text(200),
    count: column.int(0, 2_147_483_647).named('row_count'),
    /** Ids of some of the rows. */
    sample: column.texts(1_000),
    /** Why the rule could not be looked at; empty when it could. */
    error: column.text(500),
  },
  { rowsStay: true, scope: closedDoor, key: ['checkId', 'pluginId', 'rule', 'orgId'] },
);
export interface FindingStored extends StoredOf<typeof dataFindingTable> {}
