import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { TestInterval, TreatmentPrice } from '../../domain/money/price-rules.ts';
import { USUAL_TEST_INTERVALS } from '../../domain/money/test-intervals.ts';
import { priceRuleTable } from '../tables/price-rule.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

export interface PriceRules {
  readonly prices: readonly TreatmentPrice[];
  readonly intervals: readonly TestInterval[];
}

/** What the region of a facility says; of tests of which it says nothing, what is usual. */
export async function priceRulesOf(ctx: WorkCtx, orgId: OrgId): Promise<PriceRules> {
  const rows = await priceRuleTable
    .everywhere(ctx, 'rules of a facility that whoever asks has checked', 'r')
    .where('r.orgId', '=', orgId)
    .limit(1_000)
    .execute();
  const prices = rows
    .filter(({ kind }) => kind === 'treatment')
    .map(({ mode, drugId, words, most, fromDay, toDay }) => ({ mode, drugId, includes: words, monthlyCap: most, from: fromDay, to: toDay }));
  const own = rows
    .filter(({ kind }) => kind === 'test')
    .map(({ ruleName, words, most, fromDay, toDay }) => ({ name: ruleName, words, days: most ?? 0, from: fromDay, to: toDay }));
  const said = new Set(own.map(({ name }) => name));
  return { prices, intervals: [...own, ...USUAL_TEST_INTERVALS.filter(({ name }) => !said.has(name))] };
}
