/** Number of the national transaction that a regional one is a form of: its first four digits (`RegionRules`). A national number stays as it is. */
export const nationalInfno = (infno: string): string => infno.slice(0, 4);
