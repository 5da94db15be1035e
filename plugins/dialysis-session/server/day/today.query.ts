import { dataRights } from '@nephra/plugin-sdk/server';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { dialysisBoard, type SlotFacts } from '../../../dialysis-schedule/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { TODAY_MENU } from '../../contract/limits.ts';
import type { StationCard, TodayReply } from '../../contract/session.schema.ts';
import type { SessionState } from '../../contract/states.ts';
import { readingDueAt } from '../../domain/due.ts';
import type { EntryStored } from '../tables/entry.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { minutesOf, ufTargetOf } from '../reading/around.ts';
import { sessionsAt } from '../reading/at-places.ts';
import { entriesThatCount } from '../reading/entries-that-count.ts';
import { seenPatients, seenPlaces, type TreatmentPlace } from '../reading/visible.ts';

const STATE_OF_SLOT: Readonly<Record<SlotFacts['state'], SessionState>> = { planned: 0, arrived: 1, treated: 5, absent: 9, cancelled: 8 };
const millis = (at: Date | null): number | null => at?.getTime() ?? null;

/** Of the readings of a treatment, in their order. */
export function pressureOf(
  entries: readonly EntryStored[],
  low: number,
  high: number,
): { readonly pressure: string; readonly pressureOff: boolean; readonly ufDone: number | null } {
  const readings = entries.filter(({ kind }) => kind === 'reading').map(({ content }) => (content.fields ?? {}) as Readonly<Record<string, unknown>>);
  const last = readings.findLast(({ systolic }) => typeof systolic === 'number');
  const volume = readings.findLast(({ ufVolume }) => typeof ufVolume === 'number')?.ufVolume;
  const systolic = Number(last?.systolic ?? 0);
  return {
    pressure: last ? `${systolic}/${last.diastolic ?? '–'}` : '',
    pressureOff: last !== undefined && (systolic < low || systolic > high),
    ufDone: typeof volume === 'number' ? volume : null,
  };
}

/** Stations of a day with who lies there. */
export async function todayOf(ctx: Ctx, asked: { readonly date?: string; readonly shiftId?: string }): Promise<TodayReply> {
  const date = asked.date ?? ctx.clock.today();
  const { orgIds, orgId } = ctx.user;
  const board = ctx.service(dialysisBoard);
  const directory = ctx.service(dialysisDirectory);
  const shifts = await board.shifts(orgIds, ctx.language);
  const stations = new Map((await board.stations(orgIds)).map((station) => [station.stationId, station]));
  const places = await board.slots({ orgIds, date, ...(asked.shiftId !== undefined && { shiftId: asked.shiftId }) });
  const bySlot = await sessionsAt(
    ctx,
    orgIds,
    date,
    places.map(({ slotId }) => slotId),
  );
  const placeOf = ({ slotId, orgId: of, shiftId, stationId }: SlotFacts): TreatmentPlace => {
    const session = bySlot.get(slotId);
    return { slotId, orgId: of, shiftId: session?.shiftId ?? shiftId, zone: session?.zone || (stations.get(stationId)?.zone ?? '') };
  };
  const seen = await seenPlaces(ctx, dataRights(ctx, TODAY_MENU), places.map(placeOf));
  const people = await seenPatients(
    ctx,
    places.map(({ patientId }) => patientId),
  );
  const slots = places.filter(({ slotId, patientId }) => seen.has(slotId) && people?.has(patientId) !== false);
  const running = slots.flatMap(({ slotId }) => {
    const session = bySlot.get(slotId);
    return session && (session.state === 3 || session.state === 4) ? [session.id] : [];
  });
  const entriesOf = await entriesThatCount(ctx, orgIds, running);
  const patientIds = [...new Set(slots.map(({ patientId }) => patientId))];
  const patients = new Map((await ctx.service(patientDirectory).list(patientIds, orgIds)).map((patient) => [patient.patientId, patient]));
  const planning = await directory.planning(patientIds, orgIds, date);
  const limits = await directory.limits(orgId);
  const cardOf = (slot: SlotFacts): StationCard => {
    const session: SessionStored | undefined = bySlot.get(slot.slotId);
    const station = stations.get(slot.stationId);
    const own = session ? (entriesOf.get(session.id) ?? []) : [];
    const startedAt = millis(session?.startedAt ?? null);
    const runs = session?.state === 3;
    const patient = patients.get(slot.patientId);
    return {
      ...{ slotId: slot.slotId, sessionId: session?.id ?? '', stationId: slot.stationId, stationCode: station?.code ?? '', roomName: station?.roomName ?? '' },
      ...{ zone: planning.get(slot.patientId)?.zone ?? '', shiftId: slot.shiftId, patientId: slot.patientId, patientName: patient?.patientName ?? '' },
      patientCode: patient?.outpatientCode ?? '',
      ...{ mode: session?.mode ?? slot.mode ?? planning.get(slot.patientId)?.mode ?? '', origin: slot.origin },
      ...{ state: session?.state ?? STATE_OF_SLOT[slot.state], machineState: station?.machine?.state ?? '' },
      ...{ confirmed: session?.confirmedAt != null, checked1: session?.check1At != null, checked2: session?.check2At != null },
      ...{ startedAt, minutes: session ? minutesOf(session, own) : null, ufTarget: session ? ufTargetOf(session, own) : null },
      readingDueAt: runs ? readingDueAt(startedAt, millis(session.lastReadingAt), limits.readingEveryMinutes) : null,
      check2DueAt: runs && startedAt !== null && session.check2At === null ? startedAt + limits.secondCheckMinutes * 60_000 : null,
      ...pressureOf(own, limits.systolicLow, limits.systolicHigh),
      allergies: [...(patient?.allergies ?? [])],
      allergyState: patient?.allergyState ?? '',
      dryWeight: planning.get(slot.patientId)?.dryWeight?.kg ?? null,
      consentsLacking: [...(planning.get(slot.patientId)?.consentsLacking ?? [])],
      falls: session?.sections.before?.fields.falls === 'high',
      events: own.filter(({ kind }) => kind === 'event').length,
    };
  };
  return {
    date,
    now: ctx.clock.now().getTime(),
    readingGrace: limits.readingGraceMinutes,
    shifts: shifts.map(({ shiftId, name, startTime, endTime }) => ({ shiftId, name, startTime, endTime })),
    cards: slots.map(cardOf),
  };
}
