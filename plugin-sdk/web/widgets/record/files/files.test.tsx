import { toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { recordPage } from '../record-page.tsx';
import { searchOf } from '../record-views.tsx';

const paper = defineRecord('beds.paper', {
  title: ['资料', '資料', 'Paper'],
  wire: { at: '/api/beds/Paper' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    papers: field.files(3, { limit: 1, unit: 'KB', accept: '.pdf,.zip' }).label('附件', '附件', 'Attachments'),
    pictures: field.images(5).label('照片', '照片', 'Pictures'),
  },
  list: { columns: ['fullName', 'papers', 'pictures'], order: 'fullName', filter: ['papers'] },
  acts: { create: {}, edit: {}, print: {} },
});
const contract = recordContract(paper);
const Page = recordPage(contract, {});

const stored = (n: number, end: string) => {
  const fileId = `20260302_${String(n).repeat(32)}.${end}`;
  const at = end === 'png' ? 'Image/recordpic' : 'Download/record';
  return { name: `文件${n}.${end}`, fileId, url: `/api/file/${at}/${fileId}`, fileSize: 9 };
};
const rowOf = (papers: readonly object[], pictures: readonly object[] = []) => ({
  id: 'p1',
  version: 1,
  creatorTime: 0,
  lastModifyTime: 0,
  fullName: '甲',
  papers,
  pictures,
});

describe('files of rows', () => {
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    page = undefined;
  });
  const open = async (row: object): Promise<RenderedPage> => {
    const context = createFakeWebContext();
    context.http.answer(contract.routes.list, toPage([row], 1, {}) as never);
    context.http.answer(contract.routes.one, row as never);
    context.http.answer(contract.routes.edit, { id: 'p1', version: 2 });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: paper.name }) });
    const shown = page;
    await shown.until(() => shown.text().includes('甲'));
    return shown;
  };

  it('are read in the list: one by its name, several in a dialog, pictures as thumbnails', async () => {
    const one = await open(rowOf([stored(1, 'pdf')]));
    await one.click(one.get('button', '打开“文件1.pdf”'));
    expect(one.context.record.previews).toMatchObject([{ name: '文件1.pdf' }]);
    await one.unmount();
    const several = await open(
      rowOf(
        [stored(1, 'zip'), stored(2, 'pdf')],
        [1, 2, 3, 4, 5].map((n) => stored(n, 'png')),
      ),
    );
    expect(several.container.querySelectorAll('.nk-pictures img')).toHaveLength(3);
    expect(several.text()).toContain('+2');
    await several.click(several.get('button', '附件: 2 个文件'));
    const list = await several.until(() => document.querySelector('[role="dialog"] ul[aria-label="附件"]'));
    expect([...list.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      expect.stringContaining('文件1.zip'),
      expect.stringContaining('文件2.pdf'),
    ]);
  });

  it('one that no preview shows is downloaded', async () => {
    const shown = await open(rowOf([stored(1, 'zip')]));
    await shown.click(shown.get('button', '下载“文件1.zip”'));
    expect(shown.context.record.downloads).toMatchObject([{ name: '文件1.zip' }]);
  });

  it('go where only who sees the row reads them, of the types and sizes of the field', async () => {
    const shown = await open(rowOf([]));
    await shown.click(shown.get('button', '编辑'));
    const input = await shown.until(() => document.querySelector<HTMLInputElement>('[role="dialog"] input[type="file"][accept=".pdf,.zip"]'));
    const choose = async (...files: readonly File[]) => {
      Object.defineProperty(input, 'files', { value: Object.assign([...files], { item: () => null }), configurable: true });
      await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
    };
    await choose(new File(['x'.repeat(1_024)], '大.pdf'), new File(['x'], '错.txt'));
    expect(shown.context.record.toasts.map(({ text }) => text)).toEqual(['文件大小超过1KB', '请选择.pdf,.zip类型的文件']);
    await choose(new File(['x'], '小.pdf'));
    await shown.until(() => document.querySelector('[role="dialog"]')?.textContent?.includes('小.pdf'));
    await shown.click(shown.get('button', '保存'));
    const { input: sent } = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    expect(sent.body).toMatchObject({ papers: [{ name: '小.pdf', url: expect.stringContaining('/Download/record/') }] });
  });

  it('narrow the list by whether there are any', () => {
    const papers = paper.fields.find(({ name }) => name === 'papers');
    expect(papers && searchOf(papers, 'zh', paper)).toEqual({
      kind: 'select',
      name: 'papers',
      label: '附件',
      options: [
        { value: '1', text: '有' },
        { value: '0', text: '无' },
      ],
    });
  });
});
