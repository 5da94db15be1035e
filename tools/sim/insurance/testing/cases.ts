import { parseFen } from '../money.ts';
import type { Answer, Desk, Json } from './desk.ts';

export interface LineInput {
  readonly code: string;
  readonly price: string;
  readonly count: string;
  readonly sum: string;
  readonly approval?: string;
}

/** A person of the demo data with what proves who he is. */
export interface Patient {
  readonly psnNo: string;
  readonly certNo: string;
  readonly insutype: string;
}

export const proofOf = ({ psnNo, certNo, insutype }: Patient): Json => ({
  psn_no: psnNo,
  insutype,
  mdtrt_cert_type: '02',
  mdtrt_cert_no: certNo,
  psn_cert_type: '01',
  certno: certNo,
});

export const registration = (patient: Patient, number: string): Json => ({
  data: {
    ...proofOf(patient),
    begntime: '2026-11-20 09:00:00',
    ipt_otp_no: number,
    atddr_no: 'D1',
    dr_name: '医生',
    dept_code: 'K1',
    dept_name: '血透室',
    caty: 'A03',
  },
});

export const visitInput = (patient: Patient, mdtrtId: string, medType = '14', disease = 'M07801'): Json => ({
  mdtrtinfo: { mdtrt_id: mdtrtId, psn_no: patient.psnNo, med_type: medType, begntime: '2026-11-20 09:00:00', dise_codg: disease, dise_name: disease && '透析' },
  diseinfo: [
    {
      diag_type: '1',
      diag_srt_no: 1,
      diag_code: 'N18.501',
      diag_name: '终末期肾病',
      diag_dept: 'K1',
      dise_dor_no: 'D1',
      dise_dor_name: '医生',
      diag_time: '2026-11-20 09:00:00',
      vali_flag: '1',
    },
  ],
});

export const feeInput = (patient: Patient, mdtrtId: string, batch: string, lines: readonly LineInput[], firstSn = 1): Json => ({
  feedetail: lines.map((line, at) => ({
    feedetl_sn: String(firstSn + at),
    mdtrt_id: mdtrtId,
    psn_no: patient.psnNo,
    chrg_bchno: batch,
    rx_circ_flag: '0',
    fee_ocur_time: '2026-11-20 09:10:00',
    med_list_codg: line.code,
    medins_list_codg: `own-${line.code}`,
    det_item_fee_sumamt: line.sum,
    cnt: line.count,
    pric: line.price,
    bilg_dept_codg: 'K1',
    bilg_dept_name: '血透室',
    bilg_dr_codg: 'D1',
    bilg_dr_name: '医生',
    hosp_appr_flag: line.approval ?? '0',
  })),
});

export const settleInput = (patient: Patient, mdtrtId: string, batch: string, total: string, more: Json = {}): Json => ({
  data: { ...proofOf(patient), med_type: '14', medfee_sumamt: total, psn_setlway: '01', mdtrt_id: mdtrtId, chrg_bchno: batch, acct_used_flag: '1', ...more },
});

/** The four amounts that 2207 wants back from 2206. */
export const copiedFrom = (preview: Answer): Json => {
  const node = preview.output.setlinfo as Json;
  return Object.fromEntries(['fulamt_ownpay_amt', 'overlmt_selfpay', 'preselfpay_amt', 'inscp_scp_amt'].map((name) => [name, node[name]]));
};

export const fen = (node: Json, name: string): number => parseFen(node[name]) ?? Number.NaN;

export const SESSION: readonly LineInput[] = [
  { code: 'SIM000000001', price: '400.0000', count: '1', sum: '400.00' },
  { code: 'CSIM00000001', price: '92.0000', count: '1', sum: '92.00' },
  { code: 'XSIM00000002', price: '32.4', count: '2', sum: '64.80' },
];

/** 2201, 2203, 2204: a visit with one batch of fees. */
export async function openVisit(desk: Desk, patient: Patient, number: string, batch: string, lines: readonly LineInput[] = SESSION): Promise<string> {
  const registered = await desk.call('2201', registration(patient, number));
  const data = registered.output.data as Json;
  const mdtrtId = String(((data?.data as Json) ?? data)?.mdtrt_id ?? registered.errMsg);
  await desk.call('2203', visitInput(patient, mdtrtId));
  await desk.call('2204', feeInput(patient, mdtrtId, batch, lines));
  return mdtrtId;
}

export interface SettledCase {
  readonly mdtrtId: string;
  readonly setlId: string;
  readonly preview: Answer;
  readonly answer: Answer;
  readonly msgid: string;
}

/** The whole chain to 2207. */
export async function settleCase(desk: Desk, patient: Patient, number: string, batch: string, total = '556.80'): Promise<SettledCase> {
  const mdtrtId = await openVisit(desk, patient, number, batch);
  const preview = await desk.call('2206', settleInput(patient, mdtrtId, batch, total));
  const envelope = desk.envelope('2207', settleInput(patient, mdtrtId, batch, total, copiedFrom(preview)));
  const answer = await desk.send(envelope);
  return { mdtrtId, preview, answer, setlId: String((answer.output.setlinfo as Json)?.setl_id ?? ''), msgid: String(envelope.msgid) };
}
