import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

it('names browser, main version and system, and nothing else that a browser says', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.127 Safari/537.36';
  const cases: readonly (readonly [string, string])[] = [
    [windows, 'Chrome 126 · Windows'],
    [`${windows} Edg/126.0.2592.87`, 'Edge 126 · Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox 127 · macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17 · iOS',
    ],
    ['Mozilla/5.0 (Linux; Android 14; SIM-1) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.49', 'WeChat 8 · Android'],
    ['curl/8.5.0', ''],
    ['', ''],
  ];
  for (const [said, name] of cases) expect(browserName(said), said).toBe(name);
});
