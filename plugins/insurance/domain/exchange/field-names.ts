import { type AnswerNode, asNode, asNodes } from '@nephra/plugin-sdk/contract';

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

/** The field under whichever of its names it came with something in it; undefined when it did not. */
export function fieldOf(node: Node, name: string): unknown {
  for (const alias of [name, ...(ALIASES[name] ?? [])]) {
    const value = node[alias];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** Text of a field; numbers as they print, nothing as ''. */
export function textOf(node: Node, name: string): string {
  const value = fieldOf(node, name);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
