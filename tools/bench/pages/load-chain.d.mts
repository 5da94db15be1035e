import type { CDPSession } from 'playwright';

/** A request that has ended; `start` and `end` in seconds on one clock, `bytes` on the wire with headers. */
export interface SeenRequest {
  readonly url: string;
  readonly method: string;
  readonly type: string;
  readonly status: number;
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
}

export function longestChain<T extends Pick<SeenRequest, 'start' | 'end'>>(requests: readonly T[]): T[];
export function recordRequests(devtools: CDPSession): Promise<{ readonly done: () => SeenRequest[] }>;
