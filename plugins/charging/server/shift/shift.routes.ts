import { implement, inQueue } from '@nephra/plugin-sdk/server';
import { shiftContract } from '../../contract/index.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { shiftQueues } from '../drawer.repo.ts';
import { closeShift, openTakings } from './close-shift.command.ts';
import { listShifts, readShift } from './shift.query.ts';

export const shiftRoutes = implement<ChargingTables>()(shiftContract, {
  takings: (_input, ctx) => openTakings(ctx),
  close: inQueue(shiftQueues, ({ body }, ctx) => closeShift(ctx, body)),
  list: ({ query }, ctx) => listShifts(ctx, query),
  detail: ({ params }, ctx) => readShift(ctx, params.id),
});
