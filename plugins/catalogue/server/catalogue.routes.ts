import { implement } from '@nephra/plugin-sdk/server';
import { catalogueContract } from '../contract/catalogue-maintenance.contract.ts';
import { cataloguePackageContract } from '../contract/catalogue-package.contract.ts';
import { catalogueProposalContract } from '../contract/catalogue-proposal.contract.ts';
import { catalogueEntriesOf } from './catalogue.service.ts';
import type { CatalogueDb } from './tables.ts';
import { diagnosisRoutes } from './shared-lists/diagnosis.routes.ts';
import { createEntry, setEntryState, updateEntry } from './entries/entry.command.ts';
import { entryPage, wholeEntry } from './entries/entry.query.ts';
import { EntryRepo } from './entries/entry.repo.ts';
import { exportEntries } from './entries/export.query.ts';
import { interactionRoutes } from './shared-lists/interaction.routes.ts';
import { savePackage, setPackageState } from './packages/package.command.ts';
import { packagePage, wholePackage } from './packages/package.query.ts';
import { addPrice, adjustPrices, previewAdjustment, priceHistoryOf, withdrawPrice } from './prices/price.command.ts';
import { confirmProposal, refuseProposal, retractProposal } from './prices/proposal.command.ts';
import { proposalPage, wholeProposal } from './prices/proposal.query.ts';

const entries = implement<CatalogueDb>()(catalogueContract, {
  entries: ({ query }, ctx) => entryPage(ctx, query, query),
  export: ({ query }, ctx) => exportEntries(ctx, query),
  words: ({ query }, ctx) => new EntryRepo(ctx).words(ctx.user.orgId, query.group),
  manufacturers: async ({ query }, ctx) => ({ list: await new EntryRepo(ctx).manufacturers(ctx.user.orgId, query.keyword ?? '') }),
  entry: ({ params }, ctx) => wholeEntry(ctx, params.id),
  async create({ body }, ctx) {
    const drugId = await createEntry(ctx, body);
    ctx.message('catalogue.created', { name: body.drugName });
    return wholeEntry(ctx, drugId);
  },
  async update({ params, body }, ctx) {
    await updateEntry(ctx, params.id, body);
    ctx.message('catalogue.updated', { name: body.drugName });
    return wholeEntry(ctx, params.id);
  },
  async state({ params, body }, ctx) {
    await setEntryState(ctx, params.id, body.enableMark === 1, body.version);
    const entry = await wholeEntry(ctx, params.id);
    ctx.message(body.enableMark === 1 ? 'catalogue.enabled' : 'catalogue.disabled', { name: entry.drugName });
    return entry;
  },
  prices: ({ params }, ctx) => priceHistoryOf(ctx, params.id),
  async addPrice({ params, body }, ctx) {
    const { waiting } = await addPrice(ctx, params.id, body);
    ctx.message(waiting ? 'catalogue.proposed' : 'catalogue.priced', { day: body.validFrom });
    return priceHistoryOf(ctx, params.id);
  },
  async withdrawPrice({ params, body }, ctx) {
    await withdrawPrice(ctx, params.id, params.priceId, body.reason);
    ctx.message('catalogue.withdrawn');
    return priceHistoryOf(ctx, params.id);
  },
  previewAdjustment: async ({ body }, ctx) => ({ list: await previewAdjustment(ctx, body) }),
  async adjust({ body }, ctx) {
    const done = await adjustPrices(ctx, body);
    ctx.message(done.waiting ? 'catalogue.proposedMany' : 'catalogue.adjusted', { count: done.count, day: body.validFrom });
    return done;
  },
});

const packages = implement<CatalogueDb>()(cataloguePackageContract, {
  packages: ({ query }, ctx) => packagePage(ctx, query, query),
  choices: ({ query }, ctx) => catalogueEntriesOf(ctx).rows({ ...query, orgId: ctx.user.orgId }),
  package: ({ params }, ctx) => wholePackage(ctx, params.id),
  async create({ body }, ctx) {
    const id = await savePackage(ctx, undefined, body);
    ctx.message('catalogue.packageSaved', { name: body.packageName });
    return wholePackage(ctx, id);
  },
  async update({ params, body }, ctx) {
    await savePackage(ctx, params.id, body);
    ctx.message('catalogue.packageSaved', { name: body.packageName });
    return wholePackage(ctx, params.id);
  },
  async state({ params, body }, ctx) {
    await setPackageState(ctx, params.id, body.enableMark === 1, body.version);
    const { lines: _lines, ...head } = await wholePackage(ctx, params.id);
    ctx.message(body.enableMark === 1 ? 'catalogue.enabled' : 'catalogue.disabled', { name: head.packageName });
    return head;
  },
});

const proposals = implement<CatalogueDb>()(catalogueProposalContract, {
  list: ({ query }, ctx) => proposalPage(ctx, query),
  one: ({ params }, ctx) => wholeProposal(ctx, params.id),
  async confirm({ params, body }, ctx) {
    await confirmProposal(ctx, params.id, body.validFrom);
    ctx.message('catalogue.proposalConfirmed', { day: body.validFrom });
    return wholeProposal(ctx, params.id);
  },
  async refuse({ params, body }, ctx) {
    await refuseProposal(ctx, params.id, body.reason);
    ctx.message('catalogue.proposalRefused');
    return wholeProposal(ctx, params.id);
  },
  async retract({ params, body }, ctx) {
    await retractProposal(ctx, params.id, body.reason);
    ctx.message('catalogue.proposalRetracted');
    return wholeProposal(ctx, params.id);
  },
});

/** Everything that catalogue maintenance answers. */
export const catalogueImplementations = [entries, packages, interactionRoutes, proposals, diagnosisRoutes];
