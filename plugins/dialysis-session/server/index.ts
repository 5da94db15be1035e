import { defineServerPlugin, extend, provide } from '@nephra/plugin-sdk/server';
import { dialysisTreatments } from '../../dialysis-file/contract/index.ts';
import { mergeFollowers } from '../../patient/contract/index.ts';
import { dialysisDay } from '../contract/day.service.ts';
import { dialysisDayOf } from './day/day.service.ts';
import { dialysisRounds } from '../contract/round.service.ts';
import { dialysisStays } from '../contract/stays.service.ts';
import { fillDemo, type SessionDemo } from './demo/demo.ts';
import { sessionMerges } from './merge/merge-follower.ts';
import migrations from './migrations';
import { findingsPart } from './findings/findings.part.ts';
import { priceRuleRoutes } from './money/price-rule.routes.ts';
import { orderSetRoutes } from './orders/order-set.routes.ts';
import { materialRoutes } from './material.routes.ts';
import { orderRoutes } from './orders/order.routes.ts';
import { treatmentsOf } from './reading/treatments.service.ts';
import { roundsOf } from './round/round.service.ts';
import { sessionRoutes } from './session.routes.ts';
import { sessionSocket } from './session.socket.ts';
import { staysServiceOf } from './stays/stays.service.ts';
import { sessionTable } from './tables/session.table.ts';
import { type SessionDb, tableSizes } from './tables/tables.ts';

const dataModels = [sessionTable.dataModel].filter((model) => model !== undefined);

export default defineServerPlugin<SessionDb>({
  schema: 'dialysis_session',
  migrations,
  tableSizes,
  dataModels,
  parts: [findingsPart],
  demo: (data, ctx) => fillDemo(data as SessionDemo, ctx),
  implementations: [sessionRoutes, orderRoutes, orderSetRoutes, priceRuleRoutes, materialRoutes],
  sockets: [sessionSocket],
  extensions: [extend(mergeFollowers, sessionMerges)],
  services: [
    provide(dialysisTreatments, treatmentsOf),
    provide(dialysisDay, dialysisDayOf),
    provide(dialysisRounds, roundsOf),
    provide(dialysisStays, staysServiceOf),
  ],
});
