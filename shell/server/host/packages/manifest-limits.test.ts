import type { MenuContribution } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { type FixtureOptions, fixtureFiles } from '../../../../tests/support/processes/fixture-plugin.ts';
import { parseManifest } from '../manifest.ts';

const title = { zh: '页', zhtw: '頁', en: 'Page' };
const menus = (count: number, more: Partial<MenuContribution> = {}): MenuContribution[] =>
  Array.from({ length: count }, (_, at) => ({ enCode: `greedy.page${at}`, type: 2, title, ...more }) as MenuContribution);
const parsed = (options: Partial<FixtureOptions>) => parseManifest(fixtureFiles({ id: 'greedy', ...options }).get('manifest.json') ?? '');
const refused = (reason: string) => expect.objectContaining({ reason: { key: 'manifest-invalid', params: { reason: expect.stringContaining(reason) } } });

it.each([
  ['10,000 menus', { menus: menus(10_000) }, '10000 menus; at most 300'],
  [
    'few menus with many buttons',
    { menus: menus(10, { buttons: menus(400).map(({ enCode }) => ({ enCode, title })) }) },
    '4010 menus, their parts and permissions',
  ],
  ['a title as long as a book', { menus: menus(1, { title: { ...title, en: 'x'.repeat(201) } }) }, '201 characters of a title; at most 200'],
  ['texts of 10 MB', { texts: { en: { long: 'x'.repeat(10 * 1_048_576) } } }, 'bytes of texts in a language; at most 2097152'],
  ['a schema of settings of a megabyte', { settings: { type: 'object', description: 'x'.repeat(1_000_000) } }, 'characters of its settings; at most 200000'],
  ['a manifest of more than 2 MB', { permissions: [{ enCode: 'greedy.all', title: { ...title, en: 'x'.repeat(2_000_000) } }] }, 'characters; at most 2000000'],
] as const)('what everybody would pay for is refused by what it is and how much there may be: %s', (_what, options, told) => {
  expect(() => parsed(options as Partial<FixtureOptions>)).toThrow(refused(told));
});

it('the largest of ours has room three times over', () => {
  const many = { menus: menus(45, { buttons: menus(36).map(({ enCode }) => ({ enCode, title })) }), texts: { zh: { long: 'x'.repeat(200_000) } } };
  expect(parsed(many).manifest.contributes.menus).toHaveLength(45);
});

const page = menus(1);
it.each([
  ['a title that is read from right to left', { menus: menus(1, { title: { ...title, en: 'Reads \u202ednomaid' } }) }],
  ['a terminal escape in a permission', { permissions: [{ enCode: 'greedy.all', title: { ...title, zh: '\u001b[2J全部' } }] }],
  ['one of eight bits in the name of a job', { jobs: ['tidy\u009b31m'], server: 'export default {}' }],
  ['a line end in the address of a route', { routes: ['GET /api/a\r\nGET /api/b'], server: 'export default {}' }],
  ['half a character in an outbound host', { outboundHosts: ['https://a\ud800.example'] }],
  ['one in the name of a member', { uses: { '@nephra/plugins/\u2066charging': ['bills'] } }],
] as const)('signs that do not show are refused where an administrator reads: %s', (_what, options) => {
  expect(() => parsed({ menus: page, ...options } as Partial<FixtureOptions>)).toThrow(refused('signs that do not show'));
});

it.each(['v1.0.0', ' 1.0.0', '1.0.0\n', '=1.0.0', '1.0', `1.0.0-${'x'.repeat(80)}`, '1.0.0-../../x', 'latest'])(
  'a version is one that a folder can be called after: %j',
  (version) => {
    expect(() => parsed({ version })).toThrow(refused('is no version'));
  },
);
it.each(['1.0.0', '1.0.0-9', '1.0.0-10', '1.0.0-rc.1+build.7', '10.20.30'])('a version as it should be: %s', (version) => {
  expect(parsed({ version }).manifest.version).toBe(version);
});

it('names that are those of every object are names like any other', () => {
  const text = fixtureFiles({ id: 'greedy', files: { constructor: 'y' } }).get('manifest.json') ?? '';
  const own = text.replace('"constructor":', '"__proto__":{"integrity":"sha384-x","size":1},"constructor":');
  const { manifest } = parseManifest(own);
  expect(Object.keys(manifest.files)).toEqual(expect.arrayContaining(['__proto__', 'constructor']));
  expect(Object.getPrototypeOf(manifest.files)).toBe(Object.prototype);
  for (const entry of ['toString', 'hasOwnProperty', 'valueOf'])
    expect(() => parseManifest(own.replace('"zh.json"', `"${entry}"`))).toThrow(refused('is not among its files'));
});
