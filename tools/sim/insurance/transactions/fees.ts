import type { FeeLine, Visit } from '../model.ts';
import { lineFen, parseDecimal, yuan, yuanOfMicro } from '../money.ts';
import { fenOf, listOf, type Node, need, needed, nodeOf, oneOf, textOf, timeOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import { splitLine } from '../rules/fee-split.ts';
import { openVisit, personByNumber } from './identify.ts';
import { type Call, hospitalLevel, writing } from './transaction.ts';

const LINE_NUMBER = /^[1-9]\d{0,14}$/;

const batchKey = (call: Call, batch: string) => `${call.envelope.fixmedins_code}|${batch}`;

function positive(node: Node, name: string, decimals: number): number {
  const value = parseDecimal(needed(node, name), decimals);
  if (value === undefined || value <= 0n) throw new Refusal(`${name}必须为大于0的数字,最多${decimals}位小数`);
  return Number(value);
}

/** What is known of a line on the wire, for 2204, 5204 and 5205. */
export function lineOnWire(line: FeeLine, grades: Readonly<Record<'甲' | '乙' | '丙', string>>) {
  const { split } = line;
  return {
    feedetl_sn: line.sn,
    det_item_fee_sumamt: yuan(line.sumFen),
    cnt: line.count / 10_000,
    pric: yuanOfMicro(line.priceMicro),
    pric_uplmt_amt: yuanOfMicro(split.capMicro),
    selfpay_prop: split.sharePpm / 1_000_000,
    fulamt_ownpay_amt: yuan(split.fulamtFen),
    overlmt_amt: yuan(split.overlmtFen),
    preselfpay_amt: yuan(split.preselfFen),
    inscp_scp_amt: yuan(split.inscpFen),
    chrgitm_lv: grades[split.grade],
    med_chrgitm_type: split.chargeType,
    bas_medn_flag: split.grade === '甲' ? '1' : '0',
    hi_nego_drug_flag: '0',
    chld_medc_flag: '0',
    list_sp_item_flag: '0',
    lmt_used_flag: split.limited ? '1' : '0',
    drt_reim_flag: '0',
    memo: split.memo,
  };
}

function lineOf(call: Call, node: Node, visit: Visit): FeeLine {
  need(node, 'rx_circ_flag', 'medins_list_codg', 'bilg_dept_codg', 'bilg_dept_name', 'bilg_dr_codg', 'bilg_dr_name');
  const sn = needed(node, 'feedetl_sn');
  if (call.region.digitsOnlyLineNumbers && !LINE_NUMBER.test(sn)) throw new Refusal(`feedetl_sn${sn}只能为数字且不能为0`);
  const sumFen = fenOf(node, 'det_item_fee_sumamt');
  const priceMicro = positive(node, 'pric', 6);
  const count = positive(node, 'cnt', 4);
  if (lineFen(priceMicro, count) !== sumFen) throw new Refusal(`明细${sn}的金额与单价乘数量不符`);
  const disease = textOf(node, 'dise_codg');
  if (visit.medType === '14' && disease !== '' && disease !== visit.diseaseCode) throw new Refusal(`明细${sn}的病种与就诊病种不符`);
  const code = needed(node, 'med_list_codg');
  const approval = oneOf(node, 'hosp_appr_flag', ['0', '1', '2']);
  return {
    sn,
    batch: needed(node, 'chrg_bchno'),
    disease: disease || visit.diseaseCode,
    time: timeOf(node, 'fee_ocur_time'),
    code,
    ownCode: textOf(node, 'medins_list_codg'),
    sumFen,
    count,
    priceMicro,
    approval,
    split: splitLine({ sumFen, priceMicro, count, approval }, call.facts.catalogue.get(code), hospitalLevel(visit.facility)),
    setlId: '',
  };
}

/** A batch is filled for one visit and one disease, and only until it is settled. */
function checkBatches(call: Call, visit: Visit, lines: readonly FeeLine[]) {
  for (const batch of new Set(lines.map((line) => line.batch))) {
    const owner = call.draft.get('batch', batchKey(call, batch));
    if (owner !== undefined && owner !== visit.mdtrtId) throw new Refusal(`收费批次号${batch}已用于其他就诊`);
    const inBatch = [...visit.lines, ...lines].filter((line) => line.batch === batch);
    if (inBatch.some(({ setlId }) => setlId !== '')) throw new Refusal(`收费批次${batch}已结算,不能上传明细`);
    if (new Set(inBatch.map(({ disease }) => disease)).size > 1) throw new Refusal(`同一收费批次${batch}只能有一个病种`);
    call.draft.put('batch', batchKey(call, batch), visit.mdtrtId);
  }
}

/** 2204 */
export const uploadFees = writing((call) => {
  const nodes = listOf(call.input, 'feedetail');
  const first = nodes[0] ?? {};
  const visit = openVisit(call, first);
  personByNumber(call, visit.psnNo);
  if (visit.medType === '') throw new Refusal('请先上传就诊信息(2203)');
  const numbers = new Set(visit.lines.map(({ sn }) => sn));
  const lines = nodes.map((node) => {
    if (textOf(node, 'mdtrt_id') !== visit.mdtrtId || textOf(node, 'psn_no') !== visit.psnNo) throw new Refusal('同一次上传只能有一个就诊');
    const line = lineOf(call, node, visit);
    if (numbers.has(line.sn)) throw new Refusal(`feedetl_sn${line.sn}重复`);
    numbers.add(line.sn);
    return line;
  });
  checkBatches(call, visit, lines);
  call.draft.put('visit', visit.mdtrtId, { ...visit, lines: [...visit.lines, ...lines] });
  return { result: lines.map((line) => lineOnWire(line, call.region.grades)) };
});

/** 2205: one batch, or all that is not settled (`0000`). */
export const revokeFees = writing((call) => {
  const data = nodeOf(call.input, 'data');
  const batch = needed(data, 'chrg_bchno');
  const visit = openVisit(call, data);
  const named = visit.lines.filter((line) => batch === '0000' || line.batch === batch);
  if (batch !== '0000' && named.length === 0) throw new Refusal(`未查询到收费批次${batch}的费用明细`);
  if (batch !== '0000' && named.some(({ setlId }) => setlId !== '')) throw new Refusal(`收费批次${batch}已结算,不能撤销`);
  call.draft.put('visit', visit.mdtrtId, { ...visit, lines: visit.lines.filter((line) => !named.includes(line) || line.setlId !== '') });
  return null;
});
