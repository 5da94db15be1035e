import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { dataMap, mapContract } from '../../contract/map/map.contract.ts';
import { FLOOR_PLAN } from '../../domain/map/floor-plan.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './map.page.tsx';
import { mapOption, type Shapes } from './map-option.ts';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const row = recordRow(dataMap, { id: 'm-1', fullName: 'SIM 平面图', enCode: 'SIM.PLAN', features: 12, dataSize: 2_048 });

it('[2.5-06] a preview draws the shapes, and says their names to whoever does not see it', async () => {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, mapContract, { list: toPage([row], 1, {}), data: { id: 'm-1', fullName: 'SIM 平面图', data: FLOOR_PLAN } });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'systemData.map' }) });
  const shown = page;
  await shown.click(await shown.until(() => shown.find('button', '预览')));
  await shown.until(() => document.body.textContent?.includes('SIM 透析一区'));
  expect(document.body.textContent).toContain('SIM 水处理间');
});

it('names stand in the shapes as long as they have room', () => {
  const shapes = (count: number): Shapes => ({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, n) => ({ properties: { name: `SIM ${n}` }, geometry: { type: 'Polygon' } })),
  });
  expect(mapOption('a', shapes(40))).toMatchObject({ geo: { map: 'a', label: { show: true } } });
  expect(mapOption('a', shapes(41))).toMatchObject({ geo: { label: { show: false } } });
  expect(mapOption('a', shapes(6), true)).toMatchObject({ geo: { label: { show: true } } });
  expect(mapOption('a', shapes(7), true)).toMatchObject({ geo: { label: { show: false } } });
});

recordScreens(mapContract, { Page, row: { ...row }, texts, typed: { fullName: 'SIM 乙', enCode: 'SIM.B' } });
