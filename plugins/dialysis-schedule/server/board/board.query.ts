import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { daysBetween } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { Board, BoardSlot, ClosureRow, ExceptionRow, PlaceWire, ShiftLoad } from '../../contract/board.schema.ts';
import { MAX_BOARD_DAYS } from '../../contract/limits.ts';
import { isFree } from '../../domain/rules/conflicts.ts';
import { exceptionsOf } from '../../domain/rules/exceptions.ts';
import { nurseLoad, type RotaEntry } from '../../domain/rules/nurse-load.ts';
import { type ClosureStored, rotaTable, type RotaStored, type SlotStored, slotTable } from '../tables/plan.tables.ts';
import type { Ctx, WorkCtx } from '../tables/tables.ts';
import { shiftsOf } from './ground.ts';
import { type BoardLimits, byDay, type KnownFacts, knownFacts } from './known-facts.ts';
import { factsOfSlot, homeOf, placedOf, slotsBetween } from './slot-rows.ts';

/** @throws AppError `dialysis-schedule.too-many-days` */
export function assertSpan(from: string, to: string, most = MAX_BOARD_DAYS): void {
  const days = daysBetween(from, to) + 1;
  if (!(days >= 1 && days <= most)) throw new AppError('dialysis-schedule.too-many-days', { code: EnvelopeCode.Invalid, params: { days: most } });
}

export function presentSlot(row: SlotStored, facts: KnownFacts, others: ReturnType<typeof byDay>): BoardSlot {
  const patient = facts.patients.get(row.patientId);
  const planning = facts.planning.get(row.patientId);
  return {
    ...{ slotId: row.id, date: row.date, shiftId: row.shiftId, stationId: row.stationId, patientId: row.patientId, patientName: patient?.patientName ?? '' },
    ...{ dialysisNo: patient?.dialysis?.dialysisNo ?? '', zone: planning?.zone ?? null, mode: row.mode ?? planning?.mode ?? null, ownMode: row.mode !== null },
    ...{ origin: row.origin, state: row.state, reason: row.reason, zoneReason: row.zoneReason, byName: row.byName, atTime: row.updatedAt.getTime() },
    ...{ transient: planning?.transient ?? false, version: row.version },
    // What has happened is no question any more.
    conflicts:
      row.state === 'treated' ? [] : facts.against(placedOf(row), others.get(row.date) ?? []).map(({ params, ...one }) => ({ ...one, params: { ...params } })),
  };
}

export const presentClosure = ({ id, date, shiftId, movedTo, reason, moves, byName, createdAt, undoneAt }: ClosureStored): ClosureRow => ({
  ...{ id, date, shiftId, movedTo, reason, moved: moves.filter(({ to }) => to !== null).length, leftOut: moves.filter(({ to }) => to === null).length },
  ...{ byName, atTime: createdAt.getTime(), undone: undoneAt !== null },
});

const entryOf = ({ userId, userName, duty, zone, absent }: RotaStored): RotaEntry => ({ userId, userName, duty, zone: zone === '' ? null : zone, absent });

/** Patients for each of those at work, of every shift that has any of them. */
export async function loadsBetween(
  ctx: WorkCtx,
  orgId: OrgId,
  from: string,
  to: string,
  rows: readonly SlotStored[],
  limits: BoardLimits,
): Promise<ShiftLoad[]> {
  const entries = await rotaTable
    .everywhere(ctx, 'who works in a facility, counted against its patients', 'r')
    .where('r.orgId', '=', orgId)
    .where('r.date', '>=', from)
    .where('r.date', '<=', to)
    .execute();
  const shifts = new Map<string, { date: string; shiftId: string; patients: number; entries: RotaEntry[] }>();
  const at = ({ date, shiftId }: { readonly date: string; readonly shiftId: string }) => {
    const key = `${date}|${shiftId}`;
    const known = shifts.get(key) ?? { date, shiftId, patients: 0, entries: [] };
    shifts.set(key, known);
    return known;
  };
  for (const row of rows) if (!isFree(row.state)) at(row).patients += 1;
  for (const entry of entries) at(entry).entries.push(entryOf(entry));
  return [...shifts.values()].map(({ date, shiftId, patients, entries: working }) => {
    const load = nurseLoad(patients, working, limits);
    return { date, shiftId, ...load, mixed: [...load.mixed] };
  });
}

/** Of places that somebody takes, those that the caller does not see. @param seen ids of those that they see */
export const hiddenAmong = (rows: readonly SlotStored[], seen: ReadonlySet<string>): PlaceWire[] =>
  rows.filter(({ id, state }) => !isFree(state) && !seen.has(id)).map(({ date, shiftId, stationId }) => ({ date, shiftId, stationId }));

/** Some days of the board of the caller's facility. */
export async function boardOf(ctx: Ctx, from: string, to: string): Promise<Board> {
  assertSpan(from, to);
  const { orgId } = ctx.user;
  const all = await slotsBetween(ctx, orgId, from, to);
  const own = slotTable.select(ctx, 's').clearSelect().select('s.id');
  const seen = new Set((await own.where('s.orgId', '=', orgId).where('s.date', '>=', from).where('s.date', '<=', to).execute()).map(({ id }) => id));
  const facts = await knownFacts(
    ctx,
    orgId,
    all.map(({ patientId }) => patientId),
    from,
    to,
  );
  const shifts = await shiftsOf(ctx, [orgId], ctx.language);
  const others = byDay(all);
  return {
    shifts: shifts.map(({ sortCode: _sortCode, ...shift }) => shift),
    stations: facts.stations.map(({ sortCode: _sortCode, modes, machine, ...station }) => ({
      ...station,
      modes: [...modes],
      machine: machine && { machineId: machine.machineId, code: machine.code, state: machine.state },
    })),
    slots: all.filter(({ id }) => seen.has(id)).map((row) => presentSlot(row, facts, others)),
    hidden: hiddenAmong(all, seen),
    closures: facts.closures.map(presentClosure),
    loads: await loadsBetween(ctx, orgId, from, to, all, facts.limits),
  };
}

/** What people did to the plan of some days, of those places that the caller sees. */
export async function exceptionsBetween(ctx: Ctx, from: string, to: string): Promise<ExceptionRow[]> {
  assertSpan(from, to);
  const { orgId } = ctx.user;
  const rows = await slotTable
    .select(ctx, 's')
    .where('s.orgId', '=', orgId)
    .where((eb) => eb.or([eb.and([eb('s.date', '>=', from), eb('s.date', '<=', to)]), eb.and([eb('s.homeDay', '>=', from), eb('s.homeDay', '<=', to)])]))
    .orderBy('s.date')
    .orderBy('s.id')
    .execute();
  const found = exceptionsOf(rows.map((row) => ({ ...factsOfSlot(row), home: homeOf(row) })));
  const names = new Map(
    (await ctx.service(patientDirectory).list([...new Set(rows.map(({ patientId }) => patientId))], [orgId])).map((one) => [one.patientId, one.patientName]),
  );
  return found.map((one) => ({
    kind: one.kind,
    slotId: one.kind === 'swap' ? one.slotIds[0] : one.slotId,
    names: (one.kind === 'swap' ? [...one.patientIds] : [one.patientId]).map((id) => names.get(id) ?? ''),
    from: 'from' in one ? { ...one.from } : null,
    to: 'to' in one ? { ...one.to } : null,
  }));
}

/** Places of one patient, cancelled ones among them, in the order of days. */
export async function weeksOfPatient(ctx: Ctx, patientId: string, from: string, to: string): Promise<BoardSlot[]> {
  assertSpan(from, to, 62);
  const { orgId } = ctx.user;
  const rows = await slotTable
    .select(ctx, 's')
    .where('s.orgId', '=', orgId)
    .where('s.patientId', '=', patientId)
    .where('s.date', '>=', from)
    .where('s.date', '<=', to)
    .orderBy('s.date')
    .orderBy('s.id')
    .execute();
  const facts = await knownFacts(ctx, orgId, [patientId], from, to);
  const others = byDay(await slotsBetween(ctx, orgId, from, to));
  return rows.map((row) => presentSlot(row, facts, others));
}
