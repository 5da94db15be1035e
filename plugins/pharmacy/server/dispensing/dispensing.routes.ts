import { implement, inQueue } from '@nephra/plugin-sdk/server';
import { dispensingContract } from '../../contract/index.ts';
import { dispensingInfo } from './dispensing-info.query.ts';
import { recordsOfPatient } from './patient-records.query.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { listQueue } from './queue.query.ts';
import { updateState, updateStateQueues } from './update-state.command.ts';

export const dispensingRoutes = implement<PharmacyTables>()(dispensingContract, {
  patientList: ({ query }, ctx) => listQueue(ctx, query),
  ofPatient: ({ params, query }, ctx) => recordsOfPatient(ctx, params.id, query),
  detail: ({ params }, ctx) => dispensingInfo(ctx, params.id),
  updateState: inQueue(updateStateQueues, ({ body }, ctx) => updateState(ctx, body)),
});
