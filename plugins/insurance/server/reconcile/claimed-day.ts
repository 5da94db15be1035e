import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ExchangeSubject } from '../client/national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

type Ctx = ServerContext<InsuranceTables>;

/** Takes a running day that nobody else holds; undefined when somebody does. */
export const claimDay = (ctx: Ctx, orgId: string, day: string, { owner, leaseMs }: { readonly owner: string; readonly leaseMs: number }) => {
  const now = ctx.clock.steady();
  return ctx.db
    .updateTable('insurance.reconcile_day')
    .set({ lease_owner: owner, lease_until: new Date(now.getTime() + leaseMs) })
    .where('org_id', '=', orgId)
    .where('day', '=', day)
    .where('state', '=', 'running')
    .where(({ eb, or }) => or([eb('lease_owner', '=', owner), eb('lease_until', '<=', now)]))
    .returning(['org_id', 'day', 'user_id', 'user_name', 'attempts'])
    .executeTakeFirst();
};
/** A day that is being compared. */
export type Day = NonNullable<Awaited<ReturnType<typeof claimDay>>>;

export const subjectOf = (day: Day): ExchangeSubject => ({ orgId: day.org_id as OrgId, operator: { userId: day.user_id, userName: day.user_name } });

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
