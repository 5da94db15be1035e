import { formatInstant } from '@nephra/plugin-sdk/contract';
import { dialysisBoard, type ShiftFacts, type SlotFacts, type StationFacts } from '../../dialysis-schedule/contract/index.ts';
import { dialysisDay, type TreatmentProgress } from '../../dialysis-session/contract/index.ts';
import { shiftsNow, type ShiftWhen } from '../domain/shifts-now.ts';
import type { Ctx } from './tables/call.table.ts';

/** Numbers of `SESSION_STATE` for places of whom nothing was recorded yet. */
const STATE_OF_SLOT: Readonly<Record<SlotFacts['state'], number>> = { planned: 0, arrived: 1, treated: 5, absent: 9, cancelled: 8 };

export interface PlaceToday {
  readonly slot: SlotFacts;
  readonly state: number;
  readonly progress: TreatmentProgress | undefined;
  readonly station: StationFacts | undefined;
  readonly shift: ShiftFacts | undefined;
  readonly shiftAt: number;
}
export interface Today {
  readonly now: number;
  readonly date: string;
  readonly shifts: readonly { readonly name: string; readonly startTime: string; readonly endTime: string; readonly when: ShiftWhen }[];
  readonly stations: readonly StationFacts[];
  readonly places: readonly PlaceToday[];
}

/** Everybody on the board of today in the caller's facility, with how far each treatment is. */
export async function todayOf(ctx: Ctx): Promise<Today> {
  const { orgId } = ctx.user;
  const date = ctx.clock.today();
  const now = ctx.clock.now().getTime();
  const board = ctx.service(dialysisBoard);
  const shifts = await board.shifts([orgId], ctx.language);
  const stations = await board.stations([orgId]);
  const slots = await board.slots({ orgIds: [orgId], date });
  const progress = new Map((await ctx.service(dialysisDay).progress(orgId, date)).map((one) => [one.slotId, one]));
  const whens = shiftsNow(shifts, formatInstant(now, 'HH:mm'));
  const stationOf = new Map(stations.map((station) => [station.stationId, station]));
  const shiftAt = new Map(shifts.map(({ shiftId }, at) => [shiftId, at]));
  return {
    ...{ now, date, stations },
    shifts: shifts.map(({ name, startTime, endTime }, at) => ({ name, startTime, endTime, when: whens[at] ?? 'other' })),
    places: slots.map((slot) => ({
      slot,
      state: progress.get(slot.slotId)?.state ?? STATE_OF_SLOT[slot.state],
      progress: progress.get(slot.slotId),
      station: stationOf.get(slot.stationId),
      shift: shifts[shiftAt.get(slot.shiftId) ?? -1],
      shiftAt: shiftAt.get(slot.shiftId) ?? 0,
    })),
  };
}
