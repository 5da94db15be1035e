import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { type PrescriptionDemo, prescriptionContract } from '../../contract/index.ts';
import { catalogue } from '../../../catalogue/server/catalogue.fixture.ts';
import { line, once } from '../prescription.fixture.ts';
import { actsOn, startHost } from '../prescribing/prescription-host.fixture.ts';

const { routes } = prescriptionContract;
const writer = { orgId: 'org-gz', dpType: 14, workerId: 'user-doctor', workerName: '林医生', workerNo: '1001' };
const single = (dayOffset: number, time: string, patientId = 'pat-2'): PrescriptionDemo['prescriptions'][number] => ({
  ...writer,
  patientId,
  dayOffset,
  time,
  state: 'confirmed',
  lines: [once('item', 'item-hd', '次')],
});

let host: PluginHost;
beforeAll(async () => {
  const drugs = catalogue.drugs.map((drug) => ({ ...drug, ingredients: [drug.drugName] }));
  host = await startHost(
    { ...catalogue, drugs },
    {
      regulars: [{ ...writer, patientId: 'pat-1', days: 14, time: '07:40', lines: [once('item', 'item-hd', '次')], firstLines: [line()] }],
      // The same drug twice asks for a reason.
      prescriptions: [
        { ...single(0, '23:30'), workerName: '夜班医生' },
        single(0, '21:15'),
        { ...single(0, '09:00'), lines: [line(), line()] },
        single(-1, '08:00'),
        single(-4, '06:00'),
        single(-4, '16:00'),
      ],
      reasons: { duplicate: '两药分时段使用' },
    },
  );
});
afterAll(() => host.close());

describe('prescriptions of the demo', () => {
  it('carry numbers of their own day, counted from 1 in the order of the day', async () => {
    const { list } = await host.call('prescription', routes.query, { body: { pageSize: 500 } });
    const numbers = list.map(({ dpNumber, dpDate }) => [dpNumber, new Date(dpDate + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')] as const);
    for (const [number, day] of numbers) expect(number.startsWith(`CF${day}`)).toBe(true);
    expect(new Set(numbers.map(([number]) => number)).size).toBe(list.length);
    const ofDay = list.filter(({ dpNumber }) => dpNumber.startsWith('CF20260226')).sort((a, b) => a.dpDate - b.dpDate);
    expect(ofDay.map(({ dpNumber }) => dpNumber)).toEqual(['CF202602260001', 'CF202602260002']);
  });

  it('of today carry the reason that the doctor gave where a check asked for one', async () => {
    const given = await host.db
      .kyselyFor<{ 'prescription.check_override': Record<'code' | 'dp_id' | 'reason' | 'stage' | 'user_name', string> }>()
      .selectFrom('prescription.check_override')
      .select(['code', 'reason', 'stage', 'user_name'])
      .execute();
    expect(given).toEqual([{ code: 'duplicate', reason: '两药分时段使用', stage: 'confirm', user_name: '林医生' }]);
  });

  it('of today are written by now, those of later hours in their order', async () => {
    const { list } = await host.call('prescription', routes.query, { body: { pageSize: 500 } });
    const today = list.filter(({ dpNumber }) => dpNumber.startsWith('CF20260302')).sort((a, b) => a.dpNumber.localeCompare(b.dpNumber));
    const now = host.time.now.getTime();
    expect(today.map(({ dpDate, workerName }) => [dpDate, workerName])).toEqual([
      [now - 3_600_000, '林医生'],
      [now, '林医生'],
      [now, '夜班医生'],
    ]);
  });

  it('the next number of today goes on where the demo stopped', async () => {
    expect((await actsOn(() => host).create({ patientId: 'pat-2', reimWay: '0' })).dpNumber).toBe('CF202603020004');
  });

  it('regular patients came on the weekdays of their plan, with more at the first session', async () => {
    const { list } = await host.call('prescription', routes.ofPatient, { params: { id: 'pat-1' }, query: {} });
    expect(list.map(({ dpNumber, lineCount }) => [dpNumber.slice(2, 10), lineCount])).toEqual([
      ['20260227', 1],
      ['20260225', 1],
      ['20260223', 1],
      ['20260220', 1],
      ['20260218', 1],
      ['20260216', 2],
    ]);
  });
});
