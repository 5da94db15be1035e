import type { ActReply, StationCard, TodayReply, WholeSession } from '../../contract/session.schema.ts';
import { SESSION_ACTS } from '../../contract/states.ts';

export const NOW = Date.parse('2026-03-02T02:00:00Z');

export const cardOf = (over: Partial<StationCard> = {}): StationCard => ({
  ...{ slotId: 'slot-1', sessionId: 's1', stationId: 'S1', stationCode: 'A01', zone: 'A', roomName: '透析一区', shiftId: 'early', patientId: 'pat-1' },
  ...{
    patientName: 'SIM 张三',
    patientCode: 'MZ0001',
    mode: 'HD',
    state: 3,
    origin: 'pattern',
    machineState: 'in-use',
    confirmed: true,
    checked1: true,
    checked2: false,
  },
  ...{ startedAt: NOW - 3_600_000, minutes: 240, readingDueAt: NOW - 60_000, check2DueAt: NOW - 1_800_000, pressure: '130/80', pressureOff: false },
  ...{ ufDone: 500, ufTarget: 2000, allergy: false, falls: false, events: 0, consentsLacking: [] },
  ...over,
});

export const todayOf = (...cards: readonly StationCard[]): TodayReply => ({
  ...{ date: '2026-03-02', now: NOW, readingGrace: 10 },
  shifts: [{ shiftId: 'early', name: '上午班', startTime: '07:00', endTime: '12:00' }],
  cards: [...cards],
});

export const wholeOf = (over: Partial<WholeSession> = {}): WholeSession => ({
  ...{ id: 's1', version: 5, orgId: 'org-gz', date: '2026-03-02', shiftId: 'early', shiftName: '上午班', stationId: 'S1', stationCode: 'A01', zone: 'A' },
  ...{ machineCode: 'M01', machineState: 'in-use', origin: 'pattern', mode: 'HD', state: 3 },
  patient: { patientId: 'pat-1', name: 'SIM 张三', sex: 1, age: 60, code: 'MZ0001', allergies: [] },
  ...{ arrivedAt: NOW - 5_400_000, confirmedAt: NOW - 4_000_000, doctorName: '林医生', check1At: NOW - 3_700_000, startedAt: NOW - 3_600_000 },
  ...{ check2At: NOW - 3_000_000, endedAt: null, closedAt: null, check1By: '护士甲', check2By: '护士乙' },
  plan: null,
  standing: null,
  access: null,
  ...{
    dryWeight: 60,
    dryWeightOverdue: false,
    consentsLacking: [],
    lastPostWeight: 60.2,
    preWeight: 63,
    postWeight: null,
    gain: 2.8,
    ufByWeight: 3000,
    ufRate: 8.3,
  },
  ...{ ufRateWarn: 10, ufRateHigh: 13, systolicLow: 90, systolicHigh: 200, readingDueAt: NOW - 60_000, readingEvery: 60, readingGrace: 10, check2DueAt: null },
  sections: {},
  entries: [],
  orders: [],
  guards: Object.fromEntries(SESSION_ACTS.map((act) => [act, []])),
  ...{ prescriptionId: '', prescriptionNo: '', now: NOW },
  ...over,
});

export const replyOf = (session: WholeSession, over: Partial<ActReply> = {}): ActReply => ({
  session,
  repeated: false,
  clockOff: null,
  conflicts: [],
  ...over,
});
