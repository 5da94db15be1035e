import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DrawnFrame, drawFrame } from '../layouts/testing/draw-frame.tsx';

let page: DrawnFrame | undefined;
// The test document loads no frames and would say so each time.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(async () => {
  vi.restoreAllMocks();
  await page?.unmount();
  page = undefined;
});

const FILE = { name: '化验单.pdf', fileId: 'file-1', fileVersionId: 'v-2' };
const frameOf = () => document.querySelector<HTMLIFrameElement>('iframe.nephra-preview-frame');

describe('document preview', () => {
  it('[2.4-26] [3-35] asks for the address by file id and version and shows it in a frame with the name in the title', async () => {
    page = await drawFrame({ previewAddress: '/preview/1' });
    const { shell, change, until, log } = page;
    await change(() => shell.preview.open(FILE));
    await until(frameOf);
    expect(log).toEqual(['GET /api/file/Uploader/Preview {"fileName":"file-1","fileVersionId":"v-2"}']);
    expect([document.querySelector('.semi-modal-title')?.textContent, frameOf()?.getAttribute('src')?.endsWith('/preview/1')]).toEqual([
      '文档预览 - 化验单.pdf',
      true,
    ]);
    expect(document.querySelector('.nephra-preview .semi-modal-content-fullScreen, .nephra-preview.semi-modal-content-fullScreen')).not.toBeNull();
  });

  it('[4-26] closes on cancel', async () => {
    page = await drawFrame({ previewAddress: '/preview/1' });
    const { shell, change, until, click, get } = page;
    await change(() => shell.preview.open(FILE));
    await until(frameOf);
    await click(get('button', '取 消'));
    expect(shell.preview.document).toBeNull();
  });

  it('[8-14] warns 文件不存在 and closes when there is no address', async () => {
    page = await drawFrame({ previewAddress: '' });
    const { shell, change, until, log } = page;
    await change(() => shell.preview.open(FILE));
    await until(() => shell.preview.document === null);
    expect(log.at(-1)).toBe('warning 文件不存在');
  });
});
