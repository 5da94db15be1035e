import { defineService, type OrgId, type Page, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import type { CatalogueEntry, CatalogueKind } from './catalogue.schema.ts';

/** Catalogue facts with exact numbers; `price` is per stock unit. */
export interface CatalogueFacts extends Omit<CatalogueEntry, 'price' | 'stockDmin'> {
  readonly orgId: OrgId;
  readonly price: UnitPrice;
  readonly stockDmin: Quantity;
}

/** What a line of a prescription is priced by. */
export type PriceFacts = Pick<CatalogueFacts, 'drugId' | 'price' | 'stockUnit' | 'stockDmin' | 'enableMark'>;

/** Offered by this plugin to whoever keeps stock. Catalogues belong to a facility: the same drugId may have another price elsewhere. */
export interface PrescriptionCatalogue {
  /** @param day `YYYY-MM-DD` whose prices count, for a prescription its `priceDay`; today's unless told */
  entries(orgId: OrgId, drugIds: readonly string[], day?: string): Promise<CatalogueFacts[]>;
  /** The prices alone: asked with every charge. */
  prices(orgId: OrgId, drugIds: readonly string[], day: string): Promise<PriceFacts[]>;
  search(filter: {
    orgId: OrgId;
    kinds?: readonly CatalogueKind[];
    keyword?: string;
    stockKeptOnly?: boolean;
    currentPage?: number;
    pageSize?: number;
  }): Promise<Page<CatalogueFacts>>;
}
export const prescriptionCatalogue = defineService<PrescriptionCatalogue>('prescription.catalogue@1');

export interface StockOfDrug {
  readonly drugId: string;
  /** Preparation units (tablets, ampoules) that can be dispensed today: not expired, frozen or reserved. */
  readonly available: Quantity;
  /** Everything that is there, usable or not; a provider that does not say leaves it out. */
  readonly onHand?: Quantity;
  /** `YYYY-MM-DD` of the usable lot that expires first. */
  readonly nearestExpiry: string | null;
}

/** Offered by the pharmacy; prescriptions show stock only when somebody provides it. */
export interface PrescriptionStock {
  /** One entry per drug that the pharmacy knows; a drug without an entry is not kept. */
  stockOf(orgId: OrgId, drugIds: readonly string[]): Promise<StockOfDrug[]>;
}
export const prescriptionStock = defineService<PrescriptionStock>('prescription.stock@1');
