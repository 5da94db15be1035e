import { createHash } from 'node:crypto';
import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { BulkRow } from '../../contract/board.schema.ts';
import { type BulkMove, bulkMoves } from '../../domain/rules/bulk-moves.ts';
import { isFree } from '../../domain/rules/conflicts.ts';
import { samePlace } from '../../domain/rules/exceptions.ts';
import { closedBy, closuresBetween } from '../board/known-facts.ts';
import { shiftsOf, stationsOf } from '../board/ground.ts';
import { seenAmong } from '../board/seen.ts';
import { homeOf, lockDays, slotsBetween, tellChanged, zoneAt } from '../board/slot-rows.ts';
import { closureTable, type SlotStored, slotTable } from '../tables/plan.tables.ts';
import type { Ctx, WorkCtx } from '../tables/tables.ts';

export interface Closing {
  readonly date: string;
  /** Empty: the whole day. */
  readonly shiftId: string;
  readonly movedTo: string | null;
  readonly reason: string;
}

const refused = (key: string, params: Record<string, string | number> = {}, code: EnvelopeCode = EnvelopeCode.Invalid) =>
  new AppError(`dialysis-schedule.${key}`, { code, params });

function assertClosing(ctx: Ctx, { date, movedTo }: Closing): void {
  if (date < ctx.clock.today() || (movedTo !== null && movedTo < ctx.clock.today())) throw refused('past');
  if (movedTo === date) throw refused('closure-same-day');
}

interface Worked {
  readonly moves: readonly BulkMove[];
  readonly rows: ReadonlyMap<string, SlotStored>;
}

/** Who would go where, as things stand. */
async function workOut(ctx: WorkCtx, orgId: OrgId, { date, shiftId, movedTo }: Closing): Promise<Worked> {
  const concerned = (await slotsBetween(ctx, orgId, date, date)).filter((row) => row.state === 'planned' && (shiftId === '' || row.shiftId === shiftId));
  const patientIds = concerned.map(({ patientId }) => patientId);
  const planning = await ctx.service(dialysisDirectory).planning(patientIds, [orgId], movedTo ?? date);
  const [shifts, stations] = [await shiftsOf(ctx, [orgId]), (await stationsOf(ctx, [orgId])).filter(({ enabled }) => enabled)];
  const there = movedTo === null ? [] : (await slotsBetween(ctx, orgId, movedTo, movedTo)).filter(({ state }) => !isFree(state));
  const closed = closedBy(movedTo === null ? [] : await closuresBetween(ctx, orgId, movedTo, movedTo));
  const order = new Map(stations.map(({ stationId }, at) => [stationId, at]));
  const inOrder = concerned.toSorted((one, other) => (order.get(one.stationId) ?? 0) - (order.get(other.stationId) ?? 0) || (one.id < other.id ? -1 : 1));
  const moves = bulkMoves(
    inOrder.map((row) => ({
      ...{ slotId: row.id, patientId: row.patientId, zone: planning.get(row.patientId)?.zone ?? null },
      from: { date: row.date, shiftId: row.shiftId, stationId: row.stationId },
    })),
    movedTo,
    {
      stations,
      lastShift: (id) => shifts.some((shift) => shift.shiftId === id && shift.last),
      shifts: shifts.map((shift) => shift.shiftId).filter((id) => movedTo !== null && !closed(movedTo, id)),
      taken: there.map((row) => ({ shiftId: row.shiftId, stationId: row.stationId, patientId: row.patientId })),
    },
  );
  return { moves, rows: new Map(concerned.map((row) => [row.id, row])) };
}

/** What was seen in a preview; another one means that the board has changed since. */
const fingerprintOf = ({ moves, rows }: Worked): string =>
  createHash('sha256')
    .update(JSON.stringify(moves.map((move) => [move, rows.get(move.slotId)?.version])))
    .digest('hex')
    .slice(0, 32);

const seenRows = (ctx: Ctx, rows: readonly SlotStored[]): Promise<ReadonlySet<string>> =>
  seenAmong(
    ctx,
    rows.map(({ id, shiftId, zone }) => ({ key: id, shiftId, zone })),
  );
const namesOf = async (ctx: Ctx, moves: readonly { readonly patientId: string }[]): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await ctx.service(patientDirectory).list(
        moves.map(({ patientId }) => patientId),
        [ctx.user.orgId],
      )
    ).map(({ patientId, patientName }) => [patientId, patientName]),
  );

/** A closed day moves everybody; those whom the caller's data rights hide are counted among them without a name. */
export async function previewClosure(ctx: Ctx, closing: Closing): Promise<{ list: BulkRow[]; fingerprint: string }> {
  assertClosing(ctx, closing);
  const worked = await workOut(ctx, ctx.user.orgId, closing);
  const seen = await seenRows(ctx, [...worked.rows.values()]);
  const names = await namesOf(
    ctx,
    worked.moves.filter(({ slotId }) => seen.has(slotId)),
  );
  return {
    list: worked.moves.map((move) => ({
      ...{ ...move, patientId: seen.has(move.slotId) ? move.patientId : '', from: { ...move.from }, to: move.to && { ...move.to } },
      patientName: names.get(move.patientId) ?? '',
    })),
    fingerprint: fingerprintOf(worked),
  };
}

/** Closes a day, or a shift, and moves its patients as the preview said. */
export async function closeDay(ctx: Ctx, closing: Closing, fingerprint: string): Promise<{ id: string; moved: number; leftOut: number }> {
  assertClosing(ctx, closing);
  const { orgId, userId, userName } = ctx.user;
  const closed = await closeFor(ctx, orgId, { byId: userId, byName: userName }, closing, fingerprint);
  const { reason: _reason, ...after } = closing;
  ctx.audit({ subject: 'dialysis-closure', subjectId: closed.id, after: { ...after, reason: closing.reason, moved: closed.moved, leftOut: closed.leftOut } });
  return closed;
}

/** @param fingerprint of the preview; left out: as things stand */
export async function closeFor(
  ctx: WorkCtx,
  orgId: OrgId,
  by: { readonly byId: string; readonly byName: string },
  closing: Closing,
  fingerprint?: string,
): Promise<{ id: string; moved: number; leftOut: number }> {
  const { date, shiftId, movedTo, reason } = closing;
  const days = movedTo === null ? [date] : [date, movedTo];
  await lockDays(ctx, orgId, days);
  if ((await closuresBetween(ctx, orgId, date, date)).some((one) => one.shiftId === '' || one.shiftId === shiftId || shiftId === ''))
    throw refused('closed-already', { shift: shiftId }, EnvelopeCode.Conflict);
  const worked = await workOut(ctx, orgId, closing);
  if (fingerprint !== undefined && fingerprintOf(worked) !== fingerprint) throw refused('preview-changed', {}, EnvelopeCode.Conflict);
  const done = [];
  for (const move of worked.moves) {
    const row = worked.rows.get(move.slotId);
    if (!row) continue;
    const touched = { ...by, reason, held: true };
    const home = homeOf(row);
    const back = move.to !== null && home !== null && samePlace(home, move.to);
    const origin = back ? 'pattern' : home === null ? row.origin : 'moved';
    const after = await slotTable.update(
      ctx,
      row,
      move.to === null ? { state: 'cancelled', ...touched } : { ...move.to, zone: await zoneAt(ctx, move.to.stationId), ...touched, origin },
    );
    done.push({ ...move, version: after.version });
  }
  const row = await closureTable.insert(ctx, { orgId, date, shiftId, movedTo, reason, moves: done, undoneAt: null, ...by });
  await tellChanged(ctx, orgId, days);
  const moved = done.filter(({ to }) => to !== null).length;
  return { id: row.id, moved, leftOut: done.length - moved };
}

/** Everybody goes back whom nobody has touched since and whose place is still free. */
export async function undoClosure(ctx: Ctx, id: string): Promise<{ back: number; left: string[] }> {
  const seen = await closureTable.one(ctx, id);
  const days = seen.movedTo === null ? [seen.date] : [seen.date, seen.movedTo];
  await lockDays(ctx, seen.orgId, days);
  const closure = await closureTable.lock(ctx, id);
  if (closure.undoneAt !== null) return { back: 0, left: [] };
  if (closure.date < ctx.clock.today()) throw refused('past');
  const [patientDays, stations] = [await slotsBetween(ctx, closure.orgId, closure.date, closure.date), await stationsOf(ctx, [closure.orgId])];
  const taken = new Set(patientDays.filter(({ state }) => !isFree(state)).flatMap((row) => [`${row.shiftId}|${row.stationId}`, row.patientId]));
  const rows =
    closure.moves.length === 0
      ? []
      : await slotTable
          .everywhere(ctx, 'places that the closed day has moved, within its own organisation', 's')
          .where('s.orgId', '=', closure.orgId)
          .where(
            's.id',
            'in',
            closure.moves.map(({ slotId }) => slotId),
          )
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const left: (typeof closure.moves)[number][] = [];
  let back = 0;
  for (const move of closure.moves) {
    const { slotId, patientId, from, version } = move;
    const row = byId.get(slotId);
    const free =
      !taken.has(`${from.shiftId}|${from.stationId}`) &&
      !taken.has(patientId) &&
      stations.some(({ stationId, enabled }) => enabled && stationId === from.stationId);
    if (row?.version !== version || !free) {
      left.push(move);
      continue;
    }
    const home = homeOf(row);
    const atHome = home !== null && samePlace(home, from);
    await slotTable.update(ctx, row, {
      ...{ date: from.date, shiftId: from.shiftId, stationId: from.stationId, zone: await zoneAt(ctx, from.stationId) },
      ...{ state: 'planned', held: !atHome, reason: '' },
      ...{ origin: atHome ? 'pattern' : row.origin, byId: ctx.user.userId, byName: ctx.user.userName },
    });
    taken.add(`${from.shiftId}|${from.stationId}`);
    taken.add(patientId);
    back += 1;
  }
  await closureTable.update(ctx, closure, { undoneAt: ctx.clock.now() });
  ctx.audit({ subject: 'dialysis-closure', subjectId: id, before: { date: closure.date, undone: false }, after: { undone: true, back, left: left.length } });
  await tellChanged(ctx, closure.orgId, days);
  const shown = await seenRows(ctx, rows);
  const names = await namesOf(
    ctx,
    left.filter(({ slotId }) => shown.has(slotId)),
  );
  return { back, left: left.map(({ patientId }) => names.get(patientId) ?? '') };
}
