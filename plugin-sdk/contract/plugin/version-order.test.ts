import fc from 'fast-check';
import semver from 'semver';
import { expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { compareVersions, isVersion, versionOfFolder } from './version-order.ts';

const number = fc.oneof(fc.nat(12), fc.nat(999_999_999)).map(String);
const word = fc.oneof(number, fc.stringMatching(/^[0-9]{0,2}[a-zA-Z-][0-9a-zA-Z-]{0,5}$/), fc.constantFrom('rc', 'RC', 'alpha', 'beta', '9', '10'));
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join('.'));
const version = fc
  .tuple(fc.array(number, { minLength: 3, maxLength: 3 }), fc.option(words, { nil: undefined }), fc.option(words, { nil: undefined }))
  .map(([numbers, before, build]) => `${numbers.join('.')}${before === undefined ? '' : `-${before}`}${build === undefined ? '' : `+${build}`}`);
/** Near each other, so that what comes last decides. */
const twins = fc
  .tuple(version, fc.option(words, { nil: undefined }), fc.option(words, { nil: undefined }))
  .map(([whole, one, other]) => [one, other].map((before) => (before === undefined ? whole : `${whole.split(/[-+]/)[0]}-${before}`)));

it('orders versions as semver does, whichever they are', () => {
  const agrees = ([one = '', other = '']: readonly string[]) => {
    expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([one, other, semver.compare(one, other)]);
    expect(Math.sign(compareVersions(other, one))).toBe(-semver.compare(one, other) + 0);
  };
  fc.assert(fc.property(fc.oneof(twins, fc.tuple(version, version)), agrees), { numRuns: propertyCases(500) });
});

it('a number in a preview counts as one, the release comes after its previews, and builds are alike', () => {
  const order = ['1.0.0-9', '1.0.0-10', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-rc.1', '1.0.0', '1.9.9', '1.10.0', '2.0.0-0'];
  expect(order.toReversed().toSorted(compareVersions)).toEqual(order);
  expect(compareVersions('1.0.0+2', '1.0.0+10')).toBe(0);
  for (const text of ['', '1.0', 'v1.0.0', ' 1.0.0', '1.0.0-', '01.0.0', '1.0.0+a+b', '1.0.0\n']) {
    expect(isVersion(text), text).toBe(false);
    expect(() => compareVersions(text, '1.0.0')).toThrow(RangeError);
  }
});

it('a folder of a package tells its version, preview or not', () => {
  fc.assert(fc.property(version, (of) => versionOfFolder(`${of}-0a1b2c3d4e`) === of));
  expect(versionOfFolder('none')).toBe('');
});
