import { addMoney, moneyToWire, type Page, type PageRequest, ZERO } from '@nephra/plugin-sdk/contract';
import { pick, type RequestContext } from '@nephra/plugin-sdk/server';
import type { MaintainedPackage, PackageLineInput, PackageLineRow, WholePackage } from '../../contract/catalogue-package.schema.ts';
import { catalogueFacts, presentEntry } from '../catalogue.present.ts';
import { type CatalogueRecord, CatalogueRepo } from '../catalogue.repo.ts';
import { orderForm } from '../tables/order.columns.ts';
import { type PackageStored, packageTable } from '../tables/package.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { countPackage } from './count-package.ts';
import { type PackageFilter, PackageRepo } from './package.repo.ts';

type Ctx = RequestContext<CatalogueDb>;

function presentLine(choice: PackageLineInput, entries: ReadonlyMap<string, CatalogueRecord>): PackageLineRow {
  const entry = entries.get(choice.drugId);
  return { ...choice, state: entry ? (entry.enabled ? 'ok' : 'disabled') : 'missing', entry: entry ? presentEntry(entry, undefined) : null };
}

/** Packages with their lines, amounts and marks as of today. */
async function wholes(ctx: Ctx, packages: readonly PackageStored[]): Promise<WholePackage[]> {
  const { orgId } = ctx.user;
  const catalogue = new CatalogueRepo(ctx);
  const ids = packages.map((pack) => pack.packageId);
  const stored = ids.length > 0 ? await catalogue.packageLines(orgId, ids) : [];
  const entries = await catalogue.entries(
    orgId,
    stored.map((line) => line.drugId),
  );
  const facts = new Map([...entries].map(([drugId, entry]) => [drugId, catalogueFacts(entry)]));
  return packages.map((pack) => {
    const choices = stored
      .filter((line) => line.packageId === pack.packageId)
      .map((line): PackageLineInput => ({ drugId: line.drugId, ...orderForm.toWire(line) }));
    const sold = choices.filter((choice) => entries.get(choice.drugId)?.enabled);
    const total = countPackage(sold, facts).reduce((sum, line) => addMoney(sum, line.subTotal), ZERO);
    return {
      ...pick(pack, 'packageId', 'packageName', 'note', 'sortCode', 'version'),
      enableMark: pack.enabled ? 1 : 0,
      lineCount: choices.length,
      deadCount: choices.length - sold.length,
      totalPrice: moneyToWire(total),
      lines: choices.map((choice) => presentLine(choice, entries)),
    };
  });
}

export async function packagePage(ctx: Ctx, filter: PackageFilter, request: PageRequest): Promise<Page<MaintainedPackage>> {
  const { list, pagination } = await new PackageRepo(ctx).page(ctx.user.orgId, filter, request);
  return { list: (await wholes(ctx, list)).map(({ lines: _lines, ...head }) => head), pagination };
}

/** @throws AppError `catalogue.package-not-found` (404) */
export async function wholePackage(ctx: Ctx, packageId: string): Promise<WholePackage> {
  const found = await packageTable.one(ctx, { orgId: ctx.user.orgId, packageId });
  return (await wholes(ctx, [found]))[0] as WholePackage;
}
