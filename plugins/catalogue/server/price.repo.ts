import { type OrgId, unitPriceToText } from '@nephra/plugin-sdk/contract';
import { type RequestContext, type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { ConfirmablePrice } from '../domain/prices/large-change.ts';
import { type PriceRow, priceTable, priceWithdrawalTable, proposalTable } from './tables/price.table.ts';
import type { CatalogueDb } from './tables.ts';

/** One written price with who, when, why. */
export interface StoredPrice extends ConfirmablePrice {
  readonly drugId: string;
  /** The price as numeric text. */
  readonly text: string;
  readonly reason: string;
  readonly batchId: string;
  readonly creatorName: string;
  readonly createdAt: Date;
  /** The second person of a large change; else empty. */
  readonly confirmerName: string;
  readonly withdrawal: { readonly reason: string; readonly userName: string; readonly at: Date } | null;
}

/** A price to be written. */
export type NewPrice = Omit<PriceRow, 'seq' | 'proposalId'> & { readonly proposalId?: string };

/** A price as the caller writes it now. */
export const newPrice = (
  { newId, user, clock }: RequestContext<CatalogueDb>,
  { reason, ...price }: Pick<NewPrice, 'drugId' | 'validFrom' | 'price' | 'reason'> & { readonly batchId?: string },
): NewPrice => ({
  id: newId(),
  orgId: user.orgId,
  batchId: '',
  ...price,
  reason: reason.trim(),
  creatorId: user.userId,
  creatorName: user.userName,
  createdAt: clock.now(),
});

function byEntry(prices: readonly StoredPrice[]): Map<string, StoredPrice[]> {
  const found = new Map<string, StoredPrice[]>();
  for (const price of prices) {
    const known = found.get(price.drugId);
    if (known) known.push(price);
    else found.set(price.drugId, [price]);
  }
  return found;
}

/** Prices by day: added and withdrawn, never changed. */
export class PriceRepo {
  constructor(private readonly ctx: Pick<ServerContext<CatalogueDb>, 'db'>) {}

  private selection(orgId: OrgId, drugIds: readonly string[]) {
    const gone = priceWithdrawalTable.everywhere(this.ctx, 'joined to prices of the organisation that is asked for', 'gone').clearSelect();
    const asked = proposalTable.everywhere(this.ctx, 'joined to prices of the organisation that is asked for', 'asked').clearSelect();
    return priceTable
      .everywhere(this.ctx, 'of the organisation that is asked for alone', 'dated')
      .leftJoin(gone.select(['gone.priceId', 'gone.reason', 'gone.creatorName', 'gone.createdAt']).as('gone'), 'gone.priceId', 'dated.id')
      .leftJoin(asked.select(['asked.id', 'asked.deciderName']).as('asked'), 'asked.id', 'dated.proposalId')
      .select(['gone.reason as goneReason', 'gone.creatorName as goneBy', 'gone.createdAt as goneAt', 'asked.deciderName as confirmer'])
      .where('dated.orgId', '=', orgId)
      .where('dated.drugId', 'in', [...drugIds]);
  }

  private async read(query: ReturnType<PriceRepo['selection']>): Promise<StoredPrice[]> {
    const rows = await query.orderBy('dated.validFrom', 'desc').orderBy('dated.seq', 'desc').execute();
    return rows.map(({ id: priceId, goneReason, goneBy, goneAt, confirmer, orgId: _org, creatorId: _creator, proposalId: _proposal, ...row }) => ({
      ...row,
      priceId,
      text: unitPriceToText(row.price),
      confirmerName: confirmer ?? '',
      confirmed: confirmer !== null,
      withdrawn: goneAt !== null,
      withdrawal: goneAt === null ? null : { reason: goneReason ?? '', userName: goneBy ?? '', at: goneAt },
    }));
  }

  /** All prices of an entry, the latest first day first. */
  history(orgId: OrgId, drugId: string): Promise<StoredPrice[]> {
    return this.read(this.selection(orgId, [drugId]));
  }

  async histories(orgId: OrgId, drugIds: readonly string[]): Promise<Map<string, StoredPrice[]>> {
    if (drugIds.length === 0) return new Map();
    return byEntry(await this.read(this.selection(orgId, drugIds)));
  }

  /** Prices that begin after a day, by entry. */
  async after(orgId: OrgId, drugIds: readonly string[], day: string): Promise<Map<string, StoredPrice[]>> {
    if (drugIds.length === 0) return new Map();
    const query = this.selection(orgId, drugIds).where(sql<boolean>`dated."validFrom" > ${day}::date`);
    return byEntry(await this.read(query));
  }

  insert(rows: readonly NewPrice[]): Promise<void> {
    return priceTable.insertAll(this.ctx, rows);
  }

  withdraw(priceId: string, by: { reason: string; creatorId: string; creatorName: string; createdAt: Date }): Promise<void> {
    return priceWithdrawalTable.insertAll(this.ctx, [{ priceId, ...by }]);
  }
}
