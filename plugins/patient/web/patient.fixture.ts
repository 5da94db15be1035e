import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type FakeWebContext, type FakeWebOptions } from '@nephra/plugin-sdk/testing';
import { type PatientFile, type PatientRow, patientContract } from '../contract/index.ts';
import { EMPTY_CONTENT } from '../domain/file/file-content.ts';
import texts from '../locales/zh.json' with { type: 'json' };

const { routes } = patientContract;

export const patientRow = (over: Partial<PatientRow> = {}): PatientRow => ({
  ...EMPTY_CONTENT,
  patientId: 'pat-1',
  orgId: 'org-gz',
  patientName: '赵一',
  patientSex: 2,
  patientAge: 66,
  birthday: '1960-03-03',
  psn_cert_type: '01',
  patientIdcard: '990***********0028',
  phone: '138****0001',
  outpatientCode: 'MZ0001',
  patientType: 'dialysis',
  reimWay: '310',
  medInsMark: '1',
  psn_no: 'PSN-1',
  infectedHistory: ['HBV'],
  infectionCheckedOn: '2026-01-05',
  visit: 'V1',
  diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
  allergies: ['青霉素'],
  allergyState: '',
  dialysis: {
    dialysisNo: 'HD00001',
    mode: 'HD',
    weekdays: [1, 3, 5],
    classId: 'morning',
    bed: 'A01',
    firstDate: '2020-01-01',
    dryWeight: 62.5,
    access: '内瘘',
  },
  enableMark: 1,
  mergedInto: null,
  version: 3,
  ...over,
});

export const patientFile = (over: Partial<PatientFile> = {}): PatientFile => ({
  ...EMPTY_CONTENT,
  ...patientRow(),
  address: '荔湾路1号',
  contactName: '赵二',
  contactPhone: '139****0002',
  pregnancyState: '',
  pregnancyOn: null,
  insuplc_admdvs: '440100',
  note: '',
  creatorTime: 1_772_416_800_000,
  lastModifyTime: 1_772_416_800_000,
  ...over,
});

/** The page's shell with two patients behind it. */
export function patientContext(options: FakeWebOptions = {}): FakeWebContext {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  const rows = [patientRow(), patientRow({ patientId: 'pat-2', patientName: '钱二', outpatientCode: 'MZ0002', patientType: 'non-dialysis', dialysis: null })];
  http.answer(routes.list, toPage(rows, 2, {}));
  http.answer(routes.classes, {
    list: [{ id: 'morning', orgId: 'org-gz', fullName: '上午班', startTime: '07:30', endTime: '11:30', sortCode: 1, patientCount: 1 }],
  });
  http.answer(routes.file, ({ params }) => patientFile({ patientId: params.id }));
  http.answer(routes.duplicates, { list: [] });
  http.answer(routes.create, { patientId: 'pat-9', outpatientCode: 'MZ202603020001', version: 1 });
  http.answer(routes.edit, { patientId: 'pat-1', outpatientCode: 'MZ0001', version: 4 });
  http.answer(routes.state, { patientId: 'pat-1', outpatientCode: 'MZ0001', version: 4 });
  http.answer(routes.reveal, { patientIdcard: '990101196003030028', phone: '13800000001', contactPhone: '13900000002' });
  http.answer(routes.merges, { list: [] });
  http.answer(
    routes.history,
    toPage(
      [
        {
          id: 'c1',
          act: 'edited' as const,
          changedAt: 1_772_416_800_000,
          userId: 'u',
          userName: '林医生',
          reason: '',
          otherId: null,
          otherName: '',
          fields: [{ field: 'dialysis.classId', before: '', after: 'morning' }],
        },
      ],
      1,
      {},
    ),
  );
  return context;
}
