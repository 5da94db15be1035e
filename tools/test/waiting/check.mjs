import { fixedPorts } from './fixed-ports.mjs';
import { fixedWaits } from './fixed-waits.mjs';
import { leftBehind } from './left-behind.mjs';
import { measuredTime } from './measured-time.mjs';
import { shortPatience } from './patience.mjs';
import { rowOrder } from './row-order.mjs';
import { sharedState } from './shared-state.mjs';
import { readSource } from './syntax.mjs';

const RULES = [fixedWaits, shortPatience, measuredTime, fixedPorts, leftBehind, sharedState, rowOrder];

/** `// waits: <reason>`, on the line or alone above it. */
const MARK = /^\s*waits:\s*(.*)$/;
const SHORTEST_REASON = 10;

/**
 * What in this file depends on time, a port or an order that the test does not control.
 * @returns {string[]} one line per finding: place, what, what to do instead
 */
export function checkWaiting(file, text) {
  const source = readSource(file, text);
  const lines = text.split('\n');
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const marks = new Map();
  for (const { value, start } of source.comments) {
    const reason = MARK.exec(value)?.[1].trim();
    if (reason === undefined) continue;
    const line = lineAt(start);
    const alone = lines[line - 1].trimStart().startsWith('//');
    marks.set(alone ? line + 1 : line, { line, reason, used: false });
  }
  const problems = source.errors.map((error) => `${file}: cannot be read: ${error}`);
  for (const { start, what, fix } of RULES.flatMap((rule) => rule(source)).sort((a, b) => a.start - b.start)) {
    const mark = marks.get(lineAt(start));
    if (mark) mark.used = true;
    else problems.push(`${file}:${lineAt(start)}: ${what}; ${fix}`);
  }
  for (const { line, reason, used } of marks.values()) {
    if (!used) problems.push(`${file}:${line}: “waits:” excuses nothing here; take it away`);
    else if (reason.length < SHORTEST_REASON) problems.push(`${file}:${line}: “waits:” without a reason; say why this test may wait so`);
  }
  return problems;
}
