import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';

/** Where rows wait that one process at a time works on. The table has the columns `id`, `state`, `lease_owner` and `lease_until`. */
export interface LeaseClaim {
  /** `schema.table` */
  readonly table: `${string}.${string}`;
  /** Columns that name a row, where that is not `id` alone; the row's id is their texts with `/` between: `org-gz/2026-03-01`. */
  readonly key?: readonly [string, string, ...string[]];
  /** States of a row that is not over. Left out: a row has no end of its own, and `due` says when it wants work. */
  readonly open?: readonly [string, ...string[]];
  /** Column with a moment of the steady line before which a row is left alone; one that is null wants nothing. */
  readonly due?: string;
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

const openRow = ({ open }: LeaseClaim) => (open ? sql<boolean>`state in (${sql.join(open.map((state) => sql.lit(state)))})` : sql<boolean>`true`);
const dueRow = ({ due }: LeaseClaim, now: Date) => (due === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(due)} <= ${now}`);

const BETWEEN_PARTS = '/';
/** @throws Error for an id that has not as many parts as the key has columns */
function namedRow({ table, key = ['id'] }: Pick<LeaseClaim, 'table'> & { readonly key?: readonly string[] }, id: string) {
  const parts = key.length === 1 ? [id] : id.split(BETWEEN_PARTS);
  if (parts.length !== key.length) throw new Error(`'${id}' is no row of ${table}, which is named by ${key.join(', ')}`);
  return sql<boolean>`${sql.join(
    key.map((column, at) => sql`${sql.ref(column)} = ${parts[at]}`),
    sql` and `,
  )}`;
}

/** Columns whose texts are the id of a row. */
const keyOf = ({ key = ['id'] }: { readonly key?: readonly string[] }) => sql.join(key.map((column) => sql.ref(column)));

function stateTaken({ taken = {} }: LeaseClaim) {
  const changes = Object.entries(taken);
  if (changes.length === 0) return sql``;
  return sql`, state = case state ${sql.join(
    changes.map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} else state end`;
}

/** Takes the row, or keeps what is in hand already. @returns false when somebody else has it or it is over */
async function take<DB>(ctx: Ctx<DB>, claim: LeaseClaim, id: string, { owner, leaseMs }: LeaseHolder): Promise<boolean> {
  const now = ctx.clock.steady();
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await sql`update ${sql.table(claim.table)} set lease_owner = ${owner}, lease_until = ${until}${stateTaken(claim)}
    where ${namedRow(claim, id)} and ${openRow(claim)} and ${dueRow(claim, now)} and (lease_owner = ${owner} or lease_until <= ${now}) returning lease_owner`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

async function renew<DB>(ctx: Ctx<DB>, claim: LeaseClaim, id: string, { owner, leaseMs }: LeaseHolder): Promise<boolean> {
  const until = new Date(ctx.clock.steady().getTime() + leaseMs);
  const { rows } = await sql`update ${sql.table(claim.table)} set lease_until = ${until}
    where ${namedRow(claim, id)} and lease_owner = ${owner} and ${openRow(claim)} returning lease_owner`.execute(ctx.db);
  return rows.length > 0;
}

async function release<DB>(ctx: Ctx<DB>, claim: LeaseClaim, id: string, { owner }: LeaseHolder, waitMs: number): Promise<void> {
  const from = new Date(ctx.clock.steady().getTime() + waitMs);
  // Also of a row that is over by now: who works on it for another reason finds it free.
  await sql`update ${sql.table(claim.table)} set lease_owner = '', lease_until = ${from} where ${namedRow(claim, id)} and lease_owner = ${owner}`.execute(
    ctx.db,
  );
}

/** Rows whose time has come and that nobody works on: their worker is gone, or they were just written. */
export async function abandonedRows<DB>(ctx: Ctx<DB>, claim: LeaseClaim): Promise<string[]> {
  const now = ctx.clock.steady();
  const { rows } = await sql<Record<string, string>>`select ${keyOf(claim)} from ${sql.table(claim.table)}
    where ${openRow(claim)} and ${dueRow(claim, now)} and lease_until <= ${now} order by ${sql.ref(claim.order)}, ${keyOf(claim)}`.execute(ctx.db);
  return rows.map((row) => (claim.key ?? ['id']).map((column) => row[column]).join(BETWEEN_PARTS));
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
