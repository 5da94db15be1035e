import { afterAll, beforeAll } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { machineContract } from '../../contract/machine.contract.ts';
import { disinfectionContract, roomContract, stationContract } from '../../contract/records.ts';
import schedule from '../index.ts';
import { disinfectionTable, machineTable, roomTable, stationTable } from '../tables/place.tables.ts';

const by = staff();
const outsider = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });
const ID = 'dialysis-schedule';
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ [ID]: schedule as never });
});
afterAll(() => host.close());

let made = 0;
const id = ({ id: of }: { readonly id: string }): string => of;
const addRoom = async (user = by) => {
  made += 1;
  return id(await host.call(ID, roomContract.routes.create, { user, body: { fullName: `SIM 室${made}`, enCode: `SIMR${made}` } }));
};
const addStation = async (user = by) => {
  const roomId = await addRoom(user);
  return id(await host.call(ID, stationContract.routes.create, { user, body: { enCode: `SIMS${made}`, roomId, zone: 'A' } }));
};
const addMachine = async (user = by) => {
  made += 1;
  return id(await host.call(ID, machineContract.routes.create, { user, body: { enCode: `SIMM${made}`, modes: ['HD'] } }));
};
const removed = (contract: typeof roomContract | typeof stationContract | typeof machineContract) => (of: string) =>
  host.call(ID, contract.routes.remove as typeof roomContract.routes.remove, { user: by, params: { id: of } });
const turned = (contract: typeof roomContract | typeof stationContract) => (of: string) =>
  host.call(ID, contract.routes.state as typeof roomContract.routes.state, { user: by, params: { id: of } });
const suite = { host: () => host, by, outsider };
const EARLIER = Date.parse('2026-01-01T00:00:00Z');

recordSuite(roomContract, { ...suite, unique: ['enCode'] });
recordSuite(stationContract, {
  ...suite,
  unique: ['enCode'],
  related: { roomId: { make: addRoom, foreign: () => addRoom(outsider), remove: removed(roomContract), disable: turned(roomContract) } },
});
recordSuite(machineContract, {
  ...suite,
  unique: ['enCode'],
  given: { zone: '', modes: ['HD'] },
  readByCode: ['zone'],
  // At a station stands one machine: another one takes its place.
  related: {
    stationId: { make: addStation, foreign: () => addStation(outsider), remove: removed(stationContract), disable: turned(stationContract), dependent: true },
  },
});
recordSuite(disinfectionContract, {
  ...suite,
  unique: [],
  given: { kind: 'citric', residue: 'none', startedAt: EARLIER, endedAt: EARLIER + 1_800_000 },
  readByCode: ['startedAt', 'endedAt', 'kind', 'residue'],
  rowsStayIn: 'dialysis_schedule.disinfection',
  related: { machineId: { make: addMachine, foreign: () => addMachine(outsider), remove: removed(machineContract) } },
});

recordStaticSuite(roomContract, { host: () => host, table: roomTable });
recordStaticSuite(stationContract, { host: () => host, table: stationTable });
recordStaticSuite(machineContract, { host: () => host, table: machineTable, takenOver: ['stationId'] });
recordStaticSuite(disinfectionContract, { host: () => host, table: disinfectionTable });
