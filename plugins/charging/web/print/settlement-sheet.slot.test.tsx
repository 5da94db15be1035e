import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { type PageProps, type SlotRenderer, SlotRendererProvider } from '@nephra/plugin-sdk/web';
import type { ComponentType } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type BillRecord, chargeContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { billRecord, sheet } from '../charging.fixture.ts';
import { Slot } from './settlement-sheet.slot.tsx';

const { routes } = chargeContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

/** A region's plugin, drawn as the shell would. */
const regionForm: SlotRenderer = (point, props) =>
  point === 'charging/region-sheet@1' ? <button type="button">{`region ${String(props.fixmedinsCode)}`}</button> : null;
const nobody: SlotRenderer = (_point, _props, fallback) => fallback;

/** The insurer's desk, where a settlement is shown. */
function DeskWithRegion() {
  return (
    <SlotRendererProvider value={regionForm}>
      <Slot billId="bill-1" />
    </SlotRendererProvider>
  );
}
function DeskWithoutRegion() {
  return (
    <SlotRendererProvider value={nobody}>
      <Slot billId="bill-1" />
    </SlotRendererProvider>
  );
}

async function open(bill: Partial<BillRecord>, Shown: ComponentType<PageProps>, grants?: readonly string[]): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...(grants && { grants }) });
  context.http.answer(routes.chargeDetail, { list: [billRecord(bill)] });
  context.http.answer(routes.printSettle, { list: [sheet()] });
  page = await renderPage(Shown, { context, menu: createFakeMenu({ enCode: 'his.insurance' }) });
  await page.settle();
  return page;
}
const buttons = (one: RenderedPage): string[] => one.all('button').map((button) => button.textContent ?? '');

describe('[9-09] one settlement sheet of a bill, on the insurer’s desk as on the charge desk', () => {
  it('is the one of the charge desk', async () => {
    const desk = await open({}, DeskWithRegion);
    expect(buttons(desk)).toEqual(['打印结算单', '打印费用清单']);
    await desk.click(desk.get('button', '打印结算单'));
    expect(desk.context.record.prints[0]).toMatchObject({ title: '测试医院医疗费用结算单 SFGZ2026030200001' });
  });

  it('is the form of the region where it has one, in place of the general sheet', async () => {
    expect(buttons(await open({ ownForm: true, fixmedinsCode: 'H45SIM000003' }, DeskWithRegion))).toEqual(['打印费用清单', 'region H45SIM000003']);
  });

  it('is the general one while the region’s plugin does not bring its form', async () => {
    expect(buttons(await open({ ownForm: true }, DeskWithoutRegion))).toEqual(['打印费用清单', '打印结算单']);
  });

  it('is not there for somebody who may not print it, and nothing is read', async () => {
    const desk = await open({}, DeskWithRegion, ['his.insurance:btn_print']);
    expect(buttons(desk)).toEqual([]);
    expect(desk.context.http.callsOf(routes.chargeDetail)).toEqual([]);
  });
});
