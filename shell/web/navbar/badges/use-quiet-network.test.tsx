import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOUD_MS, QUIET_MS, useQuietNetwork } from './use-quiet-network.ts';

/** What the browser tells of files and answers that have come. */
let arrived: () => void;
let watching: boolean;
class FakeObserver {
  constructor(hear: () => void) {
    arrived = hear;
  }
  observe(): void {
    watching = true;
  }
  disconnect(): void {
    watching = false;
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('PerformanceObserver', FakeObserver);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Shown() {
  return <>{String(useQuietNetwork())}</>;
}

test('what decorates the page waits until nothing has arrived for a while, and then it stays', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => root.render(<Shown />));
  for (let answers = 0; answers < 5; answers += 1) {
    await act(async () => vi.advanceTimersByTime(QUIET_MS - 1));
    expect(place.textContent).toBe('false');
    arrived();
  }
  await act(async () => vi.advanceTimersByTime(QUIET_MS));
  expect([place.textContent, watching]).toEqual(['true', false]);
  await act(async () => root.unmount());
});

test('a page that is never quiet has had its turn after a while', async () => {
  const place = document.createElement('div');
  const shown = createRoot(place);
  await act(async () => shown.render(<Shown />));
  for (let ms = 0; ms < LOUD_MS; ms += 1_000) {
    expect(place.textContent).toBe('false');
    arrived();
    await act(async () => vi.advanceTimersByTime(1_000));
  }
  expect([place.textContent, watching, vi.getTimerCount()]).toEqual(['true', false, 0]);
  await act(async () => shown.unmount());
});

test('a page that goes meanwhile leaves nothing behind', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Shown />));
  expect([watching, vi.getTimerCount() > 0]).toEqual([true, true]);
  await act(async () => root.unmount());
  expect([watching, vi.getTimerCount()]).toEqual([false, 0]);
});
