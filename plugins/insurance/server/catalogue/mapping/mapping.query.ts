import { type Page, toPage, type UnitPrice, unitPriceToText } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, pageBounds, type RawBuilder, type RequestContext, sql, type SqlBool, unitPriceColumnToWire } from '@nephra/plugin-sdk/server';
import { type ListType, MAPPING_PROBLEMS, type MappingHistoryRow, type MappingProblem, type MappingRow, type MappingState } from '../../../contract/index.ts';
import { type PriceCap, priceCapFromText } from '../../../domain/fee-split.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { readerOf } from '../../tables/door-columns.ts';
import { facilityItemTable, mappingTable } from '../../tables/mapping.table.ts';
import { freshFacilityItems } from './facility-items.ts';
import { factJoins, listTypesHere } from '../list-facts.query.ts';

type Ctx = RequestContext<InsuranceTables>;

export interface MappingFilter {
  readonly keyword?: string;
  readonly problem?: MappingProblem;
  readonly open?: boolean;
  readonly listType?: ListType;
}

interface ListedRow {
  readonly drug_id: string;
  readonly drug_name: string;
  readonly drug_spec: string;
  readonly drug_type: string;
  readonly drug_number: string;
  readonly approval_number: string;
  readonly maker: string;
  readonly stock_unit: string;
  readonly price: string;
  readonly grade: string;
  readonly list_type: ListType;
  readonly problem: MappingProblem;
  readonly mapping_id: string | null;
  readonly code: string;
  readonly code_name: string;
  readonly begn_date: string;
  readonly end_date: string;
  readonly state: MappingState;
  readonly refusal: string;
  readonly national_grade: string;
  readonly cap: string | null;
  readonly mapping_version: number;
}

const RANK = sql`array[${sql.join(MAPPING_PROBLEMS.map((problem) => sql.lit(problem)))}]::text[]`;

interface Judged {
  /** Besides what the order of the list needs. */
  readonly columns?: RawBuilder<unknown>;
  readonly where: RawBuilder<SqlBool>;
}

const SHOWN = sql`, f."drugName" as drug_name, f."drugSpec" as drug_spec, f."drugType" as drug_type, f."drugNumber" as drug_number,
  f."approvalNumber" as approval_number, f.maker, f."stockUnit" as stock_unit, f.price::text as price, f.grade, f."listType" as list_type,
  m.id as mapping_id, m.code, m.name as code_name, m."begnDate" as begn_date, m."endDate" as end_date, m.state, m.refusal, m.version as mapping_version,
  coalesce(nullif(entry.grade, ''), item.grade, '') as national_grade, cap.cap::text as cap`;

/** Entries of the facility with what is wrong with them. */
async function judged(ctx: Ctx, { columns = sql``, where }: Judged) {
  const { orgId } = ctx.user;
  const own = readerOf(ctx, [orgId]);
  const today = ctx.clock.today();
  const types = await listTypesHere(ctx.db, orgId);
  // A part of the list that was never downloaded says nothing about what vanished from it.
  return sql`
    select f."drugId" as drug_id, f.pinyin ${columns},
      case
        when m.id is null then 'unmapped'
        when m."listType" = any(${types}::text[]) and (item.code is null or not item.valid) then 'vanished'
        when (m."endDate" <> '' and m."endDate" < ${today}) or (item.end_date <> '' and item.end_date < ${today}) then 'expired'
        when m.state = 'refused' then 'refused'
        when cap.cap < f.price then 'over-cap'
        when f.grade <> '' and coalesce(nullif(entry.grade, ''), item.grade, '') not in ('', f.grade) then 'grade'
        when m.state = 'draft' then 'not-reported'
        else 'fine'
      end as problem
    from ${facilityItemTable.as(own, 'f')}
    left join ${mappingTable.as(own, 'm')} on m."orgId" = f."orgId" and m."drugId" = f."drugId" and m."endedAt" is null
    ${factJoins(sql.ref('m.code'), { orgId, today, level: ctx.user.priceType })}
    where f.enabled and ${where}`;
}

function asked({ keyword, listType }: MappingFilter): RawBuilder<SqlBool> {
  const matching = matchesKeyword('f.searchGrams', keyword) ?? sql`true`;
  const ofType = listType ? sql`f."listType" = ${listType}` : sql`true`;
  return sql<SqlBool>`${matching} and ${ofType}`;
}

const wanted = ({ problem, open }: MappingFilter) => (problem ? sql`listed.problem = ${problem}` : open ? sql`listed.problem <> 'fine'` : sql`true`);

/** A cap as yuan; six decimals are shown as they are. */
const capToWire = (cap: PriceCap): number => cap / 1_000_000;

const toWire = (row: ListedRow): MappingRow => ({
  drugId: row.drug_id,
  drugName: row.drug_name,
  drugSpec: row.drug_spec,
  drugType: row.drug_type,
  drugNumber: row.drug_number,
  approvalNumber: row.approval_number,
  maker: row.maker,
  stockUnit: row.stock_unit,
  price: unitPriceColumnToWire(row.price),
  grade: row.grade,
  listType: row.list_type,
  problem: row.problem,
  mapping:
    row.mapping_id === null
      ? null
      : {
          id: row.mapping_id,
          code: row.code,
          name: row.code_name,
          begnDate: row.begn_date,
          endDate: row.end_date,
          state: row.state,
          refusal: row.refusal,
          grade: row.national_grade,
          cap: row.cap === null ? null : capToWire(priceCapFromText(row.cap)),
          version: row.mapping_version,
        },
});

/** What needs work first, then by name. */
export async function mappingList(ctx: Ctx, filter: MappingFilter & { currentPage?: number; pageSize?: number }): Promise<Page<MappingRow>> {
  await freshFacilityItems(ctx, ctx.user.orgId);
  const { pageSize, offset } = pageBounds(filter);
  const all = await judged(ctx, { where: asked(filter) });
  // All entries are judged for their order, but only those of the page are read whole.
  const page = await sql<{ drug_id: string; total: number }>`
    select listed.drug_id, (count(*) over ())::int as total from (${all}) as listed where ${wanted(filter)}
    order by array_position(${RANK}, listed.problem), listed.pinyin, listed.drug_id limit ${pageSize} offset ${offset}`.execute(ctx.db);
  const total = page.rows[0]?.total ?? (offset > 0 ? await countOf(ctx, filter) : 0);
  return toPage(
    (
      await shownRows(
        ctx,
        page.rows.map((row) => row.drug_id),
      )
    ).map(toWire),
    total,
    filter,
  );
}

async function shownRows(ctx: Ctx, drugIds: readonly string[]): Promise<ListedRow[]> {
  if (drugIds.length === 0) return [];
  const whole = await judged(ctx, { columns: SHOWN, where: sql<SqlBool>`f."drugId" = any(${drugIds}::text[])` });
  const { rows } = await sql<ListedRow>`
    select listed.* from (${whole}) as listed order by array_position(${drugIds}::text[], listed.drug_id)`.execute(ctx.db);
  return rows;
}

async function countOf(ctx: Ctx, filter: MappingFilter): Promise<number> {
  const all = await judged(ctx, { where: asked(filter) });
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${all}) as listed where ${wanted(filter)}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

export async function mappingCounts(ctx: Ctx): Promise<{ total: number; problems: Record<string, number> }> {
  await freshFacilityItems(ctx, ctx.user.orgId);
  const { rows } = await sql<{ problem: MappingProblem; rows: string }>`
    select listed.problem, count(*) as rows from (${await judged(ctx, { where: sql<SqlBool>`true` })}) as listed group by listed.problem`.execute(ctx.db);
  const problems = Object.fromEntries(MAPPING_PROBLEMS.map((problem) => [problem, Number(rows.find((row) => row.problem === problem)?.rows ?? 0)]));
  return { total: rows.reduce((sum, row) => sum + Number(row.rows), 0), problems };
}

const EXPORT_PAGE = 500;

/** All rows of a filter, page by page: a list of ten thousand entries never stands in memory. */
export async function* mappingRows(ctx: Ctx, filter: MappingFilter): AsyncGenerator<MappingRow> {
  for (let currentPage = 1; ; currentPage += 1) {
    const { list } = await mappingList(ctx, { ...filter, currentPage, pageSize: EXPORT_PAGE });
    yield* list;
    if (list.length < EXPORT_PAGE) return;
  }
}

export async function mappingHistory(ctx: Ctx, drugId: string): Promise<MappingHistoryRow[]> {
  const rows = await mappingTable
    .select(ctx, 'm')
    .where('m.orgId', '=', ctx.user.orgId)
    .where('m.drugId', '=', drugId)
    .orderBy('m.createdAt', 'desc')
    .orderBy('m.id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ id, code, name, begnDate, endDate, state, userName, endedBy: endUserName, ...row }) => {
    const [createTime, reportTime, endTime] = [row.createdAt.getTime(), row.reportedAt?.getTime() ?? null, row.endedAt?.getTime() ?? null];
    return { id, code, name, begnDate, endDate, state, userName, createTime, reportTime, endTime, endUserName };
  });
}

/** Price text of a wire price without trailing zeros, for the export. */
export const priceText = (price: UnitPrice): string => unitPriceToText(price).replace(/0{1,2}$/, '');
