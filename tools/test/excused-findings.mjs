const SHORTEST_REASON = 10;

/**
 * What a checker found in a file, without what a comment there excuses: `// <word>: <reason>`, on the line or alone above it. An excuse that
 * excuses nothing, or has no reason, is a finding itself.
 * @param source as `readSource` gives it
 * @param {{ word: string, why: string, findings: readonly { start: number, what: string, fix: string }[] }} found `why`: what a reason has to say
 * @returns {string[]} one line per finding: place, what, what to do instead
 */
export const withoutExcused = (file, text, source, found) => excusedAndLeft(file, text, source, found).problems;

/**
 * The same, and the excuses that hold, for checkers that tell them.
 * @returns {{ problems: string[], excused: { line: number, reason: string }[] }}
 */
export function excusedAndLeft(file, text, source, { word, why, findings }) {
  const mark = new RegExp(`^\\s*${word}:\\s*(.*)$`);
  const lines = text.split('\n');
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const excuses = new Map();
  for (const { value, start } of source.comments) {
    const reason = mark.exec(value)?.[1].trim();
    if (reason === undefined) continue;
    const line = lineAt(start);
    const alone = lines[line - 1].trimStart().startsWith('//');
    excuses.set(alone ? line + 1 : line, { line, reason, used: false });
  }
  const problems = source.errors.map((error) => `${file}: cannot be read: ${error}`);
  for (const { start, what, fix } of findings) {
    const excuse = excuses.get(lineAt(start));
    if (excuse) excuse.used = true;
    else problems.push(`${file}:${lineAt(start)}: ${what}; ${fix}`);
  }
  const excused = [];
  for (const { line, reason, used } of excuses.values()) {
    if (!used) problems.push(`${file}:${line}: “${word}:” excuses nothing here; take it away`);
    else if (reason.length < SHORTEST_REASON) problems.push(`${file}:${line}: “${word}:” without a reason; say ${why}`);
    else excused.push({ line, reason });
  }
  return { problems, excused };
}
