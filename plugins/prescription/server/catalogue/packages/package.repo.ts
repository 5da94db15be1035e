import { AppError, EnvelopeCode, type OrgId, type Page, type PageRequest } from '@nephra/plugin-sdk/contract';
import { assertVersion, matchesKeyword, selectPage, type ServerContext, sql } from '@nephra/plugin-sdk/server';
import { type PackageLineStored, packageLineTable } from '../../tables/package-line.table.ts';
import { insertRows } from '../../tables/stored-rows.ts';
import type { PackageTable, PrescriptionDb } from '../../tables.ts';

const PACKAGE = ['package_id', 'package_name', 'note', 'sort_code', 'enabled', 'version'] as const satisfies readonly (keyof PackageTable)[];
export type PackageRecord = Pick<PackageTable, (typeof PACKAGE)[number]>;

export interface PackageFilter {
  readonly keyword?: string;
  readonly enabled?: number;
  /** Only packages with lines that are left out. */
  readonly dead?: boolean;
}

/** Packages of a facility as their keepers see them. */
export class PackageRepo {
  constructor(private readonly ctx: Pick<ServerContext<PrescriptionDb>, 'db'>) {}

  page(orgId: OrgId, filter: PackageFilter, request: PageRequest): Promise<Page<PackageRecord>> {
    let query = this.ctx.db.selectFrom('prescription.package').select(PACKAGE).where('org_id', '=', orgId);
    if (filter.enabled !== undefined) query = query.where('enabled', '=', filter.enabled === 1);
    if (filter.dead) {
      query = query.where(sql<boolean>`exists (select 1 from prescription.package_line as line
        join prescription.catalogue as entry on entry.org_id = line.org_id and entry.drug_id = line.drug_id
        where line.org_id = package.org_id and line.package_id = package.package_id and not entry.enabled)`);
    }
    const keyword = matchesKeyword('search_grams', filter.keyword);
    if (keyword) query = query.where(keyword);
    return selectPage(query, {
      db: this.ctx.db,
      request,
      sorts: { sortCode: 'sort_code', packageName: 'package_name' },
      byDefault: ['sort_code', 'asc'],
      tieBreaker: 'package_id',
    });
  }

  async find(orgId: OrgId, packageId: string): Promise<PackageRecord | undefined> {
    return await this.ctx.db
      .selectFrom('prescription.package')
      .select(PACKAGE)
      .where('org_id', '=', orgId)
      .where('package_id', '=', packageId)
      .executeTakeFirst();
  }

  /** @throws AppError `catalogue.package-not-found` (404), `catalogue.package-stale` (409) */
  async lock(orgId: OrgId, packageId: string, version: number | undefined): Promise<PackageRecord> {
    const found = await this.ctx.db
      .selectFrom('prescription.package')
      .select(PACKAGE)
      .where('org_id', '=', orgId)
      .where('package_id', '=', packageId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new AppError('catalogue.package-not-found', { code: EnvelopeCode.NotFound });
    assertVersion(found.version, version, 'catalogue.package-stale', { name: found.package_name });
    return found;
  }

  async named(orgId: OrgId, name: string, exceptId: string): Promise<boolean> {
    const found = await this.ctx.db
      .selectFrom('prescription.package')
      .select('package_id')
      .where('org_id', '=', orgId)
      .where('package_id', '<>', exceptId)
      .where(sql<boolean>`lower(btrim(package_name)) = lower(${name.trim()})`)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** One keeper at a time decides whether a name is free. */
  async lockNames(orgId: OrgId): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`prescription.package:${orgId}`}, 0))`.execute(this.ctx.db);
  }

  async insert(row: PackageTable): Promise<void> {
    await this.ctx.db.insertInto('prescription.package').values(row).execute();
  }

  async change(orgId: OrgId, packageId: string, columns: Partial<PackageTable>): Promise<void> {
    await this.ctx.db
      .updateTable('prescription.package')
      .set({ ...columns })
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('org_id', '=', orgId)
      .where('package_id', '=', packageId)
      .execute();
  }

  /** Puts these lines in place of all the package had. */
  async replaceLines(orgId: OrgId, packageId: string, lines: readonly Omit<PackageLineStored, 'orgId' | 'packageId' | 'lineNo'>[]): Promise<void> {
    const { db } = this.ctx;
    await db.deleteFrom('prescription.package_line').where('org_id', '=', orgId).where('package_id', '=', packageId).execute();
    await insertRows(
      db,
      packageLineTable,
      lines.map((line, index) => ({ ...line, orgId, packageId, lineNo: index + 1 })),
    );
  }
}
