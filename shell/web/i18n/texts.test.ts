import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SINGULAR_END } from '@nephra/plugin-sdk/contract';
import { describe, expect, test } from 'vitest';
import { FIXED_ROUTES, PAGE_OWNERS } from '../router/fixed-routes.ts';
import { FAILURE_KINDS } from '../plugins/plugin-failure.ts';
import { ShellTexts } from './shell-texts.ts';

const WEB = path.resolve(import.meta.dirname, '..');
const LANGUAGES = ['zh', 'zhtw', 'en'] as const;
type Tree = { [key: string]: string | Tree };

const read = (area: string, language: string): Tree => JSON.parse(readFileSync(path.join(import.meta.dirname, area, `${language}.json`), 'utf8')) as Tree;
const leaves = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`)));
/** What is said of exactly one is English alone. */
const shared = (area: string, language: string) => leaves(read(area, language)).filter(([key]) => !key.endsWith(SINGULAR_END));
const keysOf = (area: string, language: string) => new Set(shared(area, language).map(([key]) => key));
const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/** Every `t('…')` with a plain text key in the sources of a folder. */
function usedKeys(folders: readonly string[], call: RegExp): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(WEB, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(WEB, folder, name)),
  );
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  return [...new Set(sources.flatMap((source) => [...source.matchAll(call)].map(([, key]) => key ?? '')))];
}

describe.each(['core', 'frame', 'route', 'login'])('texts of %s', (area) => {
  test('no text is missing or left over in any language, and none is empty', () => {
    const zh = [...keysOf(area, 'zh')].sort();
    for (const language of LANGUAGES) {
      expect([...keysOf(area, language)].sort()).toEqual(zh);
      expect(leaves(read(area, language)).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  test('placeholders are the same in every language', () => {
    const zh = new Map(leaves(read(area, 'zh')));
    for (const language of LANGUAGES) for (const [key, text] of shared(area, language)) expect([key, places(text)]).toEqual([key, places(zh.get(key) ?? '')]);
  });
});

test('areas do not share a group, or one would hide the other', () => {
  const groups = [...Object.keys(read('core', 'zh')), ...Object.keys(read('frame', 'zh')), 'route'];
  expect(new Set(groups).size).toBe(groups.length);
});

/** Texts that come with one page of administrators, below the group that they go on with. */
const readOwn = (language: string): Tree => ({
  pluginAdmin: JSON.parse(readFileSync(path.join(WEB, 'admin/plugins/texts', `${language}.json`), 'utf8')) as Tree,
});

test('texts of the page of plugins are complete, with the same blanks, and hide none of the shell', () => {
  const zh = new Map(leaves(readOwn('zh')));
  for (const language of LANGUAGES) {
    const own = leaves(readOwn(language));
    expect(own.map(([key]) => key)).toEqual([...zh.keys()]);
    for (const [key, text] of own) expect([key, places(text), text.trim() !== '']).toEqual([key, places(zh.get(key) ?? ''), true]);
  }
  expect([...zh.keys()].filter((key) => keysOf('frame', 'zh').has(key))).toEqual([]);
});

test('every text key of the sources exists', () => {
  const known = new Set([
    ...leaves(readOwn('zh')).map(([key]) => key),
    ...keysOf('core', 'zh'),
    ...keysOf('frame', 'zh'),
    ...[...keysOf('route', 'zh')].map((key) => `route.${key}`),
  ]);
  const folders = readdirSync(WEB, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !['login', 'boot', 'i18n'].includes(entry.name));
  const used = usedKeys(
    folders.map(({ name }) => name),
    /\bt\('([\w.-]+)'/g,
  );
  expect(used.filter((key) => !known.has(key))).toEqual([]);
});

test('English speaks of one otherwise than of several, in texts of plugins and of the shell', async () => {
  const texts = new ShellTexts();
  await texts.load('en');
  expect(texts.t('password.history', { lng: 'en', count: 1 })).toBe('The last password cannot be used again.');
  expect(texts.t('password.history', { lng: 'en', count: 5 })).toBe('The last 5 passwords cannot be used again.');
  texts.addPlugin('demo', 'en', { rows: '{{n}} rows', rows_one: '{{n}} row', users: '{{n}} users' }, {});
  const say = (key: string, n: number) => texts.pluginText('demo', key, { lng: 'en', n });
  expect([say('rows', 1), say('rows', 2), say('users', 1)]).toEqual(['1 row', '2 rows', '1 users']);
});

test('every text key of the login page exists', () => {
  const known = keysOf('login', 'zh');
  expect(usedKeys(['login'], /\bt\('([\w.-]+)'/g).filter((key) => !known.has(key))).toEqual([]);
});

describe('[2.5-01] menu and screen names exist in three languages', () => {
  const HAN = /\p{Script=Han}/u;
  const names = new Map(LANGUAGES.map((language) => [language, new Map(leaves(read('route', language)))]));
  const of = (area: string, parts: string) => [area, ...parts.split(' ').map((name) => `${area}-${name}`)];
  /** Names that are missing in a language, or stand there in the words of another one. */
  const wrong = (keys: readonly string[]) =>
    keys.flatMap((key) =>
      LANGUAGES.filter((language) => HAN.test(names.get(language)?.get(key) ?? '') === (language === 'en')).map((language) => [key, language]),
    );

  test('[2.5-02] home, and every other fixed route', () => expect(wrong(['home', ...FIXED_ROUTES.map(({ name }) => name)])).toEqual([]));
  test('[2.5-08] permission', () => expect(wrong(of('permission', 'organize department position user role group authorize userOnline'))).toEqual([]));
  // Menus that a site brings along are named before their screens are there.
  test.each([
    of('onlineDev', 'webDesign appDesign dataReport dataScreen visualPortal'),
    of('generator', 'webForm appForm flowForm'),
    of('system', 'sysConfig notice task cache log monitor icons language menu area billRule systemTemplate smsTemplate messageTemplate printDev'),
    of('systemData', 'dataSource dataModel dataSync dataBackup dataInterface dictionary map'),
    of('weChat', 'mpConfig mpMenu mpUser mpMessage mpMaterial qyhConfig qyDepartment qyUser qyMessage'),
    of('workFlow', 'flowEngine flowLaunch flowTodo flowDone flowCirculate entrust flowMonitor'),
    of('extend', 'graphDemo tableDemo formDemo email schedule order'),
  ])('%s and what is in it', (...keys) => expect(wrong(keys)).toEqual([]));
});

test('every failure and every plugin that brings a fixed page has a text', () => {
  const known = keysOf('core', 'zh');
  for (const kind of FAILURE_KINDS) expect(known.has(`plugin.why.${kind}`)).toBe(true);
  for (const owner of Object.values(PAGE_OWNERS)) expect(known.has(`plugins.${owner}`)).toBe(true);
});

test('[8-05] [8-06] [8-12] [8-13] texts that the specification gives word for word', () => {
  const text = (language: string, key: string) => new Map(leaves(read('core', language))).get(key);
  expect(text('zh', 'session.noUser')).toBe('验证失败，请重新登录。');
  expect(text('zh', 'session.noMenu')).toBe('您的权限不足，请联系管理员');
  expect(text('zh', 'session.logoutQuestion')).toBe('您确定要退出应用程序吗?');
  expect(['zh', 'en', 'zhtw'].map((language) => text(language, 'session.languageChanged'))).toEqual(['切换成功', 'Switch Language Success', '切換成功']);
});
