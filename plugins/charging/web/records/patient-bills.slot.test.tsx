import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { chargeContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { billRow, pageOf } from '../charging.fixture.ts';
import { Slot } from './patient-bills.slot.tsx';

const { routes } = chargeContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function file(grants?: readonly string[]): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...(grants && { grants }) });
  const refund = billRow({ chargeId: 'bill-2', billNo: 'TFGZ1', state: 'refund', totalPrice: -5, medInsMark: '1', simulated: true });
  context.http.answer(routes.bill, {
    ...pageOf([refund, billRow()]),
    pagination: { currentPage: 1, pageIndex: 1, pageSize: 10, total: 12 },
    searchedBackTo: null,
  });
  page = await renderElement(<Slot patientId="pat-1" patientName="赵一" patientType="dialysis" />, { context });
  await page.settle();
  return page;
}

it('a patient’s file lists his bills and refunds, ten at a time, and each leads to its page', async () => {
  const { get, click, text, context } = await file();
  expect(context.http.callsOf(routes.bill)[0]?.input.query).toEqual({ patientId: 'pat-1', currentPage: 1, pageSize: 10 });
  for (const said of ['收费与退费', '12 条', '退费单', '-5.00', '医保·模拟', '80.50', '现金']) expect(text()).toContain(said);
  await click(get('link', 'TFGZ1'));
  expect(context.record.places).toEqual(['/his/charging?billId=bill-2']);
});

it('there is nothing of it for whoever may not open that page, and nothing is asked', async () => {
  const { text, context } = await file(['his.patient']);
  expect([text(), context.http.callsOf(routes.bill)]).toEqual(['', []]);
});
