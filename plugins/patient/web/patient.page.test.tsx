import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { patientContract } from '../contract/index.ts';
import { patientContext, patientFile, patientRow } from './patient.fixture.ts';
import { Page } from './patient-list/patient-list.page.tsx';

const { routes } = patientContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}, prepare: (context: ReturnType<typeof patientContext>) => void = () => undefined): Promise<RenderedPage> {
  const context = patientContext(options);
  prepare(context);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.patient' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('赵一'));
  return shown;
}
const openFile = async (shown: RenderedPage): Promise<void> => {
  const [first] = shown.all('button', '查看');
  if (!first) throw new Error('no row');
  await shown.click(first);
  await shown.until(() => shown.text().includes('荔湾路1号'));
};

describe('[3-13] patient page', () => {
  it('shows masked numbers; full ones only after a reason was given', async () => {
    const shown = await open();
    await openFile(shown);
    expect(shown.text()).toContain('990***********0028');
    await shown.click(shown.get('button', '显示完整号码'));
    await shown.until(() => shown.find('textbox', /原因/));
    await shown.click(shown.get('button', '确定'));
    expect(shown.context.http.callsOf(routes.reveal)).toHaveLength(0);
    await shown.type(shown.get('textbox', /原因/), '医保核对');
    await shown.click(shown.get('button', '确定'));
    await shown.until(() => shown.text().includes('990101196003030028'));
    expect(shown.context.http.callsOf(routes.reveal)[0]?.input).toMatchObject({ params: { id: 'pat-1' }, body: { reason: '医保核对' } });
    await shown.click(shown.get('button', '隐藏完整号码'));
    expect(shown.text()).not.toContain('990101196003030028');
  });

  it.each([
    ['nobody tested or asked', { infectedHistory: [], allergies: [], allergyState: '' as const }, ['未检测', '未询问'], ['阴性', '无过敏史']],
    [
      'negative, and none',
      { infectedHistory: ['NEG' as const], allergies: [], allergyState: 'none' as const },
      ['阴性', '无过敏史（已询问）'],
      ['未检测', '未询问'],
    ],
  ])('[B17] %s: said in the list and in the file, and never alike', async (_, known, said, unsaid) => {
    const shown = await open({}, ({ http }) => {
      http.answer(routes.list, toPage([patientRow(known)], 1, {}));
      http.answer(routes.file, patientFile(known));
    });
    for (const text of said) expect(shown.text()).toContain(text);
    for (const text of unsaid) expect(shown.text()).not.toContain(text);
    await openFile(shown);
    const file = shown.get('dialog', /患者档案/).textContent;
    for (const text of said) expect(file).toContain(text);
    for (const text of unsaid) expect(file).not.toContain(text);
  });

  it('the number stands beside the name, too, and one press leads to what can be called', async () => {
    const shown = await open();
    const cell = shown.all('row')[1] ?? expect.fail('no row');
    expect(cell.querySelector('.pt-phone-below')?.textContent).toBe('138****0001');
    await shown.click(shown.all('button', '电话')[0] ?? expect.fail('no button'));
    await shown.until(() => shown.find('textbox', /原因/));
    await shown.type(shown.get('textbox', /原因/), '通知改期');
    await shown.click(shown.get('button', '确定'));
    await shown.until(() => document.querySelector('a[href="tel:13800000001"]'));
  });

  it('nobody is 0 years old because the day of birth is not known', async () => {
    const shown = await open({}, ({ http }) => {
      http.answer(routes.list, toPage([patientRow({ birthday: null, patientAge: -1 })], 1, {}));
      http.answer(routes.file, patientFile({ birthday: null, patientAge: -1 }));
    });
    expect(shown.all('cell').map((cell) => cell.textContent)).not.toContain('0');
    await openFile(shown);
    expect(shown.get('heading', '赵一').parentElement?.textContent).toContain('女');
    expect(shown.text()).not.toContain('0岁');
  });

  it('tells who changed what, in words', async () => {
    const shown = await open();
    await openFile(shown);
    await shown.click(shown.get('tab', '变更记录'));
    await shown.until(() => shown.text().includes('修改后'));
    expect(shown.text()).toMatch(/修改林医生2026-03-02 10:00.*班次–上午班/);
  });

  it('a new patient: opened from the toolbar, saved, and shown', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '新建患者'));
    const name = await shown.until(() => shown.find('textbox', '姓名'));
    await shown.type(name, '新来的');
    // A card reader ends with Enter; that must not save a half-empty file.
    await shown.press(name, 'Enter');
    expect(shown.context.http.callsOf(routes.create)).toHaveLength(0);
    expect(shown.context.isGuarded()).toBe(true);
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(routes.create)[0]);
    expect(shown.context.http.callsOf(routes.create)[0]?.input.body).toMatchObject({ patientName: '新来的', outpatientCode: '', patientType: 'dialysis' });
    await shown.until(() => shown.text().includes('患者档案'));
    expect(shown.context.http.callsOf(routes.file).at(-1)?.input.params).toEqual({ id: 'pat-9' });
  });

  it('closing a form with unsaved values asks first', async () => {
    const shown = await open({ confirms: false });
    await shown.click(shown.get('button', '新建患者'));
    await shown.type(await shown.until(() => shown.find('textbox', '姓名')), '半个');
    await shown.click(shown.get('button', '取消'));
    expect(shown.context.record.questions.at(-1)?.content).toContain('还没有保存');
    expect(shown.find('textbox', '姓名')).toBeDefined();
  });

  it('a file of the same person is offered instead of a second one', async () => {
    const shown = await open({}, ({ http }) => http.answer(routes.duplicates, { list: [{ patient: patientRow(), reasons: ['phone'] }] }));
    await shown.click(shown.get('button', '新建患者'));
    await shown.type(await shown.until(() => shown.find('textbox', '手机')), '13800000001');
    await shown.until(() => shown.find('region', '可能重复的档案'));
    await shown.click(shown.get('button', '打开该档案'));
    await shown.until(() => shown.text().includes('荔湾路1号'));
    expect(shown.context.http.callsOf(routes.create)).toHaveLength(0);
  });

  it('a merged file can only be read and names the file that is left', async () => {
    const shown = await open({}, ({ http }) =>
      http.answer(routes.file, ({ params }) =>
        params.id === 'pat-1' ? patientFile({ mergedInto: 'pat-2' }) : patientFile({ patientId: 'pat-2', patientName: '留下的人', outpatientCode: 'MZ0002' }),
      ),
    );
    await openFile(shown);
    expect(shown.text()).toContain('该档案已并入留下的人（MZ0002），只能查看。');
    expect(shown.find('button', '停用')).toBeUndefined();
    await shown.click(shown.get('button', '打开保留的档案'));
    await shown.until(() => shown.text().includes('留下的人女'));
  });

  it('two files are merged after a preview and a reason; an obstacle is said and stops it', async () => {
    const preview = {
      left: patientRow(),
      going: patientRow({ patientId: 'pat-2', patientName: '赵一', outpatientCode: 'MZ0002', version: 7 }),
      fields: [{ field: 'allergies', left: ['青霉素'], going: ['碘造影剂'], result: ['青霉素', '碘造影剂'] }],
      records: [{ kind: 'prescription', count: 3 }],
      obstacle: '',
    };
    const shown = await open({}, ({ http }) => {
      http.answer(routes.duplicates, { list: [{ patient: preview.going, reasons: ['name-birthday'] }] });
      http.answer(routes.mergePreview, ({ params }) =>
        params.id === 'pat-1' ? preview : { ...preview, left: preview.going, going: preview.left, obstacle: 'patient.merge-cards' },
      );
      http.answer(routes.merge, { patientId: 'pat-1', outpatientCode: 'MZ0001', version: 4 });
    });
    await openFile(shown);
    await shown.click(shown.get('button', '合并档案'));
    await shown.click(await shown.until(() => shown.find('button', /姓名和出生日期相同/)));
    await shown.until(() => shown.text().includes('处方 3 张'));
    expect(shown.text()).toContain('过敏史青霉素碘造影剂青霉素、碘造影剂');
    await shown.click(shown.get('button', '互换'));
    await shown.until(() => shown.text().includes('两份档案的身份证号不同'));
    await shown.click(shown.get('button', '互换'));
    await shown.type(await shown.until(() => shown.find('textbox', /原因/)), '重复建档');
    const [, confirm] = shown.all('button', '合并档案');
    await shown.click(confirm ?? shown.get('button', '合并档案'));
    await shown.until(() => shown.context.http.callsOf(routes.merge)[0]);
    expect(shown.context.http.callsOf(routes.merge)[0]?.input).toEqual({
      params: { id: 'pat-1' },
      body: { from: 'pat-2', version: 3, fromVersion: 7, reason: '重复建档' },
    });
  });

  it('without the rights there are no buttons', async () => {
    const shown = await open({ grants: ['his.patient'] });
    expect(shown.find('button', '新建患者')).toBeUndefined();
    expect(shown.find('button', '编辑')).toBeUndefined();
    await openFile(shown);
    for (const name of ['显示完整号码', '合并档案', '停用', '编辑']) expect(shown.find('button', name)).toBeUndefined();
  });
});
