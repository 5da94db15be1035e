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
