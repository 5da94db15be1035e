import { describe, expect, it } from 'vitest';
import { platformName } from './platform-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('names of platforms', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome 126 · Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge 126 · Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 · Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15', 'Safari 17 · macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17 · iPhone',
    ],
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49`, 'WeChat 8 · Android'],
    ['lightMyRequest', ''],
    ['', ''],
  ])('%s', (userAgent, name) => expect(platformName(userAgent)).toBe(name));

  it.each(['Version/', 'Version/1', '1', '.', 'Version/1.', 'Safari/', 'Edg/'])('a row of %s is looked at in one pass', (unit) => {
    // Anybody may send it, and each call that is put on record looks at it.
    expect(platformName(`Version/${unit.repeat(60_000)}`)).not.toContain('Safari 17');
  });
});
