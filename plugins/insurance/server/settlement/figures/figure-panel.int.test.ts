import type { DataScope } from '@nephra/plugin-sdk/contract';
import { type FigurePanel, type FigurePanelContent, figurePanels, type FigureQuestion, type FigureRows } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settlementContract, type SettlementRecord } from '../../../contract/index.ts';
import { cashierOf, openSettleDesk, patientIdOf, refusalOf, type SettleDesk } from '../../../testing/settle-desk.ts';

const PERIOD = { startDate: '2026-04-01', endDate: '2026-04-02' };
const MARCH = { startDate: '2026-03-30', endDate: '2026-03-31' };
type Reader = { readonly user?: ReturnType<typeof cashierOf>; readonly dataScope?: (menu: string) => DataScope };
type Asked = Partial<FigureQuestion> & { readonly figure: string };

let desk: SettleDesk;
let panel: FigurePanel;
let inMarch: SettlementRecord;
let first: SettlementRecord;
let second: SettlementRecord;

const on = (day: string): void => {
  desk.host.time.now = new Date(`${day}T02:00:00Z`);
};
const readerOf = ({ user = cashierOf('guangdong'), dataScope }: Reader = {}) => desk.host.requestContext<never>('insurance', { user, dataScope });
const read = (period = PERIOD, reader?: Reader) => panel.read(readerOf(reader), period);
const rows = (question: Asked, reader?: Reader) => panel.rows(readerOf(reader), { ...PERIOD, currentPage: 1, pageSize: 20, ...question });
const totalsOf = (content: FigurePanelContent) => Object.fromEntries(content.totals.map(({ key, value, before }) => [key, [value, before]]));
const partsOf = (content: FigurePanelContent, key: string): Record<string, number> =>
  Object.fromEntries(content.parts?.find((one) => one.key === key)?.list.map((one) => [one.key, one.value]) ?? []);
const fen = (yuan: unknown): number => Math.round(Number(yuan) * 100);
const sum = (list: FigureRows['list'], column: string): number => list.reduce((all, row) => all + fen(row.cells[column]), 0);

/** Every row of a figure, read one at a time. */
async function everyRow(question: Asked): Promise<FigureRows['list']> {
  const { total } = await rows(question);
  const pages = await Promise.all(Array.from({ length: total }, (_, at) => rows({ ...question, currentPage: at + 1, pageSize: 1 })));
  return pages.flatMap((page) => page.list);
}

beforeAll(async () => {
  desk = await openSettleDesk({ patients: 5 });
  const settled = async (n: number) => desk.settle('guangdong', await desk.preSettle('guangdong', [await desk.prescribe('guangdong', n)]));
  on('2026-03-31');
  inMarch = await settled(0);
  on('2026-04-01');
  first = await settled(1);
  on('2026-04-02');
  second = await settled(2);
  await desk.preSettle('guangdong', [await desk.prescribe('guangdong', 3)]);
  await desk.preSettle('hubei', [await desk.prescribe('hubei', 1)]);
  const cancelled = await settled(4);
  await desk.call('guangdong', settlementContract.routes.cancel, { params: { id: cancelled.id }, body: { reason: '患者要求', version: cancelled.version } });
  panel = desk.host
    .context('insurance')
    .extensions(figurePanels)
    .find(({ value }) => value.permission === 'insurance.figures')?.value as FigurePanel;
});
afterAll(() => desk.close());

describe('the panel of insured settlements', () => {
  it('says what was settled in the period and in as many days before, and what the funds paid of it', async () => {
    const content = await read();
    const fund = fen(first.fund_pay_sumamt) + fen(second.fund_pay_sumamt);
    const own = [first, second].reduce((all, one) => all + fen(one.acct_pay) + fen(one.psn_cash_pay), 0);
    const total = fen(first.medfee_sumamt) + fen(second.medfee_sumamt);
    expect(totalsOf(content)).toEqual({
      settled: [2, 1],
      fund: [fund / 100, inMarch.fund_pay_sumamt],
      own: [own / 100, (fen(inMarch.acct_pay) + fen(inMarch.psn_cash_pay)) / 100],
      doubtful: [0, undefined],
    });
    expect(partsOf(content, 'state')).toEqual({ settled: 2, open: 1, doubtful: 0, cancelled: 1, abandoned: 0 });
    expect(partsOf(content, 'type')).toEqual({ [first.med_type]: fund / 100 });
    expect(partsOf(content, 'share')).toEqual({ [first.med_type]: Math.round((fund * 1000) / total) / 10 });
    expect(totalsOf(await read(MARCH)).settled).toEqual([1, 0]);
  });

  it('what a figure is made of adds up to it, over all pages, and leads to the settlement', async () => {
    const content = await read();
    for (const { key, value, unit } of content.totals) {
      const list = await everyRow({ figure: key });
      expect(unit === 'count' ? list.length : sum(list, key), key).toBe(unit === 'count' ? value : fen(value));
    }
    for (const [part, value] of Object.entries(partsOf(content, 'state'))) expect(await everyRow({ figure: 'state', part }), part).toHaveLength(value);
    expect(sum(await everyRow({ figure: 'type', part: first.med_type }), 'fund')).toBe(fen(partsOf(content, 'type')[first.med_type]));
    const [newest] = await everyRow({ figure: 'settled' });
    expect(newest).toMatchObject({
      key: second.id,
      cells: { patient: second.patientName, type: '门诊慢特病', state: '已结算' },
      opens: { menu: 'his.insurance', query: { settlementId: second.id } },
    });
  });

  it('doubtful ones are those of now, whenever they were begun', async () => {
    const doubt = (state: string) => desk.host.db.script(`update insurance.settlement set state = '${state}', doubt_since = now() where id = '${inMarch.id}'`);
    await doubt('review');
    expect(totalsOf(await read()).doubtful).toEqual([1, undefined]);
    expect((await rows({ figure: 'doubtful' })).list.map(({ key }) => key)).toEqual([inMarch.id]);
    await doubt('settled');
  });

  it('counts what the settlement list shows its reader: own facilities, and visible patients', async () => {
    const both = { user: { ...cashierOf('guangdong'), orgIds: [...cashierOf('guangdong').orgIds, ...cashierOf('hubei').orgIds] } };
    expect(partsOf(await read(PERIOD, both), 'state')).toMatchObject({ settled: 2, open: 2 });
    const one: DataScope = {
      kind: 'schemes',
      conditions: [[{ logic: 'and', groups: [{ field: 'classId', type: 'String', op: 'Equal', value: 'mine' }] }]],
      userAndBelow: [],
    };
    await desk.host.db.script(`update patient.patient set shift_id = 'mine' where id = '${patientIdOf('guangdong', 1)}'`);
    const narrowed = { dataScope: (menu: string): DataScope => (menu === 'his.patient' ? one : { kind: 'organisation' }) };
    expect(totalsOf(await read(PERIOD, narrowed))).toMatchObject({ settled: [1, 0], fund: [first.fund_pay_sumamt, 0] });
    expect((await rows({ figure: 'settled' }, narrowed)).list.map(({ key }) => key)).toEqual([first.id]);
  });

  it('is zero in a period without settlements, and refuses what is no figure of it', async () => {
    const content = await read({ startDate: '2027-02-27', endDate: '2027-03-01' });
    expect(totalsOf(content)).toEqual({ settled: [0, 0], fund: [0, 0], own: [0, 0], doubtful: [0, undefined] });
    expect(Object.values(partsOf(content, 'state'))).toEqual([0, 0, 0, 0, 0]);
    for (const question of [{ figure: 'profit' }, { figure: 'state', part: 'x' }, { figure: 'type' }])
      expect(await refusalOf(rows(question)), JSON.stringify(question)).toBe('insurance.figure-unknown');
  });
});
