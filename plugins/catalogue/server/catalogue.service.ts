import { toPage } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type CatalogueEntries, catalogueStock, stockBy } from '../contract/catalogue.service.ts';
import { catalogueFacts, presentEntry } from './catalogue.present.ts';
import { CatalogueRepo } from './catalogue.repo.ts';
import { orderForm } from './tables/order.columns.ts';
import type { CatalogueDb } from './tables.ts';

/** What the catalogue tells other plugins (`catalogue.entries@1`). */
export function catalogueEntriesOf(ctx: ServerContext<CatalogueDb>): CatalogueEntries {
  const repo = new CatalogueRepo(ctx);
  return {
    async entries(orgId, drugIds, day) {
      const found = await repo.entries(orgId, drugIds, day);
      return [...found.values()].map(catalogueFacts);
    },
    prices: (orgId, drugIds, day) => repo.prices(orgId, drugIds, day),
    async search(filter) {
      const { rows, total } = await repo.search(filter);
      return toPage(rows.map(catalogueFacts), total, filter);
    },
    async rows(filter) {
      const { rows, total } = await repo.search(filter);
      const kept = rows.filter((row) => row.stockKept).map((row) => row.drugId);
      const stock = await stockBy(ctx.optionalService(catalogueStock), filter.orgId, kept);
      const list = rows.map((row) => presentEntry(row, stock.get(row.drugId)));
      return toPage(list, total, filter);
    },
    async packages(orgId, page) {
      const { rows, total } = await repo.packages(orgId, page.keyword, page);
      return toPage(rows, total, page);
    },
    async packageLines(orgId, packageIds) {
      if (packageIds.length === 0) return [];
      const lines = await repo.packageLines(orgId, packageIds);
      return lines.map((line) => ({ packageId: line.packageId, drugId: line.drugId, ...orderForm.toWire(line) }));
    },
    async diagnoses(page) {
      const { rows, total } = await repo.diagnoses(page.keyword, page);
      return toPage(rows, total, page);
    },
    interactions: (ingredients) => repo.interactions(ingredients),
  };
}
