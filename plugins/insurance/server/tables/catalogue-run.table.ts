import { CATALOGUE_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { CATALOGUE_RUN_STATES } from '../../contract/catalogue.contract.ts';
import { actor, said, wordParams } from './said.column.ts';

/** What a facility has of each kind of the catalogue. */
export const catalogueVersionTable = defineTable(
  'insurance.catalogue_version',
  {
    orgId: column.org(),
    kind: column.choice(...CATALOGUE_TRANSACTIONS),
    /** Highest version stored (files), or time of change up to which everything is stored (queries). */
    version: said(),
    checkedAt: column.instant(),
    rowCount: column.int(0, 2_000_000_000),
  },
  { rowsStay: true, key: ['orgId', 'kind'] },
);

/** Downloads of a kind. */
export const catalogueRunTable = defineTable(
  'insurance.catalogue_run',
  {
    id: column.id(),
    orgId: column.org(),
    kind: column.choice(...CATALOGUE_TRANSACTIONS),
    state: column.choice(...CATALOGUE_RUN_STATES),
    fromVersion: said(),
    /** Highest version among the rows stored so far. */
    seenVersion: said(),
    fileQueryNo: said(),
    fileName: said(),
    /** Of the file whose rows up to `position` are stored: another file begins anew. */
    fileHash: said(),
    position: column.int(0, 2_000_000_000),
    total: column.int(-2_000_000_000, 2_000_000_000).nullable(),
    stored: column.int(0, 2_000_000_000),
    skipped: column.int(0, 2_000_000_000),
    attempts: column.int(0, 2_000_000_000),
    error: said(),
    errorParams: wordParams(),
    userId: actor(),
    userName: actor(),
    startedAt: column.instant(),
    endedAt: column.instant().nullable(),
    leaseOwner: said(),
    leaseUntil: column.instant(),
  },
  {
    rowsStay: true,
    unique: { catalogue_run_active: ['orgId', 'kind'] },
    uniqueWhere: { catalogue_run_active: "(state = ANY (ARRAY['waiting'::text, 'running'::text, 'cancelling'::text]))" },
  },
);
export interface CatalogueRunStored extends StoredOf<typeof catalogueRunTable> {}
