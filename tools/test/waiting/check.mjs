import { withoutExcused } from '../excused-findings.mjs';
import { fixedCases } from './fixed-cases.mjs';
import { fixedPorts } from './fixed-ports.mjs';
import { fixedWaits } from './fixed-waits.mjs';
import { leftBehind } from './left-behind.mjs';
import { lateRefusal } from './late-refusal.mjs';
import { measuredTime } from './measured-time.mjs';
import { lookTooEarly, openingDialog } from './opening-dialog.mjs';
import { shortPatience } from './patience.mjs';
import { lastEntry, rowOrder } from './row-order.mjs';
import { serverPerTest } from './server-per-test.mjs';
import { sharedState } from './shared-state.mjs';
import { readSource } from './syntax.mjs';

const RULES = [
  fixedWaits,
  shortPatience,
  measuredTime,
  fixedPorts,
  leftBehind,
  sharedState,
  rowOrder,
  openingDialog,
  fixedCases,
  serverPerTest,
  lateRefusal,
  lastEntry,
  lookTooEarly,
];

/**
 * What in this file depends on time, a port or an order that the test does not control, or makes it dearer or poorer than the run means it to be, unless `// waits: <reason>` excuses it.
 * @returns {string[]} one line per finding: place, what, what to do instead
 */
export function checkWaiting(file, text) {
  const source = readSource(file, text);
  const findings = RULES.flatMap((rule) => rule(source)).sort((a, b) => a.start - b.start);
  return withoutExcused(file, text, source, { word: 'waits', why: 'why this test may wait so', findings });
}
