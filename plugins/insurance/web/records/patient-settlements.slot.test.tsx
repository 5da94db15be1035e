import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { settlementContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { pageOf, settled, settlement } from '../insurance.fixture.ts';
import { Slot } from './patient-settlements.slot.tsx';

const { routes } = settlementContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function file(grants?: readonly string[]): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...(grants && { grants }) });
  context.http.answer(routes.list, pageOf([settlement({ id: 'st-2', state: 'unknown' }), settled()]));
  page = await renderElement(<Slot patientId="pat-1" patientName="赵一" patientType="dialysis" />, { context });
  await page.settle();
  return page;
}

it('a patient’s file lists his settlements, doubtful ones too, and each leads to its page', async () => {
  const { get, click, text, context } = await file();
  expect(context.http.callsOf(routes.list)[0]?.input.query).toEqual({ patientId: 'pat-1', currentPage: 1, pageSize: 10 });
  for (const said of ['2 条', '结算结果未知', '已结算', '480.00', '306.00', '174.00']) expect(text()).toContain(said);
  // Without a number at the platform it goes by what it is of.
  await click(get('link', '门诊慢特病'));
  await click(get('link', 'SIMS0001'));
  expect(context.record.places).toEqual(['/his/insurance?settlementId=st-2', '/his/insurance?settlementId=st-1']);
});

it('there is nothing of it for whoever may not open that page, and nothing is asked', async () => {
  const { text, context } = await file(['his.patient', 'his.charging']);
  expect([text(), context.http.callsOf(routes.list)]).toEqual(['', []]);
});
