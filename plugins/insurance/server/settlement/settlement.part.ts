import { type JobRun, provide, type ServerPart } from '@nephra/plugin-sdk/server';
import { billSettlements, insuredMonthChecks, insuredSettlement } from '../../../charging/contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { doubtWorker } from '../resolver/resolve.ts';
import { leftVisitWorker } from '../resolver/clean-up-visit.ts';
import { visitRoutes } from '../visit/visit.routes.ts';
import { billSettlementsOf, learnMonthBills } from './ledger/bill-settlements.service.ts';
import type { ClientOf, Ctx } from './ledger/settlement-context.ts';
import { tellDoubts } from './ledger/tell-doubts.ts';
import { monthChecksOf } from './month/month-checks.service.ts';
import { monthSettlementOf } from './month/month-settlement.service.ts';
import { settlementRoutes } from './settlement.routes.ts';

/** What registering and settling add to the plugin's server half. */
export function settlementPart(clientOf: ClientOf): ServerPart<InsuranceTables> {
  const doubts = doubtWorker(clientOf);
  const visits = leftVisitWorker(clientOf);
  return {
    name: 'settlement',
    implementations: [visitRoutes(clientOf), settlementRoutes(clientOf)],
    services: [
      provide(insuredSettlement, (ctx: Ctx) => monthSettlementOf(ctx, clientOf)),
      provide(insuredMonthChecks, (ctx: Ctx) => monthChecksOf(ctx, clientOf)),
      provide(billSettlements, (ctx: Ctx) => billSettlementsOf(ctx)),
    ],
    jobs: [
      {
        ...doubts.job,
        title: { zh: '查清存疑结算', zhtw: '查清存疑結算', en: 'Clear up doubtful settlements' },
        purpose: {
          zh: '向医保平台查询没有收到回答的结算，按查询结果确认或冲正',
          zhtw: '向醫保平台查詢沒有收到回答的結算，按查詢結果確認或沖正',
          en: 'Asks the insurer about settlements whose answer was lost, and confirms or reverses them',
        },
        async run(ctx: Ctx, { signal }: JobRun): Promise<void> {
          await doubts.takeUp(ctx, signal);
          await learnMonthBills(ctx);
          await tellDoubts(ctx);
        },
      },
      {
        ...visits.job,
        title: { zh: '撤销遗留登记', zhtw: '撤銷遺留登記', en: 'Withdraw abandoned visits' },
        purpose: {
          zh: '向医保平台撤销登记后没有继续的就诊',
          zhtw: '向醫保平台撤銷登記後沒有繼續的就診',
          en: 'Withdraws from the insurer visits that were registered and then left',
        },
        async run(ctx: Ctx, { signal }: JobRun): Promise<void> {
          await visits.takeUp(ctx, signal);
        },
      },
    ],
    async start() {
      await doubts.start();
      await visits.start();
    },
    async stop() {
      await Promise.all([doubts.stop(), visits.stop()]);
    },
  };
}
