import type { LeaseClaim, ServerContext } from '@nephra/plugin-sdk/server';
import type { ExchangeSubject } from '../client/national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type ReconcileDayStored, reconcileDayTable } from '../tables/reconcile.table.ts';

type Ctx = ServerContext<InsuranceTables>;

const DAY = ['orgId', 'day', 'userId', 'userName', 'attempts'] as const;
/** A day that is being compared. */
export interface Day extends Pick<ReconcileDayStored, (typeof DAY)[number]> {}

/** Days that are to be compared; `org-gz/2026-03-01` names one. */
export const dayClaim: LeaseClaim = { table: 'insurance.reconcile_day', key: ['org_id', 'day'], open: ['running'], order: 'lease_until' };
export const dayId = (orgId: string, day: string): string => `${orgId}/${day}`;

/** The day that somebody has in hand. */
export async function claimedDay(ctx: Ctx, id: string): Promise<Day> {
  const [orgId = '', day = ''] = id.split('/');
  // rows: of the day in hand, under its lease; no person works on it
  const row = await ctx.db
    .selectFrom('insurance.reconcile_day')
    .select(reconcileDayTable.sqlColumns('insurance.reconcile_day', DAY))
    .where('org_id', '=', orgId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return reconcileDayTable.fromSql(row);
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
