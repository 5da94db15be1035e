import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Seconds that all processors of the machine have worked since it started; undefined where the system does not tell. */
export function busySeconds(read = () => readFileSync('/proc/stat', 'utf8')) {
  try {
    const [user, nice, system, , , irq, softirq] = read().split('\n')[0].trim().split(/\s+/).slice(1).map(Number);
    return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

const ROUNDS = 3;
const PIECE = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => ({ id: `row-${at}`, amount: at * 37, name: `name ${at % 91}` })));

/** Milliseconds of processor time for a fixed piece of work (parsing, sorting, hashing): how slow this machine is. The best of some rounds. */
export function measureMilliseconds() {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (let at = 0; at < 40; at += 1) {
      const rows = JSON.parse(PIECE).sort((a, b) => (a.name < b.name ? -1 : 1) || a.amount - b.amount);
      createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
