import type { MaterialCode, MaterialRole } from '../../contract/material/material.ts';
import type { Guard } from '../../contract/states.ts';

export interface MaterialFacts {
  readonly said: MaterialCode;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** What the catalogue knows under the code; null: nothing. */
  readonly found: { readonly drugId: string; readonly drugName: string } | null;
  /** Entries that were prescribed; null: by name alone, or none. */
  readonly prescribed: { readonly dialyserId: string | null; readonly perfusorId: string | null };
  /** As which part the kits of the facility know the entry. */
  readonly kitPart: 'treatment' | 'dialyser' | 'lines' | 'other' | undefined;
  /** What the person says that it is, where nothing else does. */
  readonly asked: MaterialRole | undefined;
}

/** Names of the trade, for entries that no prescription and no kit names. */
const NAMES: readonly (readonly [pattern: RegExp, role: MaterialRole])[] = [
  [/管路|tubing|blood ?line/i, 'lines'],
  [/灌流器|灌流柱|perfusion|adsor/i, 'perfusor'],
  [/透析器|滤过器|濾過器|dialy[sz]er|filter/i, 'dialyser'],
];

/** What it was used as. */
export function roleOfMaterial({ found, prescribed, kitPart, asked }: MaterialFacts): MaterialRole {
  if (found && found.drugId === prescribed.dialyserId) return 'dialyser';
  if (found && found.drugId === prescribed.perfusorId) return 'perfusor';
  if (kitPart === 'dialyser' || kitPart === 'lines') return kitPart;
  const named = found ? NAMES.find(([pattern]) => pattern.test(found.drugName))?.[1] : undefined;
  return named ?? asked ?? 'other';
}

/** What stands against using it; an expired piece is never used, the others are passed with a reason. */
export function guardOfMaterial(facts: MaterialFacts): Guard | undefined {
  const { said, today, found, prescribed } = facts;
  if (said.expiry !== '' && said.expiry < today) return 'material-expired';
  if (!found) return 'material-unknown';
  const role = roleOfMaterial(facts);
  if (role === 'dialyser' && prescribed.dialyserId !== null && found.drugId !== prescribed.dialyserId) return 'material-differs';
  if (role === 'perfusor' && found.drugId !== prescribed.perfusorId) return 'material-differs';
  return undefined;
}
