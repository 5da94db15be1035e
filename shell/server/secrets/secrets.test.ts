import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAppError } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SecretBox } from './secret-box.ts';
import { installationKey, KEY_BYTES, keyOf } from './secret-key.ts';

const boxOf = (fill: number): SecretBox => new SecretBox(() => Buffer.alloc(KEY_BYTES, fill));

/** @throws AssertionError when it could be opened */
function refusal(open: () => string): string {
  try {
    return `opened: ${open()}`;
  } catch (error) {
    return isAppError(error) ? error.key : String(error);
  }
}

describe('sealed texts', () => {
  it('open to what they were, and never look the same twice', () => {
    const secrets = boxOf(1).forPlugin('insurance');
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom('', '密码：医保😀', '\u0000')), (text) => {
        const [one, two] = [secrets.seal(text), secrets.seal(text)];
        expect(one).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
        expect(one).not.toBe(two);
        expect([secrets.open(one), secrets.open(two)]).toEqual([text, text]);
      }),
    );
  });

  it('do not open when a single sign was altered, cut off or added in front', () => {
    const secrets = boxOf(1).forPlugin('insurance');
    const sealed = secrets.seal('secretKey=1234');
    const other = (sign: string): string => (sign === 'A' ? 'B' : 'A');
    // The last sign of such a text may hold spare bits, so it is left alone.
    for (let at = 0; at < sealed.length - 1; at += 1) {
      const altered = sealed.slice(0, at) + other(sealed[at] ?? '') + sealed.slice(at + 1);
      expect(
        refusal(() => secrets.open(altered)),
        `sign ${at}`,
      ).toBe('core.secret-broken');
    }
    for (const broken of ['', 'v1.', 'v1.AAAA', 'v2.'.concat(sealed.slice(3)), sealed.slice(0, -4), `x${sealed}`, 'secretKey=1234']) {
      expect(
        refusal(() => secrets.open(broken)),
        broken,
      ).toBe('core.secret-broken');
    }
  });

  it('do not open for another plugin or with another key', () => {
    const sealed = boxOf(1).forPlugin('insurance').seal('x');
    expect(refusal(() => boxOf(1).forPlugin('insurance-x').open(sealed))).toBe('core.secret-broken');
    expect(refusal(() => boxOf(2).forPlugin('insurance').open(sealed))).toBe('core.secret-broken');
    expect(boxOf(1).forPlugin('insurance').open(sealed)).toBe('x');
  });
});

describe('the key of an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'nephra-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const data = (): string => path.join(folder, 'data');

  it('is what SECRET_KEY says, and then no file is made', () => {
    const given = Buffer.alloc(KEY_BYTES, 9).toString('base64');
    expect(installationKey(given, data()).equals(Buffer.alloc(KEY_BYTES, 9))).toBe(true);
    expect(existsSync(data())).toBe(false);
    expect(() => installationKey('short', data())).toThrow('SECRET_KEY must hold 32 bytes in base64.');
  });

  it('is made on first use, for the owner alone, and stays', () => {
    const made = installationKey('', data());
    expect(made).toHaveLength(KEY_BYTES);
    const file = path.join(data(), 'secret.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(data())).toEqual(['secret.key']);
    expect(installationKey('', data()).equals(made)).toBe(true);
    expect(keyOf(readFileSync(file, 'utf8'))?.equals(made)).toBe(true);
    rmSync(file);
    expect(installationKey('', data()).equals(made)).toBe(false);
  });

  it('is never made anew over a file that does not fit', () => {
    installationKey('', data());
    const file = path.join(data(), 'secret.key');
    for (const broken of ['', 'nonsense', Buffer.alloc(31).toString('base64'), `${Buffer.alloc(32).toString('base64')}x`]) {
      writeFileSync(file, broken);
      expect(() => installationKey('', data())).toThrow(`${file} must hold 32 bytes in base64.`);
      expect(readFileSync(file, 'utf8')).toBe(broken);
    }
  });
});
