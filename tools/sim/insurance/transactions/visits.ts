import type { Diagnosis, Visit } from '../model.ts';
import { listOf, type Node, need, needed, nodeOf, oneOf, textOf, timeOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import { MEDICAL_TYPES } from './reading/dictionary.ts';
import { diseaseOf, filingOn, insuredPerson, openVisit, personByNumber } from './identify.ts';
import { type Call, writing } from './transaction.ts';

const visitNumberKey = (call: Call, number: string) => `${call.envelope.fixmedins_code}|${number}`;

/** 2201 */
export const register = writing((call) => {
  const data = nodeOf(call.input, 'data');
  need(data, 'atddr_no', 'dr_name', 'dept_code', 'dept_name', 'caty');
  const begin = timeOf(data, 'begntime');
  const iptOtpNo = needed(data, 'ipt_otp_no');
  const person = insuredPerson(call, data);
  const key = visitNumberKey(call, iptOtpNo);
  if (call.draft.get('visitNumber', key) !== undefined) throw new Refusal(`ipt_otp_no${iptOtpNo}重复`);
  const mdtrtId = `${call.region.area}M${String(call.draft.next('visit')).padStart(12, '0')}`;
  const visit: Visit = {
    mdtrtId,
    region: call.region.code,
    facility: call.envelope.fixmedins_code,
    psnNo: person.psnNo,
    iptOtpNo,
    insutype: person.insutype,
    begin,
    doctor: textOf(data, 'dr_name'),
    department: textOf(data, 'dept_name'),
    state: 'open',
    medType: '',
    diseaseCode: '',
    diseaseName: '',
    diagnoses: [],
    lines: [],
  };
  call.draft.put('visit', mdtrtId, visit);
  call.draft.put('visitNumber', key, mdtrtId);
  const answer = { mdtrt_id: mdtrtId, psn_no: person.psnNo, ipt_otp_no: iptOtpNo };
  return { data: call.region.nestedRegistration ? { data: answer } : answer };
});

/** 2202: not while there are fees. */
export const cancelRegistration = writing((call) => {
  const data = nodeOf(call.input, 'data');
  const iptOtpNo = needed(data, 'ipt_otp_no');
  const visit = openVisit(call, data);
  if (visit.iptOtpNo !== iptOtpNo) throw new Refusal('ipt_otp_no与就诊登记不符');
  if (visit.lines.length > 0) throw new Refusal('存在费用明细或结算信息,不能撤销登记');
  call.draft.put('visit', visit.mdtrtId, { ...visit, state: 'cancelled' });
  call.draft.remove('visitNumber', visitNumberKey(call, iptOtpNo));
  return null;
});

function diagnosisOf(node: Node): Diagnosis & { readonly valid: boolean } {
  need(node, 'diag_dept', 'dise_dor_no', 'dise_dor_name');
  timeOf(node, 'diag_time');
  return {
    type: oneOf(node, 'diag_type', ['1', '2', '3']),
    order: needed(node, 'diag_srt_no'),
    code: needed(node, 'diag_code'),
    name: needed(node, 'diag_name'),
    valid: oneOf(node, 'vali_flag', ['0', '1']) === '1',
  };
}

/** Diagnoses after these were sent: one with vali_flag 0 is void. */
function diagnosesAfter(before: readonly Diagnosis[], sent: readonly Node[]): Diagnosis[] {
  const all = new Map(before.map((one) => [`${one.type}|${one.code}`, one]));
  for (const { valid, ...one } of sent.map(diagnosisOf)) {
    if (valid) all.set(`${one.type}|${one.code}`, one);
    else all.delete(`${one.type}|${one.code}`);
  }
  return [...all.values()];
}

/** 2203 and 2203A: what kind of care, which disease, which diagnoses. One medical category in a visit. */
export const visitInfo = writing((call) => {
  const info = nodeOf(call.input, 'mdtrtinfo');
  const medType = oneOf(info, 'med_type', MEDICAL_TYPES);
  const day = timeOf(info, 'begntime').slice(0, 10);
  const visit = openVisit(call, info);
  const person = personByNumber(call, visit.psnNo);
  if (visit.medType !== '' && visit.medType !== medType) throw new Refusal('一次就诊只能使用一种医疗类别');
  const disease = diseaseOf(info);
  if (medType === '14') {
    need(info, 'dise_codg', 'dise_name');
    if (!filingOn(person, disease.code, day)) throw new Refusal(`参保人未备案门诊慢特病${disease.code}或备案不在有效期内`);
  }
  const used = visit.lines.some(({ setlId }) => setlId !== '');
  if (used && visit.diseaseCode !== disease.code) throw new Refusal('已有结算的就诊不能更换病种');
  const diagnoses = diagnosesAfter(visit.diagnoses, listOf(call.input, 'diseinfo'));
  if (diagnoses.length === 0) throw new Refusal('至少需要一条有效诊断');
  call.draft.put('visit', visit.mdtrtId, { ...visit, medType, diseaseCode: disease.code, diseaseName: disease.name, diagnoses });
  return null;
});
