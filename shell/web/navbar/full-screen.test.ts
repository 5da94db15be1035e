import { describe, expect, it } from 'vitest';
import { type FullScreenDocument, toggleFullScreen } from './full-screen.ts';

function page(more: Partial<FullScreenDocument> = {}) {
  const calls: string[] = [];
  const target: FullScreenDocument = {
    fullscreenEnabled: true,
    fullscreenElement: null,
    documentElement: { requestFullscreen: async () => void calls.push('enter') },
    exitFullscreen: async () => void calls.push('leave'),
    ...more,
  };
  return { target, calls };
}

describe('full screen', () => {
  it('[4-27] goes on and off', async () => {
    const off = page();
    expect(await toggleFullScreen(off.target)).toBe(true);
    const on = page({ fullscreenElement: {} as Element });
    expect(await toggleFullScreen(on.target)).toBe(true);
    expect([off.calls, on.calls]).toEqual([['enter'], ['leave']]);
  });

  it('[2.4-25] says so when the browser cannot do it', async () => {
    expect(await toggleFullScreen(page({ fullscreenEnabled: false }).target)).toBe(false);
    expect(await toggleFullScreen(page({ documentElement: {} }).target)).toBe(false);
  });

  it('[2.4-25] says so when the browser refuses', async () => {
    const refusing = page({ documentElement: { requestFullscreen: () => Promise.reject(new Error('denied')) } });
    expect(await toggleFullScreen(refusing.target)).toBe(false);
  });
});
