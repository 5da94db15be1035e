import { createFakeWebContext, type FakeWebOptions, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { prescriptionContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { pageOfRows, rxOf } from '../work-area/rx.fixture.ts';
import { Slot } from './prescription-records.slot.tsx';

const { ofPatient } = prescriptionContract.routes;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function section(total: number, options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  const { prescriptionDetailList: _lines, ...head } = rxOf({ patientId: 'pat-merged', payStatus: 1, rxStatus: 4, totalPrice: 80.5 });
  context.http.answer(ofPatient, pageOfRows(total === 0 ? [] : [{ ...head, drugNames: ['骨化三醇软胶囊'] }], total));
  page = await renderElement(<Slot patientId="pat-1" patientName="赵一" patientType="dialysis" />, { context });
  await page.settle();
  return page;
}

describe('prescriptions in a patient’s file', () => {
  it('say what was written, how far it is and who wrote it, and lead there under the file that is open', async () => {
    const { context, get, text, click } = await section(23);
    expect(context.http.callsOf(ofPatient)[0]?.input).toEqual({ params: { id: 'pat-1' }, query: { currentPage: 1, pageSize: 10 } });
    for (const piece of ['处方', '23 条', '2026-03-02', '普通门诊', '已发药', '已收费', '80.50', '林医生']) expect(text()).toContain(piece);
    await click(get('link', 'CF202603020001'));
    expect(context.record.places).toEqual(['/his/prescription?dpId=rx-1&patientId=pat-1']);
    await click(get('button', /2/));
    expect(context.http.callsOf(ofPatient).at(-1)?.input.query).toEqual({ currentPage: 2, pageSize: 10 });
  });

  it('none is said; whoever may not open the page sees nothing, and nothing is asked', async () => {
    expect((await section(0)).text()).toContain('没有处方');
    await page?.unmount();
    const { context, container } = await section(3, { grants: ['his.patient'] });
    expect([container.innerHTML, context.http.callsOf(ofPatient)]).toEqual(['', []]);
  });
});
