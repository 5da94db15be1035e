import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';

/** Where rows wait that one process at a time works on. The table has the columns `id`, `state`, `lease_owner` and `lease_until`. */
export interface LeaseClaim {
  /** `schema.table` */
  readonly table: `${string}.${string}`;
  /** States of a row that is not over. */
  readonly open: readonly [string, ...string[]];
  /** Column by which rows are taken up, the lowest first. */
  readonly order: string;
  /** What a state becomes when the row is taken up: `{ waiting: 'running' }`. Others stay. */
  readonly taken?: Readonly<Record<string, string>>;
}

/** Who works on a row. */
export interface LeaseHolder {
  /** This process, unlike any other one. */
  readonly owner: string;
  /** Whoever says nothing for so long is taken for dead, milliseconds. */
  readonly leaseMs: number;
  /** True once the work must end at the next safe place. */
  readonly stopping: () => boolean;
}

/** A row in hand. */
export interface Lease {
  /** True once the work must end at the next safe place: this process stops, or has lost the row. */
  stopping(): boolean;
  /**
   * Renews the lease. First of all in each transaction that stores a result: the row stays locked until the commit, so nobody else stores one meanwhile.
   * @throws LeaseLost when somebody else has the row, or it is over
   */
  keep(): Promise<void>;
  /** Lets go of the row, which is still open: anybody may take it up after `waitMs`. Default 0. What an ended worker has in hand is given back by itself. */
  giveBack(waitMs?: number): Promise<void>;
}

/** Somebody else has the row, or it is over. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of the row is lost');
    this.name = 'LeaseLost';
  }
}

type Ctx<DB> = Pick<ServerContext<DB>, 'db' | 'clock' | 'log'>;

const openRow = ({ open }: LeaseClaim) => sql`state in (${sql.join(open.map((state) => sql.lit(state)))})`;

function stateTaken({ taken = {} }: LeaseClaim) {
  const changes = Object.entries(taken);
  if (changes.length === 0) return sql`state`;
  return sql`case state ${sql.join(
    changes.map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} else state end`;
}

/** Takes the row, or keeps what is in hand already. @returns false when somebody else has it or it is over */
async function take<DB>(ctx: Ctx<DB>, claim: LeaseClaim, id: string, { owner, leaseMs }: LeaseHolder): Promise<boolean> {
  const now = ctx.clock.steady();
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await sql<{ id: string }>`update ${sql.table(claim.table)} set lease_owner = ${owner}, lease_until = ${until}, state = ${stateTaken(claim)}
    where id = ${id} and ${openRow(claim)} and (lease_owner = ${owner} or lease_until <= ${now}) returning id`.execute(ctx.db);
  return rows.length > 0;
}

async function renew<DB>(ctx: Ctx<DB>, claim: LeaseClaim, id: string, { owner, leaseMs }: LeaseHolder): Promise<boolean> {
  const until = new Date(ctx.clock.steady().getTime() + leaseMs);
  const { rows } = await sql<{ id: string }>`update ${sql.table(claim.table)} set lease_until = ${until}
    where id = ${id} and lease_owner = ${owner} and ${openRow(claim)} returning id`.execute(ctx.db);
  return rows.length > 0;
}

async function release<DB>(ctx: Ctx<DB>, claim: LeaseClaim, id: string, { owner }: LeaseHolder, waitMs: number): Promise<void> {
  const from = new Date(ctx.clock.steady().getTime() + waitMs);
  await sql`update ${sql.table(claim.table)} set lease_owner = '', lease_until = ${from}
    where id = ${id} and lease_owner = ${owner} and ${openRow(claim)}`.execute(ctx.db);
}

/** Rows whose time has come and that nobody works on: their worker is gone, or they were just written. */
export async function abandonedRows<DB>(ctx: Ctx<DB>, claim: LeaseClaim): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(claim.table)}
    where ${openRow(claim)} and lease_until <= ${ctx.clock.steady()} order by ${sql.ref(claim.order)}, id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Calls `act` at this interval until what it returns is called. */
export type Every = (ms: number, act: () => Promise<void>) => () => void;

const timer: Every = (ms, act) => {
  const handle = setInterval(() => void act(), ms).unref();
  return () => clearInterval(handle);
};

/**
 * Takes a row, works on it and gives it back when it is still open. The lease is renewed meanwhile, also while the work waits for a long answer. When the
 * work throws, the row stays in hand until its lease ends, and is taken up again then.
 * @param every stands in for the timer that renews
 * @returns false when somebody else has the row, it is over, or its time has not come
 */
export async function workLeasedRow<DB>(
  ctx: Ctx<DB>,
  claim: LeaseClaim,
  id: string,
  holder: LeaseHolder,
  work: (lease: Lease) => Promise<void>,
  every: Every = timer,
): Promise<boolean> {
  if (!(await take(ctx, claim, id, holder))) return false;
  let lost = false;
  let released = false;
  const lease: Lease = {
    stopping: () => lost || holder.stopping(),
    keep: async () => {
      if (await renew(ctx, claim, id, holder)) return;
      lost = true;
      throw new LeaseLost();
    },
    giveBack: async (waitMs = 0) => {
      await release(ctx, claim, id, holder, waitMs);
      released = true;
    },
  };
  const stopRenewing = every(holder.leaseMs / 3, async () => {
    try {
      if (!released && !(await renew(ctx, claim, id, holder))) lost = true;
    } catch (error) {
      // Whoever takes it up meanwhile is found out with the next result that is stored.
      ctx.log.warn({ err: error, table: claim.table, id }, 'a lease could not be renewed');
    }
  });
  try {
    await work(lease);
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    throw error;
  } finally {
    stopRenewing();
  }
  if (!released) await lease.giveBack();
  return true;
}
