import { AppError, EnvelopeCode, formatInstant, type OrgId } from '@nephra/plugin-sdk/contract';
import type { DialysisBoard, MachineState, SlotFacts } from '../../contract/index.ts';
import { isFree } from '../../domain/rules/conflicts.ts';
import { maySlotMove } from '../../domain/rules/states.ts';
import { machineTable, type MachineStored, stationTable } from '../tables/place.tables.ts';
import { slotTable } from '../tables/plan.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { assertPlace } from './assert-place.ts';
import { shiftsOf, stationsOf } from './ground.ts';
import { factsOfSlot, lockDays, tellChanged, zoneAt } from './slot-rows.ts';

const refused = (key: string, params: Record<string, string | number> = {}, code: EnvelopeCode = EnvelopeCode.Conflict) =>
  new AppError(`dialysis-schedule.${key}`, { code, params });

/** The row, kept from other writers until the commit. */
async function lockedMachine(ctx: WorkCtx, orgId: OrgId, by: { readonly id: string } | { readonly stationId: string }): Promise<MachineStored | undefined> {
  const rows = machineTable.everywhere(ctx, 'the machine of a treatment of this organisation', 'm').where('m.orgId', '=', orgId);
  const [found] = await ('id' in by ? rows.where('m.id', '=', by.id) : rows.where('m.stationId', '=', by.stationId)).execute();
  if (!found) return undefined;
  // rows: the machine that was just found
  await ctx.db.selectFrom('dialysis_schedule.machine').select('id').where('id', '=', found.id).forNoKeyUpdate().execute();
  const [locked] = await machineTable.everywhere(ctx, 'the same machine under its lock', 'm').where('m.id', '=', found.id).execute();
  return locked;
}

/** Why a machine is not taken, each with what to do. */
const NOT_READY: Readonly<Record<Exclude<MachineState, 'ready'>, string>> = {
  'in-use': 'machine-in-use',
  'to-disinfect': 'machine-to-disinfect',
  disinfecting: 'machine-disinfecting',
  fault: 'machine-out',
  maintenance: 'machine-out',
  retired: 'machine-out',
};

/** The board for whoever treats (`dialysis-schedule.board@1`). */
export function dialysisBoardOf(ctx: WorkCtx): DialysisBoard {
  return {
    shifts: (orgIds, language) => shiftsOf(ctx, orgIds, language),
    stations: (orgIds) => stationsOf(ctx, orgIds),

    async slots({ orgIds, date, shiftId, patientIds }) {
      if (orgIds.length === 0 || patientIds?.length === 0) return [];
      let query = slotTable
        .everywhere(ctx, 'places of organisations that the asking plugin has checked', 's')
        .where('s.orgId', 'in', [...orgIds])
        .where('s.date', '=', date)
        .where('s.state', '<>', 'cancelled');
      if (shiftId !== undefined) query = query.where('s.shiftId', '=', shiftId);
      if (patientIds) query = query.where('s.patientId', 'in', [...patientIds]);
      const rows = await query.execute();
      const shifts = new Map((await shiftsOf(ctx, orgIds)).map((shift, at) => [shift.shiftId, at]));
      const stations = new Map((await stationsOf(ctx, orgIds)).map((station, at) => [station.stationId, at]));
      const rank = (slot: SlotFacts): number => (shifts.get(slot.shiftId) ?? 0) * 10_000 + (stations.get(slot.stationId) ?? 0);
      return rows.map(factsOfSlot).toSorted((one, other) => rank(one) - rank(other) || (one.slotId < other.slotId ? -1 : 1));
    },

    async lockSlot(slotId, orgIds) {
      if (orgIds.length === 0) return undefined;
      // rows: locked by its id within the organisations that the asking plugin has checked
      const locked = await ctx.db
        .selectFrom('dialysis_schedule.slot')
        .select('id')
        .where('id', '=', slotId)
        .where('org_id', 'in', [...orgIds])
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!locked) return undefined;
      const [row] = await slotTable.everywhere(ctx, 'the place that was just locked', 's').where('s.id', '=', slotId).execute();
      return row && factsOfSlot(row);
    },

    async moveSlot(slot, to, reason = '') {
      if (slot.state === to) return slot;
      if (!maySlotMove(slot.state, to)) throw refused('slot-move', { from: slot.state, to });
      const [row] = await slotTable.everywhere(ctx, 'the place that the caller has locked', 's').where('s.id', '=', slot.slotId).execute();
      if (!row) throw refused('slot-not-found', {}, EnvelopeCode.NotFound);
      if (row.version !== slot.version) throw refused('slot-changed', { by: row.byName });
      // Out of the way it left the place free, and somebody else may lie there now.
      if (isFree(row.state) && !isFree(to)) await lockDays(ctx, row.orgId, [row.date]);
      const after = await slotTable.update(ctx, row, { state: to, held: true, ...(reason !== '' && { reason: reason.slice(0, 200) }) });
      await tellChanged(ctx, row.orgId, [row.date], [after]);
      return factsOfSlot(after);
    },

    async addSlot({ orgId, date, shiftId, stationId, patientId, origin, mode }) {
      await lockDays(ctx, orgId, [date]);
      const slot = { slotId: '', date, shiftId, stationId, patientId, mode, origin, state: 'planned', zoneOverridden: false } as const;
      await assertPlace(ctx, orgId, slot);
      const row = await slotTable.insert(ctx, {
        ...{ orgId, date, shiftId, stationId, zone: await zoneAt(ctx, stationId), patientId, patternId: '', origin, mode, state: 'planned', held: true },
        ...{ homeDay: null, homeShiftId: '', homeStationId: '', reason: '', zoneReason: '', byId: '', byName: '' },
      });
      await tellChanged(ctx, orgId, [date], [row]);
      return factsOfSlot(row);
    },

    async takeMachine(stationId, orgId, sessionId) {
      const machine = await lockedMachine(ctx, orgId, { stationId });
      const [station] = await stationTable
        .everywhere(ctx, 'the station of a treatment', 's')
        .where('s.id', '=', stationId)
        .where('s.orgId', '=', orgId)
        .execute();
      if (!machine) throw refused('no-machine', { station: station?.enCode ?? '' });
      if (machine.state === 'in-use' && machine.sessionId === sessionId) return machine.id;
      if (machine.state !== 'ready') {
        const at = machine.disinfectedAt ? formatInstant(machine.disinfectedAt.getTime(), 'MM-dd HH:mm') : '–';
        // text: one of `NOT_READY`
        throw refused(NOT_READY[machine.state], { machine: machine.enCode, reason: machine.reason, at });
      }
      await machineTable.update(ctx, machine, { state: 'in-use', sessionId });
      await tellChanged(ctx, orgId, [ctx.clock.today()]);
      return machine.id;
    },

    async releaseMachine(machineId, orgId, sessionId, how) {
      const machine = await lockedMachine(ctx, orgId, { id: machineId });
      // Released already, or taken by another treatment since: nothing is done twice.
      if (machine?.state !== 'in-use' || machine.sessionId !== sessionId) return;
      await machineTable.update(ctx, machine, {
        sessionId: '',
        ...(how === 'unused' ? { state: 'ready' } : { state: 'to-disinfect', usedAt: ctx.clock.now() }),
      });
      await tellChanged(ctx, orgId, [ctx.clock.today()]);
    },
  };
}
