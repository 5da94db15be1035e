import { defineServerPlugin, extend, hear } from '@nephra/plugin-sdk/server';
import { mergeFollowers } from '../../patient/contract/index.ts';
import type { RoundDemo } from '../contract/demo.schema.ts';
import { roundFrames } from '../contract/round.frames.ts';
import { fillDemo } from './demo/demo.ts';
import { roundMerges } from './merge/merge-follower.ts';
import migrations from './migrations';
import { roundRoutes } from './round.routes.ts';
import { type RoundDb, tableSizes } from './tables/tables.ts';

export default defineServerPlugin<RoundDb>({
  schema: 'dialysis_round',
  migrations,
  tableSizes,
  implementations: [roundRoutes],
  extensions: [extend(mergeFollowers, roundMerges)],
  sockets: [hear<RoundDb>()(roundFrames, {})],
  demo: (data, ctx) => fillDemo(data as RoundDemo, ctx),
});
