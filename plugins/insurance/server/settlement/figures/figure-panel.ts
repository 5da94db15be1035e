import { addMoney, type Money, moneyFromText, moneyToWire, percentOf, periodBefore, ZERO } from '@nephra/plugin-sdk/contract';
import { type FigurePanelContent, type FigurePeriod, type FigureTotal, figurePanel, sql, wordOf } from '@nephra/plugin-sdk/server';
import type { SettlementState } from '../../../contract/index.ts';
import { DOUBTFUL_STATES } from '../../../domain/settlement/settlement-states.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { ofSeenPatients } from '../../patient-row-filter.ts';
import type { CallCtx } from '../ledger/settlement-context.ts';
import { figureRows } from './figure-rows.query.ts';
import { FIGURE_WORDS as words, STATE_GROUPS } from './figure-words.ts';
import { spanOf } from '../ledger/settlement.query.ts';
import { settlementTable } from '../../tables/settlement.table.ts';

interface SettlementSum {
  readonly now: boolean;
  readonly state: SettlementState;
  readonly medType: string;
  readonly count: number;
  readonly total: Money;
  readonly fund: Money;
  readonly own: Money;
}

/** Settlements of the period and of the one before it, added up by state and medical type. */
async function settlementSums(ctx: CallCtx, period: FigurePeriod): Promise<SettlementSum[]> {
  const { from, before } = spanOf({ startDate: periodBefore(period).startDate, endDate: period.endDate });
  const { from: start } = spanOf(period);
  if (!from || !before || !start) return [];
  const rows = await ctx.db
    .selectFrom(settlementTable.as(ctx, 'settlement'))
    .select(['state', 'medType', sql<boolean>`"createdAt" >= ${start}`.as('now')])
    .select([sql<string>`count(*)`.as('count'), sql<string>`sum(medfee)`.as('total'), sql<string>`sum("fundPay")`.as('fund')])
    .select(sql<string>`sum("acctPay" + "cashPay")`.as('own'))
    .where('createdAt', '>=', from)
    .where('createdAt', '<', before)
    .where(await ofSeenPatients(ctx))
    .groupBy(['state', 'medType', 'now'])
    .orderBy('medType')
    .execute();
  return rows.map((row) => ({
    now: row.now,
    state: settlementTable.codec.state.read(row.state),
    medType: row.medType,
    count: Number(row.count),
    total: moneyFromText(row.total),
    fund: moneyFromText(row.fund),
    own: moneyFromText(row.own),
  }));
}

async function doubtfulCount(ctx: CallCtx): Promise<number> {
  const row = await ctx.db
    .selectFrom(settlementTable.as(ctx, 'settlement'))
    .select(sql<string>`count(*)`.as('count'))
    .where(await ofSeenPatients(ctx))
    .where('state', 'in', [...DOUBTFUL_STATES])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const sumOf = (rows: readonly SettlementSum[], field: 'total' | 'fund' | 'own'): Money => addMoney(ZERO, ...rows.map((row) => row[field]));
const countOf = (rows: readonly SettlementSum[]): number => rows.reduce((sum, row) => sum + row.count, 0);

/** How settling with insurers went: what was settled, how much of it the funds paid, and what hangs in doubt. Whoever looks sees what the settlement list shows. */
export const insuranceFigurePanel = figurePanel<InsuranceTables>({
  id: 'settlements',
  title: words.title,
  permission: 'insurance.figures',
  rows: figureRows,
  async read(ctx, period): Promise<FigurePanelContent> {
    const rows = await settlementSums(ctx, period);
    const now = rows.filter((row) => row.now);
    const settled = rows.filter((row) => row.state === 'settled');
    const [settledNow, settledBefore] = [settled.filter((row) => row.now), settled.filter((row) => !row.now)];
    const medTypes = [...new Set(settledNow.map((row) => row.medType))];
    const ofType = (medType: string) => settledNow.filter((row) => row.medType === medType);
    const yuan = (key: 'fund' | 'own', rule?: FigureTotal['rule']): FigureTotal => ({
      key,
      label: words[key],
      unit: 'yuan',
      value: moneyToWire(sumOf(settledNow, key)),
      before: moneyToWire(sumOf(settledBefore, key)),
      ...(rule && { rule }),
      opens: true,
    });
    return {
      totals: [
        { key: 'settled', label: words.settled, unit: 'count', value: countOf(settledNow), before: countOf(settledBefore), rule: words.dayRule, opens: true },
        yuan('fund'),
        yuan('own', words.ownRule),
        { key: 'doubtful', label: words.doubtful, unit: 'count', value: await doubtfulCount(ctx), rule: words.doubtfulRule, opens: true },
      ],
      parts: [
        {
          key: 'state',
          title: words.states,
          unit: 'count',
          opens: true,
          list: STATE_GROUPS.map(({ key, label, states }) => ({ key, label, value: countOf(now.filter((row) => states.includes(row.state))) })),
        },
        {
          key: 'type',
          title: words.types,
          unit: 'yuan',
          opens: true,
          list: medTypes.map((key) => ({ key, label: wordOf(ctx, `medType.${key}`, key), value: moneyToWire(sumOf(ofType(key), 'fund')) })),
        },
        {
          key: 'share',
          title: words.shares,
          unit: 'percent',
          opens: true,
          list: medTypes.map((key) => ({
            key,
            label: wordOf(ctx, `medType.${key}`, key),
            value: percentOf(sumOf(ofType(key), 'fund'), sumOf(ofType(key), 'total')),
          })),
        },
      ],
    };
  },
});
