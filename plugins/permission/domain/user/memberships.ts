/** Somewhere a person works: an organisation, or one of its departments. */
export interface Place {
  readonly orgId: string;
  readonly departmentId: string | null;
}

export const samePlace = (one: Place, other: Place): boolean => one.orgId === other.orgId && one.departmentId === other.departmentId;

/** Ids of a comma text, each once, in their order. */
export const idsOf = (text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  ),
];

/** What somebody may choose from is not all that the person has: the rest stays. */
export function replaceVisible<T>(before: readonly T[], given: readonly T[], isVisible: (one: T) => boolean, same: (one: T, other: T) => boolean): T[] {
  const hidden = before.filter((one) => !isVisible(one));
  return [...given, ...hidden.filter((one) => !given.some((other) => same(one, other)))];
}

/** The place of today stays while the person has it; else it is the first one. Undefined when there is none. */
export const majorPlace = (places: readonly Place[], today: Place | undefined): Place | undefined =>
  (today && places.find((place) => samePlace(place, today))) ?? places[0];

/**
 * Whether a person would report to themselves, directly or over others.
 * @param above the manager to be, then that one's manager and so on
 */
export const closesCircle = (personId: string, above: readonly string[]): boolean => above.includes(personId);
