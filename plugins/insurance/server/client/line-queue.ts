import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/** Calls of one facility that are on their way at the same time; gateways limit them too. */
export const AT_ONCE = 4;
/** More than these do not even wait. */
export const MAX_WAITING = 40;
const MAX_WAIT_MS = 20_000;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

const lines = new Map<string, Line>();

const lineOf = (orgId: string): Line => {
  const line = lines.get(orgId) ?? { running: 0, waiting: [] };
  lines.set(orgId, line);
  return line;
};

const busy = () => new AppError('insurance.line-busy', { code: EnvelopeCode.Unavailable });

/** Calls of these facilities that wait in this process. */
export const waitingCalls = (orgIds: readonly string[]): number => orgIds.reduce((sum, orgId) => sum + (lines.get(orgId)?.waiting.length ?? 0), 0);

/**
 * Runs the work when one of the facility's few places is free: a slow platform holds up its own callers and nobody else.
 * @throws AppError `insurance.line-busy` when too many wait or it takes too long; the work has not begun then.
 */
export async function inLine<T>(orgId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const line = lineOf(orgId);
  if (line.running >= AT_ONCE) await takeTurn(line, signal);
  else line.running += 1;
  try {
    return await work();
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else line.running -= 1;
  }
}

/** Waits for a place; whoever leaves hands its own over. */
function takeTurn(line: Line, signal: AbortSignal | undefined): Promise<void> {
  if (line.waiting.length >= MAX_WAITING || signal?.aborted) throw busy();
  return new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      line.waiting.splice(line.waiting.indexOf(give), 1);
      reject(busy());
    };
    const timer = setTimeout(leave, MAX_WAIT_MS);
    signal?.addEventListener('abort', leave, { once: true });
    line.waiting.push(give);
  });
}
