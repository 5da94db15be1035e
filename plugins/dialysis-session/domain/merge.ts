import { canonicalJson } from '@nephra/plugin-sdk/contract';
import type { FieldValue, FieldValues } from '../contract/fields.ts';

/** A field that two people changed: nothing of it is taken until somebody has seen both. */
export interface FieldConflict {
  readonly field: string;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}
export interface Merged {
  readonly fields: FieldValues;
  /** Fields that really change. */
  readonly changed: readonly string[];
  readonly conflicts: readonly FieldConflict[];
}

const same = (a: FieldValue | undefined, b: FieldValue | undefined): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/**
 * Field by field, so that two people fill in one sheet at once: a field is taken when it stands as its writer saw it, or stands already as they want it.
 * @param base what the writer saw of these fields
 */
export function mergeFields(stored: FieldValues, patch: FieldValues, base: FieldValues): Merged {
  const conflicts: FieldConflict[] = [];
  const taken: Record<string, FieldValue> = {};
  for (const [field, mine] of Object.entries(patch)) {
    const theirs = stored[field] ?? null;
    if (same(theirs, mine)) continue;
    if (same(theirs, base[field])) taken[field] = mine;
    else conflicts.push({ field, mine, theirs });
  }
  return { fields: { ...stored, ...taken }, changed: Object.keys(taken), conflicts };
}
