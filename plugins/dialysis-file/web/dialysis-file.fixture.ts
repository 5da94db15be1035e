import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type FakeWebContext, type FakeWebOptions } from '@nephra/plugin-sdk/testing';
import { dialysisFileContract } from '../contract/file.contract.ts';
import type { FileRow, PatternView, WholeFile } from '../contract/file.schema.ts';
import { content } from '../domain/content.fixture.ts';
import texts from '../locales/zh.json' with { type: 'json' };

const { routes } = dialysisFileContract;
const who = { byName: '许文静', at: Date.UTC(2026, 10, 1) };

export const pattern = (over: Partial<PatternView> = {}): PatternView => ({
  ...{ patternId: 'p1', from: '2026-06-01', to: null, cycleWeeks: 1, anchorMonday: '2026-06-01', everyDays: null, remark: '', version: 1, reason: '', ...who },
  slots: [1, 3, 5].map((weekday) => ({ week: 0, weekday, shiftId: 'am', stationId: null, mode: null })),
  ...over,
});

const person = { patientId: 'pat-1', patientName: '赵一', patientSex: 2, patientAge: 66, dialysisNo: 'HD00001' };

export const fileRow = (over: Partial<FileRow> = {}): FileRow => ({
  ...person,
  ...{ orgId: 'org-gz', transient: false, zone: 'B', zoneOverridden: false, infections: ['HBV'], serology: 'overdue', serologyDueOn: '2026-10-01' },
  ...{ mode: 'HD', hasDraft: false, pattern: pattern(), dryWeight: { kg: 58.5, reviewOn: '2026-11-01', overdue: true } },
  ...{ access: { kind: 'AVF', side: 'left', site: '前臂' }, outcome: null, consentsLacking: [] },
  ...over,
});

export const wholeFile = (over: Partial<WholeFile> = {}): WholeFile => ({
  ...person,
  ...{ orgId: 'org-gz', today: '2026-11-26', firstDialysisOn: '2020-01-01', firstHereOn: '2020-01-01', cause: 'diabetic', causeNote: '', residualUrine: null },
  ...{
    comorbidities: [],
    bloodGroup: '',
    heightCm: null,
    nurseId: null,
    doctorId: null,
    transient: false,
    dialyserAllergies: [],
    note: '',
    nurseName: '',
    doctorName: '',
  },
  version: 7,
  zone: { zone: 'B', worked: 'B', infections: ['HBV'], marks: [], waitingFor: [], observedUntil: null, override: null },
  serology: {
    state: 'overdue',
    dueOn: '2026-10-01',
    dues: [{ marker: 'HBsAg', lastOn: '2026-04-04', dueOn: '2026-10-01', state: 'overdue', rule: 'regular' }],
  },
  patterns: [pattern()],
  prescriptions: [
    {
      ...content({ bloodFlow: 180 }),
      ...{
        prescriptionId: 'rx1',
        versionNo: 1,
        state: 'draft',
        proposedByName: '许文静',
        proposedAt: who.at,
        signedByName: '',
        signedAt: null,
        replacedAt: null,
        version: 3,
      },
    },
  ],
  dryWeights: [{ dryWeightId: 'w1', kg: 58.5, from: '2026-10-02', reviewOn: '2026-11-01', method: 'clinical', reason: '复评', ...who }],
  ...{ dryWeightOverdue: true, accesses: [], results: [], consents: [], consentsLacking: [], consentForms: [], outcome: null, dryWeightStepPercent: 2 },
  ...over,
});

/** A page over a centre with one patient and two shifts. */
export function fileContext(options: FakeWebOptions = {}): FakeWebContext {
  const context = createFakeWebContext({ pluginId: 'dialysis-file', texts, ...options });
  const { http } = context;
  http.answer(routes.list, toPage([fileRow()], 1, {}));
  http.answer(routes.file, wholeFile());
  http.answer(routes.choices, {
    shifts: [
      { shiftId: 'am', fullName: '上午班', startTime: '07:30', endTime: '11:30' },
      { shiftId: 'pm', fullName: '下午班', startTime: '12:30', endTime: '16:30' },
    ],
    stations: [],
    materials: [{ id: 'mat-004', name: '高通量透析器 1.6m²' }],
  });
  http.answer(routes.pattern, { id: 'p2' });
  http.answer(routes.sign, { id: 'rx1' });
  return context;
}
