import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { patientContract } from '../../../patient/contract/index.ts';
import { type CheckFinding, type Prescription, prescribingContract, prescriptionContract } from '../../contract/index.ts';
import { lineFromCatalogue } from '../../domain/preview.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './prescription.page.tsx';
import { drugRow, pageOfRows, rxOf, treatmentRow, workPatient } from './rx.fixture.ts';

const { routes } = prescriptionContract;
const { routes: helping } = prescribingContract;
const CLEAN = { findings: [], blocked: false, reasonsNeeded: 0, prices: [] };
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const detail = (id: string, row = drugRow()) => {
  const { key: _, ...line } = lineFromCatalogue(row, id);
  return { ...line, detailId: id, drugNum: 3, subTotal: 115.5 };
};
const saved = (over: Partial<Prescription> = {}): Prescription => {
  const prescriptionDetailList = [detail('d1'), detail('d2', treatmentRow())];
  return rxOf({ lineCount: 2, totalPrice: 231, prescriptionDetailList, ...over });
};

const finding = (over: Partial<CheckFinding> = {}): CheckFinding => ({
  key: 'k1',
  code: 'dose-high',
  level: 'reason',
  lines: [0],
  params: { line: 1, name: '骨化三醇软胶囊' },
  override: null,
  ...over,
});

async function open(rx: Prescription, options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(patientContract.routes.classes, { list: [] });
  http.answer(routes.adviceCount, { count: 0 });
  http.answer(routes.patients, pageOfRows([workPatient()]));
  http.answer(routes.tabs, { list: [rx] });
  http.answer(routes.drug, pageOfRows([drugRow()]));
  http.answer(helping.check, CLEAN);
  http.answer(helping.splitFlag, { splitFlag: false, rules: [], parts: [] });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.prescription' }) });
  await page.click(page.get('button', /赵一/));
  return page;
}

describe('[4-19] checks on confirming', () => {
  it('asks for a reason per finding and stores them with the confirmation', async () => {
    const { context, get, click, type, until, find } = await open(saved());
    const findings = [finding(), finding({ key: 'k2', level: 'info', code: 'stock-short', lines: [1] })];
    context.http.answer(helping.check, { ...CLEAN, findings, reasonsNeeded: 1 });
    await click(get('button', '确认'));
    const reason = await until(() => find('combobox', /继续使用的理由/) ?? find('textbox', /继续使用的理由/));
    expect(context.http.callsOf(routes.updateState)).toEqual([]);
    const confirm = get('button', '填写完毕，确认处方') as HTMLButtonElement;
    expect(confirm.disabled).toBe(true);
    await type(reason, ' 病情需要 ');
    context.http.answer(routes.updateState, () => saved({ version: 2, payStatus: 0, rxStatus: 1 }));
    await click(confirm);
    expect(context.http.callsOf(routes.updateState)[0]?.input.body).toEqual({
      dpId: 'rx-1',
      rxStatus: 1,
      version: 1,
      overrides: [{ key: 'k1', reason: '病情需要' }],
    });
  });

  it('what blocks cannot be confirmed', async () => {
    const { context, get, click, until, find } = await open(saved());
    context.http.answer(helping.check, { ...CLEAN, findings: [finding({ level: 'block', code: 'allergy' })], blocked: true });
    await click(get('button', '确认'));
    await until(() => find('region', '禁止：必须修改'));
    expect(find('button', '填写完毕，确认处方')).toBeUndefined();
    expect(context.http.callsOf(routes.updateState)).toEqual([]);
  });

  it('without an answer of the check the server still decides', async () => {
    const { context, get, click, settle } = await open(saved());
    context.http.refuse(helping.check, { error: 'network' });
    context.http.answer(routes.updateState, () => saved({ version: 2, payStatus: 0, rxStatus: 1 }));
    await click(get('button', '确认'));
    await settle();
    expect(context.http.callsOf(routes.updateState)).toHaveLength(1);
  });
});

describe('[7.7-07] the main diagnosis', () => {
  it('is the first one, decides the split, and another is put in its place by a press', async () => {
    const diagnosis = [
      { code: 'N18.501', name: '终末期肾病' },
      { code: 'I10.x00', name: '高血压病' },
    ];
    const { context, get, click, press } = await open(saved({ diagnosis }));
    await click(get('button', '设“高血压病”为主要诊断'));
    context.http.answer(routes.update, () => saved({ version: 2 }));
    await press(get('textbox', '备注'), 's', { ctrlKey: true });
    expect(context.http.callsOf(routes.update)[0]?.input.body).toMatchObject({ diagnosis: [diagnosis[1], diagnosis[0]] });
  });
});

describe('[7.7-07] what a line is for', () => {
  it('another disease or category than the head’s is chosen at the line, and saved with it', async () => {
    const diagnosis = [
      { code: 'N18.501', name: '终末期肾病' },
      { code: 'I10.x00', name: '高血压病' },
    ];
    const { context, all, get, find, click, type, press } = await open(saved({ diagnosis }));
    const [first] = all('button', '另设病种或医疗类别');
    if (!first) throw new Error('no line offers it');
    expect(find('combobox', '对应诊断')).toBeUndefined();
    await click(first);
    await type(get('combobox', '对应诊断'), 'I10.x00');
    await type(all('combobox', '医疗类别').at(-1) as HTMLElement, '14');
    context.http.answer(routes.update, () => saved({ version: 2 }));
    await press(get('textbox', '备注'), 's', { ctrlKey: true });
    const body = context.http.callsOf(routes.update)[0]?.input.body as { prescriptionDetailList: unknown[] };
    expect(body.prescriptionDetailList[0]).toMatchObject({ diseCodg: 'I10.x00', medType: 14 });
  });
});

describe('refusals', () => {
  it.each(['该月已结账，不能再改。', '该患者已并入 赵一，请在那份档案中开立。', '第 1 行“骨化三醇软胶囊”已停用，请更换。'])(
    '“%s” stays visible and nothing typed is lost',
    async (sentence) => {
      const { context, get, type, press, text } = await open(saved());
      await type(get('textbox', '备注'), '慢滴');
      context.http.refuse(routes.update, { error: 'prescription.refused', message: sentence });
      await press(get('textbox', '备注'), 's', { ctrlKey: true });
      expect(text()).toContain(sentence);
      expect((get('textbox', '备注') as HTMLInputElement).value).toBe('慢滴');
    },
  );
});

describe('[7.7-07] splitting', () => {
  it('shows the parts first, then each part has a tab', async () => {
    const rx = saved();
    const { context, get, click, until, find, all, text } = await open(rx);
    const part = { controlClass: '' as const, slices: false, reimWay: '310', dpType: 11, diseCodg: 'N18.501', pharmacy: '', totalPrice: 115.5 };
    const parts = [
      { ...part, detailIds: ['d1'] },
      { ...part, detailIds: ['d2'] },
    ];
    context.http.answer(helping.splitFlag, { splitFlag: true, rules: ['insurance' as never], parts });
    context.http.answer(routes.update, () => saved({ version: 2 }));
    await page?.type(get('textbox', '备注'), 'x');
    await page?.press(get('textbox', '备注'), 's', { ctrlKey: true });
    const show = await until(() => find('button', '预览拆分'));
    expect(text()).toContain('按规定应拆分为 2 张：医保与自费分开');
    await click(show);
    await until(() => find('button', '拆分为 2 张'));
    expect(text()).toContain('骨化三醇软胶囊');
    context.http.answer(helping.split, () => ({ list: [saved({ version: 3 }), saved({ dpId: 'rx-2', dpNumber: 'CF202603020002' })] }));
    await click(get('button', '拆分为 2 张'));
    await until(() => all('tab').length === 2);
    expect(context.http.callsOf(helping.split)[0]?.input.body).toEqual({ dpId: 'rx-1', version: 2 });
  });
});

describe('history, packages, print', () => {
  it('copies some lines of an old prescription at today’s prices and says what is missing', async () => {
    const { context, get, click, until, find, text } = await open(saved());
    const { prescriptionDetailList: _, ...head } = saved({ dpId: 'old', dpNumber: 'CF202602010001' });
    context.http.answer(routes.ofPatient, pageOfRows([{ ...head, drugNames: ['骨化三醇软胶囊', '血液透析'] }]));
    context.http.answer(routes.detail, () => saved({ dpId: 'old' }));
    await click(get('button', '历史处方'));
    await click(await until(() => find('button', 'CF202602010001')));
    await click(await until(() => find('checkbox', '血液透析')));
    context.http.answer(helping.copy, {
      list: [detail('', drugRow({ drugId: 'drug-2', drugName: '碳酸钙片' }))],
      skipped: [{ drugId: 'x', drugName: '停用药', reason: 'disabled' }],
      priceChanges: [],
      dpNumber: 'CF202602010001',
      dpType: 14,
    });
    await click(get('button', '复制所选 1 项'));
    expect(context.http.callsOf(helping.copy)[0]?.input).toMatchObject({ params: { id: 'old' }, body: { detailIds: ['d1'] } });
    expect(text()).toContain('碳酸钙片');
    expect(context.record.toasts).toEqual([{ kind: 'warning', text: '未能加入：停用药' }]);
  });

  it('keeps the open prescription as a package of one’s own', async () => {
    const { context, get, press, click, type, until, find, all } = await open(saved());
    context.http.answer(helping.customPackages, pageOfRows([]));
    context.http.answer(routes.packages, pageOfRows([]));
    await press(document.body, '5', { altKey: true, code: 'Digit5' });
    await click(await until(() => find('button', '套餐管理')));
    await click(await until(() => find('button', '将当前处方存为套餐')));
    await type(get('textbox', '名称'), '周一方案');
    context.http.refuse(helping.createCustomPackage, { error: 'prescription.custom-package-name-taken', message: '您已有同名套餐' });
    await click(all('button', '保存').at(-1) ?? get('button', '保存'));
    expect((get('textbox', '名称') as HTMLInputElement).value).toBe('周一方案');
    expect(page?.text()).toContain('您已有同名套餐');
    const sent = context.http.callsOf(helping.createCustomPackage)[0]?.input.body as { prescriptionDetailList: object[] };
    expect(sent).toMatchObject({ packageName: '周一方案', scope: 'own', orgId: 'org-gz' });
    expect(JSON.stringify(sent.prescriptionDetailList)).not.toContain('subTotal');
  });

  it('Alt+P prints what the server has, and only that', async () => {
    const { context, get, press, until, type } = await open(saved());
    const { prescriptionDetailList: _, ...head } = saved();
    context.http.answer(helping.print, { ...head, patientIdcard: '', sheetCount: 0, sheets: [] });
    await press(get('textbox', '备注'), 'p', { altKey: true, code: 'KeyP' });
    await until(() => context.record.prints.length === 1);
    expect(context.record.prints[0]?.title).toBe('处方笺 CF202603020001 赵一');
    await type(get('textbox', '备注'), '改了');
    await until(() => (get('button', '打印') as HTMLButtonElement).disabled);
  });
});
