import { randomUUID } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import type { Job } from './job.ts';
import { abandonedRows, type Every, type Lease, type LeaseClaim, workLeasedRow } from './row-lease.ts';

export interface LeasedWorkerOptions<DB> {
  /** Name of the job that looks for rows that nobody works on. */
  readonly name: string;
  readonly claim: LeaseClaim;
  /**
   * Works on a row from where it stands to its end. It stores each result together with the place that it reaches, after `lease.keep()`, looks at
   * `lease.stopping()` in between, and sets a state that is not open when it is done. Refusals that end the row are its own to note; what it throws is
   * logged, and the row taken up again when the lease has ended.
   */
  readonly run: (ctx: ServerContext<DB>, id: string, lease: Lease) => Promise<void>;
  /** Whoever says nothing for so long is taken for dead; one that lives says so every third of it. Milliseconds, default 30,000. */
  readonly leaseMs?: number;
  /** Seconds between two looks for rows that nobody works on. Default 10. */
  readonly lookEverySeconds?: number;
  /** Rows that this process works on at the same time; others wait for their turn. Default 1. */
  readonly atOnce?: number;
  /** Stands in for the timer that renews leases. */
  readonly every?: Every;
}

/** Work on rows by one process at a time, which goes on elsewhere when that process is gone. */
export interface LeasedWorker<DB> {
  /** For `jobs`: takes up whatever nobody works on. */
  readonly job: Job<DB>;
  /** Takes a row up now, or when it is its turn. Resolves when this process has it no longer; never rejects. For the event that says that a row was written. */
  wake(ctx: ServerContext<DB>, id: string): Promise<void>;
  /**
   * Takes up whatever nobody works on, as the job does, and resolves when this process has none of it any more: for a job whose run is to last as long.
   * @param signal once it aborts, rows that still wait for their turn are left alone
   * @returns how many rows it found
   */
  takeUp(ctx: ServerContext<DB>, signal?: AbortSignal): Promise<number>;
  /** For `start` of the plugin. */
  start(): Promise<void>;
  /** For `stop` of the plugin: asks the work in hand to end at its next safe place and waits for it. */
  stop(): Promise<void>;
}

/**
 * All background work on rows: a row that is taken belongs to one process until its lease ends, the lease is renewed while it is worked on, the row is
 * given back when the process stops, and one whose process died is taken up by a job. Leases go by the steady line, so a clock that is set frees none.
 */
export function leasedWorker<DB>(options: LeasedWorkerOptions<DB>): LeasedWorker<DB> {
  const { name, claim, run, leaseMs = 30_000, lookEverySeconds = 10, atOnce = 1, every } = options;
  const inHand = new Map<string, Promise<void>>();
  const queue: (() => void)[] = [];
  let working = 0;
  let owner = randomUUID();
  let stopping = false;

  /** Waits for a turn. */
  const enter = async (): Promise<void> => {
    if (working >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else working += 1;
  };
  /** The turn goes to who waits longest. */
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else working -= 1;
  };

  async function work(ctx: ServerContext<DB>, id: string, signal?: AbortSignal): Promise<void> {
    await enter();
    try {
      if (!stopping && !signal?.aborted)
        await workLeasedRow(ctx, claim, id, { owner, leaseMs, stopping: () => stopping }, (lease) => run(ctx, id, lease), every);
    } catch (error) {
      // The database may be gone for a moment; the job takes the row up again.
      ctx.log.error({ err: error, worker: name, id }, 'work on a row was put aside');
    } finally {
      leave();
      inHand.delete(id);
    }
  }

  /** Woken twice for one row, this process works on it once. */
  function wake(ctx: ServerContext<DB>, id: string, signal?: AbortSignal): Promise<void> {
    const known = inHand.get(id);
    if (known || stopping) return known ?? Promise.resolve();
    const worked = work(ctx, id, signal);
    inHand.set(id, worked);
    return worked;
  }

  const wakeAll = async (ctx: ServerContext<DB>, signal?: AbortSignal): Promise<Promise<void>[]> =>
    (await abandonedRows(ctx, claim)).map((id) => wake(ctx, id, signal));

  return {
    wake: (ctx, id) => wake(ctx, id),
    takeUp: async (ctx, signal) => (await Promise.all(await wakeAll(ctx, signal))).length,
    job: {
      name,
      when: { everySeconds: lookEverySeconds },
      // Not waited for: others look for rows meanwhile.
      run: async (ctx) => {
        await wakeAll(ctx);
      },
    },
    start: async () => {
      owner = randomUUID();
      stopping = false;
    },
    stop: async () => {
      stopping = true;
      await Promise.all(inHand.values());
    },
  };
}
