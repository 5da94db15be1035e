import { createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { SlotRendererProvider } from '@nephra/plugin-sdk/web';
import { afterEach, expect, it } from 'vitest';
import { patientContract } from '../../../../patient/contract/index.ts';
import { PayStatus, prescriptionContract, RxStatus } from '../../../contract/index.ts';
import texts from '../../../locales/zh.json' with { type: 'json' };
import { Page } from '../prescription.page.tsx';
import { drugRow, pageOfRows, rxOf, workPatient } from '../rx.fixture.ts';

const { routes } = prescriptionContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function shownFor(payStatus: PayStatus, rxStatus: RxStatus): Promise<string> {
  const context = createFakeWebContext({ texts });
  const { http } = context;
  http.answer(patientContract.routes.classes, { list: [] });
  http.answer(routes.adviceCount, { count: 0 });
  http.answer(routes.patients, pageOfRows([workPatient()]));
  http.answer(routes.tabs, { list: [rxOf({ payStatus, rxStatus })] });
  http.answer(routes.drug, pageOfRows([drugRow()]));
  const menu = createFakeMenu({ enCode: 'his.prescription' });
  page = await renderElement(
    <SlotRendererProvider value={(point, _props, fallback) => (point === 'prescription/line-insurance@1' ? 'an estimate' : fallback)}>
      <Page menu={menu} query={{}} />
    </SlotRendererProvider>,
    { context, menu },
  );
  await page.click(page.get('button', /赵一/));
  return page.text();
}

it.each([
  ['written', PayStatus.New, RxStatus.New, true],
  ['waiting for the cashier', PayStatus.ToCharge, RxStatus.Confirmed, true],
  ['on the account of the month', PayStatus.OnAccount, RxStatus.Confirmed, true],
  ['being settled', PayStatus.Settling, RxStatus.Confirmed, false],
  ['settled', PayStatus.Charged, RxStatus.Confirmed, false],
  ['given back', PayStatus.Refunded, RxStatus.Confirmed, false],
] as const)('what the patient would pay of a prescription that is %s', async (_state, payStatus, rxStatus, estimated) => {
  expect((await shownFor(payStatus, rxStatus)).includes('an estimate')).toBe(estimated);
});
