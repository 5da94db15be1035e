import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { DialysisMode } from '../../../dialysis-file/contract/index.ts';
import type { AbsenceReason } from '../../contract/limits.ts';
import { samePlace, type Place } from '../../domain/rules/exceptions.ts';
import { type SlotStored, slotTable } from '../tables/plan.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { assertPlace, type PlaceOptions } from './assert-place.ts';
import { homeOf, lockDays, placedOf, tellChanged, zoneAt } from './slot-rows.ts';

const refused = (key: string, params: Record<string, string | number> = {}, code: EnvelopeCode = EnvelopeCode.Conflict) =>
  new AppError(`dialysis-schedule.${key}`, { code, params });
const by = ({ user }: Ctx) => ({ byId: user.userId, byName: user.userName });
const factsOf = ({ date, shiftId, stationId, state, reason, zoneReason }: SlotStored) => ({ date, shiftId, stationId, state, reason, zoneReason });

export interface Change {
  readonly slotId: string;
  readonly version: number;
}
interface Overriding {
  readonly reason: string;
  readonly zoneReason?: string;
}

/** Rules for a place as the caller may bend them: with the right and a reason another zone, and nobody is named whom their data rights hide. */
const rulesFor = (ctx: Ctx, zoneReason = ''): PlaceOptions => ({
  override: { may: ctx.can('his.dialysisSchedule:btn_zone_override'), reason: zoneReason },
  sees: async (slotId) => (await slotTable.find(ctx, slotId)) !== undefined,
});

/** Whoever may only let patients into other zones does that and nothing else. */
function assertPlans(ctx: Ctx, zoneReason: string): void {
  if (zoneReason === '' && !ctx.can('his.dialysisSchedule:btn_plan')) throw refused('may-not-plan', {}, EnvelopeCode.Forbidden);
}

function assertNotPast(ctx: Ctx, ...days: readonly string[]): void {
  if (days.some((day) => day < ctx.clock.today())) throw refused('past', {}, EnvelopeCode.Invalid);
}

/**
 * The place, its day and those that it goes to kept from other writers. A place that was changed since it was read is refused, with who changed it.
 * @throws AppError `slot-not-found`, `slot-changed`
 */
async function lockPlaces(ctx: Ctx, wanted: readonly Change[], days: readonly string[]): Promise<SlotStored[]> {
  const found = [];
  for (const { slotId } of wanted) found.push(await slotTable.one(ctx, slotId));
  await lockDays(ctx, found[0]?.orgId ?? ctx.user.orgId, [...days, ...found.map(({ date }) => date)]);
  const rows: SlotStored[] = [];
  // In the order of their ids, as everybody locks them.
  for (const { slotId, version } of wanted.toSorted((one, other) => (one.slotId < other.slotId ? -1 : 1))) {
    const row = await slotTable.lock(ctx, slotId);
    if (row.version !== version) throw refused('slot-changed', { by: row.byName });
    rows.push(row);
  }
  return wanted.map(({ slotId }) => rows.find(({ id }) => id === slotId) as SlotStored);
}

const assertPlanned = ({ state }: SlotStored): void => {
  if (state !== 'planned') throw refused(state === 'cancelled' || state === 'absent' ? 'slot-not-planned' : 'slot-begun');
};

async function changed(ctx: Ctx, before: SlotStored, after: SlotStored): Promise<Change> {
  ctx.audit({ subject: 'dialysis-slot', subjectId: after.id, patientId: after.patientId, before: factsOf(before), after: factsOf(after) });
  await tellChanged(ctx, after.orgId, [before.date, after.date], [after]);
  return { slotId: after.id, version: after.version };
}

export interface NewPlace extends Place, Overriding {
  readonly patientId: string;
  readonly mode: DialysisMode | null;
  readonly emergency: boolean;
}

/** Puts a patient on the board. Somebody from elsewhere who is treated for a time is marked as such. */
export async function addPlace(
  ctx: Ctx,
  { patientId, mode, emergency, reason, zoneReason, date, shiftId, stationId }: NewPlace,
  transient: boolean,
): Promise<Change> {
  assertNotPast(ctx, date);
  const { orgId } = ctx.user;
  await lockDays(ctx, orgId, [date]);
  const origin = emergency ? 'emergency' : transient ? 'transient' : 'added';
  const place = { date, shiftId, stationId };
  const slot = { slotId: '', ...place, patientId, mode, origin, state: 'planned', zoneOverridden: false } as const;
  const zoned = await assertPlace(ctx, orgId, slot, rulesFor(ctx, zoneReason));
  assertPlans(ctx, zoned);
  const row = await slotTable.insert(ctx, {
    ...{ orgId, ...place, zone: await zoneAt(ctx, stationId), patientId, patternId: '', origin, mode, state: 'planned', held: true },
    ...{ homeDay: null, homeShiftId: '', homeStationId: '', reason, zoneReason: zoned, ...by(ctx) },
  });
  ctx.audit({ subject: 'dialysis-slot', subjectId: row.id, patientId, after: factsOf(row) });
  await tellChanged(ctx, orgId, [date], [row]);
  return { slotId: row.id, version: row.version };
}

/** What a row holds once it stands somewhere else: back at the place of its pattern it is as if nobody had moved it. */
async function movedTo(ctx: Ctx, row: SlotStored, place: Place, origin: 'moved' | 'swapped', reason: string, zoneReason: string) {
  const home = homeOf(row);
  const back = home !== null && samePlace(home, place);
  return {
    ...{ ...place, zone: await zoneAt(ctx, place.stationId) },
    ...(back ? { origin: 'pattern' as const, held: false } : { origin: home === null ? row.origin : origin, held: true }),
    ...{ reason: back ? '' : reason, zoneReason, ...by(ctx) },
  };
}

export async function movePlace(ctx: Ctx, change: Change, place: Place, { reason, zoneReason }: Overriding): Promise<Change> {
  const [row] = (await lockPlaces(ctx, [change], [place.date])) as [SlotStored];
  assertPlanned(row);
  assertNotPast(ctx, row.date, place.date);
  if (samePlace(row, place)) return { slotId: row.id, version: row.version };
  const zoned = await assertPlace(ctx, row.orgId, { ...placedOf(row), ...place }, rulesFor(ctx, zoneReason));
  assertPlans(ctx, zoned);
  return await changed(ctx, row, await slotTable.update(ctx, row, await movedTo(ctx, row, place, 'moved', reason, zoned)));
}

export async function swapPlaces(ctx: Ctx, first: Change, second: Change, { reason, zoneReason }: Overriding): Promise<Change> {
  if (first.slotId === second.slotId) throw refused('swap-itself', {}, EnvelopeCode.Invalid);
  const [one, other] = (await lockPlaces(ctx, [first, second], [])) as [SlotStored, SlotStored];
  for (const row of [one, other]) assertPlanned(row);
  assertNotPast(ctx, one.date, other.date);
  const [there, here]: [Place, Place] = [
    { date: other.date, shiftId: other.shiftId, stationId: other.stationId },
    { date: one.date, shiftId: one.shiftId, stationId: one.stationId },
  ];
  const options = { ...rulesFor(ctx, zoneReason), leaving: [one.id, other.id] };
  const zonedOne = await assertPlace(ctx, one.orgId, { ...placedOf(one), ...there }, options);
  const zonedOther = await assertPlace(ctx, other.orgId, { ...placedOf(other), ...here }, options);
  assertPlans(ctx, zonedOne === '' && zonedOther === '' ? '' : 'zone');
  // The first steps aside, so that no index sees two at one place in between.
  const aside = await slotTable.update(ctx, one, { state: 'cancelled' });
  const otherAfter = await slotTable.update(ctx, other, await movedTo(ctx, other, here, 'swapped', reason, zonedOther));
  const oneAfter = await slotTable.update(ctx, aside, { state: 'planned', ...(await movedTo(ctx, one, there, 'swapped', reason, zonedOne)) });
  await tellChanged(ctx, other.orgId, [other.date, otherAfter.date], [otherAfter]);
  return await changed(ctx, one, oneAfter);
}

export async function suspendPlace(ctx: Ctx, change: Change, reason: string): Promise<Change> {
  const [row] = (await lockPlaces(ctx, [change], [])) as [SlotStored];
  assertPlanned(row);
  assertNotPast(ctx, row.date);
  return await changed(ctx, row, await slotTable.update(ctx, row, { state: 'cancelled', held: true, reason, ...by(ctx) }));
}

export async function restorePlace(ctx: Ctx, change: Change): Promise<Change> {
  const [row] = (await lockPlaces(ctx, [change], [])) as [SlotStored];
  if (row.state !== 'cancelled') return { slotId: row.id, version: row.version };
  assertNotPast(ctx, row.date);
  const zoned = await assertPlace(ctx, row.orgId, { ...placedOf(row), state: 'planned' }, rulesFor(ctx, row.zoneReason));
  const home = homeOf(row);
  const held = home === null || !samePlace(home, row);
  return await changed(ctx, row, await slotTable.update(ctx, row, { state: 'planned', held, reason: '', zoneReason: zoned, ...by(ctx) }));
}

/** Somebody did not come, or did after all. What has begun is no matter of this. */
export async function attend(ctx: Ctx, change: Change, absent: boolean, reason: AbsenceReason | ''): Promise<Change> {
  const [row] = (await lockPlaces(ctx, [change], [])) as [SlotStored];
  if (row.date > ctx.clock.today()) throw refused('not-yet', {}, EnvelopeCode.Invalid);
  if (absent && reason === '') throw refused('absence-reason', {}, EnvelopeCode.Invalid);
  if ((row.state === 'absent') === absent && row.reason === reason) return { slotId: row.id, version: row.version };
  if (row.state !== 'planned' && row.state !== 'absent') throw refused(row.state === 'cancelled' ? 'slot-not-planned' : 'slot-begun');
  if (!absent) {
    const override = { may: true, reason: row.zoneReason };
    await assertPlace(ctx, row.orgId, { ...placedOf(row), state: 'planned' }, { ...rulesFor(ctx), override });
  }
  return await changed(ctx, row, await slotTable.update(ctx, row, { state: absent ? 'absent' : 'planned', reason, held: true, ...by(ctx) }));
}
