/** Kinds of a record: those on offer with their names, and one that an older client stored, as it is. */
export interface KnownTypes {
  text(type: string): string;
  /** @param stored stays on offer whatever it is */
  choices(stored: string): { value: string; text: string }[];
}

export function knownTypes(known: readonly string[], nameOf: (type: string) => string): KnownTypes {
  const text = (type: string): string => (known.includes(type) ? nameOf(type) : type);
  return {
    text,
    choices: (stored) => [...known, ...(stored === '' || known.includes(stored) ? [] : [stored])].map((type) => ({ value: type, text: text(type) })),
  };
}
