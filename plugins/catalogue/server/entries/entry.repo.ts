import { AppError, EnvelopeCode, type OrgId, type Page, type PageRequest } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, selectPage, type ServerContext, sql } from '@nephra/plugin-sdk/server';
import type { DrugType } from '../../contract/catalogue.schema.ts';
import type { EntryGroup, EntryWords, Manufacturer } from '../../contract/catalogue-entry.schema.ts';
import { type CatalogueRecord, entriesOf, ENTRY_TEXTS } from '../catalogue.repo.ts';
import { packageLineTable } from '../tables/package.table.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { priceOn } from '../price-on.ts';

export type EntryRecord = CatalogueRecord;
export interface EntryFilter {
  readonly group: EntryGroup;
  readonly keyword?: string;
  readonly drugType?: DrugType;
  readonly grade?: '甲' | '乙' | '丙' | 'none';
  readonly enabled?: number;
  readonly stockKept?: boolean;
  readonly controlClass?: EntryStored['controlClass'] | 'any';
  readonly category?: string;
  readonly priceFrom?: number;
  readonly priceTo?: number;
  readonly planned?: boolean;
}

const LAB: DrugType = '化验';
const WORDS = 200;
const MANUFACTURERS = 500;

const SORTS = {
  drugName: 'entry.pinyin',
  drugNumber: 'entry.drugNumber',
  drugType: 'entry.drugType',
  drugCategory: 'entry.drugCategory',
  drugChangjia: 'entry.drugChangjia',
  price: 'price',
};

/** The rows that catalogue maintenance reads and writes. */
export class EntryRepo {
  constructor(private readonly ctx: Pick<ServerContext<CatalogueDb>, 'db' | 'clock'>) {}

  private filtered(orgId: OrgId, filter: EntryFilter) {
    const kind = filter.group === 'lab' ? 'item' : filter.group;
    let query = entriesOf(this.ctx, orgId).where('entry.kind', '=', kind);
    if (kind === 'item') query = query.where('entry.drugType', filter.group === 'lab' ? '=' : '<>', LAB);
    if (filter.drugType) query = query.where('entry.drugType', '=', filter.drugType);
    if (filter.grade)
      query = query.where('entry.drugDirectoryType', filter.grade === 'none' ? 'not in' : 'in', filter.grade === 'none' ? ['甲', '乙', '丙'] : [filter.grade]);
    if (filter.enabled !== undefined) query = query.where('entry.enabled', '=', filter.enabled === 1);
    if (filter.stockKept !== undefined) query = query.where('entry.stockKept', '=', filter.stockKept);
    if (filter.controlClass === 'any') query = query.where('entry.controlClass', '<>', '');
    else if (filter.controlClass !== undefined) query = query.where('entry.controlClass', '=', filter.controlClass);
    if (filter.category) query = query.where('entry.drugCategory', '=', filter.category);
    if (filter.priceFrom !== undefined) query = query.where(sql<boolean>`${this.priceOfToday} >= ${String(filter.priceFrom)}::numeric`);
    if (filter.priceTo !== undefined) query = query.where(sql<boolean>`${this.priceOfToday} <= ${String(filter.priceTo)}::numeric`);
    if (filter.planned) query = query.where(this.hasPlanned());
    const keyword = matchesKeyword('entry.searchGrams', filter.keyword, ENTRY_TEXTS);
    return keyword ? query.where(keyword) : query;
  }

  private hasPlanned() {
    // rows: prices of the entry around
    return sql<boolean>`exists (select 1 from catalogue.price as ahead
      where ahead.org_id = entry."orgId" and ahead.drug_id = entry."drugId" and ahead.valid_from > ${this.ctx.clock.today()}::date
        and not exists (select 1 from catalogue.price_withdrawal as gone where gone.price_id = ahead.id))`;
  }

  private get priceOfToday() {
    return priceOn(this.ctx.clock.today());
  }

  private get todaysPrice() {
    return this.priceOfToday.as('price');
  }

  async page(orgId: OrgId, filter: EntryFilter, request: PageRequest): Promise<Page<EntryRecord>> {
    // Which rows first, what they cost after: the rows of the pages before are skipped without looking up their prices.
    const found = this.filtered(orgId, filter).clearSelect().select('entry.drugId');
    const query = request.sidx === 'price' ? found.select(this.todaysPrice) : found;
    const { list, pagination } = await selectPage(query, {
      db: this.ctx.db,
      request,
      sorts: SORTS,
      byDefault: ['entry.pinyin', 'asc'],
      tieBreaker: 'entry.drugId',
    });
    const rows = await this.byIds(
      orgId,
      list.map((row) => row.drugId),
    );
    const byId = new Map(rows.map((row) => [row.drugId, row]));
    return { list: list.flatMap(({ drugId }) => byId.get(drugId) ?? []), pagination };
  }

  /** The whole list in the order of the page, for the export. */
  all(orgId: OrgId, filter: EntryFilter) {
    return this.filtered(orgId, filter).select(this.todaysPrice).orderBy('entry.pinyin').orderBy('entry.drugId');
  }

  async byIds(orgId: OrgId, drugIds: readonly string[]): Promise<EntryRecord[]> {
    if (drugIds.length === 0) return [];
    return await entriesOf(this.ctx, orgId)
      .select(this.todaysPrice)
      .where('entry.drugId', 'in', [...drugIds])
      .orderBy('entry.pinyin')
      .orderBy('entry.drugId')
      .execute();
  }

  /** @throws AppError `catalogue.not-found` (404), also for another facility's. */
  async demand(orgId: OrgId, drugId: string): Promise<EntryRecord> {
    const [found] = await this.byIds(orgId, [drugId]);
    if (!found) throw new AppError('catalogue.not-found', { code: EnvelopeCode.NotFound });
    return found;
  }

  /** Holds entries until the end of the transaction, always in one order, so that two keepers never wait for each other. */
  async lock(orgId: OrgId, drugIds: readonly string[]): Promise<void> {
    await entryTable
      .everywhere(this.ctx, 'of the organisation that is asked for alone', 'one')
      .clearSelect()
      .select('one.drugId')
      .where('one.orgId', '=', orgId)
      .where('one.drugId', 'in', [...drugIds])
      .orderBy('one.drugId')
      .forUpdate()
      .execute();
  }

  /** One keeper at a time decides whether an entry is new, so that the same one is never added twice. */
  async lockNames(orgId: OrgId): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue.entry:${orgId}`}, 0))`.execute(this.ctx.db);
  }

  /** Another entry of the same kind with this name, specification and maker; blanks, width and case do not tell them apart. */
  async twin(orgId: OrgId, entry: Pick<EntryStored, 'kind' | 'drugId' | 'drugName' | 'drugSpec' | 'drugChangjia'>): Promise<EntryRecord | undefined> {
    const plain = (value: unknown) => sql`regexp_replace(lower(normalize(${value}::text, NFKC)), '\\s', '', 'g')`;
    const found = await entriesOf(this.ctx, orgId)
      .clearSelect()
      .select('entry.drugId')
      .where('entry.kind', '=', entry.kind)
      .where('entry.drugId', '<>', entry.drugId)
      .where(sql<boolean>`${plain(sql.ref('entry.drugName'))} = ${plain(entry.drugName)}`)
      .where(sql<boolean>`${plain(sql.ref('entry.drugSpec'))} = ${plain(entry.drugSpec)}`)
      .where(sql<boolean>`${plain(sql.ref('entry.drugChangjia'))} = ${plain(entry.drugChangjia)}`)
      .limit(1)
      .executeTakeFirst();
    return found && (await this.byIds(orgId, [found.drugId]))[0];
  }

  /** Another entry of the facility with this house code. */
  withNumber(orgId: OrgId, drugNumber: string, exceptId: string): Promise<{ drugName: string } | undefined> {
    const others = entriesOf(this.ctx, orgId).where('entry.drugNumber', '=', drugNumber).where('entry.drugId', '<>', exceptId);
    return others.clearSelect().select('entry.drugName').limit(1).executeTakeFirst();
  }

  /** How many packages of the facility hold each entry; one that holds it twice counts once. */
  async packageCounts(orgId: OrgId, drugIds: readonly string[]): Promise<Map<string, number>> {
    if (drugIds.length === 0) return new Map();
    const rows = await packageLineTable
      .everywhere(this.ctx, 'of the organisation that is asked for alone', 'line')
      .clearSelect()
      .select((eb) => ['line.drugId', eb.fn.count<string>('line.packageId').distinct().as('count')])
      .where('line.orgId', '=', orgId)
      .where('line.drugId', 'in', [...drugIds])
      .groupBy('line.drugId')
      .execute();
    return new Map(rows.map((row) => [row.drugId, Number(row.count)]));
  }

  /** Manufacturers by a part of their name, in the order of their names. */
  async manufacturers(orgId: OrgId, keyword: string): Promise<Manufacturer[]> {
    const rows = await entriesOf(this.ctx, orgId)
      .clearSelect()
      .select('entry.drugChangjia')
      .where('entry.drugChangjia', '<>', '')
      .where(sql<boolean>`strpos(lower(entry."drugChangjia"), ${keyword.trim().toLowerCase()}) > 0`)
      .groupBy('entry.drugChangjia')
      .orderBy('entry.drugChangjia')
      .limit(MANUFACTURERS)
      .execute();
    return rows.map(({ drugChangjia }) => ({ F_ManufacturerId: drugChangjia, F_ManufacturerName: drugChangjia }));
  }

  /** The most used words of one list. */
  async words(orgId: OrgId, group: EntryGroup): Promise<EntryWords> {
    const base = () => this.filtered(orgId, { group }).clearSelect();
    const most = async (column: 'drugCategory' | 'drugForm' | 'drugChangjia' | 'specimen' | 'preparaUnit' | 'stockUnit'): Promise<string[]> => {
      const word = sql.ref<string>(`entry.${column}`);
      const rows = await base()
        .select(word.as('word'))
        .where(word, '<>', '')
        .groupBy(word)
        .orderBy((eb) => eb.fn.countAll(), 'desc')
        .orderBy(word)
        .limit(WORDS)
        .execute();
      return rows.map((row) => row.word);
    };
    const members = async (column: 'ingredients' | 'allergyClasses'): Promise<string[]> => {
      const rows = await base()
        .select(sql<string>`unnest(${sql.ref(`entry.${column}`)})`.as('word'))
        .groupBy('word')
        .orderBy('word')
        .limit(WORDS * 5)
        .execute();
      return rows.map((row) => row.word);
    };
    return {
      categories: await most('drugCategory'),
      forms: await most('drugForm'),
      makers: await most('drugChangjia'),
      units: [...new Set([...(await most('preparaUnit')), ...(await most('stockUnit'))])],
      specimens: await most('specimen'),
      ingredients: await members('ingredients'),
      allergyClasses: await members('allergyClasses'),
    };
  }
}
