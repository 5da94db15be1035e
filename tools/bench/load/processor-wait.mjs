/** How long processes stood in line for a processor (Linux): what a slow answer owes to a machine that others use, and not to the product. */
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NS_PER_MS = 1e6;

/** Milliseconds that a process's threads ran and that they waited for a processor; nothing where it is gone. */
function schedulingOf(pid) {
  const sum = { ranMs: 0, waitedMs: 0 };
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [ran, waited] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      sum.ranMs += Number(ran) / NS_PER_MS;
      sum.waitedMs += Number(waited) / NS_PER_MS;
    }
  } catch {
    // It, or a thread of it, has ended meanwhile.
  }
  return sum;
}

/**
 * Watches this process and others from now on. A process that starts later counts from its start.
 * @param pidsNow those to watch besides, as they are when asked
 * @returns what tells and ends it: of a second of work how much was spent in line, and by how much this process's own timers were late
 */
export function watchProcessorWait(pidsNow) {
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const before = new Map([process.pid, ...pidsNow()].map((pid) => [pid, schedulingOf(pid)]));
  const began = performance.now();
  const since = (pid) => {
    const now = schedulingOf(pid);
    const then = before.get(pid) ?? { ranMs: 0, waitedMs: 0 };
    return { ranMs: now.ranMs - then.ranMs, waitedMs: now.waitedMs - then.waitedMs };
  };
  const shareOf = (parts) => {
    const waited = parts.reduce((sum, { waitedMs }) => sum + waitedMs, 0);
    const ran = parts.reduce((sum, { ranMs }) => sum + ranMs, 0);
    return waited + ran === 0 ? 0 : waited / (waited + ran);
  };
  return () => {
    loop.disable();
    return {
      seconds: (performance.now() - began) / 1000,
      /** Of the time that they wanted a processor, the part in which they had none. */
      waitedShareOwn: shareOf([since(process.pid)]),
      waitedShareServers: shareOf(pidsNow().map(since)),
      loopLateP50ms: loop.percentile(50) / NS_PER_MS,
      loopLateP99ms: loop.percentile(99) / NS_PER_MS,
      loopLateMaxMs: loop.max / NS_PER_MS,
    };
  };
}
