import { type OrgId, type Page, quantityFromText, unitPriceFromText } from '@nephra/plugin-sdk/contract';
import { type Given, type Kysely, matchesKeyword, preparedFor, type SelectQueryBuilder, selectPage, type ServerContext } from '@nephra/plugin-sdk/server';
import type { DrugType } from '../contract/catalogue.schema.ts';
import type { EntrySearch, Interaction, PageOfMany, PriceFacts } from '../contract/catalogue.service.ts';
import { priceOn } from './price-on.ts';
import { interactionTable } from './tables/interaction.table.ts';
import { diagnosisTable } from './tables/diagnosis.table.ts';
import { type PackageLineStored, packageLineTable, type PackageStored, packageTable } from './tables/package.table.ts';
import { entryTable, type EntryStored } from './tables/entry.table.ts';
import type { CatalogueDb } from './tables.ts';

/** What a keyword is looked for in, where `search_grams` of an entry says that it may be there. */
export const ENTRY_TEXTS = ['entry.drugName', 'entry.drugSpec', 'entry.drugNumber', 'entry.medicalInsCode', 'entry.drugChangjia'];

/** An entry with its price on the day that was asked for, as numeric text. */
export type CatalogueRecord = EntryStored & { readonly price: string };

/** Entries of one facility, whoever asks: other plugins and the insurer's platform read them, too. */
export const entriesOf = (ctx: Pick<ServerContext<CatalogueDb>, 'db'>, orgId: OrgId) =>
  entryTable.everywhere(ctx, 'of the organisation that is asked for alone', 'entry').where('entry.orgId', '=', orgId);

const LAB: DrugType = '化验';
/** More than any catalogue and the national lists hold. */
const MAX_OFFERED = 1_000_000;

const pricesOn = preparedFor((db: Kysely<CatalogueDb>, drugIds: readonly string[], given: Given<{ orgId: OrgId; day: string }>) =>
  entriesOf({ db }, given('orgId'))
    .clearSelect()
    .select(['entry.drugId', 'entry.stockUnit', 'entry.stockDmin', 'entry.enabled', priceOn(given('day')).as('price')])
    .where('entry.drugId', 'in', drugIds),
);

/** Reads the catalogues of a facility at the prices of a day (`domain/price-of-day.ts`), today's unless told. */
export class CatalogueRepo {
  constructor(private readonly ctx: Pick<ServerContext<CatalogueDb>, 'db' | 'clock'>) {}

  private get db() {
    return this.ctx.db;
  }

  private priceOf(day = this.ctx.clock.today()) {
    return priceOn(day).as('price');
  }

  /** Entries by id, disabled ones too: a prescription may hold what is no longer sold. */
  async entries(orgId: OrgId, drugIds: readonly string[], day?: string): Promise<Map<string, CatalogueRecord>> {
    if (drugIds.length === 0) return new Map();
    const rows = await entriesOf(this.ctx, orgId)
      .select(this.priceOf(day))
      .where('entry.drugId', 'in', [...new Set(drugIds)])
      .execute();
    return new Map(rows.map((row) => [row.drugId, row]));
  }

  /** What entries cost on a day, disabled ones too. */
  async prices(orgId: OrgId, drugIds: readonly string[], day: string): Promise<PriceFacts[]> {
    if (drugIds.length === 0) return [];
    const rows = await pricesOn(this.db, drugIds, { orgId, day });
    return rows.map((row) => ({
      drugId: row.drugId,
      stockUnit: row.stockUnit,
      stockDmin: quantityFromText(row.stockDmin),
      enableMark: row.enabled ? 1 : 0,
      price: unitPriceFromText(row.price),
    }));
  }

  search(filter: EntrySearch): Promise<Page<CatalogueRecord>> {
    let query = entriesOf(this.ctx, filter.orgId).where('entry.enabled', '=', true);
    if (filter.kinds && filter.kinds.length > 0) query = query.where('entry.kind', 'in', filter.kinds);
    if (filter.drugType) query = query.where('entry.drugType', '=', filter.drugType);
    if (filter.lab !== undefined) query = query.where('entry.drugType', filter.lab ? '=' : '<>', LAB);
    if (filter.stockKeptOnly) query = query.where('entry.stockKept', '=', true);
    const keyword = matchesKeyword('entry.searchGrams', filter.keyword, ENTRY_TEXTS);
    if (keyword) query = query.where(keyword);
    return this.#page(query.select(this.priceOf(filter.day)), filter, 'entry.pinyin', 'entry.drugId');
  }

  packages(orgId: OrgId, page: PageOfMany): Promise<Page<PackageStored>> {
    let query = packageTable
      .everywhere(this.ctx, 'of the organisation that is asked for alone', 'pack')
      .where('pack.orgId', '=', orgId)
      .where('pack.enabled', '=', true);
    const matching = matchesKeyword('pack.searchGrams', page.keyword);
    if (matching) query = query.where(matching);
    return this.#page(query, page, 'pack.sortCode', 'pack.packageId');
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

  /** Pairs in use that name at least one of these ingredients. */
  async interactions(ingredients: readonly string[]): Promise<Interaction[]> {
    if (ingredients.length === 0) return [];
    const pairs = interactionTable.everywhere(this.ctx, 'one list for all facilities', 'pair').where('pair.enabled', '=', true);
    const rows = await pairs
      .where((eb) => eb.or([eb('pair.ingredientA', 'in', ingredients), eb('pair.ingredientB', 'in', ingredients)]))
      .orderBy('pair.id')
      .execute();
    return rows.map(({ ingredientA, ingredientB, level, note }) => ({ ingredientA, ingredientB, level, note }));
  }

  diagnoses(page: PageOfMany): Promise<Page<{ code: string; name: string }>> {
    const listed = diagnosisTable.everywhere(this.ctx, 'one list for all facilities', 'listed').where('listed.enabled', '=', true);
    const matching = matchesKeyword('listed.searchGrams', page.keyword, ['listed.code', 'listed.name']);
    const query = listed.clearSelect().select(['listed.code', 'listed.name']);
    return this.#page(matching ? query.where(matching) : query, page, 'listed.code', 'listed.code');
  }

  /** In the one order that these lists have, counted whole. */
  #page<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>, { currentPage, pageSize }: PageOfMany, order: string, tieBreaker: string) {
    const request = { currentPage, pageSize };
    return selectPage(query, { db: this.db as never, request, sorts: {}, byDefault: [order, 'asc'], tieBreaker, countUpTo: MAX_OFFERED });
  }
}
