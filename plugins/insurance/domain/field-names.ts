import { type AnswerNode, asNode, asNodes, type Money, moneyFromText, moneyFromWire, ZERO } from '@nephra/plugin-sdk/contract';

/** A node of an answer; what is missing is empty. */
export type Node = AnswerNode;

/** The named node, also when it is wrapped in `data` once more. Falls back to the output itself for transactions without a node. */
export function nodeOf(output: Node, name: string): Node {
  const found = output[name] ?? asNode(output.data)[name];
  return asNode(found);
}

export const listOf = (output: Node, name: string): readonly Node[] => asNodes(output[name] ?? asNode(output.data)[name]);

/** Names under which one field travels; the first is ours. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  overlmt_amt: ['overlmt_selfpay'],
  overlmt_selfpay: ['overlmt_amt'],
  psn_cash_pay: ['pdn_cash_pay', 'cash_payamt', 'psn_cashpay'],
  psn_part_amt: ['psn_pay'],
  insuplc_admdvs: ['insuplc_admvs'],
  file_qury_no: ['file_query_no'],
};

/** The field under whichever of its names it came; undefined when it did not, or came as null. */
function fieldOf(node: Node, name: string): unknown {
  for (const alias of [name, ...(ALIASES[name] ?? [])]) {
    const value = node[alias];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Text of a field; numbers as they print, nothing as ''. */
export function textOf(node: Node, name: string): string {
  const value = fieldOf(node, name);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** True when the field came with something in it. */
export const hasField = (node: Node, name: string): boolean => textOf(node, name) !== '';

/** Amount of a field; nothing is nothing. @throws RangeError when it is no amount. */
export function moneyOf(node: Node, name: string): Money {
  const value = fieldOf(node, name);
  if (typeof value === 'number') return moneyFromWire(value);
  const text = textOf(node, name);
  return text === '' ? ZERO : moneyFromText(text);
}

/** Plain number such as a share or a quantity; 0 when it did not come or is no number. */
export function numberOf(node: Node, name: string): number {
  const value = Number(textOf(node, name));
  return Number.isFinite(value) ? value : 0;
}

const GRADES: Readonly<Record<string, string>> = { '1': '01', '2': '02', '3': '03', 甲: '01', 乙: '02', 丙: '03' };
/** chrgitm_lv: 01, 02, 03; some send 1, 2, 3. */
export const gradeOf = (node: Node): string => {
  const grade = textOf(node, 'chrgitm_lv');
  return GRADES[grade] ?? grade;
};

/** yyyy-MM-dd HH:mm:ss or yyyy-MM-dd of dates in whatever shape: with T, with milliseconds, yyyyMMdd, yyyyMMddHHmmssSSS. */
export function timeOf(node: Node, name: string): string {
  const text = textOf(node, name);
  const digits = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})\d{0,3})?$/.exec(text);
  if (digits) {
    const [, year, month, day, hour, minute, second] = digits;
    return hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  }
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2}))?/.exec(text);
  if (!parts) return text;
  return parts[2] === undefined ? (parts[1] ?? '') : `${parts[1]} ${parts[2]}`;
}

/** yyyy-MM-dd of a date in whatever shape. */
export const dayOfField = (node: Node, name: string): string => timeOf(node, name).slice(0, 10);
