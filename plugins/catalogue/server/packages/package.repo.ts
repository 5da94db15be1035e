import type { OrgId, Page, PageRequest } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, selectPage, type ServerContext, sql } from '@nephra/plugin-sdk/server';
import { type PackageLineStored, packageLineTable, type PackageStored, packageTable } from '../tables/package.table.ts';
import type { CatalogueDb } from '../tables.ts';

export interface PackageFilter {
  readonly keyword?: string;
  readonly enabled?: number;
  /** Only packages with lines that are left out. */
  readonly dead?: boolean;
}

/** Packages of a facility as their keepers see them. */
export class PackageRepo {
  constructor(private readonly ctx: Pick<ServerContext<CatalogueDb>, 'db'>) {}

  #of(orgId: OrgId) {
    return packageTable.everywhere(this.ctx, 'of the organisation that is asked for alone', 'pack').where('pack.orgId', '=', orgId);
  }

  page(orgId: OrgId, filter: PackageFilter, request: PageRequest): Promise<Page<PackageStored>> {
    let query = this.#of(orgId);
    if (filter.enabled !== undefined) query = query.where('pack.enabled', '=', filter.enabled === 1);
    if (filter.dead) {
      // rows: lines of the package around, of the organisation that is asked for
      query = query.where(sql<boolean>`exists (select 1 from catalogue.package_line as line
        join catalogue.entry as entry on entry.org_id = line.org_id and entry.drug_id = line.drug_id
        where line.org_id = pack."orgId" and line.package_id = pack."packageId" and not entry.enabled)`);
    }
    const keyword = matchesKeyword('pack.searchGrams', filter.keyword);
    if (keyword) query = query.where(keyword);
    return selectPage(query, {
      db: this.ctx.db,
      request,
      sorts: { sortCode: 'pack.sortCode', packageName: 'pack.packageName' },
      byDefault: ['pack.sortCode', 'asc'],
      tieBreaker: 'pack.packageId',
    });
  }

  async named(orgId: OrgId, name: string, exceptId: string): Promise<boolean> {
    const others = this.#of(orgId).where('pack.packageId', '<>', exceptId);
    const found = await others.where(sql<boolean>`lower(btrim(pack."packageName")) = lower(${name.trim()})`).limit(1).executeTakeFirst();
    return found !== undefined;
  }

  /** One keeper at a time decides whether a name is free. */
  async lockNames(orgId: OrgId): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue.package:${orgId}`}, 0))`.execute(this.ctx.db);
  }

  /** How the lines of a package say that its drugs are given. */
  orders(orgId: OrgId, packageId: string): Promise<Pick<PackageLineStored, 'drugUsage' | 'drugInterval'>[]> {
    const lines = packageLineTable.everywhere(this.ctx, 'of the organisation that is asked for alone', 'line').where('line.orgId', '=', orgId);
    return lines.where('line.packageId', '=', packageId).execute();
  }

  /** Puts these lines in place of all the package had. */
  async replaceLines(orgId: OrgId, packageId: string, lines: readonly Omit<PackageLineStored, 'orgId' | 'packageId' | 'lineNo'>[]): Promise<void> {
    const { db } = this.ctx;
    // rows: lines of a package that was locked, of the organisation that is asked for
    await db.deleteFrom('catalogue.package_line').where('org_id', '=', orgId).where('package_id', '=', packageId).execute();
    await packageLineTable.insertAll(
      { db },
      lines.map((line, index) => ({ ...line, orgId, packageId, lineNo: index + 1 })),
    );
  }
}
