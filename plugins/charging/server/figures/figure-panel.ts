import { addMoney, averageMoney, daysOfPeriod, type Money, moneyFromWire, moneyToWire, percentOf, periodBefore, ZERO } from '@nephra/plugin-sdk/contract';
import { type FigurePanelContent, type FigureTotal, figurePanel } from '@nephra/plugin-sdk/server';
import type { ChargeDay } from '../../contract/index.ts';
import { takingsByDay } from '../lists/takings.query.ts';
import { scopeOf } from '../bills/bill-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { figureRows } from './figure-rows.query.ts';
import { type BillSums, cashierSums, comparedSums, type InsuredSums, insuredSums, settlementWays } from './figure-sums.query.ts';
import { FIGURE_WORDS as words } from './figure-words.ts';

const sumOf = (days: readonly ChargeDay[], amount: (day: ChargeDay) => number): Money => addMoney(ZERO, ...days.map((day) => moneyFromWire(amount(day))));
const netOf = ({ charged, refunded }: BillSums): Money => addMoney(charged, refunded);
const ownOf = ({ account, cash }: InsuredSums): Money => addMoney(account, cash);
const shareOf = (sums: InsuredSums): number => percentOf(sums.fund, addMoney(sums.fund, sums.hospital, ownOf(sums)));

type Total = Pick<FigureTotal, 'key' | 'label'> & Partial<Pick<FigureTotal, 'rule' | 'opens'>>;
const yuan = (total: Total, now: Money, before: Money | undefined): FigureTotal => ({
  opens: true,
  ...total,
  unit: 'yuan',
  value: moneyToWire(now),
  ...(before === undefined ? {} : { before: moneyToWire(before) }),
});
const count = (total: Total, now: number, before: number): FigureTotal => ({ opens: true, ...total, unit: 'count', value: now, before });

/** What came in: the list of days summed up, split by way, group and cashier, and what insurers bore of it. Whoever looks sees what the bill list shows. */
export const chargingFigurePanel = figurePanel<ChargingTables>({
  id: 'takings',
  title: words.title,
  permission: 'charging.figures',
  rows: figureRows,
  async read(ctx, period): Promise<FigurePanelContent> {
    const scope = await scopeOf(ctx, {});
    const periods = { period, before: periodBefore(period) };
    const ways = await readPayWays(ctx.db, ctx.language);
    const days = await takingsByDay(ctx.db, { ...period }, scope, ways);
    const compared = await comparedSums(ctx, periods, scope);
    const { patients, before } = compared;
    const paidBefore = await settlementWays(ctx, periods.before, scope);
    const cashiers = await cashierSums(ctx, period, scope);

    const now: BillSums = {
      bills: days.reduce((sum, day) => sum + day.chargeCount, 0),
      patients,
      charged: sumOf(days, (day) => day.chargedPrice),
      refunded: sumOf(days, (day) => day.refundPrice),
    };
    const calendar = daysOfPeriod(period);
    const ofDay = new Map(days.map((day) => [day.day, day]));
    const paidOn = (day: ChargeDay | undefined, code: string): number => day?.ways.find((way) => way.payWay === code)?.amount ?? 0;
    const paidBy = (code: string): Money => sumOf(days, (day) => paidOn(day, code));
    const insured = { now: insuredSums(compared.insured, paidBy), before: insuredSums(before.insured, paidBefore) };
    const shown = ways.filter((way) => way.enabled || days.some((day) => paidOn(day, way.payWay) !== 0));
    const part = (key: string, label: FigureTotal['label'] | string, value: Money) => ({ key, label, value: moneyToWire(value) });
    const summed = (key: string, label: FigureTotal['label'] | string, amount: (day: ChargeDay) => number) => part(key, label, sumOf(days, amount));
    return {
      totals: [
        yuan({ key: 'net', label: words.net, rule: words.netRule }, netOf(now), netOf(before)),
        yuan({ key: 'charged', label: words.charged }, now.charged, before.charged),
        yuan({ key: 'refunded', label: words.refunded }, now.refunded, before.refunded),
        count({ key: 'bills', label: words.bills }, now.bills, before.bills),
        count({ key: 'patients', label: words.patients, rule: words.patientsRule }, now.patients, before.patients),
        yuan(
          { key: 'average', label: words.average, rule: words.averageRule, opens: false },
          averageMoney(now.charged, now.bills) ?? ZERO,
          averageMoney(before.charged, before.bills),
        ),
        yuan({ key: 'insuredFund', label: words.insuredFund }, insured.now.fund, insured.before.fund),
        yuan({ key: 'insuredOwn', label: words.insuredOwn, rule: words.insuredOwnRule }, ownOf(insured.now), ownOf(insured.before)),
        {
          key: 'insuredShare',
          label: words.insuredShare,
          rule: words.insuredShareRule,
          unit: 'percent',
          value: shareOf(insured.now),
          before: shareOf(insured.before),
          opens: false,
        },
      ],
      days: {
        key: 'days',
        title: words.days,
        unit: 'yuan',
        stacked: true,
        opens: true,
        series: shown.map(({ payWay, payWayName }) => ({ key: payWay, label: payWayName, values: calendar.map((day) => paidOn(ofDay.get(day), payWay)) })),
      },
      parts: [
        {
          key: 'way',
          title: words.ways,
          unit: 'yuan',
          opens: true,
          list: shown.map(({ payWay, payWayName }) => part(payWay, payWayName, paidBy(payWay))),
        },
        {
          key: 'group',
          title: words.groups,
          unit: 'yuan',
          opens: true,
          list: [
            summed('west', words.west, (day) => day.westPrice),
            summed('diagTreat', words.diagTreat, (day) => day.diagTreatPrice),
            summed('assay', words.assay, (day) => day.assayPrice),
          ],
        },
        {
          key: 'cashier',
          title: words.cashiers,
          unit: 'yuan',
          opens: true,
          list: cashiers.map((one) => part(one.cashierId, one.cashierName, one.net)),
        },
        {
          key: 'insurer',
          title: words.insurer,
          unit: 'yuan',
          opens: true,
          list: [
            part('fund', words.insuredFund, insured.now.fund),
            part('account', words.account, insured.now.account),
            part('cash', words.cash, insured.now.cash),
            part('hospital', words.hospital, insured.now.hospital),
          ],
        },
      ],
    };
  },
});
