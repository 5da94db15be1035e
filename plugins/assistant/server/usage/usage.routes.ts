import { AppError, EnvelopeCode, moneyToWire } from '@nephra/plugin-sdk/contract';
import { containing, implement, organizationNames, sql } from '@nephra/plugin-sdk/server';
import { MAX_USAGE_DAYS } from '../../contract/limits.ts';
import { usageContract } from '../../contract/usage.contract.ts';
import { moneyOf } from '../../domain/usage/cost.ts';
import { daysBetween, periodFlaw } from '../../domain/usage/usage-days.ts';
import type { AssistantDb, Ctx } from '../tables/tables.ts';
import { usageTable } from '../tables/usage.table.ts';

/** People of one answer. */
const MAX_PEOPLE = 500;

interface Summed {
  readonly asks: string;
  readonly promptTokens: string;
  readonly answerTokens: string;
  readonly cost: string;
}

const SUMS = [
  sql<string>`coalesce(sum("asks"), 0)::text`.as('asks'),
  sql<string>`coalesce(sum("promptTokens"), 0)::text`.as('promptTokens'),
  sql<string>`coalesce(sum("answerTokens"), 0)::text`.as('answerTokens'),
  sql<string>`coalesce(sum("cost"), 0)::text`.as('cost'),
] as const;

const wireOf = ({ asks, promptTokens, answerTokens, cost }: Summed) => ({
  ...{ asks: Number(asks), promptTokens: Number(promptTokens), answerTokens: Number(answerTokens) },
  cost: moneyToWire(moneyOf(cost)),
});
const NOTHING: Summed = { asks: '0', promptTokens: '0', answerTokens: '0', cost: '0' };

const rowsOf = (ctx: Ctx, from: string, to: string) => usageTable.select(ctx, 'one').where('one.day', '>=', from).where('one.day', '<=', to).clearSelect();

export const usageRoutes = implement<AssistantDb>()(usageContract, {
  async usage({ query: { startDate, endDate, keyword = '' } }, ctx) {
    const flaw = periodFlaw(startDate, endDate, MAX_USAGE_DAYS);
    if (flaw) throw new AppError(`assistant.${flaw}`, { code: EnvelopeCode.Invalid, params: { n: MAX_USAGE_DAYS }, fields: [{ path: 'endDate', msg: '' }] });
    const byDay = await rowsOf(ctx, startDate, endDate)
      .select([sql<string>`"day"::text`.as('onDay'), ...SUMS])
      .groupBy('one.day')
      .execute();
    const days = new Map(byDay.map((row) => [row.onDay, row]));
    const word = keyword.trim();
    const people = rowsOf(ctx, startDate, endDate);
    const named = await (word === '' ? people : people.where('one.userName', 'like', containing(word)))
      .select(['one.userId', 'one.orgId', sql<string>`max("userName")`.as('named'), ...SUMS])
      .groupBy(['one.userId', 'one.orgId'])
      .orderBy(sql`sum("cost") desc, sum("promptTokens" + "answerTokens") desc, "userId", "orgId"`)
      .limit(MAX_PEOPLE)
      .execute();
    const total = await rowsOf(ctx, startDate, endDate)
      .select([...SUMS])
      .executeTakeFirst();
    const names = await ctx.service(organizationNames).of([...new Set(named.map(({ orgId }) => orgId))]);
    return {
      total: wireOf(total ?? NOTHING),
      days: daysBetween(startDate, endDate).map((day) => ({ day, ...wireOf(days.get(day) ?? NOTHING) })),
      people: named.map((row) => ({ userId: row.userId, userName: row.named, organizeName: names.get(row.orgId) ?? row.orgId, ...wireOf(row) })),
    };
  },
});
