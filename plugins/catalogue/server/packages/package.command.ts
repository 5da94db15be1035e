import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { PackageLineInput, SavePackageBody } from '../../contract/catalogue-package.schema.ts';
import type { CatalogueFacts } from '../../contract/catalogue.service.ts';
import { chosenCodes } from '../../contract/lines/order-choices.ts';
import { assertOfferedCodes } from '../entries/offered-orders.ts';
import { catalogueFacts } from '../catalogue.present.ts';
import { CatalogueRepo } from '../catalogue.repo.ts';
import { orderForm } from '../tables/order.columns.ts';
import { packageTable } from '../tables/package.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { countPackage } from './count-package.ts';
import { PackageRepo } from './package.repo.ts';

type Ctx = RequestContext<CatalogueDb>;

/**
 * Every line must give a quantity, else the doctor would take a line over that he cannot confirm. Lines whose entry is
 * disabled may stay: they come back with their entry.
 * @throws AppError those of `countPackage`, and `catalogue.quantity-…` for a line that gives none
 */
function assertLines(lines: readonly PackageLineInput[], entries: ReadonlyMap<string, CatalogueFacts>): void {
  const counted = countPackage(lines, entries);
  const at = counted.findIndex((line) => line.fault !== undefined);
  const empty = at >= 0 ? at : counted.findIndex((line) => line.drugNum === 0);
  if (empty < 0) return;
  const { drugName: name = '', fault = 'zero' } = counted[empty] ?? {};
  throw new AppError(`catalogue.quantity-${fault}`, { params: { name, line: empty + 1 } });
}

async function entriesOn(ctx: Ctx, lines: readonly PackageLineInput[]): Promise<Map<string, CatalogueFacts>> {
  const entries = await new CatalogueRepo(ctx).entries(
    ctx.user.orgId,
    lines.map((line) => line.drugId),
  );
  return new Map([...entries].map(([drugId, entry]) => [drugId, catalogueFacts(entry)]));
}

/** Adds a package, or replaces one with all its lines. @returns its id */
export async function savePackage(ctx: Ctx, packageId: string | undefined, body: SavePackageBody): Promise<string> {
  const { orgId } = ctx.user;
  const repo = new PackageRepo(ctx);
  const name = body.packageName.trim();
  const id = packageId ?? ctx.newId();
  await repo.lockNames(orgId);
  const before = packageId === undefined ? undefined : await packageTable.lock(ctx, { orgId, packageId }, body.version);
  if (await repo.named(orgId, name, id)) throw new AppError('catalogue.package-duplicate', { code: EnvelopeCode.Refused, params: { name } });
  const entries = await entriesOn(ctx, body.lines);
  assertLines(body.lines, entries);
  const kept = before === undefined ? [] : await repo.orders(orgId, id);
  for (const [at, line] of body.lines.entries())
    await assertOfferedCodes(ctx, kept, chosenCodes(line, entries.get(line.drugId)), {
      drugUsage: `lines.${at}.drugUsage`,
      drugInterval: `lines.${at}.drugInterval`,
    });
  const columns = { packageName: name, note: body.note.trim(), sortCode: body.sortCode };
  if (before === undefined) await packageTable.insert(ctx, { ...columns, orgId, packageId: id, enabled: true });
  else await packageTable.update(ctx, before, columns);
  await repo.replaceLines(
    orgId,
    id,
    body.lines.map((line) => ({ drugId: line.drugId, ...orderForm.fromWire(line) })),
  );
  ctx.audit({ subject: 'package', subjectId: id, before, after: body });
  return id;
}

/** Takes a package out of use or back. */
export async function setPackageState(ctx: Ctx, packageId: string, enabled: boolean, version: number): Promise<void> {
  const before = await packageTable.lock(ctx, { orgId: ctx.user.orgId, packageId }, version);
  if (before.enabled === enabled) return;
  await packageTable.update(ctx, before, { enabled });
  ctx.audit({ subject: 'package', subjectId: packageId, before: { enabled: before.enabled }, after: { enabled } });
}
