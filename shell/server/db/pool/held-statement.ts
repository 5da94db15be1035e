import type { Session } from './session.ts';

/** How long one statement of others may keep the only connection while somebody waits for it. */
export interface HeldLimit {
  /** Read when a statement begins. */
  readonly ms: number;
  /** What it is refused with. @param ms of the limit */
  readonly reason: (ms: number) => Error;
}

/** Between two looks whether anybody waits, a share of the limit. */
const LOOKS = 8;
/** Of the limit, what the server must have calculated meanwhile, the engine is a thread of it: on a machine that others keep busy a statement waits for a processor, and holds nobody up that would have one. */
const OWN_SHARE = 0.5;
/** Limits after which that counts for nothing. */
const MAX_LIMITS = 4;

/**
 * Ends a statement that has run for as long as it may while others wait for a connection; where nobody waits it goes on. On the embedded engine, which has one
 * connection for all; on a server it has others, and limits of its own.
 */
export async function heldAtMost<T>(session: Session, limit: HeldLimit, pool: { readonly isWaitedFor: boolean }, work: () => Promise<T>): Promise<T> {
  if (!session.endsStatements) return await work();
  const { ms } = limit;
  let refusal: Error | undefined;
  const began = performance.now();
  const before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    const isAtWork = (user + system) / 1_000 >= ms * OWN_SHARE || performance.now() - began >= ms * MAX_LIMITS;
    if (isAtWork && pool.isWaitedFor) {
      refusal = limit.reason(ms);
      session.endStatement();
    } else timer = setTimeout(look, ms / LOOKS);
  };
  let timer = setTimeout(look, ms);
  try {
    return await work();
  } catch (error) {
    throw refusal ?? error;
  } finally {
    clearTimeout(timer);
  }
}
