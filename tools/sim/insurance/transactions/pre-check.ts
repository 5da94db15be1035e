import { isNode, listOf, type Node, needed, nodeOf, textOf } from '../nodes.ts';
import { type Call, reading } from './transaction.ts';

const ORDER_LISTS = ['fsi_order_dtos', 'fsi_orders', 'orders'];
const PURE_DIALYSIS = /^血液透析|^血液滤过/;
const CHILD_YEARS = 14;
const ADULT_ONLY = ['左氧氟沙星', '莫西沙星'];

interface Finding {
  readonly rule: string;
  readonly name: string;
  readonly text: string;
  /** 1 remark, 2 suspicion, 3 violation. */
  readonly degree: '1' | '2' | '3';
  readonly orders: readonly Node[];
}

const ordersOf = (encounter: Node): Node[] =>
  ORDER_LISTS.flatMap((name) => {
    const list = encounter[name];
    return Array.isArray(list) ? list.filter(isNode) : [];
  });

const codeOf = (order: Node) => textOf(order, 'hilist_code') || textOf(order, 'med_list_codg');
const dayOf = (order: Node) => (textOf(order, 'drord_begn_date') || textOf(order, 'drord_time')).slice(0, 10);

function groupsOfTwo(orders: readonly Node[], keyOf: (order: Node) => string): Node[][] {
  const groups = new Map<string, Node[]>();
  for (const order of orders) {
    const key = keyOf(order);
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function findingsOf(call: Call, patient: Node, orders: readonly Node[]): Finding[] {
  const { catalogue } = call.facts;
  const limited = orders.filter((order) => catalogue.get(codeOf(order))?.limited && textOf(order, 'hosp_appr_flag') !== '1');
  const age = Number(call.now.getUTCFullYear()) - Number(textOf(patient, 'brdy').slice(0, 4) || '1970');
  const adultOnly = orders.filter((order) => ADULT_ONLY.some((word) => catalogue.get(codeOf(order))?.name.includes(word)));
  const sessions = groupsOfTwo(
    orders.filter((order) => PURE_DIALYSIS.test(catalogue.get(codeOf(order))?.name ?? '')),
    dayOf,
  );
  return [
    ...limited.map(
      (order) =>
        ({
          rule: 'SIM-R01',
          name: '限制使用范围',
          text: `${catalogue.get(codeOf(order))?.name}限制使用:${catalogue.get(codeOf(order))?.limitText}`,
          degree: '2',
          orders: [order],
        }) as const,
    ),
    ...groupsOfTwo(orders, (order) => (dayOf(order) === '' ? '' : `${codeOf(order)}|${dayOf(order)}`)).map(
      (group) =>
        ({
          rule: 'SIM-R02',
          name: '同日重复收费',
          text: `同一天重复开具${catalogue.get(codeOf(group[0] ?? {}))?.name ?? codeOf(group[0] ?? {})}`,
          degree: '1',
          orders: group,
        }) as const,
    ),
    ...sessions.map((group) => ({ rule: 'SIM-R03', name: '同日多次透析', text: '同一天开具两次及以上透析治疗', degree: '3', orders: group }) as const),
    ...(age < CHILD_YEARS ? adultOnly : []).map(
      (order) => ({ rule: 'SIM-R04', name: '儿童禁用', text: `${catalogue.get(codeOf(order))?.name}不用于儿童`, degree: '3', orders: [order] }) as const,
    ),
  ];
}

/** 3101: a few rules of the kind that the platform checks before an order is charged. */
export const preCheck = reading((call) => {
  const data = nodeOf(call.input, 'data');
  needed(data, 'syscode');
  needed(data, 'task_id');
  const result = listOf(data, 'patient_dtos').flatMap((patient) => {
    const orders = listOf(patient, 'fsi_encounter_dtos').flatMap(ordersOf);
    return findingsOf(call, patient, orders).map((finding, at) => {
      const amount = finding.orders.reduce((sum, order) => sum + (Number(textOf(order, 'sumamt')) || 0), 0);
      return {
        jr_id: `${textOf(data, 'task_id')}-${at + 1}`,
        rule_id: finding.rule,
        rule_name: finding.name,
        vola_cont: finding.text,
        vola_amt: Math.round(amount * 100) / 100,
        sev_deg: finding.degree,
        vola_evid: '模拟规则',
        vola_bhvr_type: '1',
        judge_result_detail_dtos: finding.orders.map((order, part) => ({
          jrd_id: `${textOf(data, 'task_id')}-${at + 1}-${part + 1}`,
          patn_id: textOf(patient, 'patn_id'),
          mdtrt_id: textOf(patient, 'curr_mdtrt_id'),
          rx_id: textOf(order, 'rx_id'),
          vola_item_type: '1',
          vola_amt: Number(textOf(order, 'sumamt')) || 0,
        })),
      };
    });
  });
  return { result };
});
