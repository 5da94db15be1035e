import { AppError, EnvelopeCode, type OrgId, type Page, type PageRequest } from '@nephra/plugin-sdk/contract';
import { selectPage, type ServerContext } from '@nephra/plugin-sdk/server';
import type { ProposalState } from '../../../contract/catalogue/catalogue-proposal.schema.ts';
import { catalogueTable } from '../../tables/catalogue.table.ts';
import type { PrescriptionDb } from '../../tables.ts';

const COLUMNS = [
  'id',
  'seq',
  'many',
  'valid_from',
  'reason',
  'creator_id',
  'creator_name',
  'created_at',
  'state',
  'decider_name',
  'decided_at',
  'decision_reason',
] as const;

/** One entry of a proposal, named as the catalogue names it now. */
export interface ProposedLine {
  readonly proposalId: string;
  readonly drugId: string;
  readonly drugName: string;
  readonly drugSpec: string;
  readonly stockUnit: string;
  /** Numeric text, yuan per stock unit. */
  readonly before: string;
  readonly after: string;
}
export type ProposalRecord = Awaited<ReturnType<ProposalRepo['page']>>['list'][number];

/** Large changes of prices of one facility. */
export class ProposalRepo {
  constructor(private readonly ctx: Pick<ServerContext<PrescriptionDb>, 'db'>) {}

  get #entries() {
    const entries = catalogueTable.everywhere(this.ctx, 'joined to proposals of the organisation that is asked for', 'one').clearSelect();
    return entries.select(['one.orgId', 'one.drugId', 'one.drugName', 'one.drugSpec', 'one.stockUnit']).as('entry');
  }

  private of(orgId: OrgId) {
    return this.ctx.db.selectFrom('prescription.price_proposal').select(COLUMNS).where('org_id', '=', orgId);
  }

  async page(orgId: OrgId, state: ProposalState | undefined, request: PageRequest) {
    const query = state ? this.of(orgId).where('state', '=', state) : this.of(orgId);
    const page: Page<Awaited<ReturnType<typeof query.execute>>[number]> = await selectPage(query, {
      db: this.ctx.db,
      request,
      sorts: {},
      byDefault: ['seq', state === 'waiting' ? 'asc' : 'desc'],
      tieBreaker: 'seq',
    });
    return page;
  }

  /** @throws AppError `catalogue.proposal-not-found` (404), also for another facility's. */
  async demand(orgId: OrgId, id: string): Promise<ProposalRecord> {
    const found = await this.of(orgId).where('id', '=', id).executeTakeFirst();
    if (!found) throw new AppError('catalogue.proposal-not-found', { code: EnvelopeCode.NotFound });
    return found;
  }

  /** Held until the end of the transaction, so that it is decided once. @throws AppError as `demand`, and `catalogue.proposal-decided` (409) */
  async lockWaiting(orgId: OrgId, id: string): Promise<ProposalRecord> {
    await this.of(orgId).where('id', '=', id).forUpdate().executeTakeFirst();
    const found = await this.demand(orgId, id);
    if (found.state !== 'waiting') throw new AppError('catalogue.proposal-decided', { code: EnvelopeCode.Conflict, params: { name: found.decider_name } });
    return found;
  }

  /** Those of one entry that did not become a price, newest first. */
  ofEntry(orgId: OrgId, drugId: string): Promise<ProposalRecord[]> {
    return this.of(orgId)
      .where('state', '<>', 'confirmed')
      .where('id', 'in', (db) =>
        db.selectFrom('prescription.price_proposal_line').select('proposal_id').where('org_id', '=', orgId).where('drug_id', '=', drugId),
      )
      .orderBy('seq', 'desc')
      .execute();
  }

  /** @param first no more than so many lines of each proposal */
  async lines(proposalIds: readonly string[], { first, drugId }: { first?: number; drugId?: string } = {}): Promise<ProposedLine[]> {
    if (proposalIds.length === 0) return [];
    let query = this.ctx.db
      .selectFrom('prescription.price_proposal_line as line')
      .innerJoin(this.#entries, (join) => join.onRef('entry.orgId', '=', 'line.org_id').onRef('entry.drugId', '=', 'line.drug_id'))
      .select(['line.proposal_id', 'line.drug_id', 'entry.drugName', 'entry.drugSpec', 'entry.stockUnit', 'line.before', 'line.after'])
      .where('line.proposal_id', 'in', [...proposalIds]);
    if (first !== undefined) query = query.where('line.line_no', '<=', first);
    if (drugId !== undefined) query = query.where('line.drug_id', '=', drugId);
    const rows = await query.orderBy('line.proposal_id').orderBy('line.line_no').execute();
    return rows.map((row) => ({
      proposalId: row.proposal_id,
      drugId: row.drug_id,
      drugName: row.drugName,
      drugSpec: row.drugSpec,
      stockUnit: row.stockUnit,
      before: row.before,
      after: row.after,
    }));
  }

  async lineCounts(proposalIds: readonly string[]): Promise<Map<string, number>> {
    if (proposalIds.length === 0) return new Map();
    const rows = await this.ctx.db
      .selectFrom('prescription.price_proposal_line')
      .select((eb) => ['proposal_id', eb.fn.countAll<string>().as('count')])
      .where('proposal_id', 'in', [...proposalIds])
      .groupBy('proposal_id')
      .execute();
    return new Map(rows.map((row) => [row.proposal_id, Number(row.count)]));
  }

  /** The first of these entries of which a change waits already; by name. */
  async waitingAmong(orgId: OrgId, drugIds: readonly string[]): Promise<string | undefined> {
    const row = await this.ctx.db
      .selectFrom('prescription.price_proposal_line as line')
      .innerJoin(this.#entries, (join) => join.onRef('entry.orgId', '=', 'line.org_id').onRef('entry.drugId', '=', 'line.drug_id'))
      .select('entry.drugName')
      .where('line.org_id', '=', orgId)
      .where('line.drug_id', 'in', [...drugIds])
      .where('line.waiting', '=', true)
      .orderBy('entry.drugName')
      .limit(1)
      .executeTakeFirst();
    return row?.drugName;
  }

  async insert(
    head: { id: string; org_id: OrgId; many: boolean; valid_from: string; reason: string; creator_id: string; creator_name: string; created_at: Date },
    lines: readonly { drugId: string; before: string; after: string }[],
  ): Promise<void> {
    await this.ctx.db.insertInto('prescription.price_proposal').values(head).execute();
    const rows = lines.map((line, at) => ({
      proposal_id: head.id,
      line_no: at + 1,
      org_id: head.org_id,
      drug_id: line.drugId,
      before: line.before,
      after: line.after,
    }));
    for (let start = 0; start < rows.length; start += 200) {
      await this.ctx.db
        .insertInto('prescription.price_proposal_line')
        .values(rows.slice(start, start + 200))
        .execute();
    }
  }

  async decide(
    id: string,
    decision: { state: Exclude<ProposalState, 'waiting'>; decider_id: string; decider_name: string; decided_at: Date; decision_reason: string },
  ): Promise<void> {
    await this.ctx.db.updateTable('prescription.price_proposal').set(decision).where('id', '=', id).execute();
    await this.ctx.db.updateTable('prescription.price_proposal_line').set({ waiting: false }).where('proposal_id', '=', id).execute();
  }
}
