import { isDayOrTime } from './clock.ts';
import { parseFen } from './money.ts';
import { Refusal } from './refusal.ts';

/** One node of `input`. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A node that must be there; a list of one counts as the one. */
export function nodeOf(input: Node, name: string): Node {
  const value = Array.isArray(input[name]) ? input[name][0] : input[name];
  if (!isNode(value)) throw new Refusal(`${name}节点不能为空`);
  return value;
}

/** A list that must have rows; one object counts as a list of one. */
export function listOf(input: Node, name: string): Node[] {
  const value = input[name];
  const list = Array.isArray(value) ? value : isNode(value) ? [value] : [];
  if (list.length === 0 || !list.every(isNode)) throw new Refusal(`${name}节点不能为空`);
  return list;
}

/** Text of a field; numbers count as text, anything else is empty. */
export const textOf = (node: Node, name: string): string => {
  const value = node[name];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
};

/** Fields that may not be empty. */
export function need(node: Node, ...names: string[]): void {
  for (const name of names) if (textOf(node, name) === '') throw new Refusal(`${name}不能为空`);
}

export function needed(node: Node, name: string): string {
  need(node, name);
  return textOf(node, name);
}

export function oneOf(node: Node, name: string, values: readonly string[]): string {
  const text = needed(node, name);
  if (!values.includes(text)) throw new Refusal(`${name}的值${text}不在字典内`);
  return text;
}

export function fenOf(node: Node, name: string): number {
  const fen = parseFen(needed(node, name));
  if (fen === undefined) throw new Refusal(`${name}金额格式不正确`);
  return fen;
}

export function timeOf(node: Node, name: string): string {
  const text = needed(node, name);
  if (!isDayOrTime(text)) throw new Refusal(`${name}日期格式不正确`);
  return text;
}

/** A range; a date alone covers its day. */
export function rangeOf(node: Node, from: string, to: string): { readonly from: string; readonly to: string } {
  const begin = timeOf(node, from);
  const end = timeOf(node, to);
  return { from: begin.length === 10 ? `${begin} 00:00:00` : begin, to: end.length === 10 ? `${end} 23:59:59` : end };
}
