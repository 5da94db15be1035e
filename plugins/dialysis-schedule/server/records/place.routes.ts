import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { serveRecord } from '@nephra/plugin-sdk/server';
import { machineContract } from '../../contract/machine.contract.ts';
import { disinfectionContract, roomContract, stationContract } from '../../contract/records.ts';
import { sql } from 'kysely';
import { isOfEarlierUse, mayMachineMove } from '../../domain/rules/states.ts';
import { tellChanged } from '../board/slot-rows.ts';
import { disinfectionTable, machineTable, roomTable, stationTable } from '../tables/place.tables.ts';
import { slotTable } from '../tables/plan.tables.ts';
import type { Ctx, ScheduleDb } from '../tables/tables.ts';

const refused = (key: string, params: Record<string, string | number> = {}, field = '') =>
  new AppError(`dialysis-schedule.${key}`, { code: EnvelopeCode.Invalid, params, ...(field !== '' && { fields: [{ path: field, msg: '' }] }) });
const told = (ctx: Ctx, orgId: typeof ctx.user.orgId) => tellChanged(ctx, orgId, [ctx.clock.today()]);

export const roomRoutes = serveRecord<ScheduleDb>()(roomContract, roomTable, { after: (ctx, _change, row) => told(ctx, row.orgId) });

export const stationRoutes = serveRecord<ScheduleDb>()(stationContract, stationTable, {
  needs: ['enCode', 'zone', 'roomId'],
  async shown(ctx, rows) {
    const ids = rows.map(({ id }) => id);
    const machines = ids.length === 0 ? [] : await machineTable.select(ctx, 'm').where('m.stationId', 'in', ids).execute();
    const at = new Map(machines.map(({ stationId, enCode }) => [stationId, enCode]));
    return rows.map(({ id }) => ({ machineCode: at.get(id) ?? '' }));
  },
  /** Somebody who is planned there would lie nowhere. */
  async check(ctx, { act, before }) {
    if (act !== 'remove' || !before) return;
    const used = await slotTable
      .everywhere(ctx, 'whether anybody ever lay at a station that is to be deleted', 's')
      .where('s.stationId', '=', before.id)
      .limit(1)
      .executeTakeFirst();
    if (used) throw refused('station-used', { name: before.enCode });
  },
  async after(ctx, { before }, row) {
    if (before && before.zone !== row.zone)
      // rows: places at the station that was just changed, seen or not; nobody wrote in them, so their version stays
      await ctx.db.updateTable('dialysis_schedule.slot').set({ zone: row.zone }).where('station_id', '=', row.id).execute();
    await told(ctx, row.orgId);
  },
});

/**
 * Whoever writes machines of a facility, or what was done to them, waits for the one before: a machine that is named is held for reading and then changed,
 * which two at once could never finish, and of two that are put at one station the second takes the first one's place.
 */
const oneAfterAnother = async ({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dialysis-machines ${user.orgId}`}, 0))`.execute(db);
};

export const machineRoutes = serveRecord<ScheduleDb>()(machineContract, machineTable, {
  allow: oneAfterAnother,
  needs: ['enCode', 'modes', 'stationId'],
  initial: () => ({ state: 'to-disinfect', reason: '', sessionId: '', disinfectedAt: null, usedAt: null }),
  shown: async (_ctx, rows) =>
    rows.map(({ state, disinfectedAt, usedAt }) => ({ state, disinfectedTime: disinfectedAt?.getTime() ?? 0, usedTime: usedAt?.getTime() ?? 0 })),
  async check(ctx, { act, before, after }) {
    if (before?.state === 'in-use' && (act === 'remove' || after?.stationId !== before.stationId)) throw refused('machine-in-use', { machine: before.enCode });
    if (!after?.stationId) return;
    if (after.zone !== '') await assertZone(ctx, after.stationId, after);
    if (after.stationId !== before?.stationId) await makeRoom(ctx, after.stationId);
  },
  after: (ctx, _change, row) => told(ctx, row.orgId),
  more: {
    back: ({ params, body }, ctx) => turnMachine(ctx, params.id, body.version, 'to-disinfect', ''),
    out: ({ params, body }, ctx) => turnMachine(ctx, params.id, body.version, body.state, body.reason.trim()),
  },
});

/** @throws AppError `machine-zone` */
async function assertZone(ctx: Ctx, stationId: string, { enCode, zone }: { readonly enCode: string; readonly zone: string }): Promise<void> {
  const station = await stationTable.one(ctx, stationId);
  if (station.zone !== zone) throw refused('machine-zone', { machine: enCode, zone, station: station.enCode }, 'stationId');
}

/** The machine that stands there becomes a spare one, so that a swap is one act; one in use stays. */
async function makeRoom(ctx: Ctx, stationId: string): Promise<void> {
  const there = await machineTable.select(ctx, 'm').where('m.stationId', '=', stationId).executeTakeFirst();
  if (!there) return;
  const machine = await machineTable.lock(ctx, there.id);
  if (machine.state === 'in-use') throw refused('machine-in-use', { machine: machine.enCode }, 'stationId');
  await machineTable.update(ctx, machine, { stationId: null });
  ctx.audit({ subject: 'dialysis-machine', subjectId: machine.id, before: { stationId }, after: { stationId: null } });
}

async function turnMachine(ctx: Ctx, id: string, version: number, state: 'to-disinfect' | 'fault' | 'maintenance' | 'retired', reason: string) {
  const row = await machineTable.lock(ctx, id);
  if (row.state === state && row.reason === reason) return { id, version: row.version };
  if (row.version !== version) throw new AppError('dialysis-schedule.stale', { code: EnvelopeCode.Conflict, params: { name: row.enCode } });
  if (row.state === 'in-use') throw refused('machine-in-use', { machine: row.enCode });
  if (row.state !== state && !mayMachineMove(row.state, state)) throw refused('machine-move', { machine: row.enCode });
  const after = await machineTable.update(ctx, row, { state, reason });
  ctx.audit({ subject: 'dialysis-machine', subjectId: id, before: { state: row.state, reason: row.reason }, after: { state, reason } });
  await told(ctx, row.orgId);
  return { id, version: after.version };
}

export const disinfectionRoutes = serveRecord<ScheduleDb>()(disinfectionContract, disinfectionTable, {
  allow: oneAfterAnother,
  needs: ['machineId', 'kind', 'startedAt', 'endedAt', 'residue'],
  initial: ({ user }) => ({ byId: user.userId, byName: user.userName }),
  shown: async (_ctx, rows) => rows.map(({ byName }) => ({ byName })),
  async check(ctx, { after }) {
    if (!after) return;
    const { startedAt, endedAt } = after;
    if (!startedAt || !endedAt || endedAt <= startedAt) throw refused('disinfection-times', {}, 'endedAt');
    if (endedAt.getTime() > ctx.clock.now().getTime()) throw refused('disinfection-future', {}, 'endedAt');
    if (after.kind === 'chemical' && after.residue === 'none') throw refused('disinfection-residue', {}, 'residue');
    const machine = await machineTable.lock(ctx, after.machineId ?? '');
    if (machine.state === 'in-use') throw refused('machine-in-use', { machine: machine.enCode }, 'machineId');
  },
  /** The outside alone makes no machine ready, nor does what was done before its last treatment; with residue it is done again. */
  async after(ctx, { after }, row) {
    const machine = await machineTable.lock(ctx, row.machineId ?? '');
    if (!after || after.kind === 'surface' || !row.endedAt || !row.startedAt) return;
    if (machine.usedAt !== null && isOfEarlierUse(row.startedAt.getTime(), machine.usedAt.getTime())) return;
    if (row.residue === 'failed')
      await machineTable.update(ctx, machine, machine.state === 'ready' || machine.state === 'disinfecting' ? { state: 'to-disinfect' } : {});
    else if (machine.state === 'to-disinfect' || machine.state === 'disinfecting' || machine.state === 'ready')
      await machineTable.update(ctx, machine, { state: 'ready', disinfectedAt: row.endedAt });
    await told(ctx, machine.orgId);
  },
});
