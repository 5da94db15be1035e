import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { SETTLEMENT_STATES, type SettlementAmounts } from '../../contract/settlement.contract.ts';
import { ACTIVE_STATES, FINAL_STATES } from '../../domain/settlement/settlement-states.ts';
import { actor, said, wordParams } from './said.column.ts';

/** A payment as the cashier entered it; fen. */
export interface StoredPayment {
  readonly payWay: string;
  readonly amount: number;
  readonly tendered?: number;
  readonly reference?: string;
}

export interface FundRow {
  readonly fund_pay_type: string;
  readonly fund_pay_type_name: string;
  readonly fund_payamt: number;
}

/** What goes back while the rest is settled anew. */
export interface StoredCorrection {
  /** Quantities as decimal text, in the unit that was sold. */
  readonly lines: readonly { readonly detailId: string; readonly quantity: string }[];
  /** Prescriptions of which something remains; known once the bill is reversed. */
  readonly dpIds: readonly string[];
}

const listed = (states: readonly string[]): string => `ARRAY[${states.map((state) => `'${state}'::text`).join(', ')}]`;

/** Settlements with the insurer. */
export const settlementTable = defineTable(
  'insurance.settlement',
  {
    id: column.id(),
    orgId: column.org(),
    patientId: column.id(),
    patientName: said(),
    outpatientCode: said(),
    state: column.choice(...SETTLEMENT_STATES),
    version: column.int(1, 2_000_000_000),
    /** Paid and billed by the monthly charge. */
    month: column.text(7).nullable(),
    /** Its key there, with the day where each session is a visit of its own. */
    monthKey: column.text(200).nullable(),
    insutype: said(),
    medType: said(),
    diseCodg: said(),
    diseName: said(),
    psnNo: said(),
    insuplcAdmdvs: said(),
    /** `1` insured here, `2` insured elsewhere. */
    medInsMark: said(),
    total: column.money(),
    acctUsedFlag: column.choice('0', '1'),
    certType: column.choice('01', '02', '03'),
    /** Sealed number and card serial; emptied when the settlement is over. Vouchers' tokens are never in it. */
    certSealed: said(),
    visitId: column.ref('insurance.visit').nullable(),
    /** The visit was made for this settlement alone. */
    ownVisit: column.flag(),
    /** The batch at the insurer; empty when there is none to take back. */
    chrgBchno: said(),
    /** The insurer wants the fees under a new batch before it settles. */
    batchStale: column.flag(),
    /** What 2206 said, then what 2207 said; yuan. */
    amounts: column.json<SettlementAmounts>().nullable(),
    funds: column.json<readonly FundRow[]>(),
    medfee: column.money(),
    fundPay: column.money(),
    acctPay: column.money(),
    cashPay: column.money(),
    /** What the hospital itself bears, above a quota or a price cap. */
    hospPay: column.money(),
    /** `01` by item, `02` by the quota that the facility has for the disease. */
    psnSetlway: column.choice('01', '02'),
    /** Numbers of its prescriptions, for the search. */
    dpNumbers: said(),
    clrType: said(),
    clrOptins: said(),
    invono: said(),
    payments: column.json<readonly StoredPayment[]>(),
    traceCodes: column.json<readonly { readonly detailId: string; readonly code: string }[]>(),
    setlId: said(),
    settleMsgid: said(),
    cancelMsgid: said(),
    cancelReason: said(),
    /** Versions at which settling and cancelling were asked for: a repeated call is recognised by them. */
    settleVersion: column.int(0, 2_000_000_000),
    cancelVersion: column.int(0, 2_000_000_000),
    /** When the platform settled it, by whose days both sides reconcile. */
    settledAt: column.instant().nullable(),
    /** When our bill was written. */
    bookedAt: column.instant().nullable(),
    cancelledAt: column.instant().nullable(),
    billId: column.id().nullable(),
    billNo: said(),
    refundBillId: column.id().nullable(),
    /** What goes back, while and after it is cancelled for that reason. */
    correction: column.json<StoredCorrection>().nullable(),
    /** The settlement that was cancelled so that this one could be made. */
    correctsId: column.ref('insurance.settlement').nullable(),
    /** Who acts; the resolver books in this name. */
    operatorId: actor(),
    operatorName: actor(),
    language: said(),
    problem: said(),
    problemParams: wordParams(),
    /** The call whose answer is missing, and the reversal (2601) that asks about it. */
    doubtSince: column.instant().nullable(),
    doubtInfno: said(),
    doubtExchangeId: column.id().nullable(),
    doubtMsgid: said(),
    reversalExchangeId: column.id().nullable(),
    rounds: column.int(0, 2_000_000_000),
    nextTryAt: column.instant().nullable(),
    /** A step is at work until then; others keep away. */
    leaseOwner: said(),
    leaseUntil: column.instant(),
    simulated: column.flag(),
    createdAt: column.instant(),
    /** Written by the database. */
    searchGrams: column.grams('patientName', 'outpatientCode', 'setlId', 'billNo', 'dpNumbers'),
  },
  {
    rowsStay: true,
    unique: {
      settlement_of_patient: ['patientId'],
      settlement_month: ['monthKey'],
      settlement_batch: ['orgId', 'chrgBchno'],
      settlement_setl: ['orgId', 'setlId'],
      settlement_bill: ['billId'],
    },
    uniqueWhere: {
      // While one settlement of a patient is under way no other begins.
      settlement_of_patient: `(state = ANY (${listed(ACTIVE_STATES)}))`,
      settlement_month: `((month_key IS NOT NULL) AND (state <> ALL (${listed(FINAL_STATES)})))`,
      settlement_bill: '((bill_id IS NOT NULL) AND (month IS NULL))',
    },
  },
);
export interface SettlementStored extends StoredOf<typeof settlementTable> {}
