import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newKeyPair, signPackage, verifyPackage } from '@nephra/plugin-sdk/server';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { type BundleContents, bundleFiles, bundleText, readBundle, type SignedBundle } from './bundle-file.ts';
import { isDeeperThan } from './bundle-text.ts';
import { inOrder } from './in-order.ts';

const words = (text: string) => ({ zh: text, zhtw: text, en: text });
const { privateKey, publicKey } = newKeyPair();
const bytes = (contents: BundleContents) => new Map([...bundleFiles(contents)].map(([name, text]) => [name, Buffer.from(text)]));
const signed = (contents: BundleContents): SignedBundle => ({ ...contents, publicKey, signature: signPackage(bytes(contents), privateKey) });
const isGenuine = ({ signature, publicKey: key, ...contents }: SignedBundle): boolean =>
  verifyPackage(bytes(contents), JSON.stringify(signature), [key]).kind === 'good';

const head = { product: '1.0.0', siteName: 'SIM', madeAt: '2026-03-02T02:00:00.000Z' };
const row = fc.record({
  code: fc.string({ minLength: 1, maxLength: 20 }),
  name: fc.string({ maxLength: 20, unit: 'binary' }),
  values: fc.dictionary(
    fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name)),
    fc.oneof(fc.string({ maxLength: 20 }), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 })),
    { maxKeys: 5, noNullPrototype: true },
  ),
});
const contents = fc
  .uniqueArray(row, { selector: ({ code }) => code, maxLength: 6 })
  .map((rows): BundleContents => ({ ...head, parts: [{ id: 'sim.rows', title: words('SIM'), format: 1, left: [], rows }] }));
const valid = signed({ ...head, parts: [{ id: 'sim.rows', title: words('SIM'), format: 1, left: [], rows: [{ code: 'a', name: 'A', values: { n: 1 } }] }] });
const flawOf = (text: string): unknown => readBundle(text, '1.0.0');
const changed = (change: (file: Record<string, unknown>) => void): string => {
  const file = JSON.parse(bundleText(valid)) as Record<string, unknown>;
  change(file);
  return JSON.stringify(file);
};

describe('the file of a bundle', () => {
  it('says the same and is genuine however it is indented and ordered, and no longer with one sign changed', () => {
    fc.assert(
      fc.property(contents, (made) => {
        const file = signed(made);
        const text = bundleText(file);
        const shuffled = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse()), undefined, 3);
        const read = readBundle(shuffled, '1.0.0');
        if ('flaw' in read) throw new Error(read.flaw);
        expect(bundleText(read)).toBe(text);
        expect(isGenuine(read)).toBe(true);
        expect(isGenuine({ ...read, siteName: 'else' })).toBe(false);
        const [part] = read.parts;
        if (part) expect(isGenuine({ ...read, parts: [{ ...part, rows: [...part.rows, { code: '+', name: '', values: {} }] }] })).toBe(false);
      }),
      { numRuns: propertyCases(60) },
    );
  });

  it('is refused by its flaw, what is newer before what is broken', () => {
    const flaws: readonly [string, unknown][] = [
      ['no json', { flaw: 'bundle-other' }],
      ['{"kind":"nephra-menus"}', { flaw: 'bundle-other' }],
      [changed((file) => Object.assign(file, { format: 2, parts: 'else' })), { flaw: 'bundle-format-newer', version: '2', here: '1' }],
      [changed((file) => Object.assign(file, { product: '1.0.10', parts: 'else' })), { flaw: 'bundle-newer', version: '1.0.10', here: '1.0.0' }],
      [changed((file) => Object.assign(file, { parts: 'else' })), { flaw: 'bundle-broken' }],
      [changed((file) => Object.assign(file, { siteName: 'x'.repeat(101) })), { flaw: 'bundle-broken' }],
      [changed((file) => (file.parts as object[]).push(...(file.parts as object[]))), { flaw: 'bundle-broken' }],
      [changed((file) => Object.assign((file.parts as { rows: { code: string }[] }[])[0]?.rows[0] ?? {}, { code: '' })), { flaw: 'bundle-broken' }],
      [bundleText(valid).replace('"n":1', '"__proto__":{"admin":1}'), { flaw: 'bundle-hostile', what: '__proto__' }],
      [bundleText(valid).replace('"n":1', `"n":${'['.repeat(30)}${']'.repeat(30)}`), { flaw: 'bundle-deep' }],
    ];
    for (const [text, flaw] of flaws) expect(flawOf(text), text.slice(0, 80)).toEqual(flaw);
    const many = changed((file) => {
      (file.parts as { rows: object[] }[])[0] = {
        ...(file.parts as { rows: object[] }[])[0],
        rows: Array.from({ length: 6_001 }, (_, at) => ({ code: `c${at}`, name: '', values: {} })),
      };
    });
    expect(flawOf(many)).toEqual({ flaw: 'bundle-many' });
  });

  it('is looked at for its depth without being read, whatever stands within its texts', () => {
    expect(isDeeperThan(JSON.stringify({ text: '[[[[\\"[[[[' }), 2)).toBe(false);
    expect(isDeeperThan('['.repeat(5_000_000), 24)).toBe(true);
    expect(isDeeperThan('[{"a":[1]}]', 3)).toBe(false);
    expect(isDeeperThan('[{"a":[1]}]', 2)).toBe(true);
  });

  it('of a preview of the product is read by it and by what came after it', () => {
    const of = (product: string, here: string): unknown =>
      readBundle(
        changed((file) => Object.assign(file, { product })),
        here,
      );
    for (const [product, here] of [
      ['1.1.0-rc.1', '1.1.0-rc.1'],
      ['1.1.0-9', '1.1.0-10'],
      ['1.1.0-rc.1', '1.1.0'],
      ['1.1.0+2', '1.1.0+1'],
    ] as const)
      expect(of(product, here)).toMatchObject({ product });
    for (const [product, here] of [
      ['1.10.0', '1.9.9'],
      ['1.1.0-10', '1.1.0-9'],
      ['1.1.0', '1.1.0-rc.1'],
    ] as const)
      expect(of(product, here)).toEqual({ flaw: 'bundle-newer', version: product, here });
    expect(of('newest', '1.0.0')).toEqual({ flaw: 'bundle-broken' });
  });
});

it('parts stand behind those that they refer to, and none is lost in a ring', () => {
  const named = (id: string, ...after: string[]) => ({ id, after });
  expect(inOrder([named('c', 'b'), named('a'), named('b', 'a', 'gone')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(
    inOrder([named('x', 'y'), named('y', 'x')])
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['x', 'y']);
});
