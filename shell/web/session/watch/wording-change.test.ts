import { observable } from 'mobx';
import { expect, it, vi } from 'vitest';
import { ShellTexts } from '../../i18n/shell-texts.ts';
import { sampleSessionInfo } from '../session-samples.ts';
import { takeWordingChange, type WordingPorts } from './wording-change.ts';

async function screen(digest: string, siteLanguage = '') {
  const texts = new ShellTexts({
    zh: async () => ({ texts: { sex: '性别' } }),
    zhtw: async () => ({ texts: {} }),
    en: async () => ({ texts: {} }),
  });
  await texts.load('zh');
  texts.addPlugin('patient', 'zh', { sex: { 1: '男' } }, {});
  const session = observable({ sessionInfo: { ...sampleSessionInfo, rightsDigest: digest } }) as WordingPorts['session'];
  const host = { contextOf: vi.fn((id: string) => (id === 'patient' ? { pluginId: id } : undefined)), makeContext: vi.fn() };
  const redrawShell = vi.fn();
  const ports = { session, settings: { language: 'zh', siteLanguage }, texts, host, redrawShell } as unknown as WordingPorts;
  const take = (from: string, to: string, zh: Record<string, string | null>) => takeWordingChange({ from, to, texts: { zh, zhtw: {}, en: {} } }, ports);
  const said = () => [texts.pluginText('patient', 'sex.1', { lng: 'zh' }), texts.t('sex', { lng: 'zh' })];
  return { take, said, session, host, redrawShell };
}

it('a change that follows what is shown is taken, is taken back, and draws anew whose texts it names alone', async () => {
  const { take, said, session, host, redrawShell } = await screen('d1.m.t1');
  take('t1', 't2', { 'patient:sex.1': '男士', 'gone:x': 'y' });
  expect([said(), session.sessionInfo?.rightsDigest]).toEqual([['男士', '性别'], 'd1.m.t2']);
  expect([host.makeContext.mock.calls.map(([id]) => id), redrawShell.mock.calls.length]).toEqual([['patient'], 0]);
  take('t2', 't3', { 'shell:sex': 'SIM' });
  expect([said(), redrawShell.mock.calls.length, host.makeContext.mock.calls.length]).toEqual([['男士', 'SIM'], 1, 1]);
  take('t3', '', { 'patient:sex.1': null, 'shell:sex': null });
  expect([said(), session.sessionInfo?.rightsDigest]).toEqual([['男', '性别'], 'd1.m.']);
});

it.each([
  ['other texts than those before the change', 'd1.m.t7', ''],
  ['a language of the site', 'd1.m.t1', 'vi'],
])('a screen that shows %s takes nothing, so that it reads everything', async (_what, digest, siteLanguage) => {
  const { take, said, session, host } = await screen(digest, siteLanguage);
  take('t1', 't2', { 'patient:sex.1': '男士' });
  expect([said(), session.sessionInfo?.rightsDigest, host.makeContext.mock.calls]).toEqual([['男', '性别'], digest, []]);
});
