import type { FileContent } from './file/file-content.ts';

type Said = Pick<FileContent, 'allergies' | 'allergyState'>;

/** A list says what it says: "there are none" stands beside an empty one only. */
export const tidyAllergies = (names: readonly string[], state: FileContent['allergyState']): Said => {
  const allergies = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
  return { allergies, allergyState: allergies.length > 0 ? '' : state };
};

/** Of two files about one person all that either names; "there are none" only where neither names any and one of them was asked. */
export const mergedAllergies = (left: Said, going: Said): Said =>
  tidyAllergies([...left.allergies, ...going.allergies], left.allergyState === 'none' || going.allergyState === 'none' ? 'none' : '');
