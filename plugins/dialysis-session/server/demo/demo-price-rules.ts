import type { OrgId } from '@nephra/plugin-sdk/contract';
import { priceRuleTable } from '../tables/price-rule.table.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** Regions of the facilities that are shown, by the beginning of their ids. */
const REGIONS: readonly (readonly [orgId: string, region: string])[] = [
  ['org-gz', 'guangdong'],
  ['org-wh', 'hubei'],
  ['org-nn', 'guangxi'],
];

/**
 * Rules as a region's paper might say them, for showing how they follow each other by days: made up, and their papers are named `SIM`. Each region's caps differ, and what
 * its item includes begins on another day.
 */
export async function fillPriceRules(ctx: WorkCtx, orgId: OrgId, items: { readonly hd: string; readonly hdf: string }): Promise<void> {
  const place = REGIONS.findIndex(([beginning]) => orgId.startsWith(beginning));
  const [, region = 'other'] = REGIONS[place] ?? [];
  const now = ctx.clock.now();
  const common = { orgId, region, createdAt: now, updatedAt: now, version: 1 };
  const cap = [8, 6, 4][place] ?? 8;
  const begins = ['2026-01-01', '2026-04-01', '2026-07-01'][place] ?? '2026-01-01';
  const rule = (mode: string, drugId: string, ruleName: string, words: readonly string[], most: number | null, fromDay: string, toDay: string | null) => ({
    ...{ ...common, kind: 'treatment' as const, mode, drugId, ruleName, words: [...words], most, fromDay, toDay, source: `SIM ${fromDay.slice(0, 4)}-01` },
  });
  const before = '2024-01-01';
  const rows = [
    rule('HDF', items.hdf, '血液透析滤过', [], cap + 4, before, dayBeforeOf(begins)),
    rule('HDF', items.hdf, '血液透析滤过', ['SIM-M-LINE'], cap, begins, null),
    rule('HD', items.hd, '血液透析', ['SIM-M-LINE'], null, begins, null),
    { ...rule('', '', '甲状旁腺激素', ['甲状旁腺', 'PTH'], 80, before, null), kind: 'test' as const },
  ];
  await priceRuleTable.insertAll(
    { db: ctx.db },
    rows.map((row, at) => ({ ...row, id: `SIM-price-rule-${orgId}-${at}` })),
  );
}

const dayBeforeOf = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
