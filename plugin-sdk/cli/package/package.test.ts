import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newKeyPair, signPackage, verifyPackage } from '../../server/outbound/package-signature.ts';
import { packTgz, readTar } from './tar.ts';
import { propertyCases } from '../../../tests/support/cases/effort.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const fileName = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}\.(js|json|css)$/);

describe('an archive', () => {
  it('gives back what was put in, whatever the sizes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fileName, fc.uint8Array({ maxLength: 1500 })), { selector: ([name]) => name, maxLength: 8 }), (entries) => {
        const files = new Map(entries);
        const back = readTar(gunzipSync(packTgz(files)));
        expect([...back.keys()]).toEqual([...files.keys()].sort());
        for (const [name, content] of files) expect(Buffer.compare(back.get(name) ?? Buffer.alloc(1), content)).toBe(0);
      }),
      { numRuns: propertyCases(60) },
    );
  });

  it('is the same for the same files in another order, and refuses to be cut', () => {
    const [a, b] = [
      ['a.js', bytes('1')],
      ['b.js', bytes('22')],
    ] as const;
    const archive = packTgz(new Map([a, b]));
    expect(packTgz(new Map([b, a])).equals(archive)).toBe(true);
    const plain = gunzipSync(archive);
    expect(() => readTar(plain.subarray(0, 600))).toThrow(/damaged|too early/);
    expect(() => packTgz(new Map([['x'.repeat(101), bytes('')]]))).toThrow('too long');
  });
});

describe('a signature', () => {
  const files = new Map([
    ['manifest.json', bytes('{"id":"acme","version":"1.0.0"}')],
    ['entry.js', bytes('System.register')],
  ]);
  const { privateKey, publicKey } = newKeyPair();
  const signature = signPackage(files, privateKey);
  const text = JSON.stringify(signature);

  it('is good for the very files, by the very key', () => {
    expect(signature).toMatchObject({ id: 'acme', version: '1.0.0' });
    expect(verifyPackage(files, text, [newKeyPair().publicKey, publicKey])).toEqual({ kind: 'good', key: signature.key });
    expect(verifyPackage(files, text, [newKeyPair().publicKey])).toMatchObject({ kind: 'unknown-key' });
  });

  it('names files that were changed, added or taken away', () => {
    const other = new Map([...files, ['more.js', bytes('')]]);
    other.set('entry.js', bytes('system.register'));
    expect(verifyPackage(other, text, [publicKey])).toEqual({ kind: 'differs', files: ['entry.js', 'more.js'] });
    expect(verifyPackage(new Map([...files].slice(0, 1)), text, [publicKey])).toEqual({ kind: 'differs', files: ['entry.js'] });
  });

  it('is forged when its own list was changed, unreadable when it is none', () => {
    const list = { ...signature, files: { ...signature.files, 'entry.js': 'sha384-x' } };
    expect(verifyPackage(files, JSON.stringify(list), [publicKey])).toEqual({ kind: 'forged' });
    for (const wrong of ['', '{}', '[]', '{"schema":2}']) expect(verifyPackage(files, wrong, [publicKey])).toEqual({ kind: 'unreadable' });
  });

  it('needs an Ed25519 key and a manifest', () => {
    expect(() => signPackage(new Map([['entry.js', bytes('')]]), privateKey)).toThrow('no manifest.json');
  });
});
