/** What says that rows are one order. */
export interface GroupedOrder {
  readonly id: string;
  /** Empty: it stands alone. */
  readonly groupId: string;
  readonly groupPlace: number;
}

/** Rows of one order, in their order; one where it stands alone. Orders stand where their first row stood. */
export function groupsOf<T extends GroupedOrder>(rows: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = row.groupId || row.id;
    const own = groups.get(key);
    if (own) own.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((group) => group.toSorted((a, b) => a.groupPlace - b.groupPlace));
}
