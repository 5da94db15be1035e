import { AppError, EnvelopeCode, type PageRequest, quantityFromText, quantityToWire } from '@nephra/plugin-sdk/contract';
import { type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { CountInfo, CountLine, CountRow } from '../contract/index.ts';
import { countDifference } from '../domain/stock-count.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

type Ctx = RequestContext<PharmacyTables>;

const sheets = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pharmacy.stock_count as sheet')
    .select(['sheet.id', 'sheet.seq', 'sheet.org_id', 'sheet.count_no', 'sheet.basis', 'sheet.scope', 'sheet.state', 'sheet.note', 'sheet.line_count'])
    .select(['sheet.opened_by_name', 'sheet.opened_at', 'sheet.closed_by_name', 'sheet.closed_at', 'sheet.version'])
    .select([
      sql<string>`(select count(*) from pharmacy.stock_count_line l where l.count_id = sheet.id and l.counted is not null)`.as('counted'),
      sql<string>`(select count(*) from pharmacy.stock_count_line l where l.count_id = sheet.id and l.counted is not null
        and l.counted <> case sheet.basis when 'paper' then l.snapshot else l.book end)`.as('different'),
    ])
    .where('sheet.org_id', 'in', [...ctx.user.orgIds]);

type SheetRecord = Awaited<ReturnType<ReturnType<typeof sheets>['execute']>>[number];

const toWire = (row: SheetRecord): CountRow => ({
  countId: row.id,
  countNo: row.count_no,
  basis: row.basis,
  scope: row.scope,
  state: row.state,
  note: row.note,
  lineCount: row.line_count,
  countedCount: Number(row.counted),
  differenceCount: Number(row.different),
  openedByName: row.opened_by_name,
  openTime: row.opened_at.getTime(),
  closedByName: row.closed_by_name,
  closeTime: row.closed_at?.getTime() ?? null,
  version: row.version,
});

/** GET pharmacy/count: newest first. */
export async function listCounts(ctx: Ctx, request: PageRequest & { state?: CountRow['state']; basis?: CountRow['basis'] }) {
  let query = sheets(ctx);
  if (request.state) query = query.where('sheet.state', '=', request.state);
  if (request.basis) query = query.where('sheet.basis', '=', request.basis);
  const keyword = request.keyword?.trim();
  if (keyword) query = query.where(sql<boolean>`position(lower(${keyword}) in lower(sheet.count_no || ' ' || sheet.scope || ' ' || sheet.note)) > 0`);
  const page = await selectPage(query, { db: ctx.db, request, sorts: {}, byDefault: ['sheet.seq', 'desc'], tieBreaker: 'sheet.seq' });
  return { ...page, list: page.list.map(toWire) };
}

const wire = (text: string): number => quantityToWire(quantityFromText(text));

/** GET pharmacy/count/{id}. @throws AppError `pharmacy.count-not-found`. */
export async function countInfo(ctx: Ctx, countId: string): Promise<CountInfo> {
  const sheet = await sheets(ctx).where('sheet.id', '=', countId).executeTakeFirst();
  if (!sheet) throw new AppError('pharmacy.count-not-found', { code: EnvelopeCode.NotFound });
  const rows = await ctx.db
    .selectFrom('pharmacy.stock_count_line as line')
    .innerJoin('pharmacy.lot as lot', 'lot.id', 'line.lot_id')
    .select(['line.lot_id', 'line.line_no', 'line.snapshot', 'line.counted', 'line.book', 'line.counted_by_name', 'line.difference'])
    .select(['lot.drug_name', 'lot.drug_spec', 'lot.lot_no', 'lot.expires_on', 'lot.location', 'lot.unit', 'lot.on_hand'])
    .where('line.count_id', '=', countId)
    .orderBy('line.line_no')
    .execute();
  const lines = rows.map((row): CountLine => {
    const snapshot = quantityFromText(row.snapshot);
    const book = row.book === null ? null : quantityFromText(row.book);
    const counted = row.counted === null ? null : quantityFromText(row.counted);
    const difference =
      row.difference !== null
        ? quantityFromText(row.difference)
        : counted === null || book === null
          ? null
          : countDifference(sheet.basis, { snapshot, bookWhenCounted: book, counted });
    return {
      lotId: row.lot_id,
      lineNo: row.line_no,
      drugName: row.drug_name,
      drugSpec: row.drug_spec,
      lotNo: row.lot_no,
      expiresOn: row.expires_on,
      location: row.location,
      unit: row.unit,
      snapshot: quantityToWire(snapshot),
      onHand: wire(row.on_hand),
      counted: counted === null ? null : quantityToWire(counted),
      book: book === null ? null : quantityToWire(book),
      difference: difference === null ? null : quantityToWire(difference),
      countedByName: row.counted_by_name,
    };
  });
  return { ...toWire(sheet), lines };
}
