export interface NamedStation {
  readonly id: string;
  readonly orgId: string;
  /** As people wrote it; empty: none. */
  readonly publicName: string;
}

/**
 * What the public reads of stations: the name that people gave, else the number of the station in the order in which rooms are walked. The code is never
 * taken, because centres begin it with the letter of an infection zone.
 * @param stations in that order, of any facilities
 */
export function publicNamesOf(stations: readonly NamedStation[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { id, orgId, publicName } of stations) {
    const at = (counts.get(orgId) ?? 0) + 1;
    counts.set(orgId, at);
    const given = publicName.trim();
    names.set(id, given === '' ? String(at) : given);
  }
  return names;
}
