import { AppError, EnvelopeCode, type PageRequest, quantityFromText, quantityToWire } from '@nephra/plugin-sdk/contract';
import { type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { CountInfo, CountLine, CountRow } from '../../contract/index.ts';
import { countDifference } from '../../domain/stock/stock-count.ts';
import { type CountStored, countTable } from './count.table.ts';
import { lotTable } from '../stock/lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Ctx = RequestContext<PharmacyTables>;

const sheets = (ctx: Ctx) =>
  countTable.select(ctx, 'sheet').select([
    sql<string>`(select count(*) from pharmacy.stock_count_line l where l.count_id = sheet.id and l.counted is not null)`.as('counted'),
    sql<string>`(select count(*) from pharmacy.stock_count_line l where l.count_id = sheet.id and l.counted is not null
        and l.counted <> case sheet.basis when 'paper' then l.snapshot else l.book end)`.as('different'),
  ]);

interface CountedSheet extends CountStored {
  /** Lines with a figure, and those of them that differ. */
  readonly counted: string;
  readonly different: string;
}

function toWire(row: CountedSheet): CountRow {
  const { id, seq: _seq, orgId: _orgId, openedBy: _openedBy, openedAt, closedAt, ...sheet } = countTable.wire(row);
  return { ...sheet, countId: id, countedCount: Number(row.counted), differenceCount: Number(row.different), openTime: openedAt, closeTime: closedAt };
}

/** GET pharmacy/count: newest first. */
export async function listCounts(ctx: Ctx, request: PageRequest & { state?: CountRow['state']; basis?: CountRow['basis'] }) {
  let query = sheets(ctx);
  if (request.state) query = query.where('sheet.state', '=', request.state);
  if (request.basis) query = query.where('sheet.basis', '=', request.basis);
  const keyword = request.keyword?.trim();
  if (keyword) query = query.where(sql<boolean>`position(lower(${keyword}) in lower(sheet."countNo" || ' ' || sheet.scope || ' ' || sheet.note)) > 0`);
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
    .innerJoin(lotTable.as(ctx, 'lot'), 'lot.id', 'line.lot_id') // no guard: the sheet's own door has looked, and its lots are of the same facility
    .select(['line.lot_id', 'line.line_no', 'line.snapshot', 'line.counted', 'line.book', 'line.counted_by_name', 'line.difference'])
    .select(['lot.drugName', 'lot.drugSpec', 'lot.lotNo', 'lot.expiresOn', 'lot.location', 'lot.unit', 'lot.onHand'])
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
      drugName: row.drugName,
      drugSpec: row.drugSpec,
      lotNo: row.lotNo,
      expiresOn: row.expiresOn,
      location: row.location,
      unit: row.unit,
      snapshot: quantityToWire(snapshot),
      onHand: wire(row.onHand),
      counted: counted === null ? null : quantityToWire(counted),
      book: book === null ? null : quantityToWire(book),
      difference: difference === null ? null : quantityToWire(difference),
      countedByName: row.counted_by_name,
    };
  });
  return { ...toWire(sheet), lines };
}
