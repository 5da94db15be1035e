import { implement } from '@nephra/plugin-sdk/server';
import { catalogueContract, mappingContract, previewContract } from '../../contract/index.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { cancelRun, catalogueKinds, catalogueRuns, nationalItems, startDownloads } from './catalogue.query.ts';
import { exportMappings } from './export.query.ts';
import { mapEntries } from './mapping/mapping.command.ts';
import { mappingCounts, mappingHistory, mappingList } from './mapping/mapping.query.ts';
import { reportMappings, revokeMappings } from './mapping/mapping-report.command.ts';
import { previewFacts } from './preview.query.ts';
import { suggestionsOf } from './mapping/suggestions.query.ts';

const catalogue = implement<InsuranceTables>()(catalogueContract, {
  kinds: async (_, ctx) => ({ list: await catalogueKinds(ctx) }),
  async download({ body }, ctx) {
    await startDownloads(ctx, body.kinds);
    ctx.message('downloadStarted');
    return { list: await catalogueKinds(ctx) };
  },
  runs: ({ query }, ctx) => catalogueRuns(ctx, query),
  cancel: ({ params }, ctx) => cancelRun(ctx, params.id),
  items: ({ query }, ctx) => nationalItems(ctx, query),
});

const mapping = implement<InsuranceTables>()(mappingContract, {
  list: ({ query }, ctx) => mappingList(ctx, query),
  counts: (_, ctx) => mappingCounts(ctx),
  history: async ({ params }, ctx) => ({ list: await mappingHistory(ctx, params.drugId) }),
  suggest: async ({ body }, ctx) => ({ list: await suggestionsOf(ctx, body.drugIds, body.keyword) }),
  map: ({ body }, ctx) => mapEntries(ctx, body.lines),
  upload: ({ body }, ctx) => reportMappings(ctx, nationalClient(ctx), body.drugIds),
  revoke: ({ body }, ctx) => revokeMappings(ctx, nationalClient(ctx), body.drugIds),
  export: ({ query }, ctx) => exportMappings(ctx, query),
});

const preview = implement<InsuranceTables>()(previewContract, {
  facts: ({ body }, ctx) => previewFacts(ctx, body.drugIds),
});

export const catalogueImplementations = [catalogue, mapping, preview];
