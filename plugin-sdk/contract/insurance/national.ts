/** The envelope around every national transaction; names exactly as on the wire (`mdtrtarea_admvs` really is spelt so). */
export interface NationalEnvelope {
  readonly infno: string;
  /** Facility code (12) + yyyyMMddHHmmss + 4-digit sequence; unique for ever, because a reversal names it. */
  readonly msgid: string;
  readonly mdtrtarea_admvs: string;
  readonly insuplc_admdvs: string;
  readonly recer_sys_code: string;
  readonly dev_no: string;
  readonly dev_safe_info: string;
  readonly cainfo: string;
  readonly signtype: string;
  readonly infver: string;
  /** 1 clerk, 2 self-service terminal, 3 mobile. */
  readonly opter_type: string;
  readonly opter: string;
  readonly opter_name: string;
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
  readonly inf_time: string;
  readonly fixmedins_code: string;
  readonly fixmedins_name: string;
  readonly sign_no: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What came back inside the envelope, after names and kinds were made one. */
export interface NationalAnswer {
  /** `0` success, `-1` failure; anything else is neither. */
  readonly infcode: string;
  readonly inf_refmsgid: string;
  readonly err_msg: string;
  /** An object even where it came as text or not at all. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** Answers of gateways that stand before the platform. */
export interface GatewayRefusal {
  readonly errcode: string;
  readonly errmsg: string;
}

/** Transactions that bring the catalogue: files (by version) and queries (page by page, by time of change). */
export const CATALOGUE_TRANSACTIONS = [
  '1301',
  '1302',
  '1303',
  '1304',
  '1305',
  '1306',
  '1307',
  '1308',
  '1309',
  '1310',
  '1311',
  '1312',
  '1313',
  '1314',
  '1315',
  '1316',
  '1317',
  '1318',
  '1319',
] as const;

/** Transactions that only read: a person may repeat them, and the proxy call is limited to them. */
export const READING_TRANSACTIONS = [
  '1101',
  '1161',
  '1162',
  '1901',
  '2001',
  '5201',
  '5203',
  '5204',
  '5205',
  '5206',
  '5301',
  '5302',
  ...CATALOGUE_TRANSACTIONS,
  '9102',
] as const;

/** Transactions whose lost answer moves money, and which 2601 can take back. Their regional forms do, too. */
export const MONEY_TRANSACTIONS = ['2207', '2208'] as const;
