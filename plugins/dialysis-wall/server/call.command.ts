import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights } from '@nephra/plugin-sdk/server';
import { dialysisBoard } from '../../dialysis-schedule/contract/index.ts';
import { patientDirectory } from '../../patient/contract/index.ts';
import { type CallPlace, SAME_CALL_MS } from '../contract/limits.ts';
import { wallFrames } from '../contract/wall.frames.ts';
import type { Callable } from '../contract/wall.schema.ts';
import { openCalls } from './calls.query.ts';
import { todayOf } from './day.query.ts';
import { callTable, type Ctx } from './tables/call.table.ts';

const refused = (key: string, code: EnvelopeCode = EnvelopeCode.Conflict) => new AppError(`dialysis-wall.${key}`, { code });
const told = ({ socket, user }: Ctx) => socket.push({ organisation: user.orgId }, wallFrames, 'dialysisWallCalled', { orgId: user.orgId });
const STATE = { 0: 'planned', 1: 'waiting', 2: 'ready' } as const;
const isOpen = (state: number): state is keyof typeof STATE => state in STATE;

/** Patients of today who are not at a machine yet and whose files the caller may see. */
export async function callablePeople(ctx: Ctx): Promise<Callable[]> {
  const { orgId } = ctx.user;
  const { date, places } = await todayOf(ctx);
  const calls = await openCalls(ctx, date);
  const open = places.filter(({ state }) => isOpen(state));
  const patients = ctx.service(patientDirectory);
  const ids = [...new Set(open.map(({ slot }) => slot.patientId))];
  const visible = (await patients.rowFilter([orgId], dataRights(ctx, 'his.patient'))?.among(ids)) ?? new Set(ids);
  const files = new Map((await patients.list([...visible], [orgId])).map((row) => [row.patientId, row]));
  return open.flatMap(({ slot, state, station, shift }): Callable[] => {
    const file = files.get(slot.patientId);
    if (!file || !isOpen(state)) return [];
    const call = calls.get(slot.slotId);
    return [
      {
        ...{ slotId: slot.slotId, patientName: file.patientName, dialysisNo: file.dialysis?.dialysisNo ?? '', state: STATE[state] },
        ...{ stationCode: station?.code ?? '', publicName: station?.publicName ?? '', shiftId: slot.shiftId, shiftName: shift?.name ?? '' },
        call: call ? { callId: call.id, place: call.place, calledAt: call.calledAt.getTime(), byName: call.byName } : null,
      },
    ];
  });
}

/** Calls somebody. Two who press at once call once. */
export async function callPatient(ctx: Ctx, slotId: string, place: CallPlace): Promise<{ callId: string; calledAt: number }> {
  const { orgId, userId, userName } = ctx.user;
  const slot = await ctx.service(dialysisBoard).lockSlot(slotId, [orgId]);
  const date = ctx.clock.today();
  if (!slot || slot.date !== date) throw refused('no-such-place', EnvelopeCode.NotFound);
  const seen = await ctx.service(patientDirectory).get(slot.patientId, [orgId], dataRights(ctx, 'his.patient'));
  if (!seen) throw refused('no-such-place', EnvelopeCode.NotFound);
  if (slot.state !== 'planned' && slot.state !== 'arrived') throw refused('not-waiting');
  const last = (await openCalls(ctx, date)).get(slotId);
  const now = ctx.clock.now();
  if (last?.place === place && Math.abs(now.getTime() - last.calledAt.getTime()) < SAME_CALL_MS) {
    ctx.audit({ subject: 'dialysis-call', subjectId: last.id, patientId: slot.patientId });
    return { callId: last.id, calledAt: last.calledAt.getTime() };
  }
  const row = await callTable.insert(ctx, {
    ...{ orgId, day: date, slotId, patientId: slot.patientId, place, calledAt: now, withdrawnAt: null, byId: userId, byName: userName },
  });
  ctx.audit({ subject: 'dialysis-call', subjectId: row.id, patientId: slot.patientId, after: { place } });
  ctx.message('called');
  await told(ctx);
  return { callId: row.id, calledAt: now.getTime() };
}

/** Nobody is called any more. */
export async function withdrawCall(ctx: Ctx, id: string): Promise<{ callId: string }> {
  const row = await callTable.lock(ctx, id);
  ctx.audit({ subject: 'dialysis-call', subjectId: id, patientId: row.patientId });
  if (row.withdrawnAt !== null) return { callId: id };
  await callTable.update(ctx, row, { withdrawnAt: ctx.clock.now() });
  await told(ctx);
  return { callId: id };
}
