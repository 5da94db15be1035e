import { describe, expect, it } from 'vitest';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { dependantsOf, filterPlugins, missingNeeds, sizeText } from './plugin-facts.ts';
import { kindOfReason, waitsForAnswer } from './plugin-status.ts';

const plugin = (id: string, more: Partial<PluginForAdministrator> = {}): PluginForAdministrator => ({
  id,
  name: { zh: `${id}插件`, zhtw: `${id}外掛`, en: `${id} plugin` },
  description: { zh: '', zhtw: '', en: '' },
  version: '1.0.0',
  previousVersion: '',
  sdk: '^1.0.0',
  source: `plugins/${id}`,
  enabled: true,
  state: 'active',
  reason: '',
  waits: '',
  dependsOn: [],
  adds: { menus: [], permissions: [], routes: [], slots: [], outboundHosts: [], privileges: [], jobs: [], tables: [], uses: [], browserBytes: 0 },
  outside: false,
  inServer: false,
  publisher: '',
  asks: { outbound: [], jobs: [] },
  newly: { than: '', privileges: [], outboundHosts: [], uses: [], menus: [], permissions: [], slots: [], jobs: [], tables: [] },
  files: 'good',
  runningVersion: '1.0.0',
  deprecated: [],
  startedInMs: 1,
  reports: [],
  ...more,
});
const ids = (plugins: readonly PluginForAdministrator[]) => plugins.map(({ id }) => id);

describe('facts about plugins', () => {
  const chain = [
    plugin('patient'),
    plugin('prescription', { dependsOn: ['patient'] }),
    plugin('charging', { dependsOn: ['patient', 'prescription'] }),
    plugin('guangxi', { dependsOn: ['charging'], enabled: false, state: 'disabled' }),
  ];

  it('names everything that stops with a plugin, also what depends on it in a second step', () => {
    expect(ids(dependantsOf('prescription', chain))).toEqual(['charging']);
    expect(ids(dependantsOf('patient', chain))).toEqual(['prescription', 'charging']);
    expect(dependantsOf('guangxi', chain)).toEqual([]);
  });

  it('ends when plugins depend on each other in a circle', () => {
    const circle = [plugin('a', { dependsOn: ['b'] }), plugin('b', { dependsOn: ['a'] })];
    expect(ids(dependantsOf('a', circle))).toEqual(['b']);
  });

  it('names what must be enabled first', () => {
    expect(missingNeeds(plugin('x', { dependsOn: ['charging', 'guangxi', 'unknown'] }), chain)).toEqual(['guangxi', 'unknown']);
  });

  it('filters by name in any language, by id and by state', () => {
    expect(ids(filterPlugins(chain, { keyword: 'CHARGING', status: '' }))).toEqual(['charging']);
    expect(ids(filterPlugins(chain, { keyword: '外掛', status: 'disabled' }))).toEqual(['guangxi']);
  });

  it('[9-12] writes sizes with units', () => {
    expect([0, 512, 12_600, 5 * 1024 * 1024].map(sizeText)).toEqual(['0 B', '512 B', '12.3 KB', '5.0 MB']);
  });
});

it('what waits is shown as that, and told as a warning where an administrator can end it; safe mode is nobody’s fault', () => {
  const waiting = plugin('lab', { state: 'incompatible', waits: 'allow' });
  const safe = plugin('scales', { state: 'failed', waits: 'safe-mode' });
  const list = [waiting, safe, plugin('old', { state: 'incompatible' })];
  expect(filterPlugins(list, { keyword: '', status: 'incompatible' }).map(({ id }) => id)).toEqual(['old']);
  expect(filterPlugins(list, { keyword: '', status: 'allow' }).map(({ id }) => id)).toEqual(['lab']);
  expect([waiting, safe].map(waitsForAnswer)).toEqual([true, false]);
  expect([waiting, safe, plugin('aside', { state: 'failed', waits: 'let-run' })].map(kindOfReason)).toEqual(['warning', 'info', 'error']);
});
