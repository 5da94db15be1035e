import { DEFAULT_PAGE_SIZE, type OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, matchesKeyword } from '@nephra/plugin-sdk/server';
import type { PackageScope } from '../../contract/index.ts';
import { type CustomPackageLineStored, customPackageLineTable } from '../tables/custom-package-line.table.ts';
import { insertRows } from '../tables/stored-rows.ts';
import type { CustomPackageTable, PrescriptionDb } from '../tables.ts';

const HEAD = [
  'id',
  'org_id',
  'owner_id',
  'owner_name',
  'department_id',
  'scope',
  'package_name',
  'note',
  'version',
  'updated_at',
] as const satisfies readonly (keyof CustomPackageTable)[];
export type CustomPackageRecord = Pick<CustomPackageTable, (typeof HEAD)[number]>;

/** Who looks: his own packages and those that his department shares. */
export interface PackageReader {
  readonly userId: string;
  readonly departmentId: string | null;
}

/** Own packages. Every read takes the facilities and the person that may see them. */
export class CustomPackageRepo {
  constructor(readonly db: Kysely<PrescriptionDb>) {}

  async search(filter: {
    orgIds: readonly OrgId[];
    reader: PackageReader;
    scope?: PackageScope;
    keyword?: string;
    currentPage?: number;
    pageSize?: number;
  }): Promise<{ rows: CustomPackageRecord[]; total: number }> {
    let query = this.#visible(filter.orgIds, filter.reader);
    if (filter.scope === 'own') query = query.where('owner_id', '=', filter.reader.userId);
    if (filter.scope === 'department') query = query.where('scope', '=', 'department');
    const matching = matchesKeyword('search_grams', filter.keyword);
    if (matching) query = query.where(matching);
    const size = filter.pageSize ?? DEFAULT_PAGE_SIZE;
    const rows = await query
      .select(HEAD)
      .orderBy('package_name')
      .orderBy('id')
      .limit(size)
      .offset(((filter.currentPage ?? 1) - 1) * size)
      .execute();
    const count = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(count.total) };
  }

  find(id: string, orgIds: readonly OrgId[], reader: PackageReader): Promise<CustomPackageRecord | undefined> {
    return this.#visible(orgIds, reader).select(HEAD).where('id', '=', id).executeTakeFirst();
  }

  lock(id: string, orgIds: readonly OrgId[], reader: PackageReader): Promise<CustomPackageRecord | undefined> {
    return this.#visible(orgIds, reader).select(HEAD).where('id', '=', id).forUpdate().executeTakeFirst();
  }

  async hasName(orgId: OrgId, ownerId: string, name: string, exceptId: string): Promise<boolean> {
    const found = await this.db
      .selectFrom('prescription.custom_package')
      .select('id')
      .where('org_id', '=', orgId)
      .where('owner_id', '=', ownerId)
      .where('package_name', '=', name)
      .where('removed', '=', false)
      .where('id', '<>', exceptId)
      .executeTakeFirst();
    return found !== undefined;
  }

  async lines(packageIds: readonly string[]): Promise<CustomPackageLineStored[]> {
    if (packageIds.length === 0) return [];
    return await customPackageLineTable
      .everywhere(this, 'the packages have been found as the person may see them', 'line')
      .where('line.packageId', 'in', [...packageIds])
      .orderBy('line.packageId')
      .orderBy('line.lineNo')
      .execute();
  }

  async insert(row: CustomPackageTable, lines: readonly CustomPackageLineStored[]): Promise<void> {
    await this.db.insertInto('prescription.custom_package').values(row).execute();
    await insertRows(this.db, customPackageLineTable, lines);
  }

  /** Replaces columns and, when given, all lines; the version grows by one. */
  async change(id: string, columns: Partial<CustomPackageTable>, now: Date, lines?: readonly CustomPackageLineStored[]): Promise<void> {
    await this.db
      .updateTable('prescription.custom_package')
      .set((eb) => ({ ...columns, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    if (!lines) return;
    await this.db.deleteFrom('prescription.custom_package_line').where('package_id', '=', id).execute();
    await insertRows(this.db, customPackageLineTable, lines);
  }

  #visible(orgIds: readonly OrgId[], reader: PackageReader) {
    return this.db
      .selectFrom('prescription.custom_package')
      .where('removed', '=', false)
      .where('org_id', 'in', orgIds)
      .where((eb) =>
        eb.or([
          eb('owner_id', '=', reader.userId),
          ...(reader.departmentId ? [eb.and([eb('scope', '=', 'department'), eb('department_id', '=', reader.departmentId)])] : []),
        ]),
      );
  }
}
