import { get as route, Type } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { patientContract } from '../../../patient/contract/index.ts';
import { prescriptionContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './prescription.page.tsx';
import { drugRow, pageOfRows, rxOf, workPatient } from './rx.fixture.ts';

const { routes } = prescriptionContract;
/** What the kit reads dictionaries with. */
const dictionaryCache = route('/api/system/DictionaryData/All', { summary: '', need: 'session', audit: 'none', reply: Type.Unknown() });
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(
  options: FakeWebOptions = {},
  prepare: (http: ReturnType<typeof createFakeWebContext>['http']) => void = () => undefined,
): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(patientContract.routes.classes, { list: [] });
  http.answer(routes.adviceCount, { count: 0 });
  http.answer(routes.patients, pageOfRows([workPatient()]));
  http.answer(routes.tabs, { list: [rxOf({ dpId: null })] });
  http.answer(routes.drug, pageOfRows([drugRow()]));
  prepare(http);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.prescription' }) });
  await page.click(page.get('button', /赵一/));
  return page;
}

/** The picker's list is open and holds the answer to its last question. */
const listReady = ({ find, context }: RenderedPage, keyword = ''): boolean =>
  find('listbox')?.getAttribute('aria-busy') === 'false' &&
  context.http.callsOf(routes.drug).some((call) => (call.input.query as { keyword: string }).keyword === keyword);

describe('[2.7-02] [2.7-03] prescription page', () => {
  it.each([
    ['nobody tested or asked', [], '', ['未检测', '过敏：未询问'], ['阴性', '已询问']],
    ['negative, and none', ['NEG'], 'none', ['阴性', '过敏：无（已询问）'], ['未检测', '未询问']],
  ] as const)('[B17] %s: the head of a prescription says it', async (_, marks, allergyState, said, unsaid) => {
    const infectedHistory = [...marks];
    const shown = await open({}, (http) => {
      http.answer(routes.patients, pageOfRows([workPatient({ infectedHistory })]));
      http.answer(routes.tabs, { list: [rxOf({ dpId: null, infectedHistory, allergyState })] });
    });
    await shown.settle();
    for (const text of said) expect(shown.text()).toContain(text);
    for (const text of unsaid) expect(shown.text()).not.toContain(text);
    expect(shown.get('button', /赵一/).textContent?.includes('未检测')).toBe(marks.length === 0);
  });

  it('Enter after a whole number opens that patient, though others stand before', async () => {
    const shown = await open({}, (http) =>
      http.answer(routes.patients, pageOfRows([workPatient(), workPatient({ patientId: 'pat-2', patientName: '钱二', outpatientCode: 'MZ0026' })])),
    );
    const { get, type, press, context, settle } = shown;
    const keyword = get('textbox', '姓名、拼音首字母、门诊号');
    await type(keyword, ' MZ0026');
    await press(keyword, 'Enter');
    await settle();
    expect(context.http.callsOf(routes.tabs).at(-1)?.input.body).toMatchObject({ patientId: 'pat-2' });
  });

  it('[7.7-08] the count of dialysis orders is a fact, not something to press; who has something unsaved is marked in the list', async () => {
    const shown = await open({}, (http) => {
      http.answer(routes.adviceCount, { count: 2 });
      http.answer(routes.patients, pageOfRows([workPatient(), workPatient({ patientId: 'pat-2', patientName: '钱二' })]));
    });
    const fact = await shown.until(() => [...shown.container.querySelectorAll('.rx-banner > *')].find((one) => one.textContent === '透析医嘱 2 条'));
    expect([fact.tagName, fact.className, fact.getAttribute('role')]).toEqual(['SPAN', '', null]);
    shown.context.drafts.save('rx:pat-2:new:2026-03-02', { version: 0, fields: {}, lines: [] });
    await shown.click(shown.get('button', /赵一/));
    await shown.until(() => shown.get('button', /钱二/).textContent?.includes('有未保存的内容'));
    expect(shown.get('button', /赵一/).textContent).not.toContain('有未保存的内容');
  });

  it('the day of the head offers what the server takes: near today, and in no closed month', async () => {
    const now = Date.parse('2026-03-10T02:00:00Z');
    const shown = await open({ now: () => now }, (http) => http.answer(routes.tabs, { list: [rxOf({ dpId: null, dpDate: now })], closedMonths: ['2026-02'] }));
    const { get, find, type, until, container } = shown;
    const field = () => get('textbox', '开立时间') as HTMLInputElement;
    await act(async () => void container.querySelector('.rx-head .nk-date-stand-in')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
    await until(() => container.querySelector('.rx-head .semi-datepicker'));
    await type(field(), '2026-04-20 10:00');
    expect(get('alert').textContent).toBe('2026-04-20 不能选择（可选 2026-01-07 至 2026-04-10），未作更改。');
    await type(field(), '2026-02-03 10:00');
    expect(get('alert').textContent).toBe('2026-02-03 不能选择（2026-02 月已结账），未作更改。');
    await type(field(), '2026-03-03 10:00');
    expect(find('alert')).toBeUndefined();
  });

  it('[7.12-08] a drug whose usual route the site hid says so at once on its line, until another one is chosen', async () => {
    const entry = (id: string, enCode: string, fullName: string) => ({ id, enCode, fullName, parentId: '0' });
    const routesOfSite = { dictionaryList: [entry('b', '404', '静滴')], hiddenList: [entry('a', '1', '口服')] };
    const list = [{ id: 'usage', fullName: '用法', enCode: 'drugUsage', isTree: 0, ...routesOfSite }];
    const drawn = await open({}, (http) => http.answer(dictionaryCache, { list, revision: '1', same: false }));
    const { get, find, press, type, until, click } = drawn;
    const finder = get('combobox', '药品');
    await click(finder);
    await type(finder, 'ghsc');
    await until(() => listReady(drawn, 'ghsc'));
    await press(finder, 'Enter');
    const complaint = await until(() => find('alert'));
    expect(complaint.textContent).toBe('用法“口服”已被停用，请另选');
    const route = get('combobox', '用法') as HTMLSelectElement;
    expect([route.value, route.getAttribute('aria-invalid'), route.getAttribute('aria-describedby')]).toEqual(['1', 'true', complaint.id]);
    expect(get('combobox', '频次').getAttribute('aria-invalid')).toBeNull();
    await type(route, '404');
    await until(() => find('alert') === undefined);
    expect((get('combobox', '用法') as HTMLSelectElement).value).toBe('404');
  });

  it('writes and confirms a prescription with the keyboard alone', async () => {
    const drawn = await open();
    const { get, press, type, settle, click, context, all, until } = drawn;
    const finder = get('combobox', '药品');
    await click(finder);
    await type(finder, 'ghsc');
    await until(() => listReady(drawn, 'ghsc'));
    await press(finder, 'Enter');
    const dose = get('textbox', '单次用量');
    expect(document.activeElement).toBe(dose);
    await type(dose, '1200000');
    expect([(dose as HTMLInputElement).value, dose.dataset.long]).toEqual(['1200000', 'true']);
    await type(dose, '0.5');
    expect(dose.dataset.long).toBeUndefined();
    for (let step = 0; step < 4; step += 1) await press(document.activeElement ?? dose, 'Enter');
    expect(document.activeElement).toBe(get('textbox', '天数'));
    context.http.answer(routes.create, () => rxOf({ dpId: 'rx-9', dpNumber: 'CF202603020009', version: 1 }));
    context.http.answer(routes.updateState, () => rxOf({ dpId: 'rx-9', dpNumber: 'CF202603020009', version: 2, payStatus: 0, rxStatus: 1 }));
    await press(document.activeElement ?? dose, 'Enter', { ctrlKey: true });
    await settle();
    expect(context.http.callsOf(routes.create)).toHaveLength(1);
    expect(context.http.callsOf(routes.updateState)[0]?.input.body).toEqual({ dpId: 'rx-9', rxStatus: 1, version: 1 });
    expect(get('button', '取消确认')).toBeDefined();
    expect(all('combobox', '药品')).toEqual([]);
  });

  it('Alt+Delete removes the line, Alt with a digit changes the catalogue', async () => {
    const drawn = await open();
    const { get, press, find, click, until } = drawn;
    const finder = get('combobox', '药品');
    await click(finder);
    await until(() => listReady(drawn));
    await press(finder, 'ArrowDown');
    await press(finder, 'Enter');
    await press(get('textbox', '单次用量'), 'Delete', { altKey: true });
    expect(find('textbox', '单次用量')).toBeUndefined();
    await press(get('combobox', '药品'), '4', { altKey: true, code: 'Digit4' });
    expect(find('combobox', '化验')).toBeDefined();
  });

  it('[4-15] the new tab is empty and leaving asks only once something was written', async () => {
    const drawn = await open();
    const { get, context, click, until, press } = drawn;
    expect(get('tab').textContent).toContain('新处方');
    expect(context.isGuarded()).toBe(false);
    const finder = get('combobox', '药品');
    await click(finder);
    await until(() => listReady(drawn));
    await press(finder, 'ArrowDown');
    await press(finder, 'Enter');
    expect(context.isGuarded()).toBe(true);
  });

  it('[6-05] without button codes the page only shows', async () => {
    const { all, text } = await open({ grants: ['his.prescription'] });
    expect(all('combobox', '药品')).toEqual([]);
    expect(all('button').map((button) => button.textContent)).not.toContain('保存');
    expect(text()).toContain('赵一');
  });

  it('the list of patients is busy until those who were asked for are in it', async () => {
    const { get, click, settle, context } = await open();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    context.http.answer(routes.patients, async () => {
      await answered;
      return pageOfRows([workPatient(), workPatient({ patientId: 'p-2', patientName: '钱二' })]);
    });
    const list = get('list', '患者列表');
    expect(list.getAttribute('aria-busy')).toBe('false');
    await click(get('radio', '全部'));
    expect(list.getAttribute('aria-busy')).toBe('true');
    answer();
    await settle();
    expect([list.getAttribute('aria-busy'), list.textContent]).toEqual(['false', expect.stringContaining('钱二')]);
  });

  it('a failing list offers to try again', async () => {
    const context = createFakeWebContext({ texts });
    context.http.answer(patientContract.routes.classes, { list: [] });
    context.http.refuse(routes.patients, { error: 'network' });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.prescription' }) });
    context.http.answer(routes.patients, pageOfRows([workPatient()]));
    await page.click(page.get('button', '重试'));
    expect(page.get('button', /赵一/)).toBeDefined();
  });
});
