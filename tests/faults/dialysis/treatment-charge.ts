import type { CheckFinding, Prescription } from '../../../plugins/prescription/contract/index.ts';
import type { MonthSheet } from '../../../plugins/charging/contract/index.ts';
import type { Caller } from '../../support/demo-hospital.ts';
import type { Bed, Wanted } from './treatment-steps.ts';

/** Who brings a closed treatment to the money. */
export interface Office {
  /** Confirms what treatments proposed. */
  readonly signer: Caller;
  readonly cashier: Caller;
}

export const monthOfPatient = async (cashier: Caller, patientId: string, month: string): Promise<MonthSheet> => {
  const { code, data, msg } = await cashier.call<MonthSheet>('GET', `/api/his/charge/month/${patientId}?month=${month}`);
  if (code !== 200) throw new Error(`no month of ${patientId}: ${msg}`);
  return data;
};

export const isBlocked = ({ blockers }: MonthSheet): boolean => blockers.some(({ level }) => level === 'block');

/** The confirmation, with a reason for each finding that asks for one. */
async function confirmation(signer: Caller, dpId: string): Promise<Wanted> {
  const { data: rx, msg } = await signer.call<Prescription | null>('GET', `/api/his/prescription/${dpId}`);
  if (!rx) throw new Error(`no prescription ${dpId}: ${msg}`);
  const { patientId, dpType, dpDate, reimWay, prescriptionDetailList, version } = rx;
  const draft = { patientId, dpId, dpType, dpDate, reimWay, prescriptionDetailList };
  const { data, msg: refusal } = await signer.call<{ findings: CheckFinding[] } | null>('POST', '/api/his/prescription/Actions/Check', draft);
  if (!data) throw new Error(`${dpId} was not checked: ${refusal}`);
  const overrides = data.findings.filter(({ level, override }) => level === 'reason' && !override).map(({ key }) => ({ key, reason: 'SIM' }));
  const body = { dpId, rxStatus: 1, version, overrides };
  return { method: 'PUT', url: '/api/his/prescription/Actions/UpdateState', body, what: 'sign', by: 'signer' };
}

/**
 * What is to be done next about the money of a treatment whose sheet is closed, as the patient's month shows it: the doctor confirms, the account takes it in, the
 * month is settled. Whoever else does the same at this moment is refused or finds it done.
 * @returns undefined once the treatment is charged, or while nothing can be done: `bed.charged` says which
 */
export async function nextCharge({ signer, cashier }: Office, bed: Bed, month: string): Promise<Wanted | undefined> {
  const { patientId } = bed.card;
  const sheet = await monthOfPatient(cashier, patientId, month);
  const parts = sheet.prescriptionParentList;
  const draft = parts.find(({ part }) => part === 'draft');
  if (draft) return confirmation(signer, draft.dpId);
  const by = 'cashier';
  if (parts.some(({ part }) => part === 'waiting'))
    return { method: 'POST', url: `/api/his/charge/actions/record/${patientId}`, body: { month }, what: 'record', by };
  if (parts.every(({ part }) => part === 'charged')) {
    bed.charged = true;
    return undefined;
  }
  const { fingerprint, accountPrice: totalPrice } = sheet;
  const body = { patientId, month, fingerprint, totalPrice, payments: [{ payWay: 'wechat', amount: totalPrice }] };
  return { method: 'POST', url: '/api/his/charge/selfpay/month', body, what: 'settle', by };
}
