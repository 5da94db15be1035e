import { yuan } from '../../money.ts';
import { type Node, needed, nodeOf, rangeOf, textOf } from '../../nodes.ts';
import { Refusal } from '../../refusal.ts';
import { usedIn } from '../account-moves.ts';
import { lineOnWire } from '../fees.ts';
import { accountOf, personByNumber } from '../identify.ts';
import { fundRows, queriedNode } from '../settlement-answer.ts';
import { type Call, reading } from '../transaction.ts';

const dataOf = (call: Call) => {
  const data = nodeOf(call.input, 'data');
  return { data, person: personByNumber(call, needed(data, 'psn_no')) };
};

/** 5201: visits of the person at this facility. */
export const visits = reading((call) => {
  const { data, person } = dataOf(call);
  const range = rangeOf(data, 'begntime', 'endtime');
  const medType = needed(data, 'med_type');
  const only = textOf(data, 'mdtrt_id');
  const found = call.draft
    .rows('visit')
    .filter((visit) => visit.psnNo === person.psnNo && visit.facility === call.envelope.fixmedins_code && visit.state === 'open' && visit.medType === medType)
    .filter((visit) => visit.begin >= range.from.slice(0, visit.begin.length) && visit.begin <= range.to && (only === '' || only === visit.mdtrtId));
  return {
    mdtrtinfo: found.map((visit) => ({
      mdtrt_id: visit.mdtrtId,
      psn_no: person.psnNo,
      psn_name: person.name,
      insutype: visit.insutype,
      begntime: visit.begin,
      ipt_otp_no: visit.iptOtpNo,
      med_type: visit.medType,
      dise_codg: visit.diseaseCode,
      dise_name: visit.diseaseName,
      dr_name: visit.doctor,
      dept_name: visit.department,
      fixmedins_code: visit.facility,
    })),
  };
});

/** 5203: one settlement, cancelled ones too. */
export const settlementInfo = reading((call) => {
  const { data, person } = dataOf(call);
  const settlement = call.draft.get('settlement', needed(data, 'setl_id'));
  if (!settlement || settlement.state === 'reversed' || settlement.psnNo !== person.psnNo || settlement.mdtrtId !== needed(data, 'mdtrt_id')) {
    throw new Refusal('未查询到结算信息');
  }
  return { setlinfo: queriedNode(settlement, person, call.region.area), setldetail: fundRows(settlement.amounts, settlement.insutype) };
});

/** 5204: lines of a visit; those of a settlement carry its number. */
export const feeLines = reading((call) => {
  const { data, person } = dataOf(call);
  const setlId = call.region.feeQueryNeedsSetlId ? needed(data, 'setl_id') : textOf(data, 'setl_id');
  const visit = call.draft.get('visit', needed(data, 'mdtrt_id'));
  if (!visit || visit.psnNo !== person.psnNo || visit.facility !== call.envelope.fixmedins_code) throw new Refusal('未查询到就诊信息');
  const lines = visit.lines.filter((line) => setlId === '' || line.setlId === setlId);
  return {
    data: lines.map((line) => ({
      mdtrt_id: visit.mdtrtId,
      psn_no: person.psnNo,
      setl_id: line.setlId,
      chrg_bchno: line.batch,
      fee_ocur_time: line.time,
      med_list_codg: line.code,
      medins_list_codg: line.ownCode,
      hilist_code: line.code,
      hilist_name: call.facts.catalogue.get(line.code)?.name ?? '',
      ...lineOnWire(line, call.region.grades),
    })),
  };
});

/** 5205: settled medicines of a chronic patient at any facility. */
export const drugHistory = reading((call) => {
  const { data, person } = dataOf(call);
  const range = rangeOf({ endtime: '9999-12-31', ...withoutEmpty(data) }, 'begntime', 'endtime');
  const rows = call.draft
    .rows('visit')
    .filter((visit) => visit.psnNo === person.psnNo && visit.medType === '14')
    .flatMap((visit) => visit.lines.map((line) => ({ visit, line })))
    .filter(({ line }) => line.setlId !== '' && line.time >= range.from.slice(0, line.time.length) && line.time <= range.to)
    .filter(({ line }) => call.facts.catalogue.get(line.code)?.listType === '101');
  return {
    feedetail: rows.map(({ visit, line }) => ({
      mdtrt_id: visit.mdtrtId,
      psn_no: person.psnNo,
      fixmedins_code: visit.facility,
      fee_ocur_time: line.time,
      med_list_codg: line.code,
      med_list_name: call.facts.catalogue.get(line.code)?.name ?? '',
      ...lineOnWire(line, call.region.grades),
    })),
  };
});

const withoutEmpty = (node: Node) => Object.fromEntries(Object.entries(node).filter(([, value]) => value !== ''));

/** 5206: what counts towards deductible and caps in the year of the month asked for. */
export const accumulators = reading((call) => {
  const { data, person } = dataOf(call);
  const month = needed(data, 'cum_ym');
  if (!/^\d{6}$/.test(month)) throw new Refusal('cum_ym格式不正确');
  const used = usedIn(accountOf(call, person), month.slice(0, 4), person.insutype);
  const row = (type: string, fen: number) => ({ insutype: person.insutype, year: month.slice(0, 4), cum_ym: month, cum_type_code: type, cum: yuan(fen) });
  return { cuminfo: [row('D01', used.deductibleFen), row('P01', used.poolFen), row('S01', used.selfFen)] };
});
