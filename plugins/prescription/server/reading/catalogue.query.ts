import { addMoney, AppError, EnvelopeCode, moneyToWire, type OrgId, type Page, ZERO } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import {
  type CatalogueKind,
  type CatalogueRow,
  catalogueEntries,
  type EntrySearch,
  type FacilityPackageLine,
  type PackageRow,
} from '../../../catalogue/contract/index.ts';
import type { ReadyLines } from '../../contract/index.ts';
import { dayAsked } from '../day-range.ts';
import { compileLines } from '../lines/compile-lines.ts';
import { entriesBy } from '../lines/entries.ts';
import type { PrescriptionDb } from '../tables.ts';
import { type KeptLine, readyLines, sortOut } from './ready-lines.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** What a look-up in a catalogue says. */
interface EntryQuery extends Omit<EntrySearch, 'orgId' | 'kinds' | 'day'> {
  readonly orgId?: string;
  readonly date?: string;
}

/** The facility whose catalogue is asked for: the user's own unless told; one outside his rights has none. */
export function facilityOf(ctx: Ctx, orgId: string | undefined): OrgId {
  const wanted = orgId || ctx.user.orgId;
  if (!ctx.user.orgIds.includes(wanted)) throw new AppError('prescription.facility-not-found', { code: EnvelopeCode.NotFound });
  return wanted;
}

/** A page of a catalogue with today's stock, at the prices of the day that is asked for. */
export const entryRows = (ctx: Ctx, { date, orgId, ...filter }: EntryQuery, kinds: readonly CatalogueKind[]): Promise<Page<CatalogueRow>> =>
  ctx.service(catalogueEntries).rows({ ...filter, orgId: facilityOf(ctx, orgId), kinds, day: dayAsked(date) });

/** The lines of packages as they were put together; the package's line names no price. */
async function keptLines(ctx: Ctx, orgId: OrgId, packageIds: readonly string[]): Promise<Map<string, KeptLine[]>> {
  const lines = await ctx.service(catalogueEntries).packageLines(orgId, packageIds);
  const kept = ({ packageId, drugId, ...order }: FacilityPackageLine): KeptLine => ({
    drugName: drugId,
    input: { kind: 'item', drugId, ...order, approvalMark: 0, packageId },
  });
  return new Map(packageIds.map((packageId) => [packageId, lines.filter((line) => line.packageId === packageId).map(kept)]));
}

export async function searchPackages(
  ctx: Ctx,
  orgId: OrgId,
  page: { keyword?: string; day?: string; currentPage?: number; pageSize?: number },
): Promise<Page<PackageRow>> {
  const { list: rows, pagination } = await ctx.service(catalogueEntries).packages(orgId, page);
  const kept = await keptLines(
    ctx,
    orgId,
    rows.map((row) => row.packageId),
  );
  const entries = await entriesBy(
    ctx,
    orgId,
    [...kept.values()].flat().map(({ input }) => input.drugId),
    page.day,
  );
  const list = rows.map((row): PackageRow => {
    const { lines } = compileLines(sortOut(kept.get(row.packageId) ?? [], entries).usable, entries, { reimWay: '0' });
    const total = lines.reduce((sum, line) => addMoney(sum, line.subTotal), ZERO);
    return { packageId: row.packageId, packageName: row.packageName, note: row.note, lineCount: lines.length, totalPrice: moneyToWire(total) };
  });
  return { list, pagination };
}

/** The lines of a package, ready to be put on a prescription. They have no ids: nothing is stored yet. */
export async function packageLines(ctx: Ctx, orgId: OrgId, packageId: string, day?: string): Promise<ReadyLines> {
  const kept = (await keptLines(ctx, orgId, [packageId])).get(packageId) ?? [];
  const { list, skipped } = await readyLines(ctx, orgId, kept, { reimWay: '0', day });
  if (list.length === 0) throw new AppError('prescription.package-not-found', { code: EnvelopeCode.NotFound });
  return { list, skipped };
}
