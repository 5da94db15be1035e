/** What a run of the chat bench says in words, and whether it is good. */

/** Promised: to the other screen, 99 of 100 within. */
const P99_MS = 500;
/** Above it the servers wanted a processor and mostly had none: times say nothing of the product. */
const MAX_WAITED_SHARE = 0.25;
/** A second half may hold so much more than the middle did; before that a server is still warming up. */
const MEMORY_GROWTH = 1.15;
const JUDGED_SECONDS = 120;

export const wrongIn = (found) =>
  found.acknowledgedButNotStored +
  found.storedTwice +
  found.holesInOrder +
  found.sendersOrderBroken +
  found.acknowledgedButNotPushed +
  found.pushedTwice +
  found.pushedOutOfOrder;

const said = (count, good, bad) => (count === 0 ? good : `${count} ${bad}`);
const percent = (share) => `${Math.round(share * 100)} %`;

function latencyOf({ kills, p50ms, p99ms, wait }) {
  const times = `to the other screen: p50 ${Math.round(p50ms)} ms, p99 ${Math.round(p99ms)} ms`;
  // Whoever waits for a killed server to be noticed waits for that, too.
  if (kills > 0) return { good: true, text: `${times}, kills and all` };
  if (p99ms < P99_MS) return { good: true, text: `${times}: in time` };
  const busy = wait.waitedShareServers > MAX_WAITED_SHARE;
  return { good: busy, text: `${times}: ${busy ? 'not judged, the machine was busy' : 'TOO LATE'}` };
}

function memoryOf({ seconds, kills, memoryMb: { first, middle, last, most } }) {
  const sizes = `memory of the larger server: first ${first} MB, middle ${middle} MB, last ${last} MB, most ${most} MB`;
  // A server that was killed is a young one.
  if (kills > 0 || seconds < JUDGED_SECONDS) return { good: true, text: sizes };
  const grows = last > middle * MEMORY_GROWTH;
  return { good: !grows, text: `${sizes}: ${grows ? 'GROWS' : 'flat'}` };
}

/** Frames may be missed when servers are killed; what counts then is what came to the screen. */
export function verdictOf(found) {
  const { acknowledged, refused, kills, restartMs, wait } = found;
  const lost = found.acknowledgedButNotStored + (kills > 0 ? found.acknowledgedButNotSeen : found.acknowledgedButNotPushed);
  const twice = found.storedTwice + found.pushedTwice;
  const disorder = found.holesInOrder + found.sendersOrderBroken + found.pushedOutOfOrder;
  const [latency, memory] = [latencyOf(found), memoryOf(found)];
  const unheard = found.sent - acknowledged - refused;
  const back = restartMs.length === 0 ? '' : `; a server was back after ${Math.min(...restartMs)} to ${Math.max(...restartMs)} ms`;
  return {
    good: lost + twice + disorder + refused + unheard === 0 && latency.good && memory.good,
    text: [
      `${acknowledged} acknowledged: ${said(lost, 'none lost', 'LOST')}, ${said(twice, 'none twice', 'TWICE')}, ${said(disorder, 'order kept', 'OUT OF ORDER')}; ${kills} kills${back}`,
      `${said(refused, 'none refused', 'REFUSED')}, ${said(unheard, 'none unheard', 'WITHOUT A WORD')}`,
      latency.text,
      memory.text,
      `the machine: servers stood in line for a processor ${percent(wait.waitedShareServers)} of the time that they wanted one, the windows' process ${percent(wait.waitedShareOwn)}; its own timers were late by ${Math.round(wait.loopLateP50ms)} ms, 1 of 100 by ${Math.round(wait.loopLateP99ms)} ms`,
    ].join('\n'),
  };
}
