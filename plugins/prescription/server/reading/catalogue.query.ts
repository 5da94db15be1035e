import { addMoney, AppError, EnvelopeCode, moneyToWire, type OrgId, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { CatalogueRow, PackageRow, ReadyLines } from '../../contract/index.ts';
import { presentEntry, stockOf } from '../catalogue/catalogue.present.ts';
import { type CatalogueFilter, CatalogueRepo } from '../catalogue/catalogue.repo.ts';
import { compileLines } from '../catalogue/compile-lines.ts';
import { type KeptLine, readyLines, sortOut } from './ready-lines.ts';
import { orderForm } from '../tables/line.columns.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** The facility whose catalogue is asked for: the user's own unless told; one outside his rights has none. */
export function facilityOf(ctx: Ctx, orgId: string | undefined): OrgId {
  const wanted = orgId || ctx.user.orgId;
  if (!ctx.user.orgIds.includes(wanted)) throw new AppError('prescription.facility-not-found', { code: EnvelopeCode.NotFound });
  return wanted;
}

/** A page of a catalogue with today's stock, at the prices of the filter's day. */
export async function searchCatalogue(ctx: Ctx, filter: CatalogueFilter): Promise<ReturnType<typeof toPage<CatalogueRow>>> {
  const { rows, total } = await new CatalogueRepo(ctx).search(filter);
  const stock = await stockOf(
    ctx,
    filter.orgId,
    rows.filter((row) => row.stockKept).map((row) => row.drugId),
  );
  return toPage(
    rows.map((row) => presentEntry(row, stock.get(row.drugId))),
    total,
    filter,
  );
}

/** The lines of packages as they were put together; the package's line names no price. */
async function keptLines(ctx: Ctx, orgId: OrgId, packageIds: readonly string[]): Promise<Map<string, KeptLine[]>> {
  const lines = packageIds.length > 0 ? await new CatalogueRepo(ctx).packageLines(orgId, packageIds) : [];
  return new Map(
    packageIds.map((packageId) => [
      packageId,
      lines
        .filter((line) => line.packageId === packageId)
        .map((line) => ({
          drugName: line.drugId,
          input: { kind: 'item' as const, drugId: line.drugId, ...orderForm.toWire(line), approvalMark: 0, packageId },
        })),
    ]),
  );
}

export async function searchPackages(ctx: Ctx, orgId: OrgId, page: { keyword?: string; day?: string; currentPage?: number; pageSize?: number }) {
  const { rows, total } = await new CatalogueRepo(ctx).packages(orgId, page.keyword, page);
  const kept = await keptLines(
    ctx,
    orgId,
    rows.map((row) => row.packageId),
  );
  const entries = await new CatalogueRepo(ctx).entries(
    orgId,
    [...kept.values()].flat().map(({ input }) => input.drugId),
    page.day,
  );
  const list = rows.map((row): PackageRow => {
    const { lines } = compileLines(sortOut(kept.get(row.packageId) ?? [], entries).usable, entries, { reimWay: '0' });
    const total = lines.reduce((sum, line) => addMoney(sum, line.subTotal), ZERO);
    return { packageId: row.packageId, packageName: row.packageName, note: row.note, lineCount: lines.length, totalPrice: moneyToWire(total) };
  });
  return toPage(list, total, page);
}

/** The lines of a package, ready to be put on a prescription. They have no ids: nothing is stored yet. */
export async function packageLines(ctx: Ctx, orgId: OrgId, packageId: string, day?: string): Promise<ReadyLines> {
  const kept = (await keptLines(ctx, orgId, [packageId])).get(packageId) ?? [];
  const { list, skipped } = await readyLines(ctx, orgId, kept, { reimWay: '0', day });
  if (list.length === 0) throw new AppError('prescription.package-not-found', { code: EnvelopeCode.NotFound });
  return { list, skipped };
}
