import { ZERO } from '@nephra/plugin-sdk/contract';
import { type Column, column, defineTable, type StoredOf, wireForm } from '@nephra/plugin-sdk/server';
import type { DiagnosisEntry, InfectionMark, PatientSex, PatientType } from '../../../patient/contract/index.ts';
import type { PayStatus, RxStatus } from '../../contract/index.ts';
import { MAX_DP_TYPE, MAX_HEAD_NOTE, MAX_VISIT } from '../../contract/head-limits.ts';
import { MAX_LINES } from '../../../catalogue/contract/index.ts';

/** A number with a name; the database refuses others. */
const state = <T extends number>() => column.int(0, 9) as unknown as Column<T, T, T>;
const name = () => column.text(100);

/** What other plugins are told of a prescription under the same names. */
const ledgerColumns = {
  dpNumber: column.text(64),
  dpType: column.int(0, MAX_DP_TYPE),
  orgId: column.org(),
  patientId: column.id(),
  /** The patient as he was when it was written. */
  patientName: column.text(200),
  patientSex: state<PatientSex>(),
  patientAge: column.int(-1, 1_000),
  patientType: column.choice<PatientType>('dialysis', 'non-dialysis'),
  outpatientCode: column.text(64),
  reimWay: column.text(40),
  visit: column.text(MAX_VISIT),
  diagnosis: column.json<DiagnosisEntry[]>(),
  infectedHistory: column.texts<InfectionMark>(40).named('infected'),
  payStatus: state<PayStatus>(),
  rxStatus: state<RxStatus>(),
  westPrice: column.money(),
  diagTreatPrice: column.money(),
  assayPrice: column.money(),
  workerId: column.text(64),
  workerName: name(),
  workerNo: column.text(64),
  checkName: name(),
  sendName: name(),
  lineCount: column.int(0, MAX_LINES),
  version: column.int(1, 2_000_000_000),
};

/** What stands on the wire of a prescription under the same names. */
const headColumns = {
  ...ledgerColumns,
  dpDate: column.instant(),
  /** Why the pharmacist sent it back; empty otherwise. */
  refuseReason: column.text(500),
  totalPrice: column.money(),
  otherPrice: column.money(),
  consumablesPrice: column.money(),
  preselfpayAmtTotal: column.money().named('preselfpay_total'),
  fulamtOwnpayAmtTotal: column.money().named('fulamt_ownpay_total'),
  overlmtAmtTotal: column.money().named('overlmt_total'),
  priceType: column.text(10),
  sortCode: column.int(0, 1_000),
  creatorUserId: column.text(64).named('creator_id'),
  creatorUserName: name().named('creator_name'),
  note: column.text(MAX_HEAD_NOTE),
};

/** Prescriptions without their lines. */
export const prescriptionTable = defineTable(
  'prescription.prescription',
  {
    id: column.id(),
    ...headColumns,
    billId: column.text(64),
    hasStockLines: column.flag(),
    /** A refund took back whatever the pharmacy had not handed out. */
    nothingToHandOut: column.flag(),
    /** How often it was charged and taken back so that the rest is charged anew. */
    rounds: column.int(0, 30_000),
    /** What the lines given back then were worth. */
    withdrawnPrice: column.money(),
    /** The prescription that this one was split off; empty otherwise. */
    splitFrom: column.text(64),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    confirmedAt: column.instant().nullable(),
    searchGrams: column.grams('patientName', 'outpatientCode', 'dpNumber'),
  },
  {
    rowsStay: true,
    unique: { prescription_org_id_dp_number_key: ['orgId', 'dpNumber'] },
    menu: 'his.prescription',
    dataFields: {
      creatorUserId: { column: 'creatorUserId', type: 'User' },
      workerId: { column: 'workerId', type: 'User' },
      orgId: { column: 'orgId', type: 'Organize' },
      patientType: { column: 'patientType', type: 'String' },
      reimWay: { column: 'reimWay', type: 'String' },
      dpType: { column: 'dpType', type: 'Int32' },
      dpDate: { column: 'dpDate', type: 'DateTime' },
      payStatus: { column: 'payStatus', type: 'Int32' },
      rxStatus: { column: 'rxStatus', type: 'Int32' },
      totalPrice: { column: 'totalPrice', type: 'Double' },
    },
  },
);
export interface PrescriptionStored extends StoredOf<typeof prescriptionTable> {}
/** What is written of one; its search pieces beside it. */
export type NewPrescription = PrescriptionStored & { readonly searchGrams: readonly string[] };

export const ledgerHead = wireForm(ledgerColumns);
export const headForm = wireForm(headColumns);

/** A prescription that nothing has happened to yet. */
export const UNTOUCHED = {
  refuseReason: '',
  sortCode: 0,
  checkName: '',
  sendName: '',
  billId: '',
  nothingToHandOut: false,
  rounds: 0,
  withdrawnPrice: ZERO,
  splitFrom: '',
  version: 1,
} as const;
