import { CATALOGUE_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { LIST_TYPES } from '../../contract/catalogue.contract.ts';
import { dayText, said } from './said.column.ts';

/** Goods and services of the national list. */
export const nationalItemTable = defineTable(
  'insurance.national_item',
  {
    orgId: column.org(),
    code: said(),
    kind: column.choice(...CATALOGUE_TRANSACTIONS),
    listType: column.choice(...LIST_TYPES),
    name: said(),
    genericName: said(),
    spec: said(),
    form: said(),
    unit: said(),
    approvalNumber: said(),
    maker: said(),
    grade: column.text(2),
    limited: column.flag(),
    limitText: said(),
    valid: column.flag(),
    begnDate: dayText(),
    endDate: dayText(),
    version: said(),
    searchGrams: column.grams('name', 'genericName', 'spec', 'approvalNumber', 'code'),
  },
  { rowsStay: true, key: ['orgId', 'code'] },
);
export interface NationalItemStored extends StoredOf<typeof nationalItemTable> {}

/** Diagnoses, operations, chronic diseases: codes that are no goods. */
export const nationalTermTable = defineTable(
  'insurance.national_term',
  {
    orgId: column.org(),
    kind: column.choice(...CATALOGUE_TRANSACTIONS),
    code: said(),
    name: said(),
    valid: column.flag(),
    version: said(),
    searchGrams: column.grams('name', 'code'),
  },
  { rowsStay: true, key: ['orgId', 'kind', 'code'] },
);

const dated = { orgId: column.org(), area: said(), begnDate: dayText(), endDate: dayText(), valid: column.flag() };

/** 1312: what the insurer's own list says of a code of it. */
export const listEntryTable = defineTable(
  'insurance.list_entry',
  { ...dated, hilistCode: said(), name: said(), listType: said(), feeGroup: said(), grade: column.text(2), limited: column.flag() },
  { rowsStay: true, key: ['orgId', 'hilistCode', 'area', 'begnDate'] },
);

/** 1316: national code and code of the insurer's list. 1317: our entry and the national code as the platform has it. */
export const listLinkTable = defineTable(
  'insurance.list_link',
  { ...dated, kind: column.choice(...CATALOGUE_TRANSACTIONS), fromCode: said(), toCode: said() },
  { rowsStay: true, key: ['orgId', 'kind', 'fromCode', 'toCode', 'area', 'begnDate'] },
);

/** 1318: the most that is paid, by level of the hospital. */
export const priceCapTable = defineTable(
  'insurance.price_cap',
  { ...dated, hilistCode: said(), capType: said(), aboveWay: said(), cap: column.decimal(16, 6) },
  { rowsStay: true, key: ['orgId', 'hilistCode', 'capType', 'area', 'begnDate'] },
);

/** 1319: what the patient bears himself. */
export const ownShareTable = defineTable(
  'insurance.own_share',
  { ...dated, hilistCode: said(), personType: said(), shareType: said(), share: column.decimal(9, 4) },
  { rowsStay: true, key: ['orgId', 'hilistCode', 'personType', 'shareType', 'area', 'begnDate'] },
);
