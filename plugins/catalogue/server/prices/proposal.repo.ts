import { AppError, EnvelopeCode, type OrgId, type Page, type PageRequest, type UnitPrice } from '@nephra/plugin-sdk/contract';
import { selectPage, type ServerContext } from '@nephra/plugin-sdk/server';
import type { ProposalState } from '../../contract/catalogue-proposal.schema.ts';
import { entryTable } from '../tables/entry.table.ts';
import { type ProposalStored, proposalLineTable, proposalTable } from '../tables/price.table.ts';
import type { CatalogueDb } from '../tables.ts';

/** One entry of a proposal, named as the catalogue names it now. */
export interface ProposedLine {
  readonly proposalId: string;
  readonly drugId: string;
  readonly drugName: string;
  readonly drugSpec: string;
  readonly stockUnit: string;
  readonly before: UnitPrice;
  readonly after: UnitPrice;
}

/** Large changes of prices of one facility. */
export class ProposalRepo {
  constructor(private readonly ctx: Pick<ServerContext<CatalogueDb>, 'db'>) {}

  get #entries() {
    const entries = entryTable.everywhere(this.ctx, 'joined to proposals of the organisation that is asked for', 'one').clearSelect();
    return entries.select(['one.orgId', 'one.drugId', 'one.drugName', 'one.drugSpec', 'one.stockUnit']).as('entry');
  }

  private of(orgId: OrgId) {
    return proposalTable.everywhere(this.ctx, 'of the organisation that is asked for alone', 'asked').where('asked.orgId', '=', orgId);
  }

  #lines() {
    return proposalLineTable.everywhere(this.ctx, 'of proposals of the organisation that is asked for', 'line');
  }

  page(orgId: OrgId, state: ProposalState | undefined, request: PageRequest): Promise<Page<ProposalStored>> {
    return selectPage(state ? this.of(orgId).where('asked.state', '=', state) : this.of(orgId), {
      db: this.ctx.db,
      request,
      sorts: {},
      byDefault: ['asked.seq', state === 'waiting' ? 'asc' : 'desc'],
      tieBreaker: 'asked.seq',
    });
  }

  /** @throws AppError `catalogue.proposal-not-found` (404), also for another facility's. */
  async demand(orgId: OrgId, id: string): Promise<ProposalStored> {
    const found = await this.of(orgId).where('asked.id', '=', id).executeTakeFirst();
    if (!found) throw new AppError('catalogue.proposal-not-found', { code: EnvelopeCode.NotFound });
    return found;
  }

  /** Held until the end of the transaction, so that it is decided once. @throws AppError as `demand`, and `catalogue.proposal-decided` (409) */
  async lockWaiting(orgId: OrgId, id: string): Promise<ProposalStored> {
    await this.of(orgId).where('asked.id', '=', id).forUpdate().executeTakeFirst();
    const found = await this.demand(orgId, id);
    if (found.state !== 'waiting') throw new AppError('catalogue.proposal-decided', { code: EnvelopeCode.Conflict, params: { name: found.deciderName } });
    return found;
  }

  /** Those of one entry that did not become a price, newest first. */
  ofEntry(orgId: OrgId, drugId: string): Promise<ProposalStored[]> {
    const lines = this.#lines().clearSelect().select('line.proposalId').where('line.orgId', '=', orgId).where('line.drugId', '=', drugId);
    return this.of(orgId).where('asked.state', '<>', 'confirmed').where('asked.id', 'in', lines).orderBy('asked.seq', 'desc').execute();
  }

  /** @param first no more than so many lines of each proposal */
  async lines(proposalIds: readonly string[], { first, drugId }: { first?: number; drugId?: string } = {}): Promise<ProposedLine[]> {
    if (proposalIds.length === 0) return [];
    let query = this.#lines()
      .innerJoin(this.#entries, (join) => join.onRef('entry.orgId', '=', 'line.orgId').onRef('entry.drugId', '=', 'line.drugId'))
      .select(['entry.drugName', 'entry.drugSpec', 'entry.stockUnit'])
      .where('line.proposalId', 'in', [...proposalIds]);
    if (first !== undefined) query = query.where('line.lineNo', '<=', first);
    if (drugId !== undefined) query = query.where('line.drugId', '=', drugId);
    const rows = await query.orderBy('line.proposalId').orderBy('line.lineNo').execute();
    return rows.map(({ lineNo: _no, orgId: _org, waiting: _waiting, ...line }) => line);
  }

  async lineCounts(proposalIds: readonly string[]): Promise<Map<string, number>> {
    if (proposalIds.length === 0) return new Map();
    const rows = await this.#lines()
      .clearSelect()
      .select((eb) => ['line.proposalId', eb.fn.countAll<string>().as('count')])
      .where('line.proposalId', 'in', [...proposalIds])
      .groupBy('line.proposalId')
      .execute();
    return new Map(rows.map((row) => [row.proposalId, Number(row.count)]));
  }

  /** The first of these entries of which a change waits already; by name. */
  async waitingAmong(orgId: OrgId, drugIds: readonly string[]): Promise<string | undefined> {
    const row = await this.#lines()
      .clearSelect()
      .innerJoin(this.#entries, (join) => join.onRef('entry.orgId', '=', 'line.orgId').onRef('entry.drugId', '=', 'line.drugId'))
      .select('entry.drugName')
      .where('line.orgId', '=', orgId)
      .where('line.drugId', 'in', [...drugIds])
      .where('line.waiting', '=', true)
      .orderBy('entry.drugName')
      .limit(1)
      .executeTakeFirst();
    return row?.drugName;
  }

  async insert(
    head: Pick<ProposalStored, 'id' | 'orgId' | 'many' | 'validFrom' | 'reason' | 'creatorId' | 'creatorName' | 'createdAt'>,
    lines: readonly { drugId: string; before: UnitPrice; after: UnitPrice }[],
  ): Promise<void> {
    await proposalTable.insertAll(this.ctx, [head]);
    await proposalLineTable.insertAll(
      this.ctx,
      lines.map((line, at) => ({ ...line, proposalId: head.id, lineNo: at + 1, orgId: head.orgId })),
    );
  }

  async decide(id: string, decision: Pick<ProposalStored, 'state' | 'deciderId' | 'deciderName' | 'decidedAt' | 'decisionReason'>): Promise<void> {
    // rows: a proposal that was locked (`lockWaiting`), of the organisation that is asked for
    await this.ctx.db.updateTable('catalogue.price_proposal').set(proposalTable.toSql(decision)).where('id', '=', id).execute();
    // rows: lines of the proposal that was locked
    await this.ctx.db.updateTable('catalogue.price_proposal_line').set({ waiting: false }).where('proposal_id', '=', id).execute();
  }
}
