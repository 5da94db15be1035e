import { implement } from '@nephra/plugin-sdk/server';
import { settlementContract } from '../../contract/settlement.contract.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { decide, resolveNow } from '../resolver/decide.command.ts';
import { abandon } from './flow/abandon.command.ts';
import { cancel } from './flow/cancel.command.ts';
import { correct } from './flow/correct.command.ts';
import type { ClientOf } from './ledger/settlement-context.ts';
import { preSettle } from './flow/pre-settle.command.ts';
import { settle } from './flow/settle.command.ts';
import { doubtfulSettlements, listSettlements, recordOf, seenSettlement, settlementOfBill } from './ledger/settlement.query.ts';

export const settlementRoutes = (clientOf: ClientOf) =>
  implement<InsuranceTables>()(settlementContract, {
    list: ({ query }, ctx) => listSettlements(ctx, query),
    async record({ params }, ctx) {
      return await recordOf(ctx, await seenSettlement(ctx, params.id), ctx.language);
    },
    preSettle: ({ body }, ctx) => preSettle(ctx, body, clientOf),
    async settle({ params, body }, ctx) {
      await seenSettlement(ctx, params.id);
      return await settle(ctx, params.id, body, clientOf);
    },
    async abandon({ params }, ctx) {
      await seenSettlement(ctx, params.id);
      return await abandon(ctx, params.id, clientOf);
    },
    async cancel({ params, body }, ctx) {
      await seenSettlement(ctx, params.id);
      return await cancel(ctx, params.id, body, clientOf);
    },
    async correct({ params, body }, ctx) {
      await seenSettlement(ctx, params.id);
      return await correct(ctx, params.id, body, clientOf);
    },
    byBill: ({ params }, ctx) => settlementOfBill(ctx, params.id),
    doubtful: (_input, ctx) => doubtfulSettlements(ctx),
    resolve: ({ params }, ctx) => resolveNow(ctx, params.id, clientOf),
    decide: ({ params, body }, ctx) => decide(ctx, params.id, body, clientOf),
  });
