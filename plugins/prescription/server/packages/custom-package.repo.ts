import { DEFAULT_PAGE_SIZE, type OrgId } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, type RequestContext } from '@nephra/plugin-sdk/server';
import type { PackageScope } from '../../contract/index.ts';
import { type CustomPackageLineStored, customPackageLineTable } from '../tables/custom-package-line.table.ts';
import { type CustomPackageStored, customPackageTable } from '../tables/custom-package.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type NewCustomPackage = CustomPackageStored & { readonly searchGrams: readonly string[] };

/** People's own packages: their own and those that their department shares. */
export class CustomPackageRepo {
  constructor(private readonly ctx: RequestContext<PrescriptionDb>) {}

  async search(filter: {
    orgIds: readonly OrgId[];
    scope?: PackageScope;
    keyword?: string;
    currentPage?: number;
    pageSize?: number;
  }): Promise<{ rows: CustomPackageStored[]; total: number }> {
    let query = customPackageTable.select(this.ctx, 'own').where('own.orgId', 'in', filter.orgIds);
    if (filter.scope === 'own') query = query.where('own.ownerId', '=', this.ctx.user.userId);
    if (filter.scope === 'department') query = query.where('own.scope', '=', 'department');
    const matching = matchesKeyword('own.searchGrams', filter.keyword);
    if (matching) query = query.where(matching);
    const size = filter.pageSize ?? DEFAULT_PAGE_SIZE;
    const rows = await query
      .orderBy('own.packageName')
      .orderBy('own.id')
      .limit(size)
      .offset(((filter.currentPage ?? 1) - 1) * size)
      .execute();
    const count = await query
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total: Number(count.total) };
  }

  find(id: string): Promise<CustomPackageStored | undefined> {
    return customPackageTable.find(this.ctx, id);
  }

  lock(id: string): Promise<CustomPackageStored | undefined> {
    return customPackageTable.select(this.ctx, 'own').where('own.id', '=', id).forUpdate().executeTakeFirst();
  }

  async hasName(orgId: OrgId, name: string, exceptId: string): Promise<boolean> {
    const { userId } = this.ctx.user;
    const named = customPackageTable.select(this.ctx, 'own').where('own.orgId', '=', orgId).where('own.ownerId', '=', userId);
    return (await named.where('own.packageName', '=', name).where('own.id', '<>', exceptId).executeTakeFirst()) !== undefined;
  }

  async lines(packageIds: readonly string[]): Promise<CustomPackageLineStored[]> {
    if (packageIds.length === 0) return [];
    return await customPackageLineTable
      .select(this.ctx, 'line')
      .where('line.packageId', 'in', [...packageIds])
      .orderBy('line.packageId')
      .orderBy('line.lineNo')
      .execute();
  }

  async insert(row: NewCustomPackage, lines: readonly CustomPackageLineStored[]): Promise<void> {
    await customPackageTable.insertAll(this.ctx, [row]);
    await customPackageLineTable.insertAll(this.ctx, lines);
  }

  /** Replaces columns and, when given, all lines; the version grows by one. */
  async change(id: string, patch: Partial<NewCustomPackage>, now: Date, lines?: readonly CustomPackageLineStored[]): Promise<void> {
    const { db } = this.ctx;
    // rows: a package that was locked through its door (`lock`)
    await db
      .updateTable('prescription.custom_package')
      .set((eb) => ({ ...customPackageTable.toSql({ ...patch, updatedAt: now }), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    if (!lines) return;
    // rows: lines of a package that was locked through its door (`lock`)
    await db.deleteFrom('prescription.custom_package_line').where('package_id', '=', id).execute();
    await customPackageLineTable.insertAll({ db }, lines);
  }
}
