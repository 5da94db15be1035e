import { DEFAULT_PAGE_SIZE, type OrgId, quantityFromText, unitPriceFromText } from '@nephra/plugin-sdk/contract';
import { type Given, type Kysely, matchesKeyword, preparedFor, type ServerContext } from '@nephra/plugin-sdk/server';
import type { CatalogueKind, DrugType, PriceFacts } from '../../contract/index.ts';
import { priceOn } from './price-on.ts';
import { type PackageLineStored, packageLineTable } from '../tables/package-line.table.ts';
import type { CatalogueTable, PrescriptionDb } from '../tables.ts';

export const ENTRY_COLUMNS = [
  'org_id',
  'drug_id',
  'kind',
  'drug_name',
  'drug_spec',
  'drug_form',
  'drug_type',
  'drug_category',
  'medical_ins_code',
  'd_min',
  'd_min_unit',
  'prepara_unit',
  'stock_unit',
  'stock_dmin',
  'rounding',
  'split_allowed',
  'stock_kept',
  'directory_type',
  'drug_number',
  'approval_number',
  'manufacturer',
  'limit_use_sign',
  'limit_use_scope',
  'control_class',
  'cold_chain',
  'usual_dose',
  'usual_usage',
  'usual_interval',
  'usual_days',
  'specimen',
  'enabled',
  'ingredients',
  'allergy_classes',
  'daily_dose_min',
  'daily_dose_max',
  'pregnancy_level',
  'lactation_level',
  'pregnancy_advice',
  'supply_days',
  'renal_level',
  'renal_advice',
  'age_min',
  'age_max',
  'antibiotic',
  'skin_test',
  'pharmacy',
] as const satisfies readonly (keyof CatalogueTable)[];

/** What `search_grams` of an entry is made of. */
export const ENTRY_TEXTS: readonly (keyof CatalogueTable)[] = ['drug_name', 'drug_spec', 'drug_number', 'medical_ins_code', 'manufacturer'];

/** An entry with its price on the day that was asked for. */
export type CatalogueRecord = Pick<CatalogueTable, (typeof ENTRY_COLUMNS)[number]> & { readonly price: string };

export interface CatalogueFilter {
  readonly orgId: OrgId;
  readonly kinds?: readonly CatalogueKind[];
  readonly keyword?: string;
  readonly drugType?: DrugType;
  /** true: only 化验; false: everything else. */
  readonly lab?: boolean;
  readonly stockKeptOnly?: boolean;
  /** Business day `YYYY-MM-DD` whose prices count; today's unless told. */
  readonly day?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

const LAB: DrugType = '化验';

const pricesOn = preparedFor((db: Kysely<PrescriptionDb>, drugIds: readonly string[], given: Given<{ orgId: OrgId; day: string }>) =>
  db
    .selectFrom('prescription.catalogue')
    .select(['drug_id', 'stock_unit', 'stock_dmin', 'enabled', priceOn(given('day')).as('price')])
    .where('org_id', '=', given('orgId'))
    .where('drug_id', 'in', drugIds),
);

/** Reads the catalogues of a facility at the prices of a day (`domain/price-of-day.ts`), today's unless told. */
export class CatalogueRepo {
  constructor(private readonly ctx: Pick<ServerContext<PrescriptionDb>, 'db' | 'clock'>) {}

  private get db() {
    return this.ctx.db;
  }

  private priceOf(day = this.ctx.clock.today()) {
    return priceOn(day).as('price');
  }

  /** Entries by id, disabled ones too: a prescription may hold what is no longer sold. */
  async entries(orgId: OrgId, drugIds: readonly string[], day?: string): Promise<Map<string, CatalogueRecord>> {
    if (drugIds.length === 0) return new Map();
    const rows = await this.db
      .selectFrom('prescription.catalogue')
      .select(ENTRY_COLUMNS)
      .select(this.priceOf(day))
      .where('org_id', '=', orgId)
      .where('drug_id', 'in', [...new Set(drugIds)])
      .execute();
    return new Map(rows.map((row) => [row.drug_id, row]));
  }

  /** What entries cost on a day, disabled ones too. */
  async prices(orgId: OrgId, drugIds: readonly string[], day: string): Promise<PriceFacts[]> {
    if (drugIds.length === 0) return [];
    const rows = await pricesOn(this.db, drugIds, { orgId, day });
    return rows.map((row) => ({
      drugId: row.drug_id,
      stockUnit: row.stock_unit,
      stockDmin: quantityFromText(row.stock_dmin),
      enableMark: row.enabled ? 1 : 0,
      price: unitPriceFromText(row.price),
    }));
  }

  async search(filter: CatalogueFilter): Promise<{ rows: CatalogueRecord[]; total: number }> {
    let query = this.db.selectFrom('prescription.catalogue').where('org_id', '=', filter.orgId).where('enabled', '=', true);
    if (filter.kinds && filter.kinds.length > 0) query = query.where('kind', 'in', filter.kinds);
    if (filter.drugType) query = query.where('drug_type', '=', filter.drugType);
    if (filter.lab !== undefined) query = query.where('drug_type', filter.lab ? '=' : '<>', LAB);
    if (filter.stockKeptOnly) query = query.where('stock_kept', '=', true);
    const keyword = matchesKeyword('search_grams', filter.keyword, ENTRY_TEXTS);
    if (keyword) query = query.where(keyword);
    const size = filter.pageSize ?? DEFAULT_PAGE_SIZE;
    const rows = await query
      .select(ENTRY_COLUMNS)
      .select(this.priceOf(filter.day))
      .orderBy('pinyin')
      .orderBy('drug_id')
      .limit(size)
      .offset(((filter.currentPage ?? 1) - 1) * size)
      .execute();
    const count = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(count.total) };
  }

  async packages(orgId: OrgId, keyword: string | undefined, page: { currentPage?: number; pageSize?: number }) {
    let query = this.db.selectFrom('prescription.package').where('org_id', '=', orgId).where('enabled', '=', true);
    const matching = matchesKeyword('search_grams', keyword);
    if (matching) query = query.where(matching);
    const size = page.pageSize ?? DEFAULT_PAGE_SIZE;
    const rows = await query
      .select(['package_id', 'package_name', 'note'])
      .orderBy('sort_code')
      .orderBy('package_id')
      .limit(size)
      .offset(((page.currentPage ?? 1) - 1) * size)
      .execute();
    const count = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(count.total) };
  }

  packageLines(orgId: OrgId, packageIds: readonly string[]): Promise<PackageLineStored[]> {
    return packageLineTable
      .everywhere(this.ctx, 'of the organisation that is asked for alone', 'line')
      .where('line.orgId', '=', orgId)
      .where('line.packageId', 'in', [...packageIds])
      .orderBy('line.packageId')
      .orderBy('line.lineNo')
      .execute();
  }

  async diagnoses(keyword: string | undefined, page: { currentPage?: number; pageSize?: number }) {
    let query = this.db.selectFrom('prescription.diagnosis').where('enabled', '=', true);
    const matching = matchesKeyword('search_grams', keyword, ['code', 'name']);
    if (matching) query = query.where(matching);
    const size = page.pageSize ?? DEFAULT_PAGE_SIZE;
    const rows = await query
      .select(['code', 'name'])
      .orderBy('code')
      .limit(size)
      .offset(((page.currentPage ?? 1) - 1) * size)
      .execute();
    const count = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(count.total) };
  }
}
