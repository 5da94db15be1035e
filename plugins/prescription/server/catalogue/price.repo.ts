import { type OrgId, unitPriceFromText } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { ConfirmablePrice } from '../../domain/lines/large-change.ts';
import type { CataloguePriceTable, PrescriptionDb } from '../tables.ts';

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
export type NewPrice = Omit<CataloguePriceTable, 'seq' | 'proposal_id'> & { readonly proposal_id?: string };

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
  constructor(private readonly ctx: Pick<ServerContext<PrescriptionDb>, 'db'>) {}

  private selection(orgId: OrgId, drugIds: readonly string[]) {
    return this.ctx.db
      .selectFrom('prescription.catalogue_price as dated')
      .leftJoin('prescription.catalogue_price_withdrawal as gone', 'gone.price_id', 'dated.id')
      .leftJoin('prescription.price_proposal as asked', 'asked.id', 'dated.proposal_id')
      .select([
        'dated.id',
        'dated.seq',
        'dated.drug_id',
        'dated.valid_from',
        'dated.price',
        'dated.reason',
        'dated.batch_id',
        'dated.creator_name',
        'dated.created_at',
      ])
      .select(['gone.reason as gone_reason', 'gone.creator_name as gone_by', 'gone.created_at as gone_at', 'asked.decider_name as confirmer'])
      .where('dated.org_id', '=', orgId)
      .where('dated.drug_id', 'in', [...drugIds]);
  }

  private async read(query: ReturnType<PriceRepo['selection']>): Promise<StoredPrice[]> {
    const rows = await query.orderBy('dated.valid_from', 'desc').orderBy('dated.seq', 'desc').execute();
    return rows.map((row) => ({
      priceId: row.id,
      seq: Number(row.seq),
      drugId: row.drug_id,
      validFrom: row.valid_from,
      price: unitPriceFromText(row.price),
      text: row.price,
      reason: row.reason,
      batchId: row.batch_id,
      creatorName: row.creator_name,
      createdAt: row.created_at,
      confirmerName: row.confirmer ?? '',
      confirmed: row.confirmer !== null,
      withdrawn: row.gone_at !== null,
      withdrawal: row.gone_at === null ? null : { reason: row.gone_reason ?? '', userName: row.gone_by ?? '', at: row.gone_at },
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
    const query = this.selection(orgId, drugIds).where(sql<boolean>`dated.valid_from > ${day}::date`);
    return byEntry(await this.read(query));
  }

  async insert(rows: readonly NewPrice[]): Promise<void> {
    for (let start = 0; start < rows.length; start += 200) {
      await this.ctx.db
        .insertInto('prescription.catalogue_price')
        .values(rows.slice(start, start + 200))
        .execute();
    }
  }

  async withdraw(priceId: string, by: { reason: string; creator_id: string; creator_name: string; created_at: Date }): Promise<void> {
    await this.ctx.db
      .insertInto('prescription.catalogue_price_withdrawal')
      .values({ price_id: priceId, ...by })
      .execute();
  }
}
