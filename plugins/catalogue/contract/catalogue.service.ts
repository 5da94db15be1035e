import { defineService, type OrgId, type Page, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import type { CatalogueEntry, CatalogueKind, CatalogueRow, CheckLevel, DrugType } from './catalogue.schema.ts';
import type { LineOrder } from './lines/line-order.ts';

/** Catalogue facts with exact numbers; `price` is per stock unit. */
export interface CatalogueFacts extends Omit<CatalogueEntry, 'price' | 'stockDmin'> {
  readonly orgId: OrgId;
  readonly price: UnitPrice;
  readonly stockDmin: Quantity;
}

/** What a line of a prescription is priced by. */
export type PriceFacts = Pick<CatalogueFacts, 'drugId' | 'price' | 'stockUnit' | 'stockDmin' | 'enableMark'>;

/** What is looked for among the entries in use of one facility. */
export interface EntrySearch {
  readonly orgId: OrgId;
  readonly kinds?: readonly CatalogueKind[];
  /** Name, initials, codes, maker. */
  readonly keyword?: string;
  readonly drugType?: DrugType;
  /** true: only 化验; false: everything else. */
  readonly lab?: boolean;
  readonly stockKeptOnly?: boolean;
  /** `YYYY-MM-DD` whose prices count; today's unless told. */
  readonly day?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

/** A package of a facility, without its lines. */
export interface FacilityPackage {
  readonly packageId: string;
  readonly packageName: string;
  readonly note: string;
}
/** One line of it as it was put together; it names no price. */
export type FacilityPackageLine = LineOrder & { readonly packageId: string; readonly drugId: string };

/** Two ingredients that should not be given together. */
export interface Interaction {
  readonly ingredientA: string;
  readonly ingredientB: string;
  readonly level: CheckLevel;
  readonly note: string;
}

export type PageOfMany = { readonly keyword?: string; readonly currentPage?: number; readonly pageSize?: number };

/** What the catalogue tells other plugins. Entries and packages belong to a facility: the same drugId may have another price elsewhere. Each call is one statement, a page two. */
export interface CatalogueEntries {
  /**
   * Entries by id, those out of use too; ids that the facility does not know are absent.
   * @param day `YYYY-MM-DD` whose prices count, for a prescription its `priceDay`; today's unless told
   */
  entries(orgId: OrgId, drugIds: readonly string[], day?: string): Promise<CatalogueFacts[]>;
  /** The prices alone: asked with every charge. */
  prices(orgId: OrgId, drugIds: readonly string[], day: string): Promise<PriceFacts[]>;
  search(filter: EntrySearch): Promise<Page<CatalogueFacts>>;
  /** The same as pickers show it, with today's stock. */
  rows(filter: EntrySearch): Promise<Page<CatalogueRow>>;
  /** Packages in use. */
  packages(orgId: OrgId, page: PageOfMany): Promise<Page<FacilityPackage>>;
  /** Lines of packages in their order, of packages out of use too. */
  packageLines(orgId: OrgId, packageIds: readonly string[]): Promise<FacilityPackageLine[]>;
  /** Diagnoses in use by code or name, the same for every facility. */
  diagnoses(page: PageOfMany): Promise<Page<{ readonly code: string; readonly name: string }>>;
  /** Pairs in use that name at least one of these ingredients, the same for every facility. */
  interactions(ingredients: readonly string[]): Promise<Interaction[]>;
}
export const catalogueEntries = defineService<CatalogueEntries>('catalogue.entries@1');

export interface StockOfDrug {
  readonly drugId: string;
  /** Preparation units (tablets, ampoules) that can be dispensed today: not expired, frozen or reserved. */
  readonly available: Quantity;
  /** Everything that is there, usable or not; a provider that does not say leaves it out. */
  readonly onHand?: Quantity;
  /** `YYYY-MM-DD` of the usable lot that expires first. */
  readonly nearestExpiry: string | null;
}

/** Offered by whoever keeps stock, the pharmacy; catalogues and prescriptions show stock only when somebody does. */
export interface CatalogueStock {
  /** One entry per drug that the pharmacy knows; a drug without an entry is not kept. */
  stockOf(orgId: OrgId, drugIds: readonly string[]): Promise<StockOfDrug[]>;
}
export const catalogueStock = defineService<CatalogueStock>('catalogue.stock@1');

/** Goods that somebody used away from the counter. */
export interface UsedGoods {
  readonly drugId: string;
  /** Whole pieces, in the unit in which the entry is sold one by one, as a proposed line counts. */
  readonly quantity: number;
  /** Numbers of lots that were scanned, one for each piece; of the rest what expires first is taken. */
  readonly lots: readonly string[];
  /** Trace codes of the packs that it came out of, 20 digits; one pack may serve several patients. */
  readonly codes: readonly string[];
}

/** What is wrong with how something was used: told and listed, it holds nobody up. */
export type UseProblem = 'short' | 'lot-unknown' | 'lot-expired' | 'code-wrong' | 'code-elsewhere' | 'code-empty' | 'code-missing';

/** How what was used stands in the ledger of the stock. Figures are preparation units (tablets, ampoules). */
export interface UsedStock {
  readonly key: string;
  readonly drugId: string;
  readonly drugName: string;
  readonly unit: string;
  readonly wanted: Quantity;
  /** Was used, and no lot had it. */
  readonly missing: Quantity;
  readonly lots: readonly { readonly lotNo: string; readonly expiresOn: string; readonly quantity: Quantity; readonly scanned: boolean }[];
  readonly codes: readonly string[];
  readonly problems: readonly UseProblem[];
}

/** Something that was used with which something is wrong. */
export type UseTrouble = Pick<UsedStock, 'key' | 'drugName' | 'unit' | 'missing' | 'problems'>;

export interface StockUsed {
  /** Name of what it was used for, for good: what is out under it is what was said last, however often it is said. */
  readonly key: string;
  readonly orgId: OrgId;
  readonly patientId: string;
  /** `YYYY-MM-DD` of the use; the ledger books on today. */
  readonly day: string;
  readonly by: { readonly userId: string; readonly userName: string };
  readonly note: string;
  readonly goods: readonly UsedGoods[];
}

/** Offered by whoever keeps stock to those who use goods where they stand. Works in the caller's transaction. */
export interface CatalogueStockUse {
  /**
   * Takes what was used, and gives back what was not after all, so that exactly this is out under the name. Goods of which the facility keeps no stock are left out of
   * the answer. A shortage is no refusal: it is told.
   */
  settle(used: StockUsed): Promise<readonly UsedStock[]>;
  /** What is out under these names. */
  of(keys: readonly string[], orgIds: readonly OrgId[]): Promise<readonly UsedStock[]>;
  /** What something is wrong with among all that was used on some days, both inclusive, in the order of the names. */
  troubles(orgIds: readonly OrgId[], from: string, to: string): Promise<readonly UseTrouble[]>;
}
export const catalogueStockUse = defineService<CatalogueStockUse>('catalogue.stock-use@1');

/** Stock by drug, empty while nobody keeps stock. */
export async function stockBy(stock: CatalogueStock | undefined, orgId: OrgId, drugIds: readonly string[]): Promise<Map<string, StockOfDrug>> {
  if (!stock || drugIds.length === 0) return new Map();
  const found = await stock.stockOf(orgId, [...new Set(drugIds)]);
  return new Map(found.map((entry) => [entry.drugId, entry]));
}

/** Whole stock units that the available preparation units make up, with four decimals for opened packs. */
export function stockNumber(stock: StockOfDrug | undefined, stockDmin: Quantity): number | null {
  if (!stock) return null;
  return Math.floor((stock.available * 10_000) / stockDmin) / 10_000;
}
