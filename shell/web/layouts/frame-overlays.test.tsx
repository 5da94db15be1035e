import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DrawnFrame, drawFrame } from './testing/draw-frame.tsx';

let page: DrawnFrame | undefined;
// The test document loads no frames and would say so each time.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(async () => {
  vi.restoreAllMocks();
  await page?.unmount();
  page = undefined;
});

// Alone in its file: the code of the preview must not be here before.
it('[2.4-15] [2.4-26] a drawer stays open under the first preview that is opened from it, and after it', async () => {
  page = await drawFrame({ previewAddress: '/preview/1' });
  const { shell, change, until, click, get } = page;
  await click(get('button', '内部聊天'));
  const drawer = await until(() => document.querySelector('.nephra-drawer [role="dialog"]'));
  await change(() => shell.preview.open({ name: '视频', fileId: 'file-1' }));
  await until(() => document.querySelector('iframe.nephra-preview-frame'));
  expect(document.contains(drawer)).toBe(true);
  await click(get('button', '取 消'));
  await until(() => document.querySelector('iframe.nephra-preview-frame') === null);
  expect(document.contains(drawer)).toBe(true);
});
