import type { TimelineReply } from '../contract/timeline.schema.ts';

/** Three treatments of January; the last one has no weights. */
export const timelineOf = (over: Partial<TimelineReply> = {}): TimelineReply => ({
  ...{ patientId: 'pat-1', patientName: 'SIM 张三', sex: 1, age: 60, today: '2026-01-20' },
  treatments: {
    ...{ id: ['s1', 's2', 's3'], day: ['2026-01-05', '2026-01-07', '2026-01-09'], mode: ['HD', 'HD', 'HDF'] },
    ...{ pre: [62.6, 62, null], post: [60.1, 60, null], uf: [2500, 2000, null], minutes: [240, 240, 240] },
    ...{ systolicBefore: [140, 150, null], diastolicBefore: [80, 82, null], systolicAfter: [128, 96, null], diastolicAfter: [74, 60, null] },
  },
  complications: [{ at: 1, kind: 'hypotension' }],
  dryWeights: [{ from: '2025-12-20', kg: 60 }],
  prescriptions: [{ on: '2026-01-06', versionNo: 2, mode: 'HDF', minutes: 240 }],
  accesses: [{ kind: 'AVF', side: 'left', site: '前臂', from: '2025-06-01', to: null }],
  accessEvents: [{ kind: 'stenosis', on: '2026-01-08', note: '' }],
  outcome: null,
  labs: [
    { test: 'haemoglobin', on: '2026-01-05', value: 108, differs: false },
    { test: 'ktv', on: '2026-01-05', value: 1.32, differs: false },
  ],
  limits: { ufRateWarn: 10, ufRateHigh: 13, systolicLow: 90, systolicHigh: 200, ktvLow: 1.2, haemoglobinLow: 110, haemoglobinHigh: 130 },
  ...over,
});
