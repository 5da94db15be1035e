import { defineServerPlugin, hear, implement } from '@nephra/plugin-sdk/server';
import { wallContract } from '../contract/wall.contract.ts';
import { wallFrames } from '../contract/wall.frames.ts';
import { callablePeople, callPatient, withdrawCall } from './call.command.ts';
import migrations from './migrations';
import { nurseStation, waitingRoom } from './screens.query.ts';
import { tableSizes, type WallDb } from './tables/call.table.ts';

export default defineServerPlugin<WallDb>({
  schema: 'dialysis_wall',
  migrations,
  tableSizes,
  implementations: [
    implement<WallDb>()(wallContract, {
      waiting: (_input, ctx) => waitingRoom(ctx),
      stations: (_input, ctx) => nurseStation(ctx),
      people: async (_input, ctx) => ({ list: await callablePeople(ctx) }),
      call: ({ body }, ctx) => callPatient(ctx, body.slotId, body.place),
      withdraw: ({ params }, ctx) => withdrawCall(ctx, params.id),
    }),
  ],
  sockets: [hear<WallDb>()(wallFrames, {})],
});
