/** Bytes of shapes that go along in one bundle unasked: half of what its file may have, since quotes within a text take two characters each. */
export const MAX_BUNDLED_SHAPES = 4_000_000;

/** Those of a list whose shapes have room together, each in its turn, and those that stay. @param limit bytes */
export function fittingShapes<M extends { readonly dataSize: number }>(
  maps: readonly M[],
  limit = MAX_BUNDLED_SHAPES,
): { readonly fit: M[]; readonly beyond: M[] } {
  const [fit, beyond]: [M[], M[]] = [[], []];
  let taken = 0;
  for (const map of maps) {
    const fits = taken + map.dataSize <= limit;
    if (fits) taken += map.dataSize;
    (fits ? fit : beyond).push(map);
  }
  return { fit, beyond };
}
