/** Numbers of the lines that the other text does not have, each counted as often as it stands there. */
function missingFrom(other: readonly string[], lines: readonly string[]): Set<number> {
  const left = new Map<string, number>();
  const bare = (line: string): string => line.trim().replace(/,$/, '');
  for (const line of other) left.set(bare(line), (left.get(bare(line)) ?? 0) + 1);
  const missing = new Set<number>();
  lines.forEach((line, at) => {
    const count = left.get(bare(line)) ?? 0;
    if (count === 0) missing.add(at);
    else left.set(bare(line), count - 1);
  });
  return missing;
}

/**
 * Which lines of two indented JSON texts differ. Order and the comma at a line's end do not count; with one side empty nothing is
 * marked, because everything is new.
 */
export function changedLines(before: string, after: string): { readonly before: ReadonlySet<number>; readonly after: ReadonlySet<number> } {
  if (before === '' || after === '') return { before: new Set(), after: new Set() };
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  return { before: missingFrom(fresh, old), after: missingFrom(old, fresh) };
}
