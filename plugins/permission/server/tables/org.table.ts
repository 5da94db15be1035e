import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';

/** Organisations; each belongs to itself. Those above and below hang on `parentId`. */
export const orgTable = defineTable(
  'core.org',
  {
    id: column.org(),
    parentId: column.ref('core.org').nullable(),
    fullName: column.text(MAX_NAME),
    enCode: column.text(MAX_CODE),
    enabled: column.flag(),
    dialysisCenter: column.flag(),
    /** Price level of the facility, stamped on new prescriptions. */
    priceType: column.choice('', '1', '2', '3'),
    sortCode: column.int(0, MAX_SORT_CODE),
    description: column.text(MAX_DESCRIPTION),
    /** shortName, managerName, fixmedinsCode … as the wire names them. */
    property: column.json<Readonly<Record<string, unknown>>>(),
    searchGrams: column.grams('fullName', 'enCode', 'property.shortName', 'property.fixmedinsCode'),
    ...kept,
  },
  {
    unique: { org_code_idx: ['enCode'], org_name_idx: ['parentId', 'fullName'] },
    taken: { enCode: ['code-taken', 'code'], fullName: ['name-taken', 'name'] },
    administratorsSeeAll: true,
  },
);
export interface OrgStored extends StoredOf<typeof orgTable> {}
