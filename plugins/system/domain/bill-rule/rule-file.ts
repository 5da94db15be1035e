import type { DatePart } from './number-shape.ts';

/** Says what a file is; files of other kinds are refused. */
const KIND = 'nephra-bill-rule';
const FORMAT = 1;

/** A rule as a file has it: neither ids nor counts, which are of one installation. */
export interface RuleFile {
  readonly fullName: string;
  readonly enCode: string;
  readonly prefix: string;
  readonly dateFormat: DatePart;
  readonly digit: number;
  readonly startNumber: string;
  readonly sortCode: number;
  readonly enabledMark: 0 | 1;
  readonly description: string;
}

export const ruleFileText = (rule: RuleFile): string => `${JSON.stringify({ kind: KIND, format: FORMAT, rule }, null, 1)}\n`;

type Given = Readonly<Record<string, unknown>>;
const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const wholeOf = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : 0);
const isDatePart = (value: unknown): value is DatePart => value === 'yyyyMMdd' || value === 'yyyyMM' || value === 'yyyy' || value === 'no';

/** Why a file cannot be read: keys below `errors.system`. */
export type RuleFileFlaw = 'file-unreadable' | 'rule-file-other';

/** Lengths, signs and limits are judged where the rule is written. */
export function readRuleFile(text: string): RuleFile | { readonly flaw: RuleFileFlaw } {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { flaw: 'file-unreadable' };
  }
  if (!isGiven(given) || given.kind !== KIND || given.format !== FORMAT || !isGiven(given.rule)) return { flaw: 'rule-file-other' };
  const { rule } = given;
  if (!isDatePart(rule.dateFormat)) return { flaw: 'rule-file-other' };
  return {
    fullName: textOf(rule.fullName),
    enCode: textOf(rule.enCode),
    prefix: textOf(rule.prefix),
    dateFormat: rule.dateFormat,
    digit: wholeOf(rule.digit),
    startNumber: textOf(rule.startNumber),
    sortCode: wholeOf(rule.sortCode),
    enabledMark: rule.enabledMark === 0 ? 0 : 1,
    description: textOf(rule.description),
  };
}
