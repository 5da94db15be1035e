import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { LIST_TYPES } from '../../contract/catalogue.contract.ts';
import { MAPPING_STATES } from '../../contract/mapping.contract.ts';
import { actor, dayText, said } from './said.column.ts';

/** The facility's entries as prescribing has them: a copy, so that the list can be sorted by what is wrong. Written by comparing only. */
export const facilityItemTable = defineTable(
  'insurance.facility_item',
  {
    orgId: column.org(),
    drugId: column.id(),
    listType: column.choice(...LIST_TYPES),
    drugType: said(),
    drugName: said(),
    drugSpec: said(),
    drugForm: said(),
    drugNumber: said(),
    approvalNumber: said(),
    maker: said(),
    stockUnit: said(),
    ownCode: said(),
    grade: column.text(2),
    price: column.unitPrice(),
    enabled: column.flag(),
    fingerprint: column.text(64),
    pinyin: column.initials('drugName'),
    searchGrams: column.grams('drugName', 'drugSpec', 'drugNumber', 'approvalNumber', 'ownCode'),
  },
  { rowsStay: true, key: ['orgId', 'drugId'] },
);
export interface FacilityItemStored extends StoredOf<typeof facilityItemTable> {}

/** When the copy of a facility was compared last. */
export const facilitySyncTable = defineTable(
  'insurance.facility_sync',
  { orgId: column.org(), syncedAt: column.instant() },
  { rowsStay: true, key: ['orgId'] },
);

/** National codes behind the facility's entries. */
export const mappingTable = defineTable(
  'insurance.mapping',
  {
    id: column.id(),
    orgId: column.org(),
    drugId: column.id(),
    listType: column.choice(...LIST_TYPES),
    code: said(),
    name: said(),
    begnDate: dayText(),
    endDate: dayText(),
    state: column.choice(...MAPPING_STATES),
    refusal: said(),
    /** The platform knows it, whatever state came after. */
    knownThere: column.flag(),
    userId: actor(),
    userName: actor(),
    createdAt: column.instant(),
    reportedAt: column.instant().nullable(),
    endedAt: column.instant().nullable(),
    endedBy: actor(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, unique: { mapping_standing: ['orgId', 'drugId'] }, uniqueWhere: { mapping_standing: '(ended_at IS NULL)' } },
);
