import { type Static, Type } from '@nephra/plugin-sdk/contract';

/** `none`: asked, and there are none. Empty: the list of allergies says it, and where that is empty nobody has asked. */
export const allergyState = Type.Union([Type.Literal(''), Type.Literal('none')]);
export type AllergyState = Static<typeof allergyState>;

/** What a file knows of allergies: it names some, there are none, or nobody has asked. */
export type AllergyKnowledge = 'listed' | 'none' | 'unasked';

export const allergyKnowledge = ({ allergies, allergyState: state }: { allergies: readonly string[]; allergyState: AllergyState }): AllergyKnowledge =>
  allergies.length > 0 ? 'listed' : state === 'none' ? 'none' : 'unasked';
