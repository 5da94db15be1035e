import { CONDITION_OPERATORS, type ConditionOperator, type DataCondition, type DataFieldType, readContent } from '@nephra/plugin-sdk/contract';

/** A field of a menu's data, as people read it. */
export interface SchemeField {
  readonly enCode: string;
  readonly fullName: string;
  readonly type: DataFieldType;
}

export const MAX_ENTRIES = 20;
export const MAX_COMPARISONS = 20;
/** Of one content; some hundred ids, joined by commas. */
export const MAX_CONTENT = 4000;

/** What is wrong with a condition, and where: number of the entry and of the comparison in it, counted from 0. */
export interface ConditionProblem {
  readonly reason: 'unknown-field' | 'unfit-operator' | 'unfit-content' | 'empty-content' | 'long-content';
  readonly entry: number;
  readonly comparison: number;
  /** Name of the field as people know it. */
  readonly field: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isOperator = (value: unknown): value is ConditionOperator => (CONDITION_OPERATORS as readonly unknown[]).includes(value);
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;

/** The condition in a JSON text as it came over the wire, without members that nobody knows; undefined when it is none. Empty text = []. */
export function readCondition(text: string): DataCondition | undefined {
  if (text.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length > MAX_ENTRIES) return undefined;
  const entries = value.map((entry: unknown) => {
    if (!isRecord(entry) || (entry.logic !== 'and' && entry.logic !== 'or')) return undefined;
    const { logic, groups } = entry;
    if (!Array.isArray(groups) || groups.length === 0 || groups.length > MAX_COMPARISONS) return undefined;
    const kept = groups.flatMap((one: unknown) => {
      if (!isRecord(one) || !isText(one.field, 100) || !isOperator(one.op) || !isText(one.value, MAX_CONTENT)) return [];
      return [{ field: one.field, type: isText(one.type, 20) ? one.type : '', op: one.op, value: one.value.trim() }];
    });
    return kept.length === groups.length ? { logic: logic as 'and' | 'or', groups: kept } : undefined;
  });
  return entries.some((entry) => entry === undefined) ? undefined : entries.flatMap((entry) => entry ?? []);
}

/** The first comparison that would let nothing through because nobody can make sense of it. */
export function conditionProblem(condition: DataCondition, fields: readonly SchemeField[]): ConditionProblem | undefined {
  for (const [entry, { groups }] of condition.entries()) {
    for (const [comparison, { field: code, op, value }] of groups.entries()) {
      const field = fields.find(({ enCode }) => enCode === code);
      const at = { entry, comparison, field: field?.fullName ?? code };
      if (!field) return { ...at, reason: 'unknown-field' };
      if (value.trim() === '') return { ...at, reason: 'empty-content' };
      if (value.trim().length > MAX_CONTENT) return { ...at, reason: 'long-content' };
      if (readContent(field.type, op, value)) continue;
      // Tried with a text that every field with this comparison can read.
      const sample = { String: 'x', User: 'x', Organize: 'x', Int32: '1', Double: '1', DateTime: '2026-01-01' }[field.type];
      return { ...at, reason: readContent(field.type, op, sample) ? 'unfit-content' : 'unfit-operator' };
    }
  }
  return undefined;
}
