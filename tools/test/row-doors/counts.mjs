/**
 * Findings of files that are in the list stay untold while they are as many as it says; it only shrinks.
 * @param {{ file: string, found: { line: number, problem: string }[] }[]} files
 * @param {Readonly<Record<string, number>>} counts by file
 * @returns {{ problems: { file: string, line?: number, problem: string }[], left: number }} `left`: findings that the list holds
 */
export function overCounts(files, counts) {
  const problems = [];
  let left = 0;
  for (const { file, found } of files) {
    const allowed = counts[file] ?? 0;
    if (found.length > allowed) problems.push(...found.map((one) => ({ file, ...one })));
    else left += found.length;
    if (found.length > allowed && allowed > 0) problems.push({ file, problem: `${found.length} statements name their table, ${allowed} did before` });
    if (found.length < allowed)
      problems.push({ file, problem: `${found.length} statements name their table: write that instead of ${allowed}, so that they stay as few` });
  }
  const read = new Set(files.map(({ file }) => file));
  for (const file of Object.keys(counts)) if (!read.has(file)) problems.push({ file, problem: 'is no file of a plugin any more: take it out of the list' });
  return { problems, left };
}
