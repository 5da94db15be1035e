import { type DataScope, EnvelopeCode, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { type FigurePanelContent, type FigureQuestion, type FigureRows, figurePanels } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_ROWS } from '../../../../tests/support/data-rights-matrix.ts';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { prescriptionContract } from '../../contract/index.ts';
import { line, once } from '../prescription.fixture.ts';
import { actsOn, refusal, startHost, wuhan } from '../prescribing/prescription-host.fixture.ts';
import type { PrescriptionDb } from '../tables.ts';

const SESSION = once('item', 'item-hd', '次');
const LAB = once('item', 'lab-cbc', '次');
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };
const first = staff({ userId: 'user-one', userName: '甲医生' });
const second = staff({ userId: 'user-two', userName: '乙医生' });
const own = (menu: string): DataScope => (menu === 'his.prescription' ? OWN_ROWS : { kind: 'organisation' });

let host: PluginHost;
const { create } = actsOn(() => host);
beforeAll(async () => {
  host = await startHost();
  /** Written by somebody for a moment of Asia/Shanghai. */
  const write = async (user: typeof first, moment: string, dpType: number, over: Parameters<typeof create>[0]) => {
    const rx = await create({ prescriptionDetailList: [SESSION], ...over }, user);
    await host.db.script(`update prescription.prescription set dp_date = '${moment}+08', dp_type = ${dpType} where id = '${rx.dpId}'`);
    return rx;
  };
  await write(first, '2026-03-01 00:00', 14, {});
  await write(first, '2026-03-31 23:59', 11, { patientId: 'pat-2', reimWay: '0' });
  await write(first, '2026-03-02 10:00', 14, { prescriptionDetailList: [LAB] });
  await write(second, '2026-03-02 11:00', 777, { prescriptionDetailList: [line({ manualNum: true, drugNum: 1 })] });
  // The 31 days before end in February and begin in January.
  await write(second, '2026-02-28 23:59', 14, {});
  await write(second, '2026-01-29 00:00', 14, { prescriptionDetailList: [LAB] });
  await write(second, '2026-01-28 23:59', 14, { prescriptionDetailList: [LAB] });
  await write(second, '2026-04-01 00:00', 14, {});
  const voided = await write(first, '2026-03-02 12:00', 14, {});
  await host.call('prescription', prescriptionContract.routes.remove, { params: { id: voided.dpId } });
  const partly = await write(first, '2026-03-03 09:00', 14, {});
  await host.db.script(`update prescription.prescription set withdrawn_price = 100.5 where id = '${partly.dpId}'`);
  await write(wuhan, '2026-03-02 10:00', 14, { patientId: 'pat-wh' });
});
afterAll(() => host.close());

const panel = () => {
  const found = host
    .context<PrescriptionDb>('prescription')
    .extensions(figurePanels)
    .find(({ pluginId }) => pluginId === 'prescription');
  if (!found) throw new Error('no panel');
  return found.value;
};
const reader = (user = first, dataScope?: typeof own) => host.requestContext<PrescriptionDb>('prescription', { user, dataScope });
const read = (user = first, dataScope?: typeof own, period = MARCH): Promise<FigurePanelContent> => panel().read(reader(user, dataScope), period);
const total = ({ totals }: FigurePanelContent, key: string) => {
  const found = totals.find((one) => one.key === key);
  return [found?.value, found?.before];
};

/** Every row of a question, over all its pages. */
async function all(question: Partial<FigureQuestion> & { figure: string }, dataScope?: typeof own): Promise<FigureRows['list']> {
  const list: FigureRows['list'][number][] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const page = await panel().rows(reader(first, dataScope), { ...MARCH, pageSize: 2, currentPage, ...question });
    list.push(...page.list);
    if (list.length >= page.total || page.list.length === 0) return list;
  }
}
const sum = (rows: FigureRows['list']): number => rows.reduce((money, { cells }) => money + moneyFromWire(Number(cells.amount)), 0);

describe('figures about prescriptions', () => {
  it('count what was written in the period, void ones left out, and what the same number of days before held', async () => {
    const content = await read();
    expect(total(content, 'prescriptions')).toEqual([5, 2]);
    expect(total(content, 'patients')).toEqual([2, 1]);
    // 400 + 400 + 20 + 38.50 + (400 - 100.50), and 400 + 20 before.
    expect(total(content, 'amount')).toEqual([1158, 420]);
    expect(total(content, 'average')).toEqual([231.6, 210]);
  });

  it('hold every day, stacked by kind; a kind without a word shows its number; parts come to the whole', async () => {
    const { days, parts } = await read();
    const [chronic, ...others] = days?.series ?? [];
    expect([chronic?.key, chronic?.label]).toEqual(['14', '门诊慢特病']);
    expect([chronic?.values.length, chronic?.values.slice(0, 4)]).toEqual([31, [1, 1, 1, 0]]);
    expect(others.map(({ key, label, values }) => [key, typeof label === 'string' ? label : label.zh, values.indexOf(1)])).toEqual([
      ['11', '普通门诊', 30],
      ['777', '777', 1],
    ]);
    expect(parts?.map(({ key, list }) => [key, list.map((one) => [one.key, one.value])])).toEqual([
      [
        'kind',
        [
          ['14', 3],
          ['11', 1],
          ['777', 1],
        ],
      ],
      [
        'doctor',
        [
          ['user-one', 4],
          ['user-two', 1],
        ],
      ],
    ]);
  });

  it('every figure is the sum of its rows over all pages, and each row leads to its prescription', async () => {
    const content = await read();
    const rows = await all({ figure: 'prescriptions' });
    expect(rows).toHaveLength(Number(total(content, 'prescriptions')[0]));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect(sum(rows)).toBe(moneyFromWire(Number(total(content, 'amount')[0])));
    expect(rows[0]).toMatchObject({ cells: { day: '2026-03-31', patient: '王小明', doctor: '甲医生', amount: 400, state: '未确认 · 未收费' } });
    for (const { key, opens } of rows) expect(opens).toEqual({ menu: 'his.prescription', query: { dpId: key } });
    const patients = await all({ figure: 'patients' });
    expect(patients.map(({ cells, opens }) => [cells.patient, cells.prescriptions, opens?.query])).toEqual([
      ['重庆测', 4, { patientId: 'pat-1' }],
      ['王小明', 1, { patientId: 'pat-2' }],
    ]);
    expect(sum(patients)).toBe(sum(rows));
    for (const { key, list } of content.parts ?? []) {
      for (const part of list) expect(await all({ figure: key, part: part.key })).toHaveLength(part.value);
    }
    expect((await all({ figure: 'days', part: '14', day: '2026-03-02' })).map(({ cells }) => cells.amount)).toEqual([20]);
    expect(await all({ figure: 'days', day: '2026-03-02' })).toHaveLength(2);
  });

  it('another organisation’s are not counted, nor listed', async () => {
    expect(total(await read(wuhan), 'prescriptions')).toEqual([1, 0]);
    const ids = (await all({ figure: 'prescriptions' })).map(({ cells }) => cells.doctor);
    expect(new Set(ids)).toEqual(new Set(['甲医生', '乙医生']));
  });

  it('a data scheme narrows figures and rows alike; no scheme, nothing', async () => {
    const mine = await read(first, own);
    expect([total(mine, 'prescriptions'), total(mine, 'amount')]).toEqual([
      [4, 0],
      [1119.5, 0],
    ]);
    expect(mine.totals.find(({ key }) => key === 'average')?.before).toBeUndefined();
    expect(await all({ figure: 'prescriptions' }, own)).toHaveLength(4);
    const none = (): DataScope => ({ kind: 'schemes', conditions: [], userAndBelow: [] });
    expect(total(await read(first, none), 'prescriptions')).toEqual([0, 0]);
    expect(await all({ figure: 'patients' }, none)).toEqual([]);
  });

  it('a period without any is zeros for every day', async () => {
    const content = await read(first, undefined, { startDate: '2027-02-27', endDate: '2027-03-01' });
    expect(content.totals.map(({ key, value }) => [key, value])).toEqual([
      ['prescriptions', 0],
      ['patients', 0],
      ['amount', 0],
      ['average', 0],
    ]);
    expect(content.days?.series.map(({ key, values }) => [key, values])).toEqual([['14', [0, 0, 0]]]);
    expect(content.parts?.map(({ list }) => list)).toEqual([[], []]);
  });

  it('what is no figure of it is refused', async () => {
    const asked: (Partial<FigureQuestion> & { figure: string })[] = [
      { figure: 'income' },
      { figure: 'toString' },
      { figure: 'prescriptions', part: '14' },
      { figure: 'kind', part: '1 or 1=1' },
      { figure: 'days', day: '2026-04-01' },
    ];
    for (const question of asked) expect(await refusal(all(question))).toEqual({ key: 'prescription.figure-unknown', code: EnvelopeCode.NotFound });
  });
});
