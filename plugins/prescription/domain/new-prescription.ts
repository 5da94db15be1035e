import { DEFAULT_DP_TYPE, PayStatus, type Prescription, RxStatus } from '../contract/index.ts';

/** The person who is signed in, as stamped on new prescriptions (spec 6). */
export interface Writer {
  readonly userId: string;
  readonly userName: string;
  readonly enCode: string;
  readonly priceType: string;
}

/** What no prescription has that nobody has saved yet: payStatus 9, rxStatus 0, totals 0, category 14, no lines; its writer signs it (spec 4). */
export const unsaved = (dpDate: number, writer: Writer) =>
  ({
    dpId: null,
    dpNumber: '',
    dpType: DEFAULT_DP_TYPE,
    dpDate,
    payStatus: PayStatus.New,
    rxStatus: RxStatus.New,
    refuseReason: '',
    rxPrice: 0,
    totalPrice: 0,
    westPrice: 0,
    diagTreatPrice: 0,
    assayPrice: 0,
    otherPrice: 0,
    consumablesPrice: 0,
    preselfpayAmtTotal: 0,
    fulamtOwnpayAmtTotal: 0,
    overlmtAmtTotal: 0,
    priceType: writer.priceType,
    sortCode: 0,
    workerId: writer.userId,
    workerName: writer.userName,
    workerNo: writer.enCode,
    creatorUserId: writer.userId,
    creatorUserName: writer.userName,
    checkName: '',
    sendName: '',
    note: '',
    creatorTime: dpDate,
    confirmTime: null,
    lineCount: 0,
    version: 0,
    prescriptionDetailList: [],
    westDetailList: [],
    diagTreatDetailList: [],
    assayDetailList: [],
  }) satisfies Partial<Prescription>;

/** A prescription that nobody has saved yet: payer, diagnosis, visit and infection marks come from the one it is made beside. */
export const newPrescription = (beside: Prescription, dpDate: number, writer: Writer): Prescription => ({ ...beside, ...unsaved(dpDate, writer) });

/** A fetched prescription without dpId is a new one, whatever else it carries (spec 4). */
export const asTab = (fetched: Prescription, writer: Writer): Prescription =>
  fetched.dpId === null ? newPrescription(fetched, fetched.dpDate, writer) : fetched;
