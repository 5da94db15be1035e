/** Places that can be told apart as text, with room between them: `a01`, `a02` … */
export const placeOf = (index: number): string => `a${index.toString(36).padStart(2, '0')}`;
