import type { Session } from './session.ts';

/** How long one statement of others may keep the only connection while somebody waits for it. */
export interface HeldLimit {
  readonly ms: number;
  /** What it is refused with. @param ms of the limit */
  readonly reason: (ms: number) => Error;
}

/** Between two looks whether anybody waits, a share of the limit. */
const LOOKS = 8;

/**
 * Ends a statement that has run for as long as it may while others wait for a connection; where nobody waits it goes on. On the embedded engine, which has one
 * connection for all; on a server it has others, and limits of its own.
 */
export async function heldAtMost<T>(session: Session, limit: HeldLimit, pool: { readonly isWaitedFor: boolean }, work: () => Promise<T>): Promise<T> {
  if (!session.endsStatements) return await work();
  let refusal: Error | undefined;
  const look = (): void => {
    if (pool.isWaitedFor) {
      refusal = limit.reason(limit.ms);
      session.endStatement();
    } else timer = setTimeout(look, limit.ms / LOOKS);
  };
  let timer = setTimeout(look, limit.ms);
  try {
    return await work();
  } catch (error) {
    throw refusal ?? error;
  } finally {
    clearTimeout(timer);
  }
}
