import { toPage } from '@nephra/plugin-sdk/contract';
import { relatedContract } from '@nephra/plugin-sdk/record';
import { type FakeWebContext, recordRow } from '@nephra/plugin-sdk/testing';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { machineContract } from '../../contract/machine.contract.ts';
import { disinfection, disinfectionContract, machine, room, roomContract, station, stationContract } from '../../contract/records.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page as DisinfectionPage } from './disinfection.page.tsx';
import { Page as MachinePage } from './machine.page.tsx';
import { Page as RoomPage } from './room.page.tsx';
import { Page as StationPage } from './station.page.tsx';

/** What a relation may name is there. */
const naming =
  (contract: Parameters<typeof relatedContract>[0], fullName: string) =>
  ({ http }: FakeWebContext): void =>
    http.answer(relatedContract(contract).routes.related, toPage([{ id: 'to-1', fullName, enCode: fullName, enabledMark: 1 }], 1, {}) as never);

recordScreens(roomContract, {
  Page: RoomPage,
  row: { ...recordRow(room, { fullName: 'SIM 一室', enCode: 'SIM.R1' }) },
  texts,
  typed: { fullName: 'SIM 二室', enCode: 'SIM.R2' },
});
recordScreens(stationContract, {
  Page: StationPage,
  row: { ...recordRow(station, { enCode: 'SIM-A01', roomId: 'to-1', machineCode: 'SIM.M1' }) },
  texts,
  answer: naming(station, 'SIM 一室'),
  typed: { enCode: 'SIM-A02' },
  drafted: { roomId: 'to-1' },
});
recordScreens(machineContract, {
  Page: MachinePage,
  row: { ...recordRow(machine, { enCode: 'SIM.M1', modes: ['HD'], state: 'ready', stationId: 'to-1' }) },
  texts,
  answer: naming(machine, 'SIM-A01'),
  typed: { enCode: 'SIM.M2' },
  drafted: { modes: ['HD'] },
});
recordScreens(disinfectionContract, {
  Page: DisinfectionPage,
  row: {
    ...recordRow(disinfection, {
      ...{
        machineId: 'to-1',
        kind: 'heat',
        agent: 'SIM 柠檬酸',
        startedAt: 1_772_416_800_000,
        endedAt: 1_772_418_600_000,
        residue: 'passed',
        byName: 'SIM 工程师',
      },
    }),
  },
  texts,
  answer: naming(disinfection, 'SIM.M1'),
  typed: { agent: 'SIM 次氯酸' },
  drafted: { machineId: 'to-1', kind: 'chemical', startedAt: 1_772_416_800_000, endedAt: 1_772_418_600_000, residue: 'passed' },
});
