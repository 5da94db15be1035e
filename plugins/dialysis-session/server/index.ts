import { defineServerPlugin, provide } from '@nephra/plugin-sdk/server';
import { dialysisTreatments } from '../../dialysis-file/contract/index.ts';
import { dialysisRounds } from '../contract/round.service.ts';
import { fillDemo, type SessionDemo } from './demo/demo.ts';
import migrations from './migrations';
import { findingRoutes } from './finding.routes.ts';
import { orderRoutes } from './orders/order.routes.ts';
import { treatmentsOf } from './reading/treatments.service.ts';
import { roundsOf } from './round/round.service.ts';
import { sessionRoutes } from './session.routes.ts';
import { sessionSocket } from './session.socket.ts';
import { type SessionDb, tableSizes } from './tables/tables.ts';

export default defineServerPlugin<SessionDb>({
  schema: 'dialysis_session',
  migrations,
  tableSizes,
  demo: (data, ctx) => fillDemo(data as SessionDemo, ctx),
  implementations: [sessionRoutes, orderRoutes, findingRoutes],
  sockets: [sessionSocket],
  services: [provide(dialysisTreatments, treatmentsOf), provide(dialysisRounds, roundsOf)],
});
