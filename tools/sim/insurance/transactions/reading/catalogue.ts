import { catalogueFile } from '../../catalogue/catalogue-files.ts';
import { wireTime } from '../../clock.ts';
import type { CatalogueEntry } from '../../model.ts';
import { yuanOfMicro } from '../../money.ts';
import { type Node, needed, nodeOf, textOf } from '../../nodes.ts';
import { Refusal } from '../../refusal.ts';
import { type Call, reading, type Transaction } from '../transaction.ts';

const KEPT_DAYS_MS = 7 * 86_400_000;
const MAX_PAGE = 500;

/** 13xx files: what is newer than the version that the facility has. */
export const catalogueDownload = (infno: string): Transaction =>
  reading((call) => {
    const version = needed(nodeOf(call.input, 'data'), 'ver');
    return { ...catalogueFile(infno, version, call.facts), dld_end_time: wireTime(new Date(call.now.getTime() + KEPT_DAYS_MS)) };
  });

function pageOf(data: Node, rows: readonly Node[]): Node {
  const number = Number(needed(data, 'page_num'));
  const size = Number(needed(data, 'page_size'));
  if (!Number.isInteger(number) || number < 1 || !Number.isInteger(size) || size < 1 || size > MAX_PAGE) throw new Refusal('page_num或page_size不正确');
  const from = (number - 1) * size;
  return {
    data: rows.slice(from, from + size),
    recordCounts: rows.length,
    pages: Math.ceil(rows.length / size),
    pageNum: number,
    pageSize: size,
    firstPage: number === 1,
    lastPage: from + size >= rows.length,
  };
}

/** An edition is named after its day; what has another name counts as one of June. */
const editionDay = (version: string): string => {
  const [, year, month, day] = /^V(\d{4})(\d\d)(\d\d)$/.exec(version) ?? ['', '2026', '06', '01'];
  return `${year}-${month}-${day}`;
};

const common = (call: Call, entry: CatalogueEntry) => ({
  hilist_code: entry.code,
  insu_admdvs: call.region.area,
  begndate: '2026-01-01',
  enddate: '',
  vali_flag: '1',
  rid: `${call.region.area}${entry.code}`,
  updt_time: `${editionDay(entry.version)} 00:00:00`,
});

const listRow = (call: Call, entry: CatalogueEntry) => ({
  ...common(call, entry),
  hilist_name: entry.name,
  list_type: entry.listType,
  med_chrgitm_type: entry.chargeType,
  chrgitm_lv: call.region.grades[entry.grade],
  lmt_used_flag: entry.limited ? '1' : '0',
  lmt_usescp: entry.limitText,
});

const pairRow = (call: Call, entry: CatalogueEntry) => ({ ...common(call, entry), med_list_codg: entry.code, list_type: entry.listType });

const capRows = (call: Call, entry: CatalogueEntry) =>
  (entry.caps ?? []).map((cap, at) => ({
    ...common(call, entry),
    hilist_lmtpric_type: String(at + 1),
    overlmt_dspo_way: '1',
    hilist_pric_uplmt_amt: yuanOfMicro(cap),
  }));

const shareRow = (call: Call, entry: CatalogueEntry) => ({
  ...common(call, entry),
  selfpay_prop_psn_type: '',
  selfpay_prop_type: '10',
  selfpay_prop: entry.sharePpm / 1_000_000,
});

/** 1312, 1316, 1318, 1319: pages of the list, its pairs of codes, price caps and shares. `updt_time` leaves out what is older. */
export const catalogueQuery = (rowsOf: (call: Call, entry: CatalogueEntry) => readonly { readonly updt_time: string }[]): Transaction =>
  reading((call) => {
    const data = nodeOf(call.input, 'data');
    const since = needed(data, 'updt_time');
    const only = textOf(data, 'hilist_code') || textOf(data, 'med_list_codg');
    const entries = [...call.facts.catalogue.values()].filter((entry) => only === '' || entry.code === only);
    return pageOf(
      data,
      entries.flatMap((entry) => rowsOf(call, entry)).filter((row) => row.updt_time.slice(0, since.length) >= since),
    );
  });

export const medicalList = catalogueQuery((call, entry) => [listRow(call, entry)]);
export const codePairs = catalogueQuery((call, entry) => [pairRow(call, entry)]);
export const priceCaps = catalogueQuery(capRows);
export const selfPayShares = catalogueQuery((call, entry) => [shareRow(call, entry)]);
/** 1304: ethnic medicines; the demo has none. */
export const ethnicMedicines = catalogueQuery(() => []);

/** 1317: what the facility mapped by 3301. */
export const facilityMapping = reading((call) => {
  const data = nodeOf(call.input, 'data');
  needed(data, 'updt_time');
  const rows = call.draft.rows('mapping').filter(({ facility }) => facility === call.envelope.fixmedins_code);
  return pageOf(
    data,
    rows.map((row) => ({ ...row.data, fixmedins_code: row.facility, insu_admdvs: call.region.area, vali_flag: '1' })),
  );
});
