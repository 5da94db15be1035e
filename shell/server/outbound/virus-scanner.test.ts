import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClamavSimulator, EICAR, startClamavSimulator } from '../../../tools/sim/clamav/clamav-simulator.ts';
import { scanForViruses, scannerAddress } from './virus-scanner.ts';

describe('the virus scanner', () => {
  let scanner: ClamavSimulator;
  beforeEach(async () => {
    scanner = await startClamavSimulator({ maxBytes: 1_000_000 });
  });
  afterEach(() => scanner.close());
  const scan = (content: string | Buffer, options = {}) =>
    scanForViruses({ host: '127.0.0.1', port: scanner.port }, Readable.from([Buffer.from(content)]), options);

  it('says what is clean and what is not, wherever in the stream it stands', async () => {
    expect(await scan('SIM')).toEqual({ kind: 'clean' });
    expect(await scan(Buffer.alloc(500_000))).toEqual({ kind: 'clean' });
    expect(await scan(`${'x'.repeat(65_530)}${EICAR}${'x'.repeat(100_000)}`)).toEqual({ kind: 'infected', virus: 'Win.Test.EICAR_HDB-1' });
    expect(scanner.scanned).toBe(3);
  });

  it('more than it takes, no answer, and hanging up are no verdict', async () => {
    expect(await scan(Buffer.alloc(3_000_000))).toMatchObject({ kind: 'unknown' });
    scanner.mood = 'silent';
    expect(await scan('SIM', { silenceMs: 20 })).toEqual({ kind: 'unknown', reason: 'the scanner does not answer' });
    scanner.mood = 'hangs-up';
    expect(await scan('SIM')).toMatchObject({ kind: 'unknown' });
    const { port } = scanner;
    await scanner.close();
    expect(await scanForViruses({ host: '127.0.0.1', port }, Readable.from([Buffer.from('SIM')]))).toMatchObject({ kind: 'unknown' });
    scanner = await startClamavSimulator();
  });

  it('whoever goes away ends it', async () => {
    scanner.mood = 'silent';
    const gone = new AbortController();
    const verdict = scan('SIM', { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(verdict).rejects.toThrow('gone');
  });

  it.each([
    ['', undefined],
    ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['[::1]:3310', { host: '::1', port: 3310 }],
    ['clamd.lan:3310', { host: 'clamd.lan', port: 3310 }],
    ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('its address: %s', (text, expected) => expect(scannerAddress(text)).toEqual(expected));

  it.each(['clamd', ':3310', 'clamd:0', 'clamd:70000', 'a b:3310'])('no address: %s', (text) => expect(() => scannerAddress(text)).toThrow('host:port'));
});
