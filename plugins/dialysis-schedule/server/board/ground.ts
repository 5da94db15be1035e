import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { DialysisMode } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { ShiftFacts, StationFacts } from '../../contract/index.ts';
import { publicNamesOf } from '../../domain/rules/public-name.ts';
import { machineTable, roomTable, stationTable } from '../tables/place.tables.ts';
import type { WorkCtx } from '../tables/tables.ts';

/** Shifts of facilities; the latest start of each is its last one. */
export async function shiftsOf(ctx: WorkCtx, orgIds: readonly OrgId[], language?: Language): Promise<readonly ShiftFacts[]> {
  const shifts = await ctx.service(patientDirectory).shifts(orgIds, language);
  const lastOf = new Map<string, string>();
  for (const { orgId, shiftId } of shifts) lastOf.set(orgId, shiftId);
  return shifts.map((shift) => ({ ...shift, last: lastOf.get(shift.orgId) === shift.shiftId }));
}

/** Stations of facilities with the machine that stands there, in the order in which rooms are walked. */
export async function stationsOf(ctx: WorkCtx, orgIds: readonly OrgId[]): Promise<readonly StationFacts[]> {
  if (orgIds.length === 0) return [];
  const stations = await stationTable
    .everywhere(ctx, 'stations of organisations that the caller was asked for, shown to whoever sees the board', 's')
    .where('s.orgId', 'in', [...orgIds])
    .orderBy('s.sortCode')
    .orderBy('s.enCode')
    .execute();
  const rooms = await roomTable
    .everywhere(ctx, 'rooms of these stations', 'r')
    .where('r.orgId', 'in', [...orgIds])
    .execute();
  const machines = await machineTable
    .everywhere(ctx, 'machines at these stations', 'm')
    .where('m.orgId', 'in', [...orgIds])
    .where('m.stationId', 'is not', null)
    .execute();
  const roomOf = new Map(rooms.map((room) => [room.id, room]));
  const machineAt = new Map(machines.map((machine) => [machine.stationId, machine]));
  const publicNames = publicNamesOf(stations);
  return stations.map((station): StationFacts => {
    const room = roomOf.get(station.roomId);
    const machine = machineAt.get(station.id);
    return {
      stationId: station.id,
      orgId: station.orgId,
      roomId: station.roomId,
      roomName: room?.fullName ?? '',
      code: station.enCode,
      publicName: publicNames.get(station.id) ?? '',
      zone: station.zone,
      sortCode: station.sortCode,
      enabled: station.enabled && room?.enabled === true,
      modes: machine && machine.state !== 'retired' ? (machine.modes as readonly DialysisMode[]) : [],
      machine: machine ? { machineId: machine.id, code: machine.enCode, state: machine.state, disinfectedAt: machine.disinfectedAt?.getTime() ?? null } : null,
    };
  });
}
