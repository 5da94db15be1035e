import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  catalogueDiagnosisContract,
  DIAGNOSES_PER_CALL,
  type DiagnosisListRow,
  type DiagnosisPreviewRow,
} from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import { catalogueContract } from '../../../contract/catalogue/catalogue-maintenance.contract.ts';
import { catalogueProposalContract } from '../../../contract/catalogue/catalogue-proposal.contract.ts';
import texts from '../../../locales/zh.json' with { type: 'json' };
import { rowsOf } from '../catalogue.fixture.ts';
import { Page } from '../catalogue.page.tsx';

const { routes } = catalogueDiagnosisContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

const disabled: DiagnosisListRow = { code: 'I10.x00', name: '原发性高血压', enableMark: 0, version: 2 };
const LIST: DiagnosisListRow[] = [{ code: 'N18.501', name: '终末期肾病', enableMark: 1, version: 4 }, disabled];

async function open(options: FakeWebOptions = {}, list = LIST, keeps = true): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(catalogueContract.routes.entries, rowsOf([]));
  http.answer(catalogueProposalContract.routes.list, rowsOf([]));
  http.answer(routes.diagnoses, { ...rowsOf(list), keeps });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.catalogue' }) });
  const shown = page;
  await shown.click(shown.get('tab', '诊断'));
  await shown.until(() => shown.context.http.callsOf(routes.diagnoses)[0]);
  await shown.settle();
  return shown;
}

const previewRow = (over: Partial<DiagnosisPreviewRow>): DiagnosisPreviewRow => ({
  rowNumber: 2,
  code: 'A00',
  name: '霍乱',
  kind: 'new',
  nameBefore: '',
  problem: '',
  twinRow: 0,
  ...over,
});

async function choose(shown: RenderedPage, list: readonly DiagnosisPreviewRow[]): Promise<void> {
  shown.context.http.answer(routes.preview, { list: [...list] });
  await shown.click(shown.get('button', '导入'));
  const input = await shown.until(() => document.querySelector<HTMLInputElement>('input[type=file]'));
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'icd.xlsx')], configurable: true });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
  await shown.until(() => shown.text().includes('icd.xlsx'));
}

describe('the list of diagnoses', () => {
  it('shows code, name and state; one is added, renamed with the version that was read, and disabled after a question', async () => {
    const shown = await open();
    for (const part of ['N18.501', '终末期肾病', '启用', '停用']) expect(shown.text()).toContain(part);
    shown.context.http.refuse(routes.create, { error: 'catalogue.diagnosis-duplicate', code: 400, message: '编码“A00”已存在' });
    await shown.click(shown.get('button', '新增诊断'));
    await shown.type(shown.get('textbox', '诊断编码'), 'A00');
    await shown.type(shown.get('textbox', '诊断名称'), '霍乱');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('编码“A00”已存在'));
    shown.context.http.answer(routes.create, { code: 'A00', name: '霍乱', enableMark: 1, version: 1 });
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(routes.create).length === 2);
    await shown.settle();
    expect(shown.context.http.callsOf(routes.create).at(-1)?.input.body).toEqual({ code: 'A00', name: '霍乱' });

    shown.context.http.answer(routes.update, { ...disabled, version: 3 });
    await shown.click(shown.all('button', '编辑')[0] as HTMLElement);
    expect(shown.get('textbox', '诊断编码').hasAttribute('disabled')).toBe(true);
    await shown.type(shown.get('textbox', '诊断名称'), '慢性肾脏病5期');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(routes.update)[0]);
    expect(shown.context.http.callsOf(routes.update)[0]?.input).toEqual({
      params: { id: 'N18.501' },
      body: { name: '慢性肾脏病5期', enableMark: 1, version: 4 },
    });
    await shown.settle();
    await shown.click(shown.get('button', '停用'));
    expect(shown.context.record.questions.at(-1)?.content).toContain('“终末期肾病”');
    await shown.click(shown.get('button', '启用'));
    expect(shown.context.http.callsOf(routes.update).map(({ input }) => input)).toMatchObject([
      { params: { id: 'N18.501' }, body: { enableMark: 1 } },
      { params: { id: 'N18.501' }, body: { enableMark: 0 } },
      { params: { id: 'I10.x00' }, body: { enableMark: 1 } },
    ]);
  });

  it('an empty list says what to do; whoever answers for one of several facilities reads only, granted or not', async () => {
    const shown = await open({}, [], false);
    expect(shown.text()).toContain('诊断清单还是空的');
    for (const name of ['新增诊断', '导入', '编辑'] as const) expect(shown.find('button', name)).toBeUndefined();
  });
});

describe('import of diagnoses', () => {
  it('says of each row what it does or what is wrong, and sends nothing before that was seen; then only what changes', async () => {
    const shown = await open();
    await choose(shown, [
      previewRow({}),
      previewRow({ rowNumber: 3, code: 'N18.501', name: '终末期肾脏病', kind: 'renamed', nameBefore: '终末期肾病' }),
      previewRow({ rowNumber: 4, code: 'I10.x00', name: '原发性高血压', kind: 'same' }),
      previewRow({ rowNumber: 5, kind: 'wrong', problem: 'code-twice', twinRow: 2 }),
    ]);
    expect(shown.text()).toContain('与第 2 行的编码重复');
    await shown.click(shown.get('radio', '全部 4'));
    for (const part of ['新增', '更新名称，原为“终末期肾病”', '相同']) expect(shown.text()).toContain(part);
    expect(shown.context.http.callsOf(routes.importRows)).toHaveLength(0);
    shown.context.http.answer(routes.importRows, { added: 1, renamed: 1, same: 0 });
    await shown.click(shown.get('button', '导入 2 条诊断'));
    await shown.until(() => shown.text().includes('已导入 2 条诊断，1 行有误未导入'));
    expect(shown.context.http.callsOf(routes.importRows).map(({ input }) => input.body)).toEqual([
      {
        list: [
          { code: 'A00', name: '霍乱' },
          { code: 'N18.501', name: '终末期肾脏病' },
        ],
      },
    ]);
    const before = shown.context.http.callsOf(routes.diagnoses).length;
    await shown.click(shown.get('button', '关闭'));
    await shown.until(() => shown.context.http.callsOf(routes.diagnoses).length > before);
  });

  it('a large one goes in parts; when the line breaks, the rest is sent on wish', async () => {
    const shown = await open();
    const rows = Array.from({ length: DIAGNOSES_PER_CALL + 1 }, (_none, at) => previewRow({ rowNumber: at + 2, code: `T${at}` }));
    await choose(shown, rows);
    const sent: unknown[] = [];
    shown.context.http.answer(routes.importRows, ({ body }) => {
      sent.push([body.list.length, body.list[0]?.code]);
      if (sent.length === 2) throw new Error('断线');
      return { added: body.list.length, renamed: 0, same: 0 };
    });
    await shown.click(shown.get('button', `导入 ${rows.length} 条诊断`));
    await shown.until(() => shown.text().includes('导入中断：断线'));
    await shown.click(shown.get('button', '继续导入其余 1 条'));
    await shown.until(() => shown.text().includes(`已导入 ${rows.length} 条诊断`));
    expect(sent).toEqual([
      [DIAGNOSES_PER_CALL, 'T0'],
      [1, `T${DIAGNOSES_PER_CALL}`],
      [1, `T${DIAGNOSES_PER_CALL}`],
    ]);
  });
});
