import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { homeCard } from '@nephra/plugin-sdk/server';
import { PayStatus, prescriptionLedger } from '../../prescription/contract/index.ts';
import { billModel, deskRights } from './bills/bill-row-filter.ts';
import { scopeOf } from './bills/bill-filter.ts';
import type { ChargingTables } from './charging-tables.ts';
import { readPayWays } from './pay-way.repo.ts';
import { takingsInAll } from './lists/takings.query.ts';

/** What a cashier starts the day with: who waits to pay, which accounts of past months are open, and what came in. */
export const chargingHomeCard = homeCard<ChargingTables>({
  id: 'charging',
  menu: billModel.menu,
  title: { zh: '收费', zhtw: '收費', en: 'Charging' },
  async read(ctx) {
    const today = ctx.clock.today();
    const yesterday = dayOf(parseDay(today) - DAY_MS);
    const lastOfMonthBefore = dayOf(parseDay(`${today.slice(0, 7)}-01`) - DAY_MS);
    const ledger = ctx.service(prescriptionLedger);
    const rowFilter = { orgIds: ctx.user.orgIds, rights: deskRights(ctx) };
    const waiting = await ledger.stateTotals({ ...rowFilter, payStatus: [PayStatus.ToCharge] });
    const onAccount = await ledger.stateTotals({ ...rowFilter, payStatus: [PayStatus.OnAccount], endDate: lastOfMonthBefore });
    const scope = await scopeOf(ctx, {});
    const ways = await readPayWays(ctx.db, ctx.language);
    const takingsOf = (day: string) => takingsInAll(ctx.db, { startDate: day, endDate: day }, scope, ways);
    const takings = await takingsOf(today);
    const before = await takingsOf(yesterday);
    return {
      figures: [
        {
          key: 'waiting',
          label: { zh: '待收费处方', zhtw: '待收費處方', en: 'Prescriptions to charge' },
          unit: 'count',
          value: waiting.reduce((sum, one) => sum + one.count, 0),
          tone: 'wait',
        },
        {
          key: 'accounts',
          label: { zh: '往月未月结患者', zhtw: '往月未月結病患', en: 'Patients with past months open' },
          unit: 'count',
          value: new Set(onAccount.map((one) => one.patientId)).size,
          tone: 'wait',
        },
        {
          key: 'takings',
          label: { zh: '今日收款', zhtw: '今日收款', en: 'Taken today' },
          unit: 'yuan',
          value: takings.netPrice,
          yesterday: before.netPrice,
        },
      ],
    };
  },
});
