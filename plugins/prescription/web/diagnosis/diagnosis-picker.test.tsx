import { createFakeWebContext, type FakeWebOptions, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { prescriptionContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { pageOfRows } from '../work-area/rx.fixture.ts';
import { Slot } from './diagnosis-picker.slot.tsx';

const { diagnosis } = prescriptionContract.routes;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function draw(found: { code: string; name: string }[], options: FakeWebOptions = {}) {
  const picked: unknown[] = [];
  const context = createFakeWebContext({ texts, ...options });
  context.http.answer(diagnosis, pageOfRows(found, found.length));
  page = await renderElement(<Slot id="d" disabled={false} taken={['N18.501']} onPick={(entry) => picked.push(entry)} />, { context });
  return { shown: page, picked };
}

const FOUND = [
  { code: 'N18.501', name: '终末期肾病' },
  { code: 'I10.x00', name: '原发性高血压' },
];

it('finds by what is typed, offers no code that is taken, and hands out code and name', async () => {
  const { shown, picked } = await draw(FOUND, { grants: ['his.patient:btn_edit'] });
  const field = shown.get('combobox', '按编码或名称查找诊断');
  expect(field.id).toBe('d');
  await shown.type(field, 'gxy');
  const option = await shown.until(() => shown.find('option', /原发性高血压/));
  expect(shown.context.http.callsOf(diagnosis).at(-1)?.input.query).toMatchObject({ keyword: 'gxy' });
  expect(shown.find('option', /终末期肾病/)).toBeUndefined();
  await shown.click(option);
  expect(picked).toEqual([{ code: 'I10.x00', name: '原发性高血压' }]);
});

it('a list that nobody filled says so and where it is imported; one that lacks what is typed does not', async () => {
  const { shown } = await draw([]);
  await shown.click(shown.get('combobox'));
  await shown.until(() => shown.text().includes('“药品材料诊疗目录”的“诊断”页导入'));
  await shown.unmount();
  const full = (await draw(FOUND)).shown;
  await full.click(full.get('combobox'));
  await full.until(() => full.find('option', /原发性高血压/));
  full.context.http.answer(diagnosis, pageOfRows([], 0));
  await full.type(full.get('combobox'), 'zzz');
  await full.until(() => full.find('option', /原发性高血压/) === undefined);
  expect(full.text()).not.toContain('清单还是空的');
});

it('whoever may not ask is shown nothing, and nothing is asked', async () => {
  const { shown } = await draw(FOUND, { grants: ['his.patient', 'his.catalogue'] });
  expect([shown.container.innerHTML, shown.context.http.callsOf(diagnosis)]).toEqual(['', []]);
});
