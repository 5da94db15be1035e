import { AppError, EnvelopeCode, unitPriceFromText } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { priceInForce } from '../../domain/prices/price-in-force.ts';
import type { ProposalStored } from '../tables/price.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { EntryRepo } from '../entries/entry.repo.ts';
import { PriceRepo } from '../price.repo.ts';
import { countsFrom } from './proposal.query.ts';
import { ProposalRepo } from './proposal.repo.ts';

type Ctx = RequestContext<CatalogueDb>;

/** A change that one person may not make alone. Prices are numeric text, yuan per stock unit. */
export interface LargeChange {
  readonly validFrom: string;
  readonly reason: string;
  /** True: an adjustment of many prices. */
  readonly many: boolean;
  readonly lines: readonly { readonly drugId: string; readonly before: string; readonly after: string }[];
}

/**
 * Lays a large change before a second person; no price changes. The caller holds the entries.
 * @returns its id
 * @throws AppError `catalogue.proposal-waits` (409) while another change of one of the entries waits
 */
export async function propose(ctx: Ctx, change: LargeChange): Promise<string> {
  const { orgId, userId, userName } = ctx.user;
  const repo = new ProposalRepo(ctx);
  const waits = await repo.waitingAmong(
    orgId,
    change.lines.map((line) => line.drugId),
  );
  if (waits !== undefined) throw new AppError('catalogue.proposal-waits', { code: EnvelopeCode.Conflict, params: { name: waits } });
  const id = ctx.newId();
  const { validFrom, reason, many, lines } = change;
  await repo.insert(
    { id, orgId, many, validFrom, reason: reason.trim(), creatorId: userId, creatorName: userName, createdAt: ctx.clock.now() },
    lines.map(({ drugId, before, after }) => ({ drugId, before: unitPriceFromText(before), after: unitPriceFromText(after) })),
  );
  ctx.audit({
    subject: 'catalogue-proposal',
    subjectId: id,
    after: { state: 'waiting', validFrom, lines: lines.slice(0, 20), count: lines.length },
    note: reason,
  });
  return id;
}

async function decide(ctx: Ctx, row: ProposalStored, state: 'confirmed' | 'refused' | 'retracted', reason: string): Promise<void> {
  const { userId, userName } = ctx.user;
  await new ProposalRepo(ctx).decide(row.id, { state, deciderId: userId, deciderName: userName, decidedAt: ctx.clock.now(), decisionReason: reason });
  ctx.audit({ subject: 'catalogue-proposal', subjectId: row.id, before: { state: row.state }, after: { state, creatorName: row.creatorName }, note: reason });
}

/**
 * The second person puts a large change in force: all its prices or none.
 * @param validFrom first day as the page showed it
 * @throws AppError `catalogue.proposal-own` (403) for whoever asked for it, `catalogue.proposal-day` (409) when the day went by meanwhile,
 * `catalogue.proposal-moved` (409) when an entry has another price by now, and those of a proposal that is decided or not there
 */
export async function confirmProposal(ctx: Ctx, id: string, validFrom: string): Promise<void> {
  const { orgId, userId } = ctx.user;
  const repo = new ProposalRepo(ctx);
  const row = await repo.lockWaiting(orgId, id);
  if (row.creatorId === userId) throw new AppError('catalogue.proposal-own', { code: EnvelopeCode.Forbidden });
  const day = countsFrom(row.validFrom, ctx.clock.today());
  if (validFrom !== day) throw new AppError('catalogue.proposal-day', { code: EnvelopeCode.Conflict, params: { day } });
  const lines = await repo.lines([id]);
  const drugIds = lines.map((line) => line.drugId);
  await new EntryRepo(ctx).lock(orgId, drugIds);
  const prices = new PriceRepo(ctx);
  const histories = await prices.histories(orgId, drugIds);
  for (const line of lines) {
    const now = priceInForce(histories.get(line.drugId) ?? [], day);
    if (now?.price !== line.before) {
      throw new AppError('catalogue.proposal-moved', { code: EnvelopeCode.Conflict, params: { name: line.drugName } });
    }
  }
  await prices.insert(
    lines.map((line) => ({
      id: ctx.newId(),
      orgId,
      drugId: line.drugId,
      validFrom: day,
      price: line.after,
      reason: row.reason,
      batchId: row.many ? id : '',
      creatorId: row.creatorId,
      creatorName: row.creatorName,
      createdAt: ctx.clock.now(),
      proposalId: id,
    })),
  );
  await decide(ctx, row, 'confirmed', '');
}

/** The second person refuses; whoever asked takes it back instead. @throws AppError `catalogue.proposal-own` (403) and those of `lockWaiting` */
export async function refuseProposal(ctx: Ctx, id: string, reason: string): Promise<void> {
  const row = await new ProposalRepo(ctx).lockWaiting(ctx.user.orgId, id);
  if (row.creatorId === ctx.user.userId) throw new AppError('catalogue.proposal-own', { code: EnvelopeCode.Forbidden });
  await decide(ctx, row, 'refused', reason.trim());
}

/** Whoever asked takes it back. @throws AppError `catalogue.proposal-not-own` (403) for anybody else, and those of `lockWaiting` */
export async function retractProposal(ctx: Ctx, id: string, reason: string): Promise<void> {
  const row = await new ProposalRepo(ctx).lockWaiting(ctx.user.orgId, id);
  if (row.creatorId !== ctx.user.userId) throw new AppError('catalogue.proposal-not-own', { code: EnvelopeCode.Forbidden });
  await decide(ctx, row, 'retracted', reason.trim());
}
