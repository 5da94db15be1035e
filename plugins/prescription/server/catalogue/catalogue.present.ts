import { type OrgId, type Quantity, unitPriceFromText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type CatalogueFacts, type CatalogueRow, prescriptionStock, type StockOfDrug } from '../../contract/index.ts';
import type { CatalogueRecord } from './catalogue.repo.ts';
import { entryForm } from '../tables/catalogue.table.ts';
import type { PrescriptionDb } from '../tables.ts';

/** Stock by drug, empty while nobody keeps stock. */
export async function stockOf(ctx: ServerContext<PrescriptionDb>, orgId: OrgId, drugIds: readonly string[]): Promise<Map<string, StockOfDrug>> {
  const stock = ctx.optionalService(prescriptionStock);
  if (!stock || drugIds.length === 0) return new Map();
  const found = await stock.stockOf(orgId, [...new Set(drugIds)]);
  return new Map(found.map((entry) => [entry.drugId, entry]));
}

/** Whole stock units that the available preparation units make up, with four decimals for opened packs. */
export function stockNumber(stock: StockOfDrug | undefined, stockDmin: Quantity): number | null {
  if (!stock) return null;
  return Math.floor((stock.available * 10_000) / stockDmin) / 10_000;
}

const facts = (row: CatalogueRecord) => ({
  ...entryForm.toWire(row),
  ingredients: [...row.ingredients],
  allergyClasses: [...row.allergyClasses],
  enableMark: row.enabled ? 1 : 0,
});

/** One entry as the pickers show it. */
export const presentEntry = (row: CatalogueRecord, stock: StockOfDrug | undefined): CatalogueRow => ({
  ...facts(row),
  price: unitPriceToWire(unitPriceFromText(row.price)),
  stockNumber: stockNumber(stock, row.stockDmin),
  nearestExpiry: stock?.nearestExpiry ?? null,
});

/** The same with exact numbers, for other plugins. */
export const catalogueFacts = (row: CatalogueRecord): CatalogueFacts => ({
  ...facts(row),
  orgId: row.orgId,
  stockDmin: row.stockDmin,
  price: unitPriceFromText(row.price),
});
