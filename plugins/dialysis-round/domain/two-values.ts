interface Measured {
  readonly test: string;
  readonly onDay: string;
  readonly value: number;
}
const keyOf = ({ test, onDay }: Measured): string => `${test} ${onDay}`;

/**
 * Tests and days with more than one value: of two files of one person that were merged, each may have its own (`merged-labs.ts`). Equal ones are one.
 * @returns whether a value is one of several that differ
 */
export function differingFrom(all: readonly Measured[]): (one: Measured) => boolean {
  const values = new Map<string, Set<number>>();
  for (const one of all) values.set(keyOf(one), (values.get(keyOf(one)) ?? new Set()).add(one.value));
  return (one) => (values.get(keyOf(one))?.size ?? 0) > 1;
}
