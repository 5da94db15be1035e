/**
 * Codes of the beds that the site's settings list for a facility: `{ "beds": { "org-1": "A01 A02 B01" } }`, parted by blanks or commas; undefined
 * while they list none.
 */
export function bedsOf(settings: Readonly<Record<string, unknown>>, orgId: string): readonly string[] | undefined {
  const { beds } = settings;
  if (typeof beds !== 'object' || beds === null || !Object.hasOwn(beds, orgId)) return undefined;
  const told: unknown = (beds as Readonly<Record<string, unknown>>)[orgId];
  const codes = typeof told === 'string' ? told.split(/[\s,，、]/).filter((code) => code !== '') : [];
  return codes.length > 0 ? codes : undefined;
}

/** Whether there is such a bed. Without a list nobody knows, so every bed is taken as it is written. */
export const isBed = (beds: readonly string[] | undefined, bed: string): boolean => bed === '' || beds === undefined || beds.includes(bed);
