import { type DataRights, defineService, type Money, type OrgId, type Page, type Quantity, type UnitPrice, type UserId } from '@nephra/plugin-sdk/contract';
import type { DiagnosisEntry, InfectionMark, PatientSex, PatientType } from '../../../patient/contract/index.ts';
import type { CatalogueFacts } from '../../../catalogue/contract/index.ts';
import type { LineContent, LineWritten } from '../line-content.ts';
import type { PayStatus, RxStatus } from '../states.ts';

/**
 * One line with exact amounts. `quantity` is what is sold, in `quantityUnit`s; `prepQuantity` is the same in preparation units (tablets, ampoules):
 * three boxes of 20 sold are 60, even when the course needs 56.
 */
export interface LedgerLine extends LedgerFacts, Omit<LineContent, 'drugNum' | 'drugNumUnit' | 'manualNum'>, Pick<LineWritten, 'approvalMark' | 'packageId'> {
  readonly detailId: string;
  readonly quantity: Quantity;
  readonly quantityUnit: string;
  readonly prepQuantity: Quantity;
  readonly price: UnitPrice;
  readonly subTotal: Money;
  readonly preselfpay: Money;
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
  readonly sortCode: number;
}

/** What the catalogue said of it. */
type LedgerFacts = Pick<
  CatalogueFacts,
  | 'kind'
  | 'drugId'
  | 'drugName'
  | 'drugSpec'
  | 'drugForm'
  | 'drugType'
  | 'drugCategory'
  | 'medicalInsCode'
  | 'drugDirectoryType'
  | 'limitUseSign'
  | 'limitUseScope'
  | 'controlClass'
  | 'preparaUnit'
  | 'stockUnit'
  | 'stockDmin'
  | 'stockKept'
>;

export interface LedgerHead {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly dpType: number;
  /** Milliseconds. */
  readonly dpDate: number;
  /** Business day `YYYY-MM-DD` whose prices count for it: the day of treatment. */
  readonly priceDay: string;
  readonly orgId: OrgId;
  readonly patientId: string;
  readonly patientName: string;
  readonly patientSex: PatientSex;
  readonly patientAge: number;
  readonly patientType: PatientType;
  readonly outpatientCode: string;
  readonly reimWay: string;
  readonly visit: string;
  readonly diagnosis: readonly DiagnosisEntry[];
  readonly infectedHistory: readonly InfectionMark[];
  readonly payStatus: PayStatus;
  readonly rxStatus: RxStatus;
  /** What is sold; the groups below are as prescribed. */
  readonly totalPrice: Money;
  readonly westPrice: Money;
  readonly diagTreatPrice: Money;
  readonly assayPrice: Money;
  readonly workerId: UserId;
  readonly workerName: string;
  readonly workerNo: string;
  readonly checkName: string;
  readonly sendName: string;
  readonly billId: string;
  readonly lineCount: number;
  /** How often it was charged and taken back so that the rest is charged anew; its prices are those of the first time. */
  readonly rounds: number;
  /** At least one line comes out of the pharmacy. */
  readonly hasStockLines: boolean;
  readonly version: number;
}
export interface LedgerPrescription extends LedgerHead {
  /** What is sold: without whatever went back before it was charged anew. */
  readonly lines: readonly LedgerLine[];
  /** As it was written. */
  readonly prescribedLines: readonly LedgerLine[];
}

/** A line as far as those need it who look through all prescriptions of months. */
export type BriefLine = Pick<LedgerLine, 'detailId' | 'kind' | 'drugId' | 'drugName' | 'medicalInsCode' | 'drugType' | 'quantity' | 'remark'>;
export interface BriefPrescription extends Pick<LedgerHead, 'dpId' | 'dpNumber' | 'patientId' | 'priceDay' | 'payStatus'> {
  /** What is sold: without whatever went back before it was charged anew. */
  readonly lines: readonly BriefLine[];
}
export interface BriefFilter extends Pick<LedgerFilter, 'orgIds' | 'patientIds'> {
  /** Days `YYYY-MM-DD`, both inclusive, by dpDate in Asia/Shanghai. */
  readonly startDate: string;
  readonly endDate: string;
  /** True: tests alone (`化验`), of prescriptions that charge some. */
  readonly testsAlone?: boolean;
}

/** Prescriptions of one patient in one state. */
export interface LedgerStateTotal {
  readonly orgId: OrgId;
  readonly patientId: string;
  readonly patientType: PatientType;
  readonly payStatus: PayStatus;
  readonly rxStatus: RxStatus;
  readonly hasStockLines: boolean;
  readonly count: number;
  readonly totalPrice: Money;
  /** Milliseconds; dpDate of the newest. */
  readonly latest: number;
}

export interface LedgerFilter {
  /** Never empty: rows of other facilities do not exist for the caller. */
  readonly orgIds: readonly OrgId[];
  readonly payStatus?: readonly PayStatus[];
  readonly rxStatus?: readonly RxStatus[];
  readonly patientIds?: readonly string[];
  /** Days `YYYY-MM-DD`, both inclusive, by dpDate in Asia/Shanghai. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Patient name, pinyin initials, prescription number, outpatient number. */
  readonly keyword?: string;
  /** Only prescriptions with at least one line that the pharmacy keeps in stock. */
  readonly withStockLines?: boolean;
  /** True: only those that an insurer pays for (`reimWay` is not 0); false: only the others. */
  readonly insured?: boolean;
  /** Of those only the ones of which not everything was paid back before the pharmacy handed it out. */
  readonly toHandOut?: boolean;
  /** True: besides those in `payStatus` also the ones at the desk that wait for their review. */
  readonly orAwaitingReview?: boolean;
  /** Data rights of the person who looks, on the menu that shows the prescriptions; hand them in for every list and count. */
  readonly rights?: DataRights;
  readonly currentPage?: number;
  readonly pageSize?: number;
  /** True for a list on a screen: pages end after `countLimit` rows. Otherwise they go on to the last one, each slower than the one before. */
  readonly shownOnly?: boolean;
}

/** Who acts. `orgIds` limits what can be found. */
export interface LedgerActor {
  readonly userId: UserId;
  readonly userName: string;
  readonly orgIds: readonly OrgId[];
  /** Data rights of the person who acts; a prescription that they do not reach is "not found". */
  readonly rights?: DataRights;
}

export interface LedgerChange {
  readonly dpId: string;
  /** The version that the caller read. @throws AppError `prescription.stale` (409) when it moved on. */
  readonly version: number;
  readonly by: LedgerActor;
  /** Only the demo's past: it was charged before the site asked for a review first. */
  readonly past?: boolean;
}

export interface LedgerState {
  readonly version: number;
  readonly payStatus: PayStatus;
  readonly rxStatus: RxStatus;
}

/**
 * The only way for other plugins to read and move prescriptions. Runs inside the caller's transaction. Every move goes through the
 * transition tables of `domain/states.ts`; an undeclared one throws AppError `prescription.transition` with a sentence, and
 * an unknown or foreign dpId throws `prescription.not-found` (404).
 */
export interface PrescriptionLedger {
  /** With `rights`, one that they do not reach is absent; for an id that a person names. */
  get(dpId: string, orgIds: readonly OrgId[], rights?: DataRights): Promise<LedgerPrescription | undefined>;
  /** In the order of `dpIds`; unknown ones are left out. */
  getMany(dpIds: readonly string[], orgIds: readonly OrgId[], rights?: DataRights): Promise<LedgerPrescription[]>;
  /** As `getMany`, and nobody else moves them until the transaction ends. */
  holdMany(dpIds: readonly string[], orgIds: readonly OrgId[], rights?: DataRights): Promise<LedgerPrescription[]>;
  /**
   * Those of some days with their lines, oldest first, void ones left out: a twentieth of what `list` and `getMany` read of each.
   * @param most prescriptions at most
   */
  brief(filter: BriefFilter, most: number): Promise<BriefPrescription[]>;
  /** Newest first. `total` counts to `MAX_COUNTED`, in `listToCharge` too, and of what is searched for on a screen to 1,000. */
  list(filter: LedgerFilter): Promise<Page<LedgerHead>>;
  /** Prescriptions waiting for the cashier (payStatus 0 unless told), oldest first. */
  listToCharge(filter: LedgerFilter): Promise<Page<LedgerHead>>;
  /** How many match, at most `MAX_COUNTED`. */
  count(filter: Omit<LedgerFilter, 'currentPage' | 'pageSize' | 'shownOnly'>): Promise<number>;
  /** Patients with matching prescriptions: number of prescriptions and sum, newest first. At most 500. */
  patientTotals(filter: LedgerFilter): Promise<{ patientId: string; count: number; totalPrice: Money; latest: number }[]>;
  /** Everything that matches, counted by facility, patient and state; not limited, not paged. */
  stateTotals(filter: LedgerFilter): Promise<LedgerStateTotal[]>;
  /** Ids of those among these that the rights reach; for records of another kind that name a prescription. */
  seenAmong(dpIds: readonly string[], orgIds: readonly OrgId[], rights: DataRights): Promise<ReadonlySet<string>>;
  /** How many of the prescriptions that match these rights show, and how many there are. */
  countSeen(filter: Omit<LedgerFilter, 'orgIds' | 'rights'>, rights: DataRights): Promise<{ total: number; visible: number }>;
  /**
   * 0→1, 2→1, 3→1, 6→1.
   * @param change `held`: what `holdMany` answered in this transaction; then it is not read and locked once more
   * @throws AppError `prescription.not-reviewed` from 0 where the site wants the review first (`chargeGate`)
   */
  markCharged(change: LedgerChange & { billId: string; held?: LedgerPrescription }): Promise<LedgerState>;
  /**
   * 1→4, 4→4. The caller has asked `prescriptionHandedOut` that no line it gives back is with the patient, and says whether anything is
   * left that the pharmacy has still to hand out.
   */
  markPartlyRefunded(change: LedgerChange & { billId: string; nothingToHandOut: boolean }): Promise<LedgerState>;
  /** 1→5, 4→5. Refused while drugs are with the patient. */
  markRefunded(change: LedgerChange & { billId: string }): Promise<LedgerState>;
  /**
   * 1→0: the bill was reversed as a whole, `withdrawn` (in units that were sold) is gone and what remains waits to be charged anew. The caller has
   * asked `prescriptionHandedOut` that none of it is with the patient. When nothing would remain it is `markRefunded`.
   * @throws AppError `prescription.withdrawn-wrong` when more of a line goes back than is sold, or nothing remains
   */
  reopen(
    change: LedgerChange & { billId: string; withdrawn: readonly { detailId: string; quantity: Quantity }[]; nothingToHandOut: boolean },
  ): Promise<LedgerState>;
  /** 0→2, 2→0, 2→3, 3→0, 0→6, 6→0. @throws AppError as `markCharged` */
  setPayStatus(change: LedgerChange & { to: PayStatus }): Promise<LedgerState>;
  /** 1→2, 1→8, 2→8 while unpaid, 2→3, 3→2, 3→4, 3→5, 5→4, 4→6, 4→7, 5→6, 5→7, 6→7, 1→4 (without drugs). 4 and 5 need payStatus 1, 4 or 6. `reason` is needed for 8. */
  setRxStatus(change: LedgerChange & { to: RxStatus; reason?: string }): Promise<LedgerState>;
}
export const prescriptionLedger = defineService<PrescriptionLedger>('prescription.ledger@1');
