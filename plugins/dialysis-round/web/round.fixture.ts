import type { PrescriptionFacts } from '../../dialysis-file/contract/index.ts';
import type { RoundPatient, RoundRow, WaitingItem, WorklistReply } from '../contract/round.schema.ts';

export const NOW = Date.parse('2026-03-02T02:00:00Z');

export const PRESCRIPTION: PrescriptionFacts = {
  ...{ prescriptionId: 'rx-1', versionNo: 1, mode: 'HD', minutes: 240, bloodFlow: 250, dialysateFlow: 500, sodium: 138, potassium: 2, calcium: 1.5 },
  ...{ bicarbonate: 32, glucose: 5.5, temperature: 36.5, sodiumProfile: 'fixed', dialyserId: null, dialyserName: 'F6', perfusorId: null, perfusorName: '' },
  ...{ substitution: null, ufTarget: null, isolatedFirst: null, remark: '', signedById: 'user-doctor', signedByName: '林医生', signedAt: 0 },
  anticoagulant: { agent: 'heparin', firstDose: 20, perHour: 5, unit: 'mg', stopMinutesBeforeEnd: 30, note: '' },
};

export const rowOf = (over: Partial<RoundRow> = {}): RoundRow => ({
  ...{ slotId: 'slot-1', sessionId: 's1', patientId: 'pat-1', patientName: 'SIM 张三', sex: 1, age: 60, stationCode: 'A01', shiftId: 'early', zone: 'A' },
  ...{ mode: 'HD', state: 2, confirmedAt: null, preWeight: 63, dryWeight: 60, pressure: '84/50', ufRate: 12.5 },
  problems: [
    { code: 'pressure-before-low', severity: 'critical', params: { value: 84, limit: 90 } },
    { code: 'not-confirmed', severity: 'warn', params: {} },
  ],
  ...over,
});

export const worklistOf = (...list: readonly RoundRow[]): WorklistReply => ({
  ...{ date: '2026-03-02', now: NOW, myShiftIds: ['early'], waiting: 2 },
  shifts: [
    { shiftId: 'early', name: '上午班', startTime: '07:00', endTime: '12:00' },
    { shiftId: 'late', name: '下午班', startTime: '13:00', endTime: '18:00' },
  ],
  list: [...list],
});

export const patientOf = (over: Partial<RoundPatient> = {}): RoundPatient => ({
  ...{ patientId: 'pat-1', patientName: 'SIM 张三', sex: 1, age: 60, code: 'MZ0001', allergies: [], today: '2026-03-02', facts: null },
  ...{ dryWeightStepPercent: 2, treatments: [], notes: [], waiting: [], labs: [] },
  ...over,
});

const item: Omit<WaitingItem, 'id' | 'kind'> = {
  ...{ patientId: 'pat-1', patientName: 'SIM 张三', byName: '护士甲', at: NOW, version: 1, prescription: null, standing: null, dryWeight: null },
  ...{ dryWeightNow: null, order: null, note: null },
};
export const waitingWeight = (id: string): WaitingItem => ({
  ...{ ...item, id, kind: 'dry-weight', dryWeightNow: 60 },
  dryWeight: { kg: 60.5, from: '2026-03-02', method: 'clinical', reason: '透后低血压' },
});
export const waitingNote = (id: string): WaitingItem => ({
  ...{ ...item, id, kind: 'note' },
  note: { complaint: '头晕', volume: 'under', pressure: 'low', access: '', adequacy: '', findings: '', plan: '观察血压' },
});
