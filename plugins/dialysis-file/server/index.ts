import { defineServerPlugin, dictionaryWords, extend, provide } from '@nephra/plugin-sdk/server';
import { dialysisPlanKeeper, mergeFollowers } from '../../patient/contract/index.ts';
import { type DialysisFileDemo, dialysisDirectory, dialysisRound } from '../contract/index.ts';
import { consentFormRoutes } from './consent-forms/consent-form.routes.ts';
import { modeDictionary } from './dictionaries/mode-dictionary.ts';
import { fillDemo } from './demo/demo.ts';
import { fileRoutes } from './file.routes.ts';
import { dialysisFileMerges } from './merge/merge-follower.ts';
import migrations from './migrations';
import { directoryOf } from './reading/directory.ts';
import { planKeeperOf } from './reading/plan-keeper.ts';
import { roundOf } from './round/round.service.ts';
import { type DialysisFileDb, tableSizes } from './tables/tables.ts';
import { followPlansJob } from './writing/follow-plans.job.ts';

export default defineServerPlugin<DialysisFileDb>({
  schema: 'dialysis_file',
  migrations,
  tableSizes,
  implementations: [fileRoutes, consentFormRoutes],
  extensions: [extend(mergeFollowers, dialysisFileMerges), modeDictionary, ...dictionaryWords<DialysisFileDb>({ dialysisMode: 'dialysisMode' })],
  services: [provide(dialysisDirectory, directoryOf), provide(dialysisPlanKeeper, planKeeperOf), provide(dialysisRound, roundOf)],
  jobs: [followPlansJob],
  demo: (data, ctx) => fillDemo(data as DialysisFileDemo, ctx),
});
