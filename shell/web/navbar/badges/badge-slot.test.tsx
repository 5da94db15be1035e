import { SlotRendererProvider } from '@nephra/plugin-sdk/web';
import { renderElement } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { BadgeSlot } from './badge-slot.tsx';
import { QUIET_MS } from './use-quiet-network.ts';

afterEach(() => void vi.useRealTimers());

it('asks for the mark of a plugin once the page that was opened had its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked: string[] = [];
  const draw = (point: string) => {
    asked.push(point);
    return <b>3</b>;
  };
  const page = await renderElement(
    <SlotRendererProvider value={draw}>
      <BadgeSlot point="shell/message-badge@1" />
    </SlotRendererProvider>,
  );
  await act(async () => void vi.advanceTimersByTime(QUIET_MS - 1));
  expect([asked, page.text()]).toEqual([[], '']);
  await act(async () => void vi.advanceTimersByTime(1));
  expect(asked[0]).toBe('shell/message-badge@1');
  expect(page.text()).toBe('3');
  await page.unmount();
});
