/** The form in which names are kept: no blanks around, single blanks inside. */
export const tidyName = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Two names that a person would take for the same. */
export const isSameName = (a: string, b: string): boolean => tidyName(a).toLowerCase() === tidyName(b).toLowerCase();
