import { AppError, EnvelopeCode, type Quantity, quantityFromWire, quantityToText } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { AdjustBody, LotRow } from '../../contract/index.ts';
import { isExpired } from '../../domain/stock/fefo.ts';
import { ADJUST_REASONS, EXPIRED_REASONS, MovementKind } from '../../domain/stock/stock-lot.ts';
import { lotTable } from './lot.table.ts';
import { movementTable } from './movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { readLot, shownLot } from './stock.query.ts';
import { correctLot } from './stock.repo.ts';

type Ctx = RequestContext<PharmacyTables>;

async function requireLot(ctx: Ctx, lotId: string): Promise<LotRow> {
  const lot = await readLot(ctx, lotId);
  if (!lot) throw new AppError('pharmacy.lot-not-found', { code: EnvelopeCode.NotFound });
  return shownLot(ctx, lot);
}

/** PUT pharmacy/stock/{id}/Actions/State: blocks a lot or frees it. @throws AppError `pharmacy.lot-stale` (409), `pharmacy.reason-missing`. */
export async function setFrozen(ctx: Ctx, lotId: string, body: { frozen: boolean; reason: string; version: number }): Promise<LotRow> {
  const before = await requireLot(ctx, lotId);
  const reason = body.reason.trim();
  if (body.frozen && reason === '') throw new AppError('pharmacy.reason-missing', { code: EnvelopeCode.Invalid });
  const lot = await lotTable.lock(ctx, lotId, body.version);
  await lotTable.update(ctx, lot, { frozen: body.frozen, frozenReason: body.frozen ? reason : '' });
  ctx.audit({ subject: 'pharmacy.lot', subjectId: lotId, before: { frozen: before.frozen }, after: { frozen: body.frozen, reason } });
  ctx.message(body.frozen ? 'frozen' : 'freed', { lotNo: before.lotNo });
  return await requireLot(ctx, lotId);
}

/**
 * POST pharmacy/stock/{id}/Actions/Adjust: puts a lot right by a reason that tells which way.
 * @throws AppError `pharmacy.lot-stale` (409), `pharmacy.lot-expired` for what must not happen to an expired lot, `pharmacy.adjust-reserved` (409) when
 * less would be left than is reserved.
 */
export async function adjustLot(ctx: Ctx, lotId: string, body: AdjustBody): Promise<LotRow> {
  const before = await requireLot(ctx, lotId);
  const today = ctx.clock.today();
  const note = body.note.trim();
  if (note === '') throw new AppError('pharmacy.reason-missing', { code: EnvelopeCode.Invalid });
  if (isExpired(before.expiresOn, today) && !EXPIRED_REASONS.includes(body.reason)) {
    throw new AppError('pharmacy.lot-expired', { params: { lotNo: before.lotNo, day: before.expiresOn } });
  }
  const amount = quantityFromWire(body.quantity);
  if (amount <= 0) throw new AppError('pharmacy.quantity-zero', { code: EnvelopeCode.Invalid });
  const difference = (ADJUST_REASONS[body.reason] * amount) as Quantity;
  const corrected = await correctLot(ctx, { lotId: before.lotId, version: body.version }, difference);
  if (corrected.kind === 'stale') throw new AppError('pharmacy.lot-stale', { code: EnvelopeCode.Conflict });
  if (corrected.kind === 'reserved') {
    throw new AppError('pharmacy.adjust-reserved', {
      code: EnvelopeCode.Conflict,
      params: { lotNo: before.lotNo, available: before.unreserved, unit: before.unit },
    });
  }
  await movementTable.insertAll(ctx, [
    {
      id: ctx.newId(),
      orgId: before.orgId,
      lotId,
      kind: MovementKind.Adjust,
      quantity: difference,
      balance: corrected.onHand,
      operatorId: ctx.user.userId,
      operatorName: ctx.user.userName,
      movedAt: ctx.clock.now(),
      businessDay: today,
      reason: body.reason,
      note,
      origin: 'desk',
    },
  ]);
  ctx.audit({
    subject: 'pharmacy.lot',
    subjectId: lotId,
    before: { onHand: before.onHand },
    after: { onHand: quantityToText(corrected.onHand), reason: body.reason, note },
  });
  ctx.message('adjusted', { lotNo: before.lotNo });
  return await requireLot(ctx, lotId);
}
