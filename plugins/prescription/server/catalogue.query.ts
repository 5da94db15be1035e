import { addMoney, AppError, EnvelopeCode, moneyFromText, moneyToWire, type OrgId, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { CatalogueRow, DetailInput, PackageRow, PrescriptionDetail } from '../contract/index.ts';
import { presentEntry, stockOf } from './catalogue.present.ts';
import { type CatalogueFilter, CatalogueRepo } from './catalogue.repo.ts';
import { type CompiledLines, compileLines } from './compile-lines.ts';
import { presentDetail } from './prescription.present.ts';
import type { PrescriptionDb } from './tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** The facility whose catalogue is asked for: the user's own unless told; one outside his rights has none. */
export function facilityOf(ctx: Ctx, orgId: string | undefined): OrgId {
  const wanted = orgId || ctx.user.orgId;
  if (!ctx.user.orgIds.includes(wanted)) throw new AppError('prescription.facility-not-found', { code: EnvelopeCode.NotFound });
  return wanted;
}

/** A page of a catalogue with today's stock. */
export async function searchCatalogue(ctx: Ctx, filter: CatalogueFilter): Promise<ReturnType<typeof toPage<CatalogueRow>>> {
  const { rows, total } = await new CatalogueRepo(ctx).search(filter);
  const stock = await stockOf(
    ctx,
    filter.orgId,
    rows.filter((row) => row.stock_kept).map((row) => row.drug_id),
  );
  return toPage(
    rows.map((row) => presentEntry(row, stock.get(row.drug_id))),
    total,
    filter,
  );
}

/** Packages as lines at today's prices; entries that are no longer sold are left out. */
async function compilePackages(ctx: Ctx, orgId: OrgId, packageIds: readonly string[]): Promise<Map<string, CompiledLines>> {
  const repo = new CatalogueRepo(ctx);
  const lines = packageIds.length > 0 ? await repo.packageLines(orgId, packageIds) : [];
  const entries = await repo.entries(
    orgId,
    lines.map((line) => line.drug_id),
  );
  const compiled = new Map<string, CompiledLines>();
  for (const packageId of packageIds) {
    const inputs = lines
      .filter((line) => line.package_id === packageId && entries.get(line.drug_id)?.enabled)
      .map(
        (line): DetailInput => ({
          kind: entries.get(line.drug_id)?.kind ?? 'item',
          drugId: line.drug_id,
          onceUsing: Number(line.once_using),
          onceUsingUnit: line.once_using_unit,
          drugUsage: line.drug_usage,
          drugInterval: line.drug_interval,
          drugDays: line.drug_days,
          drugNum: Number(line.drug_num),
          drugNumUnit: line.drug_num_unit,
          manualNum: line.manual_num,
          isGroup: line.group_no,
          approvalMark: 0,
          packageId,
        }),
      );
    compiled.set(packageId, compileLines(inputs, entries, { reimWay: '0' }));
  }
  return compiled;
}

export async function searchPackages(ctx: Ctx, orgId: OrgId, page: { keyword?: string; currentPage?: number; pageSize?: number }) {
  const { rows, total } = await new CatalogueRepo(ctx).packages(orgId, page.keyword, page);
  const compiled = await compilePackages(
    ctx,
    orgId,
    rows.map((row) => row.package_id),
  );
  const list = rows.map((row): PackageRow => {
    const lines = compiled.get(row.package_id)?.lines ?? [];
    const total = lines.reduce((sum, line) => addMoney(sum, moneyFromText(line.sub_total)), ZERO);
    return { packageId: row.package_id, packageName: row.package_name, note: row.note, lineCount: lines.length, totalPrice: moneyToWire(total) };
  });
  return toPage(list, total, page);
}

/** The lines of a package, ready to be put on a prescription. They have no ids: nothing is stored yet. */
export async function packageLines(ctx: Ctx, orgId: OrgId, packageId: string): Promise<PrescriptionDetail[]> {
  const compiled = (await compilePackages(ctx, orgId, [packageId])).get(packageId);
  const lines = compiled?.lines ?? [];
  if (lines.length === 0) throw new AppError('prescription.package-not-found', { code: EnvelopeCode.NotFound });
  const stock = await stockOf(
    ctx,
    orgId,
    lines.filter((line) => line.stock_kept).map((line) => line.drug_id),
  );
  return lines.map((line, index) => presentDetail({ ...line, id: '', org_id: orgId, dp_id: '', sort_code: index + 1 }, stock.get(line.drug_id)));
}
