import { AppError, EnvelopeCode, type PageRequest, quantityToWire } from '@nephra/plugin-sdk/contract';
import { type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import type { CountInfo, CountLine, CountRow } from '../../contract/index.ts';
import { countDifference } from '../../domain/stock/stock-count.ts';
import { countLineTable, type CountStored, countTable } from './count.table.ts';
import { lotTable } from '../stock/lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Ctx = RequestContext<PharmacyTables>;

// rows: lines of sheets that came through their door
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

/** GET pharmacy/count/{id}. @throws AppError `pharmacy.count-not-found`. */
export async function countInfo(ctx: Ctx, countId: string): Promise<CountInfo> {
  const sheet = await sheets(ctx).where('sheet.id', '=', countId).executeTakeFirst();
  if (!sheet) throw new AppError('pharmacy.count-not-found', { code: EnvelopeCode.NotFound });
  const rows = await countLineTable
    .everywhere(ctx, "the sheet's own door has looked", 'line')
    .innerJoin(lotTable.as(ctx, 'lot'), 'lot.id', 'line.lotId') // no guard: the sheet's own door has looked, and its lots are of the same facility
    .select(['lot.drugName', 'lot.drugSpec', 'lot.lotNo', 'lot.expiresOn', 'lot.location', 'lot.unit', 'lot.onHand'])
    .where('line.countId', '=', countId)
    .orderBy('line.lineNo')
    .execute();
  const lines = rows.map(({ drugName, drugSpec, lotNo, expiresOn, location, unit, onHand, ...line }): CountLine => {
    const { snapshot, book, counted } = line;
    const difference =
      line.difference ?? (counted === null || book === null ? null : countDifference(sheet.basis, { snapshot, bookWhenCounted: book, counted }));
    const { countId: _countId, countedAt: _countedAt, ...shown } = countLineTable.wire({ ...line, difference });
    return { ...shown, drugName, drugSpec, lotNo, expiresOn, location, unit, onHand: quantityToWire(lotTable.codec.onHand.read(onHand)) };
  });
  return { ...toWire(sheet), lines };
}
