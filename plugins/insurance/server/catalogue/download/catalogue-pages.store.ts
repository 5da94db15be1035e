import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import type { CatalogueInfno } from '../../../contract/index.ts';
import { type CatalogueRow, dayText } from '../../../domain/catalogue/catalogue-layout.ts';
import { gradeOf } from '../../../domain/fee-split.ts';
import { listEntryTable, listLinkTable, ownShareTable, priceCapTable } from '../../tables/national-list.table.ts';
import { wholeCharacters } from '../../tables/whole-characters.ts';
import { fresh, lastOf, storeRows } from '../catalogue-store.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';

type Db = Kysely<InsuranceTables>;
type Wire = Readonly<Record<string, unknown>>;

/** Of the rows of a page: how many could not be read, and how many said something new. */
export interface StoredPage {
  readonly unread: number;
  readonly written: number;
}

/** The row that came says something else than the one that stands. */
const unlike = (table: string, columns: readonly string[]) =>
  sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))}) is distinct from (${sql.join(columns.map((column) => sql.ref(`excluded.${column}`)))})`;

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
  orgId,
  area: textOf(row, 'insu_admdvs').slice(0, 12),
  begnDate: dayText(textOf(row, 'begndate')),
  endDate: dayText(textOf(row, 'enddate')),
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

/** Rows of a page of a query. */
export async function storePage(db: Db, orgId: OrgId, kind: CatalogueInfno, rows: readonly Wire[]): Promise<StoredPage> {
  if (kind === '1304') {
    const goods = rows.map(goodsRow).filter((row) => row.code !== '' && row.name !== '');
    return { unread: rows.length - goods.length, written: await storeRows(db, orgId, kind, goods) };
  }
  if (kind === '1312') return await storeEntries(db, orgId, rows);
  if (kind === '1318') return await storeCaps(db, orgId, rows);
  if (kind === '1319') return await storeShares(db, orgId, rows);
  return await storeLinks(db, orgId, kind, rows);
}

const ENTRY_FACTS = ['end_date', 'name', 'list_type', 'fee_group', 'grade', 'limited', 'valid'];
async function storeEntries(db: Db, orgId: OrgId, rows: readonly Wire[]): Promise<StoredPage> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      hilistCode: textOf(row, 'hilist_code').slice(0, 60),
      name: textOf(row, 'hilist_name').slice(0, 300),
      listType: textOf(row, 'list_type').slice(0, 6),
      feeGroup: textOf(row, 'med_chrgitm_type').slice(0, 6),
      grade: gradeOf(textOf(row, 'chrgitm_lv')) as string,
      limited: textOf(row, 'lmt_used_flag') === '1',
    }))
    .filter((row) => row.hilistCode !== '');
  if (values.length === 0) return { unread: rows.length, written: 0 };
  const written = await db
    .insertInto('insurance.list_entry')
    .values(lastOf(values, (row) => `${row.hilistCode}|${row.area}|${row.begnDate}`).map((row) => listEntryTable.toSql(wholeCharacters(row))))
    .onConflict((any) =>
      any.columns(['org_id', 'hilist_code', 'area', 'begn_date']).doUpdateSet(fresh(ENTRY_FACTS)).where(unlike('insurance.list_entry', ENTRY_FACTS)),
    )
    .returning('org_id')
    .execute();
  return { unread: rows.length - values.length, written: written.length };
}

const LINK_FACTS = ['end_date', 'valid'];
async function storeLinks(db: Db, orgId: OrgId, kind: CatalogueInfno, rows: readonly Wire[]): Promise<StoredPage> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      kind,
      fromCode: (kind === '1316' ? textOf(row, 'med_list_codg') : textOf(row, 'fixmedins_hilist_id')).slice(0, 150),
      toCode: (kind === '1316' ? textOf(row, 'hilist_code') : textOf(row, 'med_list_codg')).slice(0, 60),
    }))
    .filter((row) => row.fromCode !== '' && row.toCode !== '');
  if (values.length === 0) return { unread: rows.length, written: 0 };
  const written = await db
    .insertInto('insurance.list_link')
    .values(lastOf(values, (row) => `${row.fromCode}|${row.toCode}|${row.area}|${row.begnDate}`).map((row) => listLinkTable.toSql(wholeCharacters(row))))
    .onConflict((any) =>
      any
        .columns(['org_id', 'kind', 'from_code', 'to_code', 'area', 'begn_date'])
        .doUpdateSet(fresh(LINK_FACTS))
        .where(unlike('insurance.list_link', LINK_FACTS)),
    )
    .returning('org_id')
    .execute();
  return { unread: rows.length - values.length, written: written.length };
}

const CAP_FACTS = ['end_date', 'above_way', 'cap', 'valid'];
async function storeCaps(db: Db, orgId: OrgId, rows: readonly Wire[]): Promise<StoredPage> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      hilistCode: textOf(row, 'hilist_code').slice(0, 60),
      capType: textOf(row, 'hilist_lmtpric_type').slice(0, 6),
      aboveWay: textOf(row, 'overlmt_dspo_way').slice(0, 6),
      cap: textOf(row, 'hilist_pric_uplmt_amt'),
    }))
    .filter((row) => row.hilistCode !== '' && NUMBER.test(row.cap) && !row.cap.startsWith('-'));
  if (values.length === 0) return { unread: rows.length, written: 0 };
  // As it came: some write "no cap" as a number that is larger than any price.
  const written = await db
    .insertInto('insurance.price_cap')
    .values(
      lastOf(values, (row) => `${row.hilistCode}|${row.capType}|${row.area}|${row.begnDate}`).map(({ cap, ...row }) => ({
        ...priceCapTable.toSql(wholeCharacters(row)),
        cap,
      })),
    )
    .onConflict((any) =>
      any.columns(['org_id', 'hilist_code', 'cap_type', 'area', 'begn_date']).doUpdateSet(fresh(CAP_FACTS)).where(unlike('insurance.price_cap', CAP_FACTS)),
    )
    .returning('org_id')
    .execute();
  return { unread: rows.length - values.length, written: written.length };
}

const SHARE_FACTS = ['end_date', 'share', 'valid'];
async function storeShares(db: Db, orgId: OrgId, rows: readonly Wire[]): Promise<StoredPage> {
  const values = rows
    .map((row) => ({
      ...dated(orgId, row),
      hilistCode: textOf(row, 'hilist_code').slice(0, 60),
      personType: textOf(row, 'selfpay_prop_psn_type').slice(0, 10),
      shareType: textOf(row, 'selfpay_prop_type').slice(0, 6),
      share: textOf(row, 'selfpay_prop'),
    }))
    .filter((row) => row.hilistCode !== '' && NUMBER.test(row.share) && Number(row.share) >= 0 && Number(row.share) <= 1);
  if (values.length === 0) return { unread: rows.length, written: 0 };
  const written = await db
    .insertInto('insurance.own_share')
    .values(
      lastOf(values, (row) => `${row.hilistCode}|${row.personType}|${row.shareType}|${row.area}|${row.begnDate}`).map((row) =>
        ownShareTable.toSql(wholeCharacters(row)),
      ),
    )
    .onConflict((any) =>
      any
        .columns(['org_id', 'hilist_code', 'person_type', 'share_type', 'area', 'begn_date'])
        .doUpdateSet(fresh(SHARE_FACTS))
        .where(unlike('insurance.own_share', SHARE_FACTS)),
    )
    .returning('org_id')
    .execute();
  return { unread: rows.length - values.length, written: written.length };
}
