/** What the platform knows. Amounts are fen, prices millionths of a yuan, counts ten-thousandths, times `yyyy-MM-dd HH:mm:ss`. */

/** `elsewhere` stands for a province that somebody else writes the region of. */
export type RegionCode = 'guangdong' | 'hubei' | 'guangxi' | 'elsewhere';

export interface Filing {
  readonly code: string;
  readonly name: string;
  readonly begin: string;
  /** Empty = until further notice. */
  readonly end: string;
}

export interface Person {
  readonly psnNo: string;
  readonly name: string;
  /** 0 unknown, 1 male, 2 female, 9 not stated. */
  readonly gend: string;
  readonly birthday: string;
  readonly certNo: string;
  readonly insutype: string;
  readonly psnType: string;
  /** Area where insured. */
  readonly area: string;
  readonly paused: boolean;
  readonly civilServant: boolean;
  readonly inNeed: boolean;
  readonly accountFen: number;
  readonly familyFen: number;
  readonly filings: readonly Filing[];
}

export interface CatalogueEntry {
  readonly code: string;
  readonly name: string;
  /** 101 western and patent medicine, 102 slices, 201 service, 301 consumable. */
  readonly listType: '101' | '102' | '201' | '301';
  /** med_chrgitm_type. */
  readonly chargeType: string;
  readonly grade: '甲' | '乙' | '丙';
  readonly limited: boolean;
  readonly limitText: string;
  /** Share that the person pays beforehand, millionths. */
  readonly sharePpm: number;
  /** Highest price by hospital level 1, 2, 3; null = none. */
  readonly caps: readonly [number, number, number] | null;
  readonly spec: string;
  readonly form: string;
  readonly unit: string;
  readonly packUnit: string;
  readonly packQuantity: number;
  readonly approval: string;
  readonly maker: string;
  readonly version: string;
}

export interface Diagnosis {
  readonly type: string;
  readonly order: string;
  readonly code: string;
  readonly name: string;
}

export interface FeeLine {
  readonly sn: string;
  readonly batch: string;
  readonly disease: string;
  readonly time: string;
  readonly code: string;
  readonly ownCode: string;
  readonly sumFen: number;
  readonly count: number;
  readonly priceMicro: number;
  readonly approval: string;
  readonly split: LineSplit;
  readonly setlId: string;
}

export interface LineSplit {
  readonly fulamtFen: number;
  readonly overlmtFen: number;
  readonly preselfFen: number;
  readonly inscpFen: number;
  readonly capMicro: number;
  readonly sharePpm: number;
  readonly grade: '甲' | '乙' | '丙';
  readonly limited: boolean;
  readonly chargeType: string;
  readonly memo: string;
}

export interface Visit {
  readonly mdtrtId: string;
  readonly region: RegionCode;
  readonly facility: string;
  readonly psnNo: string;
  readonly iptOtpNo: string;
  readonly insutype: string;
  readonly begin: string;
  readonly doctor: string;
  readonly department: string;
  readonly state: 'open' | 'cancelled';
  /** Empty before 2203. */
  readonly medType: string;
  readonly diseaseCode: string;
  readonly diseaseName: string;
  readonly diagnoses: readonly Diagnosis[];
  readonly lines: readonly FeeLine[];
}

/** Funds and shares of one settlement; keys are the wire's names. */
export interface Amounts {
  readonly medfee_sumamt: number;
  readonly fulamt_ownpay_amt: number;
  readonly overlmt_selfpay: number;
  readonly preselfpay_amt: number;
  readonly inscp_scp_amt: number;
  readonly act_pay_dedc: number;
  readonly hifp_pay: number;
  readonly cvlserv_pay: number;
  readonly hifes_pay: number;
  readonly hifmi_pay: number;
  readonly hifob_pay: number;
  readonly maf_pay: number;
  readonly oth_pay: number;
  readonly fund_pay_sumamt: number;
  readonly psn_part_amt: number;
  readonly acct_pay: number;
  readonly acct_mulaid_pay: number;
  readonly psn_cash_pay: number;
  readonly hosp_part_amt: number;
}

export interface Settlement {
  readonly setlId: string;
  readonly region: RegionCode;
  readonly facility: string;
  readonly mdtrtId: string;
  readonly psnNo: string;
  readonly batch: string;
  readonly insutype: string;
  readonly medType: string;
  readonly certType: string;
  readonly clrType: string;
  readonly year: string;
  readonly invoice: string;
  /** Message that settled; medins_setl_id. */
  readonly msgid: string;
  readonly at: string;
  readonly poolPpm: number;
  readonly amounts: Amounts;
  /** What the person's accumulators of the year grew by. */
  readonly growth: Accumulators;
  /** Account after it. */
  readonly balanceFen: number;
  /** `reversed`: taken away by 2601, as if it had never been. */
  readonly state: 'settled' | 'cancelled' | 'reversed';
  readonly cancelMsgid: string;
  readonly cancelledAt: string;
}

export interface Accumulators {
  readonly deductibleFen: number;
  readonly poolFen: number;
  /** Own share inside the scope. */
  readonly selfFen: number;
}

export interface Account {
  readonly ownFen: number;
  readonly familyFen: number;
  /** By `year:insutype`. */
  readonly years: Readonly<Record<string, Accumulators>>;
}

/** A message with its answer, so that the same one gets the same. */
export interface StoredMessage {
  readonly hash: string;
  readonly infno: string;
  readonly psnNo: string;
  /** Settlement that it made or cancelled; empty otherwise. */
  readonly setlId: string;
  readonly answer: PlatformAnswer;
}

export interface PlatformAnswer {
  readonly infcode: '0' | '-1';
  readonly refmsgid: string;
  readonly receivedAt: string;
  readonly errMsg: string;
  readonly output: Readonly<Record<string, unknown>> | null;
}
