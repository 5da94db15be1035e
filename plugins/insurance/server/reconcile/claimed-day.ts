import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ExchangeSubject } from '../client/national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type ReconcileDayStored, reconcileDayTable } from '../tables/reconcile.table.ts';

type Ctx = ServerContext<InsuranceTables>;

const DAY = ['orgId', 'day', 'userId', 'userName', 'attempts'] as const;
/** A day that is being compared. */
export interface Day extends Pick<ReconcileDayStored, (typeof DAY)[number]> {}

/** Takes a running day that nobody else holds; undefined when somebody does. */
export async function claimDay(
  ctx: Ctx,
  orgId: string,
  day: string,
  { owner, leaseMs }: { readonly owner: string; readonly leaseMs: number },
): Promise<Day | undefined> {
  const now = ctx.clock.steady();
  const claimed = await ctx.db
    .updateTable('insurance.reconcile_day')
    .set({ lease_owner: owner, lease_until: new Date(now.getTime() + leaseMs) })
    .where('org_id', '=', orgId)
    .where('day', '=', day)
    .where('state', '=', 'running')
    .where(({ eb, or }) => or([eb('lease_owner', '=', owner), eb('lease_until', '<=', now)]))
    .returning(reconcileDayTable.sqlColumns('insurance.reconcile_day', DAY))
    .executeTakeFirst();
  return claimed && reconcileDayTable.fromSql(claimed);
}

export const subjectOf = (day: Day): ExchangeSubject => ({ orgId: day.orgId, operator: { userId: day.userId, userName: day.userName } });

/** The node of an answer, or its first row where it is a list; empty when there is none. */
export const nodeOf = (output: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> => {
  const node = output[name];
  const one = Array.isArray(node) ? (node[0] as unknown) : node;
  return typeof one === 'object' && one !== null ? (one as Readonly<Record<string, unknown>>) : {};
};
/** Text of a field; empty for anything that is neither text nor number. */
export const word = (node: Readonly<Record<string, unknown>>, name: string): string => {
  const value = node[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
