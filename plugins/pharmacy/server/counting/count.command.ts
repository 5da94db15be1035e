import { AppError, EnvelopeCode, type Quantity, quantityFromWire, quantityToText } from '@nephra/plugin-sdk/contract';
import { nextNumber, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { CountInfo, CountLinesBody, OpenCountBody } from '../../contract/index.ts';
import { countDifference } from '../../domain/stock/stock-count.ts';
import { correct, MovementKind } from '../../domain/stock/stock-lot.ts';
import { COUNT_NUMBER } from '../stock-numbers.ts';
import { countInfo } from './count.query.ts';
import { countLineTable, type CountStored, countTable } from './count.table.ts';
import { lotTable } from '../stock/lot.table.ts';
import { movementTable, type NewMovement } from '../stock/movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Ctx = RequestContext<PharmacyTables>;

/** More lots than this on one sheet cannot be counted by people; they make several by shelf. */
const SHEET_MAX = 5000;
const NOTHING = 0 as Quantity;

/** POST pharmacy/count: a sheet of every lot that holds something, with its book figure as of now. @throws AppError `pharmacy.count-empty`, `pharmacy.count-big`. */
export async function openCount(ctx: Ctx, body: OpenCountBody): Promise<CountInfo> {
  const location = body.location?.trim() ?? '';
  let query = lotTable
    .select(ctx, 'lot')
    .clearSelect()
    .select(['lot.id', 'lot.onHand'])
    .where('lot.orgId', '=', ctx.user.orgId)
    .where('lot.onHand', '>', '0')
    .orderBy('lot.location')
    .orderBy('lot.drugName')
    .orderBy('lot.expiresOn')
    .orderBy('lot.id')
    .limit(SHEET_MAX + 1);
  if (body.kind) query = query.where('lot.kind', '=', body.kind);
  if (location) query = query.where(sql<boolean>`starts_with(lot.location, ${location})`);
  const lots = await query.execute();
  if (lots.length === 0) throw new AppError('pharmacy.count-empty');
  if (lots.length > SHEET_MAX) throw new AppError('pharmacy.count-big', { params: { max: SHEET_MAX } });
  const id = ctx.newId();
  const no = await nextNumber(ctx, COUNT_NUMBER, `pharmacy.count.${ctx.user.orgId}`);
  await countTable.insertAll(ctx, [
    {
      id,
      orgId: ctx.user.orgId,
      countNo: no,
      basis: body.basis,
      scope: [body.kind ?? '', location].filter(Boolean).join(' '),
      note: body.note.trim(),
      lineCount: lots.length,
      openedBy: ctx.user.userId,
      openedByName: ctx.user.userName,
      openedAt: ctx.clock.now(),
    },
  ]);
  const lines = lots.map((lot, at) => ({ countId: id, lotId: lot.id, lineNo: at + 1, snapshot: lotTable.codec.onHand.read(lot.onHand) }));
  await countLineTable.insertAll(ctx, lines);
  ctx.audit({ subject: 'pharmacy.count', subjectId: id, after: { countNo: no, basis: body.basis, lines: lots.length } });
  ctx.message('count-opened', { no, n: lots.length });
  return await countInfo(ctx, id);
}

/** Locks an open sheet of this version. @throws AppError `pharmacy.count-not-found`, `pharmacy.count-closed`, `pharmacy.count-stale` (409). */
async function lockSheet(ctx: Ctx, countId: string, version: number): Promise<CountStored> {
  const sheet = await countTable.select(ctx).where('row.id', '=', countId).forUpdate().executeTakeFirst();
  if (!sheet) throw new AppError('pharmacy.count-not-found', { code: EnvelopeCode.NotFound });
  const params = { no: sheet.countNo };
  if (sheet.state !== 'open') throw new AppError('pharmacy.count-closed', { code: EnvelopeCode.Conflict, params });
  if (sheet.version !== version) throw new AppError('pharmacy.count-stale', { code: EnvelopeCode.Conflict, params });
  return sheet;
}

/** PUT pharmacy/count/{id}: each figure is kept with the book figure of this moment. @throws AppError as `lockSheet`, `pharmacy.count-lot`. */
export async function saveCount(ctx: Ctx, countId: string, body: CountLinesBody): Promise<CountInfo> {
  await countTable.update(ctx, await lockSheet(ctx, countId, body.version), {});
  const at = ctx.clock.now();
  for (const line of [...body.lines].sort((a, b) => (a.lotId < b.lotId ? -1 : 1))) {
    const counted = line.counted === null ? null : quantityFromWire(line.counted);
    // rows: a line of the sheet that was locked through its door (`lockSheet`), and its lot
    const row = await ctx.db
      .updateTable('pharmacy.stock_count_line')
      .set(countLineTable.toSql({ counted, countedByName: counted === null ? '' : ctx.user.userName, countedAt: counted === null ? null : at }))
      .set({ book: counted === null ? null : sql<string>`(select on_hand from pharmacy.lot where id = ${line.lotId})` })
      .where('count_id', '=', countId)
      .where('lot_id', '=', line.lotId)
      .returning('lot_id')
      .executeTakeFirst();
    if (!row) throw new AppError('pharmacy.count-lot', { code: EnvelopeCode.NotFound });
  }
  ctx.audit({ subject: 'pharmacy.count', subjectId: countId, after: { lines: body.lines } });
  ctx.message('count-saved');
  return await countInfo(ctx, countId);
}

/**
 * POST pharmacy/count/{id}/Actions/Close: posts every difference in one transaction, or drops the sheet. Differences are added to what the
 * lots hold now, so whatever moved since the count stays.
 * @throws AppError as `lockSheet`, `pharmacy.count-nothing`, `pharmacy.count-reserved` (409) naming a lot of which more is reserved than was counted.
 */
export async function closeCount(ctx: Ctx, countId: string, body: { post: boolean; version: number }): Promise<CountInfo> {
  const sheet = await lockSheet(ctx, countId, body.version);
  const movements = body.post ? await differences(ctx, sheet) : [];
  await movementTable.insertAll(ctx, movements);
  await countTable.update(ctx, sheet, { state: body.post ? 'posted' : 'dropped', closedByName: ctx.user.userName, closedAt: ctx.clock.now() });
  ctx.audit({
    subject: 'pharmacy.count',
    subjectId: countId,
    before: { state: 'open' },
    after: { state: body.post ? 'posted' : 'dropped', differences: movements.map(({ lotId, quantity }) => [lotId, quantityToText(quantity)]) },
  });
  ctx.message(body.post ? 'count-posted' : 'count-dropped', { no: sheet.countNo, n: movements.length });
  return await countInfo(ctx, countId);
}

async function differences(ctx: Ctx, sheet: CountStored): Promise<NewMovement[]> {
  const lines = await countLineTable
    .everywhere(ctx, "the sheet's own door has looked")
    .where('row.countId', '=', sheet.id)
    .where('row.counted', 'is not', null)
    .orderBy('row.lotId')
    .execute();
  if (lines.length === 0) throw new AppError('pharmacy.count-nothing', { params: { no: sheet.countNo } });
  const movements: NewMovement[] = [];
  for (const { lotId, snapshot, counted, book } of lines) {
    const difference = countDifference(sheet.basis, { snapshot, bookWhenCounted: book ?? NOTHING, counted: counted ?? NOTHING });
    // rows: a line of the sheet that was locked through its door (`lockSheet`)
    await ctx.db
      .updateTable('pharmacy.stock_count_line')
      .set(countLineTable.toSql({ difference }))
      .where('count_id', '=', sheet.id)
      .where('lot_id', '=', lotId)
      .execute();
    if (difference === 0) continue;
    const lot = await lotTable.select(ctx).where('row.id', '=', lotId).forUpdate().executeTakeFirstOrThrow();
    const after = correct({ onHand: lot.onHand, reserved: lot.reserved }, difference);
    if (!after) throw new AppError('pharmacy.count-reserved', { code: EnvelopeCode.Conflict, params: { name: lot.drugName, lotNo: lot.lotNo } });
    await lotTable.update(ctx, lot, { onHand: after.onHand });
    movements.push({
      id: ctx.newId(),
      orgId: sheet.orgId,
      lotId,
      kind: MovementKind.Count,
      quantity: difference as Quantity,
      balance: after.onHand,
      operatorId: ctx.user.userId,
      operatorName: ctx.user.userName,
      movedAt: ctx.clock.now(),
      businessDay: ctx.clock.today(),
      documentId: sheet.id,
      documentNo: sheet.countNo,
      origin: 'desk',
    });
  }
  return movements;
}
