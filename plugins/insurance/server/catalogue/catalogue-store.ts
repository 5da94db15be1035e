import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { CatalogueInfno } from '../../contract/index.ts';
import { type CatalogueRow, dayText, GOODS } from '../../domain/catalogue-layout.ts';
import { gradeOf } from '../../domain/fee-split.ts';
import type { CatalogueTables } from './catalogue-tables.ts';

type Db = Kysely<CatalogueTables>;
type Wire = Readonly<Record<string, unknown>>;

/** The last row of each key: one statement must not write a row twice. */
function lastOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Sets every column but the key from the row that came. */
const fresh = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));

const ITEM_COLUMNS = [
  'kind',
  'list_type',
  'name',
  'generic_name',
  'spec',
  'form',
  'unit',
  'approval_number',
  'maker',
  'grade',
  'limited',
  'limit_text',
  'valid',
  'begn_date',
  'end_date',
  'version',
  'search_grams',
] as const;

/** Rows of a file, written by code. */
export async function storeRows(db: Db, orgId: OrgId, kind: CatalogueInfno, all: readonly CatalogueRow[]): Promise<void> {
  if (all.length === 0) return;
  const rows = lastOf(all, (row) => row.code);
  const goods = GOODS[kind];
  if (goods === undefined) {
    await db
      .insertInto('insurance.national_term')
      .values(rows.map(({ code, name, valid, version }) => ({ org_id: orgId, kind, code, name, valid, version, search_grams: searchGrams(name, code) })))
      .onConflict((any) => any.columns(['org_id', 'kind', 'code']).doUpdateSet(fresh(['name', 'valid', 'version', 'search_grams'])))
      .execute();
    return;
  }
  await db
    .insertInto('insurance.national_item')
    .values(
      rows.map((row) => ({
        org_id: orgId,
        code: row.code,
        kind,
        list_type: goods,
        name: row.name,
        generic_name: row.genericName,
        spec: row.spec,
        form: row.form,
        unit: row.unit,
        approval_number: row.approvalNumber,
        maker: row.maker,
        grade: row.grade,
        limited: row.limited,
        limit_text: row.limitText,
        valid: row.valid,
        begn_date: row.begnDate,
        end_date: row.endDate,
        version: row.version,
        search_grams: searchGrams(row.name, row.genericName, row.spec, row.approvalNumber, row.code),
      })),
    )
    .onConflict((any) => any.columns(['org_id', 'code']).doUpdateSet(fresh(ITEM_COLUMNS)))
    .execute();
}

const textOf = (row: Wire, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string' && value !== '' && value !== 'null') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
};

const NUMBER = /^-?\d{1,10}(\.\d{1,12})?$/;

const dated = (orgId: OrgId, row: Wire) => ({
  org_id: orgId,
  area: textOf(row, 'insu_admdvs').slice(0, 12),
  begn_date: dayText(textOf(row, 'begndate')),
  end_date: dayText(textOf(row, 'enddate')),
  valid: textOf(row, 'vali_flag') !== '0',
});

const goodsRow = (row: Wire): CatalogueRow => ({
  code: textOf(row, 'med_list_codg').slice(0, 60),
  name: textOf(row, 'drug_prodname', 'genname', 'drug_genname', 'med_list_name', 'name').slice(0, 300),
  genericName: textOf(row, 'genname', 'drug_genname').slice(0, 300),
  spec: textOf(row, 'drug_spec', 'spec').slice(0, 300),
  form: textOf(row, 'drug_dosform', 'dosform').slice(0, 60),
  unit: textOf(row, 'min_salunt', 'min_useunt').slice(0, 40),
  approvalNumber: textOf(row, 'aprvno').slice(0, 100),
  maker: textOf(row, 'prodentp_name').slice(0, 300),
  grade: gradeOf(textOf(row, 'chrgitm_lv')),
  limited: textOf(row, 'lmt_used_flag') === '1',
  limitText: textOf(row, 'lmt_use_scp').slice(0, 1000),
  valid: textOf(row, 'vali_flag') !== '0',
  begnDate: dayText(textOf(row, 'begndate')),
  endDate: dayText(textOf(row, 'enddate')),
  version: textOf(row, 'ver').slice(0, 60),
});

/** Rows of a page of a query. Answers how many could not be read. */
export async function storePage(db: Db, orgId: OrgId, kind: CatalogueInfno, rows: readonly Wire[]): Promise<number> {
  if (kind === '1304') {
    const goods = rows.map(goodsRow).filter((row) => row.code !== '' && row.name !== '');
    await storeRows(db, orgId, kind, goods);
    return rows.length - goods.length;
  }
  if (kind === '1312') return await storeEntries(db, orgId, rows);
  if (kind === '1318') return await storeCaps(db, orgId, rows);
  if (kind === '1319') return await storeShares(db, orgId, rows);
  return await storeLinks(db, orgId, kind, rows);
}

async function storeEntries(db: Db, orgId: OrgId, rows: readonly Wire[]): Promise<number> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      hilist_code: textOf(row, 'hilist_code').slice(0, 60),
      name: textOf(row, 'hilist_name').slice(0, 300),
      list_type: textOf(row, 'list_type').slice(0, 6),
      fee_group: textOf(row, 'med_chrgitm_type').slice(0, 6),
      grade: gradeOf(textOf(row, 'chrgitm_lv')) as string,
      limited: textOf(row, 'lmt_used_flag') === '1',
    }))
    .filter((row) => row.hilist_code !== '');
  if (values.length > 0) {
    await db
      .insertInto('insurance.list_entry')
      .values(lastOf(values, (row) => `${row.hilist_code}|${row.area}|${row.begn_date}`))
      .onConflict((any) =>
        any
          .columns(['org_id', 'hilist_code', 'area', 'begn_date'])
          .doUpdateSet(fresh(['end_date', 'name', 'list_type', 'fee_group', 'grade', 'limited', 'valid'])),
      )
      .execute();
  }
  return rows.length - values.length;
}

async function storeLinks(db: Db, orgId: OrgId, kind: CatalogueInfno, rows: readonly Wire[]): Promise<number> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      kind,
      from_code: (kind === '1316' ? textOf(row, 'med_list_codg') : textOf(row, 'fixmedins_hilist_id')).slice(0, 150),
      to_code: (kind === '1316' ? textOf(row, 'hilist_code') : textOf(row, 'med_list_codg')).slice(0, 60),
    }))
    .filter((row) => row.from_code !== '' && row.to_code !== '');
  if (values.length > 0) {
    await db
      .insertInto('insurance.list_link')
      .values(lastOf(values, (row) => `${row.from_code}|${row.to_code}|${row.area}|${row.begn_date}`))
      .onConflict((any) => any.columns(['org_id', 'kind', 'from_code', 'to_code', 'area', 'begn_date']).doUpdateSet(fresh(['end_date', 'valid'])))
      .execute();
  }
  return rows.length - values.length;
}

async function storeCaps(db: Db, orgId: OrgId, rows: readonly Wire[]): Promise<number> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      hilist_code: textOf(row, 'hilist_code').slice(0, 60),
      cap_type: textOf(row, 'hilist_lmtpric_type').slice(0, 6),
      above_way: textOf(row, 'overlmt_dspo_way').slice(0, 6),
      cap: textOf(row, 'hilist_pric_uplmt_amt'),
    }))
    .filter((row) => row.hilist_code !== '' && NUMBER.test(row.cap) && !row.cap.startsWith('-'));
  if (values.length > 0) {
    await db
      .insertInto('insurance.price_cap')
      .values(lastOf(values, (row) => `${row.hilist_code}|${row.cap_type}|${row.area}|${row.begn_date}`))
      .onConflict((any) =>
        any.columns(['org_id', 'hilist_code', 'cap_type', 'area', 'begn_date']).doUpdateSet(fresh(['end_date', 'above_way', 'cap', 'valid'])),
      )
      .execute();
  }
  return rows.length - values.length;
}

async function storeShares(db: Db, orgId: OrgId, rows: readonly Wire[]): Promise<number> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      hilist_code: textOf(row, 'hilist_code').slice(0, 60),
      person_type: textOf(row, 'selfpay_prop_psn_type').slice(0, 10),
      share_type: textOf(row, 'selfpay_prop_type').slice(0, 6),
      share: textOf(row, 'selfpay_prop'),
    }))
    .filter((row) => row.hilist_code !== '' && NUMBER.test(row.share) && Number(row.share) >= 0 && Number(row.share) <= 1);
  if (values.length > 0) {
    await db
      .insertInto('insurance.own_share')
      .values(lastOf(values, (row) => `${row.hilist_code}|${row.person_type}|${row.share_type}|${row.area}|${row.begn_date}`))
      .onConflict((any) =>
        any.columns(['org_id', 'hilist_code', 'person_type', 'share_type', 'area', 'begn_date']).doUpdateSet(fresh(['end_date', 'share', 'valid'])),
      )
      .execute();
  }
  return rows.length - values.length;
}
