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
      const { list, pagination } = await repo.search(filter);
      return { list: list.map(catalogueFacts), pagination };
    },
    async rows(filter) {
      const { list, pagination } = await repo.search(filter);
      const kept = list.filter((row) => row.stockKept).map((row) => row.drugId);
      const stock = await stockBy(ctx.optionalService(catalogueStock), filter.orgId, kept);
      return { list: list.map((row) => presentEntry(row, stock.get(row.drugId))), pagination };
    },
    packages: (orgId, page) => repo.packages(orgId, page),
    async packageLines(orgId, packageIds) {
      if (packageIds.length === 0) return [];
      const lines = await repo.packageLines(orgId, packageIds);
      return lines.map((line) => ({ packageId: line.packageId, drugId: line.drugId, ...orderForm.toWire(line) }));
    },
    diagnoses: (page) => repo.diagnoses(page),
    interactions: (ingredients) => repo.interactions(ingredients),
  };
}
