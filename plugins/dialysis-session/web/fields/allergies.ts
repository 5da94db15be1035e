import type { WebContext } from '@nephra/plugin-sdk/web';
import { allergyKnowledge, type AllergyState } from '../../../patient/contract/index.ts';

interface Allergies {
  readonly allergies: readonly string[];
  readonly allergyState: AllergyState;
}

/** What the patient may not be given, that there is nothing, or that nobody has asked. `tone`: how it is drawn at the bed. */
export function allergiesIn(
  t: WebContext['t'],
  file: Allergies,
): { readonly text: string; readonly names: string; readonly tone: 'ds-red' | 'ds-amber' | undefined } {
  const known = allergyKnowledge(file);
  const names = file.allergies.join(t('listMark'));
  if (known === 'listed') return { names, text: t('bed.allergic', { names }), tone: 'ds-red' };
  const text = t(`allergy.${known}`);
  return { names: text, text, tone: known === 'unasked' ? 'ds-amber' : undefined };
}
