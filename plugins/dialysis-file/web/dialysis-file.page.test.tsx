import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { dialysisFileContract } from '../contract/file.contract.ts';
import { fileContext, fileRow, pattern, wholeFile } from './dialysis-file.fixture.ts';
import { Page } from './list/file-list.page.tsx';

const { routes } = dialysisFileContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(prepare: (context: ReturnType<typeof fileContext>) => void = () => undefined): Promise<RenderedPage> {
  const context = fileContext();
  prepare(context);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.dialysisFile' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('赵一'));
  return shown;
}
async function openTab(shown: RenderedPage, tab: string): Promise<void> {
  await shown.click(shown.get('button', '打开'));
  await shown.until(() => shown.find('tab', tab));
  await shown.click(shown.get('tab', tab));
}

describe('the list of dialysis files', () => {
  it('says zone by letter and word, pattern in words, and what is due', async () => {
    const shown = await open(({ http }) =>
      http.answer(
        routes.list,
        toPage(
          [
            fileRow(),
            fileRow({
              patientId: 'pat-2',
              patientName: '钱二',
              zone: 'A',
              mode: null,
              pattern: pattern({ everyDays: 2 }),
              dryWeight: null,
              access: null,
              transient: true,
            }),
          ],
          2,
          {},
        ),
      ),
    );
    await shown.until(() => shown.text().includes('上午班'));
    for (const text of ['B 乙肝', '每周 一、三、五 上午班', '58.5 kg', '待复评', '逾期', '自体内瘘 左前臂']) expect(shown.text()).toContain(text);
    for (const text of ['A 普通', '隔日 上午班', '无在用处方', '未评定', '无在用通路', '临时透析']) expect(shown.text()).toContain(text);
  });
});

describe('consents', () => {
  it('stand in the file with state, version and scans, and what is lacking is said above them', async () => {
    const lacking = [{ kind: 'catheter', why: 'expired', on: '2026-09-30' }] as const;
    const consent = {
      ...{ consentId: 'c1', kind: 'catheter' as const, modes: [], signedOn: '2025-10-01', signer: '测试家属', decision: 'signed' as const, refusedReason: '' },
      ...{ formVersion: '2025-2', validTo: '2026-09-30', files: [{ fileId: 'f1', name: '第一页.png', size: 100, contentType: 'image/png' }] },
      ...{ state: 'expired' as const, withdrawnOn: null, withdrawnReason: '', version: 1, byName: '护士甲', at: 0 },
    };
    const shown = await open(({ http }) => http.answer(routes.file, wholeFile({ consents: [consent], consentsLacking: [...lacking] })));
    await openTab(shown, '知情同意');
    await shown.until(() => shown.text().includes('缺知情同意：中心静脉置管（已过期 2026-09-30）'));
    for (const text of ['版本 2025-2', '至 2026-09-30', '已过期', '第一页.png', '补传附件']) expect(shown.text()).toContain(text);
  });
});

describe('the editor of a pattern', () => {
  it('sets five in two weeks with one press, changes a cell, shows four weeks, and sends it with the version that was read', async () => {
    const shown = await open();
    await openTab(shown, '排班规律');
    await shown.until(() => shown.find('button', '设定排班规律'));
    await shown.click(shown.get('button', '设定排班规律'));
    await shown.until(() => shown.find('button', '两周五次'));
    expect(shown.text()).toContain('今后四周：10 次');
    await shown.click(shown.get('button', '两周五次'));
    await shown.until(() => shown.text().includes('今后四周：9 次'));
    await shown.type(shown.get('combobox', '第 2 周周五'), 'pm');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(routes.pattern).length === 1);
    const slot = (week: number, weekday: number, shiftId = 'am') => ({ week, weekday, shiftId, stationId: null, mode: null });
    expect(shown.context.http.callsOf(routes.pattern)[0]?.input).toMatchObject({
      params: { id: 'pat-1' },
      body: {
        ...{ from: '2026-11-26', anchorMonday: '2026-11-23', cycleWeeks: 2, everyDays: null, version: 7 },
        slots: [slot(0, 1), slot(0, 4), slot(0, 6), slot(1, 2), slot(1, 5, 'pm')],
      },
    });
  });
});

describe('a prescription in force', () => {
  it('is printed with whom it is for, all that it says and who signed it', async () => {
    const [waiting] = wholeFile().prescriptions;
    if (!waiting) throw new Error('the file has a prescription');
    const signed = { ...waiting, state: 'signed' as const, signedByName: '林医生', signedAt: waiting.proposedAt };
    const shown = await open(({ http }) => http.answer(routes.file, wholeFile({ prescriptions: [signed], dialyserAllergies: ['<b>聚砜膜</b>'] })));
    await openTab(shown, '透析处方');
    await shown.until(() => shown.find('button', '打印透析处方单'));
    await shown.click(shown.get('button', '打印透析处方单'));
    const [paper] = shown.context.record.prints;
    for (const text of ['透析处方单', '赵一', 'HD00001', '58.5 kg', '高通量透析器 1.6m²', '180 ml/min', '首剂 20 mg', '林医生', '&lt;b&gt;聚砜膜'])
      expect(paper?.html).toContain(text);
  });
});

describe('a prescription that waits', () => {
  it('says what is unusual, and is signed after a question, as it was read', async () => {
    const shown = await open(({ http }) => http.answer(routes.file, wholeFile()));
    await openTab(shown, '透析处方');
    await shown.until(() => shown.find('button', '签署'));
    expect(shown.text()).toContain('不在常用范围，请再看一遍：血流量');
    await shown.click(shown.get('button', '签署'));
    await shown.until(() => shown.context.http.callsOf(routes.sign).length === 1);
    expect(shown.context.http.callsOf(routes.sign)[0]?.input).toMatchObject({ params: { id: 'pat-1', partId: 'rx1' }, body: { version: 3 } });
  });
});
