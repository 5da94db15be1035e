import type { Board, BoardSlot, BoardStation } from '../../contract/board.schema.ts';

export const DAY = '2026-03-02';
const SHIFTS = [
  ['early', '上午班', '07:30', '11:30'],
  ['noon', '下午班', '12:30', '16:30'],
  ['late', '晚班', '17:30', '21:30'],
] as const;

export const boardStation = (code: string, over: Partial<BoardStation> = {}): BoardStation => ({
  ...{ stationId: code, orgId: 'org-1', roomId: 'r1', roomName: '透析一室', code, zone: 'A', enabled: true, modes: ['HD'] },
  machine: { machineId: `m-${code}`, code: `SIM-${code}`, state: 'ready' },
  ...over,
});

export const boardSlot = (n: number, stationId: string, over: Partial<BoardSlot> = {}): BoardSlot => ({
  ...{
    slotId: `x${n}`,
    date: DAY,
    shiftId: 'early',
    stationId,
    patientId: `p${n}`,
    patientName: `测试${n}`,
    dialysisNo: `HD${n}`,
    zone: 'A',
    mode: 'HD',
    ownMode: false,
  },
  ...{ origin: 'pattern', state: 'planned', reason: '', zoneReason: '', byName: '', atTime: 0, transient: false, conflicts: [], version: 1 },
  ...over,
});

export const boardOf = (slots: readonly BoardSlot[], over: Partial<Board> = {}): Board => ({
  shifts: SHIFTS.map(([shiftId, name, startTime, endTime], at) => ({ shiftId, orgId: 'org-1', name, startTime, endTime, last: at === 2 })),
  stations: [boardStation('A01'), boardStation('A02'), boardStation('B01', { zone: 'B' })],
  slots: [...slots],
  hidden: [],
  closures: [],
  loads: [],
  ...over,
});
