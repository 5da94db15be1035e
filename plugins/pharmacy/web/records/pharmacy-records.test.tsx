import { createFakeWebContext, type FakeWebOptions, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { dispensingContract, type PatientRecord } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { pageOf } from '../pharmacy.fixture.ts';
import { Slot } from './pharmacy-records.slot.tsx';

const { ofPatient } = dispensingContract.routes;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const record = (over: Partial<PatientRecord>): PatientRecord => ({
  dpId: 'rx-1',
  dpNumber: 'CF202603020001',
  dpDate: Date.parse('2026-03-02T02:00:00Z'),
  workerName: '林医生',
  payStatus: 1,
  rxStatus: 4,
  action: 'dispense',
  actTime: Date.parse('2026-03-02T03:30:00Z'),
  operatorName: '药师乙',
  drugNames: ['骨化三醇软胶囊', '碳酸钙片'],
  drugCount: 5,
  ...over,
});

async function section(rows: PatientRecord[], options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  context.http.answer(ofPatient, pageOf(rows));
  page = await renderElement(<Slot patientId="pat-1" patientName="赵一" patientType="dialysis" />, { context });
  await page.settle();
  return page;
}

describe('what was handed out, in a patient’s file', () => {
  it('says what, how far, when and by whom, and leads to the counter', async () => {
    const waiting = record({ dpId: 'rx-2', dpNumber: 'CF202603020002', payStatus: 0, rxStatus: 1, action: '', actTime: null, operatorName: '', drugCount: 2 });
    const { context, get, text, click, all } = await section([waiting, record({})]);
    expect(context.http.callsOf(ofPatient)[0]?.input).toEqual({ params: { id: 'pat-1' }, query: { currentPage: 1, pageSize: 10 } });
    const [first, second] = all('row')
      .slice(-2)
      .map((row) => row.textContent ?? '');
    for (const piece of ['待审方', '未收费', '–', '骨化三醇软胶囊、碳酸钙片']) expect(first).toContain(piece);
    for (const piece of ['已发药', '发药', '2026-03-02 11:30', '药师乙', '等另外 3 项']) expect(second).toContain(piece);
    expect(text()).toContain('药房发药');
    await click(get('link', 'CF202603020001'));
    expect(context.record.places).toEqual(['/his/pharmacy?dpId=rx-1']);
  });

  it('none is said; whoever may not open the page sees nothing, and nothing is asked', async () => {
    expect((await section([])).text()).toContain('没有药房发药');
    await page?.unmount();
    const { context, container } = await section([record({})], { grants: ['his.patient'] });
    expect([container.innerHTML, context.http.callsOf(ofPatient)]).toEqual(['', []]);
  });
});
