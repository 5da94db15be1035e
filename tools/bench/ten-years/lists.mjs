import { signIn } from '../system.mjs';
import { askedCalls } from './asked.mjs';
import { careCalls, listCalls } from './calls.mjs';

/** A reading over that is late. */
export const LIST_BUDGET_MS = 100;
/** First slow ones are asked again: what is late once on a busy machine is not late by itself. */
const AGAIN = 4;
const ROUNDS = 3;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timed({ call }, { what, address, body }) {
  const began = performance.now();
  const answer = await call(body ? 'POST' : 'GET', address, body);
  if (answer.code !== 200) throw new Error(`${what}: ${answer.code} ${answer.msg}`);
  return performance.now() - began;
}

/** Milliseconds of one list over little and over ten years, by turns. */
async function timeList(clients, list, rounds) {
  const [little, full] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    little.push(await timed(clients.little, list));
    full.push(await timed(clients.full, list));
  }
  return { what: list.what, little: median(little), full: median(full), best: Math.min(...full) };
}

/**
 * Every list as one account reads it.
 * @param urls of the systems `little` and `full`
 * @param options.wanted words: lists whose name has one of them; all without
 * @param options.rounds calls of each list
 * @returns slowest first: what, ms over little, ms over ten years, best ms over ten years
 */
export async function timeLists(urls, account, { wanted = [], rounds = ROUNDS } = {}) {
  const clients = { little: await signIn(urls.little, account), full: await signIn(urls.full, account) };
  const now = Date.now();
  const lists = [...listCalls(now, account), ...careCalls(now, account), ...askedCalls(now, account)].filter(
    ({ what }) => wanted.length === 0 || wanted.some((word) => what.includes(word)),
  );
  const times = [];
  for (const list of lists) {
    const first = await timeList(clients, list, rounds);
    times.push(first.full > LIST_BUDGET_MS ? await timeList(clients, list, rounds + AGAIN) : first);
  }
  return times.sort((a, b) => b.full - a.full);
}
