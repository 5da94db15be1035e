import { addMoney, AppError, EnvelopeCode, moneyToWire, type OrgId, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import { assertVersion, type RequestContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { CustomPackageBody, CustomPackageDetail, CustomPackageRow, CustomPackageUpdateBody, DetailInput, PackageScope } from '../../contract/index.ts';
import { facilityOf } from '../reading/catalogue.query.ts';
import { entriesBy } from '../lines/entries.ts';
import { type CompiledLines, compileLines } from '../lines/compile-lines.ts';
import { assertOfferedLines } from '../lines/offered-lines.ts';
import { CustomPackageRepo } from './custom-package.repo.ts';
import { type KeptLine, readyLines, sortOut } from '../reading/ready-lines.ts';
import type { CustomPackageLineStored } from '../tables/custom-package-line.table.ts';
import { contentForm } from '../tables/line.columns.ts';
import type { CustomPackageStored } from '../tables/custom-package.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

const keptLine = (line: CustomPackageLineStored): KeptLine => ({
  drugName: line.drugName,
  input: { kind: line.kind, drugId: line.drugId, ...contentForm.toWire(line), approvalMark: 0, packageId: line.packageId },
});

const presentRow = (ctx: Ctx, row: CustomPackageStored, compiled: Pick<CompiledLines, 'lines'>): CustomPackageRow => ({
  packageId: row.id,
  packageName: row.packageName,
  note: row.note,
  lineCount: compiled.lines.length,
  totalPrice: moneyToWire(compiled.lines.reduce((sum, line) => addMoney(sum, line.subTotal), ZERO)),
  scope: row.scope,
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  mine: row.ownerId === ctx.user.userId,
  version: row.version,
  lastModifyTime: row.updatedAt.getTime(),
});

/** A page of own and shared packages with their totals at the prices of `day`, today's unless told; what is no longer sold does not count. */
export async function searchCustomPackages(
  ctx: Ctx,
  query: { orgId?: string; scope?: PackageScope; keyword?: string; day?: string; currentPage?: number; pageSize?: number },
) {
  const orgId = facilityOf(ctx, query.orgId);
  const repo = new CustomPackageRepo(ctx);
  const { rows, total } = await repo.search({ ...query, orgIds: [orgId] });
  const lines = await repo.lines(rows.map((row) => row.id));
  const entries = await entriesBy(
    ctx,
    orgId,
    lines.map((line) => line.drugId),
    query.day,
  );
  const list = rows.map((row) => {
    const kept = lines.filter((line) => line.packageId === row.id).map(keptLine);
    return presentRow(ctx, row, compileLines(sortOut(kept, entries).usable, entries, { reimWay: '0' }));
  });
  return toPage(list, total, query);
}

async function requirePackage(ctx: Ctx, id: string): Promise<CustomPackageStored> {
  const found = await new CustomPackageRepo(ctx).find(id);
  if (!found) throw new AppError('prescription.custom-package-not-found', { code: EnvelopeCode.NotFound });
  return found;
}

/** A package as lines at the prices of `day`, today's unless told; also of one that holds nothing sellable any more, so that its owner can mend it. */
export async function customPackageDetail(ctx: Ctx, id: string, day?: string): Promise<CustomPackageDetail> {
  const row = await requirePackage(ctx, id);
  const lines = await new CustomPackageRepo(ctx).lines([id]);
  const { list, skipped, compiled } = await readyLines(ctx, row.orgId, lines.map(keptLine), { reimWay: '0', day });
  return { ...presentRow(ctx, row, compiled), list, skipped };
}

/** What the package keeps of each line: decisions and the name, no price. @throws AppError when a line is unknown, disabled or senseless. */
async function linesToKeep(
  ctx: Ctx,
  orgId: OrgId,
  packageId: string,
  inputs: readonly DetailInput[],
  before: readonly CustomPackageLineStored[] = [],
): Promise<CustomPackageLineStored[]> {
  if (inputs.length === 0) throw new AppError('prescription.custom-package-empty', { code: EnvelopeCode.Invalid });
  const entries = await entriesBy(
    ctx,
    orgId,
    inputs.map((line) => line.drugId),
  );
  const { lines } = compileLines(inputs, entries, { reimWay: '0' });
  lines.forEach((line, index) => {
    if (entries.get(line.drugId)?.enableMark === 1) return;
    throw new AppError('prescription.item-disabled', { code: EnvelopeCode.Refused, params: { line: index + 1, name: line.drugName } });
  });
  await assertOfferedLines(ctx, lines, entries, before);
  return lines.map((line, index) => ({
    packageId,
    lineNo: index + 1,
    kind: line.kind,
    drugId: line.drugId,
    drugName: line.drugName,
    ...contentForm.of(line),
  }));
}

/** Name, note and scope as columns. @throws AppError when the name is taken or nobody is there to share with. */
async function headColumns(ctx: Ctx, orgId: OrgId, body: { packageName: string; note?: string; scope: PackageScope }, exceptId: string) {
  const packageName = body.packageName.trim();
  if (packageName === '') throw new AppError('prescription.custom-package-unnamed', { code: EnvelopeCode.Invalid });
  if (await new CustomPackageRepo(ctx).hasName(orgId, packageName, exceptId)) {
    throw new AppError('prescription.custom-package-name-taken', { code: EnvelopeCode.Refused, params: { name: packageName } });
  }
  return { packageName, note: body.note?.trim() ?? '', searchGrams: searchGrams(packageName), ...scopeColumns(ctx, body.scope) };
}

function scopeColumns(ctx: Ctx, scope: PackageScope) {
  if (scope === 'department' && !ctx.user.departmentId) throw new AppError('prescription.no-department', { code: EnvelopeCode.Refused });
  return { scope, departmentId: ctx.user.departmentId ?? '' };
}

/** Keeps lines as an own package. @returns its id */
export async function createCustomPackage(ctx: Ctx, body: CustomPackageBody): Promise<string> {
  const orgId = facilityOf(ctx, body.orgId);
  const id = ctx.newId();
  const now = ctx.clock.now();
  const lines = await linesToKeep(ctx, orgId, id, body.prescriptionDetailList);
  const columns = await headColumns(ctx, orgId, body, id);
  const owner = { ownerId: ctx.user.userId, ownerName: ctx.user.userName };
  await new CustomPackageRepo(ctx).insert({ id, orgId, ...owner, ...columns, removed: false, version: 1, createdAt: now, updatedAt: now }, lines);
  ctx.audit({ subject: 'custom-package', subjectId: id, after: body });
  return id;
}

/** Locks a package of one's own. @throws AppError when it is somebody else's or somebody was faster */
async function lockOwn(ctx: Ctx, id: string, version: number | undefined): Promise<CustomPackageStored> {
  const row = await new CustomPackageRepo(ctx).lock(id);
  if (!row) throw new AppError('prescription.custom-package-not-found', { code: EnvelopeCode.NotFound });
  if (row.ownerId !== ctx.user.userId) {
    throw new AppError('prescription.custom-package-not-yours', { code: EnvelopeCode.Forbidden, params: { owner: row.ownerName } });
  }
  assertVersion(row.version, version, 'prescription.custom-package-stale');
  return row;
}

export async function updateCustomPackage(ctx: Ctx, id: string, body: CustomPackageUpdateBody): Promise<void> {
  const row = await lockOwn(ctx, id, body.version);
  const lines = await linesToKeep(ctx, row.orgId, id, body.prescriptionDetailList, await new CustomPackageRepo(ctx).lines([id]));
  const columns = await headColumns(ctx, row.orgId, body, id);
  await new CustomPackageRepo(ctx).change(id, columns, ctx.clock.now(), lines);
  ctx.audit({ subject: 'custom-package', subjectId: id, before: { name: row.packageName, scope: row.scope, version: row.version }, after: body });
}

export async function shareCustomPackage(ctx: Ctx, id: string, scope: PackageScope, version: number): Promise<void> {
  const row = await lockOwn(ctx, id, version);
  await new CustomPackageRepo(ctx).change(id, scopeColumns(ctx, scope), ctx.clock.now());
  ctx.audit({ subject: 'custom-package', subjectId: id, before: { scope: row.scope }, after: { scope } });
}

/** Takes a package out of every list; prescriptions made from it keep their lines. */
export async function removeCustomPackage(ctx: Ctx, id: string, version: number | undefined): Promise<void> {
  const row = await lockOwn(ctx, id, version);
  await new CustomPackageRepo(ctx).change(id, { removed: true }, ctx.clock.now());
  ctx.audit({ subject: 'custom-package', subjectId: id, before: { name: row.packageName, version: row.version }, after: { removed: true } });
}
