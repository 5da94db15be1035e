import { CONTENTS_OF, type ConditionContent, type ConditionOperator, type DataFieldType, OPERATORS_OF } from '@nephra/plugin-sdk/contract';
import type { SchemeField } from '../../domain/data-scheme/condition-check.ts';

export interface ComparisonDraft {
  readonly key: number;
  readonly field: string;
  readonly op: ConditionOperator;
  /** `text`, or the content of the caller that is compared with. */
  readonly kind: 'text' | ConditionContent;
  /** Of fields that hold ids: ids, joined by commas. */
  readonly text: string;
}

export const idsOfText = (text: string): string[] =>
  text
    .split(/[,，]/)
    .map((id) => id.trim())
    .filter((id) => id !== '');

export interface GroupDraft {
  readonly key: number;
  readonly logic: 'and' | 'or';
  readonly comparisons: readonly ComparisonDraft[];
}

const holdsIds = (type: DataFieldType | undefined): boolean => type === 'User' || type === 'Organize';

/**
 * A comparison after a change, made to suit its field.
 * @param before the field for which its text was given
 */
export function fittingDraft(draft: ComparisonDraft, before: string, fields: readonly SchemeField[]): ComparisonDraft {
  const typeOf = (field: string) => fields.find(({ enCode }) => enCode === field)?.type;
  const [type, earlier] = [typeOf(draft.field), typeOf(before)];
  if (!type) return draft;
  const [first = 'Equal'] = OPERATORS_OF[type];
  const op = OPERATORS_OF[type].includes(draft.op) ? draft.op : first;
  const kind = draft.kind !== 'text' && (op === 'Contains' || !CONTENTS_OF[type].includes(draft.kind)) ? 'text' : draft.kind;
  // Ids mean nothing to a field of another type, nor a typed text to a field of ids; and one comparison takes one id.
  const kept = earlier === type || !(holdsIds(type) || holdsIds(earlier)) ? draft.text : '';
  const text = holdsIds(type) && op !== 'In' ? (idsOfText(kept)[0] ?? '') : kept;
  return { ...draft, op, kind, text };
}
