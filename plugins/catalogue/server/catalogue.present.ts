import { unitPriceFromText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { CatalogueRow } from '../contract/catalogue.schema.ts';
import { type CatalogueFacts, type StockOfDrug, stockNumber } from '../contract/catalogue.service.ts';
import type { CatalogueRecord } from './catalogue.repo.ts';
import { entryForm, type EntryStored } from './tables/entry.table.ts';

/** What is written of an entry, and its state. */
export const entryFacts = (row: EntryStored) => ({
  ...entryForm.toWire(row),
  ingredients: [...row.ingredients],
  allergyClasses: [...row.allergyClasses],
  enableMark: row.enabled ? 1 : 0,
});

/** One entry as the pickers show it. */
export const presentEntry = (row: CatalogueRecord, stock: StockOfDrug | undefined): CatalogueRow => ({
  ...entryFacts(row),
  price: unitPriceToWire(unitPriceFromText(row.price)),
  stockNumber: stockNumber(stock, row.stockDmin),
  nearestExpiry: stock?.nearestExpiry ?? null,
});

/** The same with exact numbers, for other plugins. */
export const catalogueFacts = (row: CatalogueRecord): CatalogueFacts => ({
  ...entryFacts(row),
  orgId: row.orgId,
  stockDmin: row.stockDmin,
  price: unitPriceFromText(row.price),
});
