import { unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { pick, type RequestContext } from '@nephra/plugin-sdk/server';
import type { PriceProposal, ProposalState } from '../../contract/catalogue-proposal.schema.ts';
import type { ProposalStored } from '../tables/price.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { ProposalRepo, type ProposedLine } from './proposal.repo.ts';

type Ctx = RequestContext<CatalogueDb>;

/** Lines of a proposal that lists show. */
const SHOWN_LINES = 5;

/** First day of a proposal that is confirmed today: the day that was asked for, or today when that is over. */
export const countsFrom = (validFrom: string, today: string): string => (validFrom < today ? today : validFrom);

const present = (ctx: Ctx, row: ProposalStored, lines: readonly ProposedLine[], lineCount: number): PriceProposal => ({
  proposalId: row.id,
  ...pick(row, 'state', 'validFrom', 'reason', 'creatorName', 'deciderName', 'decisionReason'),
  countsFrom: countsFrom(row.validFrom, ctx.clock.today()),
  createdAt: row.createdAt.getTime(),
  mine: row.creatorId === ctx.user.userId,
  decidedAt: row.decidedAt?.getTime() ?? null,
  lineCount,
  lines: lines
    .filter((line) => line.proposalId === row.id)
    .map(({ proposalId: _id, before, after, ...entry }) => ({ ...entry, before: unitPriceToWire(before), after: unitPriceToWire(after) })),
});

async function presentAll(ctx: Ctx, rows: readonly ProposalStored[], which: { first?: number; drugId?: string }): Promise<PriceProposal[]> {
  const repo = new ProposalRepo(ctx);
  const ids = rows.map((row) => row.id);
  const lines = await repo.lines(ids, which);
  const counts = await repo.lineCounts(ids);
  return rows.map((row) => present(ctx, row, lines, counts.get(row.id) ?? 0));
}

export async function proposalPage(ctx: Ctx, query: { state?: ProposalState; currentPage?: number; pageSize?: number }) {
  const { list, pagination } = await new ProposalRepo(ctx).page(ctx.user.orgId, query.state, query);
  return { list: await presentAll(ctx, list, { first: SHOWN_LINES }), pagination };
}

/** @throws AppError `catalogue.proposal-not-found` (404) */
export async function wholeProposal(ctx: Ctx, id: string): Promise<PriceProposal> {
  const row = await new ProposalRepo(ctx).demand(ctx.user.orgId, id);
  return (await presentAll(ctx, [row], {}))[0] as PriceProposal; // one row in, one out
}

/** What was asked for of an entry and is no price, newest first. */
export async function proposalsOf(ctx: Ctx, drugId: string): Promise<PriceProposal[]> {
  return presentAll(ctx, await new ProposalRepo(ctx).ofEntry(ctx.user.orgId, drugId), { drugId });
}
