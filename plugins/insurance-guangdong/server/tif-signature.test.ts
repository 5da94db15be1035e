import { describe, expect, it } from 'vitest';
import { isSameSignature, tifHeaders, tifSignature } from './tif-signature.ts';

describe('signature of the gateway', () => {
  it.each([
    ['1767571200', 'sim-guangdong-secret', '1234567890', '54e3c7f2d722edb0ad4e37a828ba10c8c11c308b4471c0c61b5ccd801260c64e'],
    ['1700000000', 'SIM', '0', '55364ca2ba094499bd21248bac18ed746d7b3172ebb20dd01f3dcf911ea71ebd'],
    ['1772416800', '密钥', 'b6f1c0de-0000-4000-8000-000000000000', 'e6db8ff2af826fdaf562132cb436b6e9fff3b3668126216501f645aaa4dcffe8'],
  ])('%s %s %s', (timestamp, secret, nonce, hex) => {
    expect(tifSignature(timestamp, secret, nonce)).toBe(hex);
    expect(isSameSignature(tifSignature(timestamp, secret, nonce), hex.toUpperCase())).toBe(true);
    expect(isSameSignature(tifSignature(timestamp, secret, `${nonce}1`), hex)).toBe(false);
  });

  it('[3-16] counts seconds and never carries the secret', () => {
    const headers = tifHeaders({ paasid: 'SIM-GD', secret: 'sim-guangdong-secret' }, new Date('2026-01-05T00:00:00.999Z'), '1234567890');
    expect(headers).toMatchObject({ 'x-tif-paasid': 'SIM-GD', 'x-tif-timestamp': '1767571200', 'x-tif-nonce': '1234567890' });
    expect(JSON.stringify(headers)).not.toContain('secret');
  });
});
