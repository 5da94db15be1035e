import { isAppError } from '@nephra/plugin-sdk/contract';
import { type LeaseClaim, type LeasedWorker, leasedWorker } from '@nephra/plugin-sdk/server';
import { MAX_BOOKINGS, nextRound } from '../../domain/settlement/resolve-plan.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { finishBooking, toReview } from '../settlement/flow/book.ts';
import { writeRefund } from '../settlement/flow/cancel.command.ts';
import { type ClientOf, type Ctx, type SettlementContext, deskFor } from '../settlement/ledger/settlement-context.ts';
import { advance, heldSettlement, LEASE_MS, type SettlementRow } from '../settlement/ledger/settlement.repo.ts';
import { resolveCancel } from './resolve-cancel.ts';
import { resolveSettle } from './resolve-settle.ts';

/** What our own books could not take is tried again from what is stored; after many times a person has to look why. */
async function resolveBooks(desk: SettlementContext, row: SettlementRow): Promise<SettlementRow> {
  try {
    return row.state === 'booking' ? await finishBooking(desk, row) : await writeRefund(desk, row, { kind: 'refund-booked', byName: desk.by.userName });
  } catch (error) {
    const name = isAppError(error) ? error.key : 'fault';
    desk.ctx.log.warn({ err: error, settlementId: row.id }, 'a settlement could not be booked');
    if (row.rounds + 1 >= MAX_BOOKINGS) return await toReview(desk, row, { key: 'problem.books-refuse', params: { error: name } });
    return await advance(
      desk.ctx,
      row,
      row.state,
      {
        rounds: row.rounds + 1,
        nextTryAt: nextRound(desk.ctx.clock.steady(), row.rounds + 1),
        problem: row.problem,
        problemParams: { error: name },
      },
      { kind: row.state === 'booking' ? 'booking-failed' : 'refund-failed', params: { error: name }, byName: desk.by.userName },
    );
  }
}

/** Does the one safe next step of a doubtful settlement. The caller holds its lease. */
export async function resolveRow(desk: SettlementContext, row: SettlementRow): Promise<SettlementRow> {
  switch (row.state) {
    case 'settling':
    case 'unknown':
      return await resolveSettle(desk, row);
    case 'cancelling':
    case 'cancel-unknown':
      return await resolveCancel(desk, row);
    case 'booking':
    case 'refunding':
      return await resolveBooks(desk, row);
    default:
      return row;
  }
}

const SIDE_BY_SIDE = 4;
const LOOK_EVERY_SECONDS = 15;

/** Settlements that are due, oldest first. */
const doubtClaim: LeaseClaim = { table: 'insurance.settlement', due: 'next_try_at', order: 'next_try_at' };

async function resolveDue(ctx: Ctx, clientOf: ClientOf, id: string): Promise<void> {
  const row = await heldSettlement(ctx, id);
  try {
    await resolveRow(deskFor(ctx, clientOf(ctx), row), row);
  } catch (error) {
    if (!isAppError(error)) ctx.log.error({ err: error, settlementId: id }, 'a doubtful settlement could not be looked into');
    if (!isAppError(error) || error.key === 'insurance.settlement-stale') return;
    // Line down, region off: nothing was asked. It is not forgotten, and does not come first every time.
    // rows: of the settlement in hand, under its lease; no person works on it
    await ctx.db
      .updateTable('insurance.settlement')
      .set({ next_try_at: nextRound(ctx.clock.steady(), 0) })
      .where('id', '=', id)
      .where('next_try_at', 'is not', null)
      .execute();
  }
}

/** Looks into whatever is due. A settlement that somebody works on is left alone. */
export const doubtWorker = (clientOf: ClientOf): LeasedWorker<InsuranceTables> =>
  leasedWorker({
    name: 'doubtful-settlements',
    claim: doubtClaim,
    run: (ctx, id) => resolveDue(ctx, clientOf, id),
    leaseMs: LEASE_MS,
    lookEverySeconds: LOOK_EVERY_SECONDS,
    atOnce: SIDE_BY_SIDE,
  });
