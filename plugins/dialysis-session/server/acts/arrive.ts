import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { dialysisBoard, type SlotFacts } from '../../../dialysis-schedule/contract/index.ts';
import { TODAY_MENU } from '../../contract/limits.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { around, factsOf } from '../reading/around.ts';
import { seenPatients, seenPlaces } from '../reading/visible.ts';
import { actOn, actOnSlot, assertMay, type Done, type Sent } from './act.ts';

/** Whether the caller's data rights show this place and whoever lies there. */
async function isSeen(ctx: Ctx, { slotId, orgId, shiftId, stationId, patientId }: SlotFacts): Promise<boolean> {
  const zone = (await ctx.service(dialysisBoard).stations([orgId])).find((station) => station.stationId === stationId)?.zone ?? '';
  const places = await seenPlaces(ctx, dataRights(ctx, TODAY_MENU), [{ slotId, orgId, shiftId, zone }]);
  return places.has(slotId) && (await seenPatients(ctx, [patientId]))?.has(patientId) !== false;
}

async function lockedSlot(ctx: Ctx, slotId: string): Promise<SlotFacts> {
  const slot = await ctx.service(dialysisBoard).lockSlot(slotId, ctx.user.orgIds);
  if (!slot || !(await isSeen(ctx, slot))) throw new AppError('dialysis-session.slot-not-found', { code: EnvelopeCode.NotFound });
  return slot;
}

/** The treatment of a slot: one that was begun and taken back, or a new one. The slot is locked. */
async function sessionOf(ctx: Ctx, slot: SlotFacts): Promise<SessionStored> {
  const found = await sessionTable
    .everywhere(ctx, 'the treatment of a place that is locked, and seen', 's')
    .where('s.slotId', '=', slot.slotId)
    .forUpdate()
    .executeTakeFirst();
  const [station, facts] = [
    (await ctx.service(dialysisBoard).stations([slot.orgId])).find(({ stationId }) => stationId === slot.stationId),
    (await ctx.service(dialysisDirectory).planning([slot.patientId], [slot.orgId], slot.date)).get(slot.patientId),
  ];
  // The board may have moved it while nobody was treated.
  const place = {
    ...{ day: slot.date, shiftId: slot.shiftId, stationId: slot.stationId, stationCode: station?.code ?? '', patientId: slot.patientId },
    ...{ zone: station?.zone ?? '', origin: slot.origin, mode: slot.mode ?? facts?.mode ?? 'HD' },
  };
  if (found) return found.state === 0 ? await sessionTable.update(ctx, found, place) : found;
  return await sessionTable.insert(ctx, {
    ...{ orgId: slot.orgId, slotId: slot.slotId, ...place, machineId: null, state: 0 as const },
    ...{ arrivedAt: null, confirmedAt: null, doctorId: '', doctorName: '', doctorNo: '', check1At: null, check1By: '', startedAt: null },
    ...{ check2At: null, check2By: '', endedAt: null, closedAt: null, lastReadingAt: null, plan: null, sections: {} },
    ...{ preWeight: null, postWeight: null, ufVolume: null, minutes: null, prescriptionId: '', prescriptionNo: '' },
    ...{ systolicBefore: null, diastolicBefore: null, systolicAfter: null, diastolicAfter: null },
  });
}

/** A patient has come. */
export const checkIn = (ctx: Ctx, body: Sent & { readonly slotId: string; readonly method: string }): Promise<ActReply> =>
  actOnSlot(ctx, body.slotId, 'checkIn', body, { method: body.method }, async (time) => {
    const slot = await lockedSlot(ctx, body.slotId);
    const session = await sessionOf(ctx, slot);
    assertMay(ctx, 'checkIn', factsOf(ctx, session, await around(ctx, session)));
    await ctx.service(dialysisBoard).moveSlot(slot, 'arrived');
    const arrival = { version: 1, fields: { method: body.method }, byId: ctx.user.userId, byName: ctx.user.userName, at: time.at };
    const done: Done = { patch: { state: 1, arrivedAt: new Date(time.at), sections: { ...session.sections, arrival } }, content: { method: body.method } };
    return { session, done };
  });

/** A planned treatment does not take place. */
export const miss = (ctx: Ctx, body: Sent & { readonly slotId: string; readonly what: 'absent' | 'cancel'; readonly reason: string }): Promise<ActReply> =>
  actOnSlot(ctx, body.slotId, body.what, body, { reason: body.reason }, async () => {
    const slot = await lockedSlot(ctx, body.slotId);
    const session = await sessionOf(ctx, slot);
    assertMay(ctx, body.what, factsOf(ctx, session, await around(ctx, session)));
    await ctx.service(dialysisBoard).moveSlot(slot, body.what === 'absent' ? 'absent' : 'cancelled', body.reason);
    return { session, done: { patch: { state: body.what === 'absent' ? 9 : 8 }, content: { reason: body.reason } } };
  });

export const undoCheckIn = (ctx: Ctx, id: string, body: Sent & { readonly reason: string }): Promise<ActReply> =>
  actOn(ctx, id, 'undoCheckIn', body, { reason: body.reason }, async ({ session, around: of }) => {
    assertMay(ctx, 'undoCheckIn', factsOf(ctx, session, of));
    await moveSlotOf(ctx, session, 'planned', body.reason);
    return { patch: { state: 0, arrivedAt: null }, content: { reason: body.reason } };
  });

/** Moves the slot of a treatment; one that stands so already, or is gone, stays. */
export async function moveSlotOf(ctx: Ctx, session: SessionStored, to: SlotFacts['state'], reason?: string): Promise<void> {
  const board = ctx.service(dialysisBoard);
  const slot = await board.lockSlot(session.slotId, [session.orgId]);
  if (slot && slot.state !== to) await board.moveSlot(slot, to, reason);
}
