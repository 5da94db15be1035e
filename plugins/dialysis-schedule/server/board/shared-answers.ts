import type { Ctx } from '../tables/tables.ts';

/** So long after a push its readers come; later ones read for themselves. */
const KEPT_MS = 5_000;
const MAX_KEPT = 64;

interface Kept {
  readonly answer: Promise<unknown>;
  /** On the steady line. */
  readonly until: number;
}
/** By push: its name is new with every commit, so that what was read for it is never older than what it tells of, on whichever server. */
const kept = new Map<string, Kept>();

/**
 * One push is heard by every board of a facility, and all of them ask the same: the first one reads, the others get its answer. Only for callers who see
 * every row of the facility; whose rights are narrower, or who names no push, reads for himself.
 * @param stamp of the push that the caller answers; empty: none
 * @param menus whose data rights decide what is read
 * @param question what tells this answer from others for the same push; the facility is added here
 */
export function sharedAnswer<T>(ctx: Ctx, stamp: string, menus: readonly string[], question: readonly string[], read: () => Promise<T>): Promise<T> {
  if (stamp === '' || menus.some((menu) => ctx.dataScope(menu).kind !== 'organisation')) return read();
  const now = ctx.clock.steady().getTime();
  for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
  const key = JSON.stringify([ctx.user.orgId, stamp, ...question]);
  const known = kept.get(key);
  if (known) return known.answer as Promise<T>;
  const answer = read();
  kept.set(key, { answer, until: now + KEPT_MS });
  answer.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return answer;
}
