import type { OrgId, Page, PageRequest } from '@nephra/plugin-sdk/contract';
import { type RequestContext, unitPriceColumnToWire } from '@nephra/plugin-sdk/server';
import type { EntryRow } from '../../contract/catalogue-entry.schema.ts';
import { nextStep } from '../../domain/prices/price-in-force.ts';
import { catalogueStock, stockBy } from '../../contract/catalogue.service.ts';
import { catalogueUse } from '../../contract/use.service.ts';
import { presentEntry } from '../catalogue.present.ts';
import type { CatalogueDb } from '../tables.ts';
import { type EntryFilter, type EntryRecord, EntryRepo } from './entry.repo.ts';
import { PriceRepo } from '../price.repo.ts';

type Ctx = RequestContext<CatalogueDb>;

/** Entries with stock, planned prices and the packages that hold them. */
export async function presentEntries(ctx: Ctx, orgId: OrgId, rows: readonly EntryRecord[]): Promise<EntryRow[]> {
  const drugIds = rows.map((row) => row.drugId);
  const stock = await stockBy(
    ctx.optionalService(catalogueStock),
    orgId,
    rows.filter((row) => row.stockKept).map((row) => row.drugId),
  );
  const packages = await new EntryRepo(ctx).packageCounts(orgId, drugIds);
  const peoples = await ctx.optionalService(catalogueUse)?.peoplesPackages(orgId, drugIds);
  const ahead = await new PriceRepo(ctx).after(orgId, drugIds, ctx.clock.today());
  return rows.map((row) => {
    const next = nextStep(ahead.get(row.drugId) ?? [], ctx.clock.today());
    return {
      ...presentEntry(row, stock.get(row.drugId)),
      version: row.version,
      planned: next ? { validFrom: next.validFrom, price: unitPriceColumnToWire(next.text) } : null,
      packageCount: (packages.get(row.drugId) ?? 0) + (peoples?.get(row.drugId) ?? 0),
    };
  });
}

export async function entryPage(ctx: Ctx, filter: EntryFilter, request: PageRequest): Promise<Page<EntryRow>> {
  const { orgId } = ctx.user;
  const { list, pagination } = await new EntryRepo(ctx).page(orgId, filter, request);
  return { list: await presentEntries(ctx, orgId, list), pagination };
}

/** @throws AppError `catalogue.not-found` (404) */
export async function wholeEntry(ctx: Ctx, drugId: string): Promise<EntryRow> {
  const { orgId } = ctx.user;
  const row = await new EntryRepo(ctx).demand(orgId, drugId);
  return (await presentEntries(ctx, orgId, [row]))[0] as EntryRow;
}
