import { toPage } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PrescriptionCatalogue } from '../../contract/index.ts';
import { catalogueFacts } from './catalogue.present.ts';
import { CatalogueRepo } from './catalogue.repo.ts';
import type { PrescriptionDb } from '../tables.ts';

/** Catalogue facts for whoever keeps stock (`prescription.catalogue@1`). */
export function prescriptionCatalogueOf(ctx: ServerContext<PrescriptionDb>): PrescriptionCatalogue {
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
  };
}
