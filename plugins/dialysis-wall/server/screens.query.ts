import { dialysisDirectory } from '../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../patient/contract/index.ts';
import { settings } from '../contract/settings.ts';
import type { StationsReply, WaitingReply, WallStation } from '../contract/wall.schema.ts';
import { maskedName, numberTail } from '../domain/masked-name.ts';
import { whoIsShown } from '../domain/station-place.ts';
import { openCalls } from './calls.query.ts';
import { type PlaceToday, todayOf } from './day.query.ts';
import type { Ctx } from './tables/call.table.ts';

/** Came, and is not at a machine yet. */
const WAITS: readonly number[] = [1, 2];
const MAX_LARGE = 3;
const MINUTE_MS = 60_000;

/** Names as the public may read them, by patient: nothing else of a file leaves here. */
async function masksOf(ctx: Ctx, places: readonly PlaceToday[]): Promise<ReadonlyMap<string, { readonly name: string; readonly tail: string }>> {
  const ids = [...new Set(places.map(({ slot }) => slot.patientId))];
  const rows = await ctx.service(patientDirectory).list(ids, [ctx.user.orgId]);
  return new Map(
    rows.map(({ patientId, patientName, dialysis }) => [patientId, { name: maskedName(patientName), tail: numberTail(dialysis?.dialysisNo ?? '') }]),
  );
}

/** Who waits and who is called. */
export async function waitingRoom(ctx: Ctx): Promise<WaitingReply> {
  const { now, date, shifts, places } = await todayOf(ctx);
  const calls = await openCalls(ctx, date);
  const here = places.filter(({ slot, state }) => WAITS.includes(state) || (state === 0 && calls.has(slot.slotId)));
  const masks = await masksOf(ctx, here);
  const large = now - (await ctx.setting(settings, 'callMinutes', ctx.user.orgId)) * MINUTE_MS;
  const rows = here.map(({ slot, station, shift, shiftAt }) => {
    const { name = '', tail = '' } = masks.get(slot.patientId) ?? {};
    const call = calls.get(slot.slotId);
    return {
      call,
      shiftAt,
      row: { key: slot.slotId, name, tail, station: station?.publicName ?? '', shiftName: shift?.name ?? '', called: call !== undefined },
    };
  });
  const newest = rows.flatMap(({ call, row }) =>
    call && call.calledAt.getTime() >= large
      ? [{ callId: call.id, name: row.name, tail: row.tail, place: call.place, station: row.station, calledAt: call.calledAt.getTime() }]
      : [],
  );
  return {
    ...{ now, shifts: [...shifts] },
    people: rows.toSorted((one, other) => Number(other.row.called) - Number(one.row.called) || one.shiftAt - other.shiftAt).map(({ row }) => row),
    calls: newest.toSorted((one, other) => other.calledAt - one.calledAt).slice(0, MAX_LARGE),
    pageSeconds: await ctx.setting(settings, 'pageSeconds', ctx.user.orgId),
  };
}

const STATE: Readonly<Record<number, WallStation['state']>> = { 0: 'planned', 1: 'waiting', 2: 'ready', 3: 'running', 4: 'off' };
const OUT: readonly string[] = ['fault', 'maintenance', 'retired'];

/** Every station of the facility, how far its treatment is, and what is due. */
export async function nurseStation(ctx: Ctx): Promise<StationsReply> {
  const { now, shifts, stations, places } = await todayOf(ctx);
  const shown = new Map<string, PlaceToday>();
  for (const { stationId } of stations) {
    const lying = places
      .filter(({ slot }) => slot.stationId === stationId)
      .map((place) => ({ place, slotId: place.slot.slotId, state: place.state, shiftAt: place.shiftAt }));
    const one = whoIsShown(lying);
    if (one) shown.set(stationId, one.place);
  }
  const masks = await masksOf(ctx, [...shown.values()]);
  const { readingGraceMinutes } = await ctx.service(dialysisDirectory).someLimits(ctx.user.orgId, ['readingGraceMinutes']);
  return {
    ...{ now, shifts: [...shifts], readingGrace: readingGraceMinutes, pageSeconds: await ctx.setting(settings, 'pageSeconds', ctx.user.orgId) },
    stations: stations
      .filter(({ stationId, enabled }) => enabled || shown.has(stationId))
      .map(({ stationId, code, machine }): WallStation => {
        const place = shown.get(stationId);
        const progress = place?.progress;
        const idle = machine === null || OUT.includes(machine.state);
        return {
          ...{ stationId, code, name: place ? (masks.get(place.slot.patientId)?.name ?? '') : '', shiftName: place?.shift?.name ?? '' },
          state: place ? (STATE[place.state] ?? 'free') : idle ? 'out' : 'free',
          endsAt: progress?.startedAt != null && progress.minutes !== null && place?.state === 3 ? progress.startedAt + progress.minutes * MINUTE_MS : null,
          ...{ readingDueAt: progress?.readingDueAt ?? null, check2DueAt: progress?.check2DueAt ?? null },
          ...{ pressureOff: progress?.pressureOff ?? false, redEvent: progress?.redEvent ?? false },
          toDisinfect: machine?.state === 'to-disinfect',
        };
      }),
  };
}
