import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PreviewContent } from '../../../contract/preview/preview.contract.ts';
import { type DrawnFrame, drawFrame } from '../../layouts/testing/draw-frame.tsx';

let page: DrawnFrame | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const FILE_ID = '20260302_0123456789abcdef0123456789abcdef.xlsx';
const sheet = (at: number): PreviewContent => ({
  kind: 'sheet',
  sheets: ['库存', '供应商'],
  at,
  rows: Array.from({ length: 400 }, (_none, row) => ({ number: row + 1, cells: [`${at}-${row}`, ''] })),
  moreRows: true,
  moreColumns: false,
  maxRows: 400,
  maxColumns: 50,
});

async function open(previewed: (sheet: number) => PreviewContent | undefined, name = '耗材.xlsx'): Promise<DrawnFrame> {
  page = await drawFrame({ previewAddress: `/api/file/Preview/${FILE_ID}`, previewed });
  const { shell, change } = page;
  await change(() => shell.preview.open({ name, fileId: FILE_ID }));
  return page;
}
const dialogText = () => document.querySelector('.nephra-preview')?.textContent ?? '';

describe('the preview of this system', () => {
  it('[2.4-26] shows a workbook sheet by sheet, its rows as far as they are looked at, and says how far it goes', async () => {
    const { until, get, click, log } = await open(sheet);
    await until(() => dialogText().includes('0-0'));
    expect(dialogText()).toContain('每张工作表最多显示 400 行、50 列');
    expect([...document.querySelectorAll('thead th')].map((cell) => cell.textContent)).toEqual(['A', 'B']);
    expect(document.querySelectorAll('tbody tr')).toHaveLength(150);
    await click(get('tab', '供应商'));
    await until(() => dialogText().includes('1-0'));
    expect(log.filter((line) => line.includes('/api/file/Preview/'))).toEqual([
      'GET /api/file/Preview/{fileName} {"sheet":0}',
      'GET /api/file/Preview/{fileName} {"sheet":1}',
    ]);
    expect(document.querySelector('.nephra-preview iframe')).toBeNull();
  });

  it('gives the keys to what it shows', async () => {
    const { until, get } = await open(() => ({ kind: 'text', text: '交班\n三号机', cut: false }), '交班.txt');
    const content = await until(() => document.querySelector('.nephra-viewer-scroll') ?? undefined);
    expect(get('region', '“交班.txt”的内容')).toBe(content);
    await until(() => document.activeElement === content);
  });

  it('a text document stands in the widget that cleans what is foreign, and it is said what is missing', async () => {
    const html = '<p><b>同意书</b></p>';
    const { until } = await open(() => ({ kind: 'document', html, cut: true, picturesLeftOut: 2 }), '同意书.docx');
    await until(() => dialogText().includes('同意书'));
    expect(document.querySelector('.nephra-viewer-paper .nk-html b')?.textContent).toBe('同意书');
    expect(dialogText()).toContain('有 2 张图片');
  });

  it('a picture becomes larger and smaller by keys', async () => {
    const { until } = await open(() => ({ kind: 'picture' }), '照片.png');
    const picture = await until(() => document.querySelector<HTMLImageElement>('.nephra-viewer-picture img') ?? undefined);
    Object.defineProperty(picture, 'naturalWidth', { value: 200 });
    await act(async () => void picture.dispatchEvent(new Event('load')));
    const press = (key: string) =>
      act(
        async () => void document.querySelector('.nephra-viewer-scroll')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      );
    expect(dialogText()).toContain('100%');
    await press('+');
    expect([dialogText().includes('125%'), picture.getAttribute('width')]).toEqual([true, '250']);
    await press('-');
    await press('-');
    expect(picture.getAttribute('width')).toBe('150');
    await press('0');
    expect(picture.getAttribute('width')).toBe('200');
  });

  it.each([
    ['audio', '语音.mp3'],
    ['video', '视频.mp4'],
  ] as const)('[2.4-15] %s is played by the browser, once somebody lets it, and a broken one is said to be', async (kind, name) => {
    const { until } = await open(() => ({ kind }), name);
    const player = await until(() => document.querySelector<HTMLMediaElement>(`.nephra-viewer ${kind}`) ?? undefined);
    expect([player.getAttribute('src'), player.hasAttribute('controls'), player.hasAttribute('autoplay')]).toEqual(['/api/file/Play?ticket=SIM', true, false]);
    await act(async () => void player.dispatchEvent(new Event('error')));
    await until(() => dialogText().includes('此文件已损坏'));
  });

  it.each([
    ['says which files it does not show', (): PreviewContent => ({ kind: 'none' }), '此类型的文件不能在这里预览'],
    ['says why a file was refused', () => undefined, '此文件过大'],
  ])('%s, and offers the download', async (_name, previewed, sentence) => {
    const { until, all } = await open(previewed, 'a.ppt');
    await until(() => dialogText().includes(sentence));
    expect(all('button', '下载')).toHaveLength(2);
    expect(all('button', '重试')).toHaveLength(0);
  });
});
