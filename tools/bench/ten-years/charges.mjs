import { charge, prescriptions } from '../load/main-job.bench.mjs';
import { signIn } from '../system.mjs';

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** One cashier's counter at a system. */
async function counterAt(url, count) {
  const ready = await prescriptions(await signIn(url, 'doctor'), count);
  const cashier = await signIn(url, 'cashier');
  return { ready, cashier, times: [] };
}

async function chargeNext({ ready, cashier, times }, counts) {
  const one = ready.pop();
  const began = performance.now();
  await charge(cashier, one);
  if (counts) times.push(performance.now() - began);
}

/**
 * Charges that one cashier makes one after another, by turns at each system, so that other work of the machine hits all alike. Some before they
 * count: a system that has just started is slow whatever it holds.
 * @param urls by name
 * @returns median in ms by name
 */
export async function chargesByTurns(urls, count) {
  const counters = [];
  for (const [name, url] of Object.entries(urls)) counters.push([name, await counterAt(url, 2 * count)]);
  for (let at = 0; at < 2 * count; at += 1) for (const [, counter] of counters) await chargeNext(counter, at >= count);
  return Object.fromEntries(counters.map(([name, { times }]) => [name, median(times)]));
}
