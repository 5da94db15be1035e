import { unitPriceFromText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { PriceProposal, ProposalState } from '../../../contract/catalogue/catalogue-proposal.schema.ts';
import type { PrescriptionDb } from '../../tables.ts';
import { type ProposalRecord, ProposalRepo, type ProposedLine } from './proposal.repo.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** Lines of a proposal that lists show. */
const SHOWN_LINES = 5;
const wire = (text: string): number => unitPriceToWire(unitPriceFromText(text));

/** First day of a proposal that is confirmed today: the day that was asked for, or today when that is over. */
export const countsFrom = (validFrom: string, today: string): string => (validFrom < today ? today : validFrom);

const present = (ctx: Ctx, row: ProposalRecord, lines: readonly ProposedLine[], lineCount: number): PriceProposal => ({
  proposalId: row.id,
  state: row.state,
  validFrom: row.valid_from,
  countsFrom: countsFrom(row.valid_from, ctx.clock.today()),
  reason: row.reason,
  creatorName: row.creator_name,
  createdAt: row.created_at.getTime(),
  mine: row.creator_id === ctx.user.userId,
  deciderName: row.decider_name,
  decidedAt: row.decided_at?.getTime() ?? null,
  decisionReason: row.decision_reason,
  lineCount,
  lines: lines
    .filter((line) => line.proposalId === row.id)
    .map(({ proposalId: _id, before, after, ...entry }) => ({ ...entry, before: wire(before), after: wire(after) })),
});

async function presentAll(ctx: Ctx, rows: readonly ProposalRecord[], which: { first?: number; drugId?: string }): Promise<PriceProposal[]> {
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
