import { get, Type } from '@nephra/plugin-sdk/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { HttpClient } from './http-client.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A browser's request that is never answered; `sent` counts those that left. */
function requestsThatStay() {
  const sent: string[] = [];
  class SilentRequest {
    timeout = 0;
    #url = '';
    open(_method: string, url: string): void {
      this.#url = url;
    }
    setRequestHeader(): void {}
    addEventListener(): void {}
    send(): void {
      sent.push(this.#url);
    }
  }
  vi.stubGlobal('XMLHttpRequest', SilentRequest);
  return sent;
}

it('a call leaves while the press is still being worked on: nothing is read first, and drawing what the press changes does not hold it up', () => {
  const sent = requestsThatStay();
  const read = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('cookieStore', { get: read });
  const client = new HttpClient({
    pageOrigin: location.origin,
    token: () => 'Bearer abc',
    language: () => 'zh',
    now: () => 5_000,
    showError: vi.fn(),
    onSessionEnded: vi.fn(),
    onReachable: vi.fn(),
    wait: async () => undefined,
  });
  const list = get('/api/his/pharmacy/patient', { summary: '', need: 'session', audit: 'none', reply: Type.Unknown() });
  void client.call(list, {});
  expect(sent).toEqual([expect.stringContaining('/api/his/pharmacy/patient')]);
  expect(read).not.toHaveBeenCalled();
});
