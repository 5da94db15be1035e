import { listOf, type Node, need, needed, nodeOf, textOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import { type Call, type Transaction, writing } from './transaction.ts';

/** Stock books by their first transaction: 1 count, 2 change, 3 purchase, 4 sale. */
const STOCK_BOOKS: Readonly<Record<string, string>> = { '3501': '1', '3502': '2', '3503': '3', '3504': '3', '3505': '4', '3506': '4' };
const STOCK_NODES: Readonly<Record<string, string>> = {
  '3501': 'invinfo',
  '3502': 'invinfo',
  '3503': 'purcinfo',
  '3504': 'purcinfo',
  '3505': 'selinfo',
  '3506': 'selinfo',
};

const stockKey = (call: Call, book: string, batch: string) => `${call.envelope.fixmedins_code}|${book}|${batch}`;

/** 3501-3506: rows of the facility's stock books. A sale of an insured settlement must name one that there is. */
export const stockRow = (infno: string): Transaction =>
  writing((call) => {
    for (const row of listOf(call.input, STOCK_NODES[infno] ?? 'data')) {
      need(row, 'med_list_codg', 'fixmedins_hilist_id', 'fixmedins_hilist_name');
      const batch = needed(row, 'fixmedins_bchno');
      if (infno === '3505' || infno === '3506') need(row, 'sel_retn_cnt', 'sel_retn_time', 'sel_retn_opter_name');
      const setlId = textOf(row, 'setl_id');
      if (setlId !== '' && !call.draft.get('settlement', setlId)) throw new Refusal(`未查询到结算信息${setlId}`);
      const data = { ...row, ...(call.input.drugtracinfo ? { drugtracinfo: call.input.drugtracinfo } : {}) };
      call.draft.put('stock', stockKey(call, STOCK_BOOKS[infno] ?? '2', batch), { infno, facility: call.envelope.fixmedins_code, data });
    }
    return null;
  });

/** 3507 */
export const deleteStockRow = writing((call) => {
  const data = nodeOf(call.input, 'data');
  const key = stockKey(call, needed(data, 'inv_data_type'), needed(data, 'fixmedins_bchno'));
  if (!call.draft.get('stock', key)) throw new Refusal('未查询到进销存数据');
  call.draft.remove('stock', key);
  return null;
});

const mappingKey = (call: Call, row: Node) => `${call.envelope.fixmedins_code}|${needed(row, 'list_type')}|${needed(row, 'fixmedins_hilist_id')}`;

/** 3301: our code is their code. */
export const uploadMapping = writing((call) => {
  for (const row of listOf(call.input, 'data')) {
    need(row, 'fixmedins_hilist_name', 'begndate', 'enddate');
    const code = needed(row, 'med_list_codg');
    if (!call.facts.catalogue.has(code)) throw new Refusal(`医保目录编码${code}不存在`);
    call.draft.put('mapping', mappingKey(call, row), { infno: '3301', facility: call.envelope.fixmedins_code, data: row });
  }
  return null;
});

/** 3302 */
export const removeMapping = writing((call) => {
  for (const row of listOf(call.input, 'data')) {
    need(row, 'fixmedins_code', 'med_list_codg');
    const key = mappingKey(call, row);
    if (!call.draft.get('mapping', key)) throw new Refusal(`未查询到目录对照${textOf(row, 'fixmedins_hilist_id')}`);
    call.draft.remove('mapping', key);
  }
  return null;
});

/** 4101A, 4201 and 4301: taken and kept, answered with a number where the table has one. */
export const report = (infno: string, node: string): Transaction =>
  writing((call) => {
    const [first] = listOf(call.input, node);
    const key = `${infno}${String(call.draft.next('report')).padStart(12, '0')}`;
    if (infno.startsWith('4101')) {
      const settlement = call.draft.get('settlement', needed(first ?? {}, 'setl_id'));
      if (settlement?.state !== 'settled') throw new Refusal('未查询到有效的结算信息');
    }
    call.draft.put('report', key, { infno, facility: call.envelope.fixmedins_code, data: call.input });
    return infno.startsWith('4101') ? { data: { setl_list_id: key } } : null;
  });

/** 3203: a clearing application, kept with its sums. */
export const applyForClearing = writing((call) => {
  const data = nodeOf(call.input, 'data');
  need(data, 'clr_type', 'setlym', 'psntime', 'medfee_sumamt', 'med_sumfee', 'fund_appy_sum', 'cash_payamt', 'acct_pay', 'begndate', 'enddate');
  const id = `${call.region.area}C${String(call.draft.next('clearing')).padStart(10, '0')}`;
  call.draft.put('clearing', id, { infno: '3203', facility: call.envelope.fixmedins_code, data });
  return { result: { clr_appy_evt_id: id } };
});

/** 3204 */
export const withdrawClearing = writing((call) => {
  const id = needed(nodeOf(call.input, 'data'), 'clr_appy_evt_id');
  if (call.draft.get('clearing', id)?.facility !== call.envelope.fixmedins_code) throw new Refusal('未查询到清算申请');
  call.draft.remove('clearing', id);
  return null;
});

/** 2101-2103 are for retail pharmacies. */
export const retailOnly = writing(() => {
  throw new Refusal('该交易仅限定点零售药店使用');
});
