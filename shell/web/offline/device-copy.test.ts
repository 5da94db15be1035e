import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '@nephra/plugin-sdk/web';
import { EMPTY_REGISTRY } from '../plugins/plugin-host.ts';
import { translateMenus } from '../router/menu-routes.ts';
import { sampleSession } from '../session/session-samples.ts';
import { SessionStore } from '../session/session.store.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { KEPT_SESSION, keepSession, readKeptSession } from './device-copy.ts';
import { createOffline } from './offline.ts';

const area = memoryStorage();
const storage = openStorage(() => area);
const HOUR = 3_600_000;
const TOKEN = 'Bearer 0123456789abcdef0123456789abcdef';
const files = { integrity: { 'a.js': 'sha384-a' }, css: {}, settings: {}, texts: {} };
const copy = { current: sampleSession(), registry: { ...EMPTY_REGISTRY, revision: 'r1' }, files: { '/plugins/bed/1-a/': files }, ahead: 5_000 };

beforeEach(() => area.clear());

it('a session is believed again for the same sign-in, for a shift', () => {
  keepSession(storage, TOKEN, copy, 0);
  expect(readKeptSession(storage, TOKEN, 10 * HOUR)).toMatchObject({ ahead: 5_000, files: copy.files, registry: { revision: 'r1' } });
  expect(readKeptSession(storage, TOKEN, 17 * HOUR)).toBeUndefined();
  expect(readKeptSession(storage, 'Bearer another-token-of-somebody', HOUR)).toBeUndefined();
  expect(readKeptSession(storage, TOKEN, -1)).toBeUndefined();
});

it('goes with the sign-out', () => {
  const session = new SessionStore(storage);
  session.accept(copy.current, translateMenus(copy.current.menuList).menus);
  keepSession(storage, TOKEN, copy, 0);
  session.reset();
  expect(storage.get(KEPT_SESSION)).toBeUndefined();
});

it('what the server answers counts; without an answer what is kept; without either the failure', async () => {
  let ahead = 0;
  const ports = { storage, view: {} as Window & typeof globalThis, token: () => TOKEN, now: () => HOUR, ahead: () => ahead, later: () => () => {} };
  const offline = createOffline({ ...ports, assumeAhead: (ms) => (ahead = ms) });
  const away = new ApiError({ code: 0, error: 'network', message: '' });
  const fail = async (): Promise<never> => {
    throw away;
  };
  await expect(offline.restore(away)).rejects.toBe(away);
  await expect(offline.filesOf('/plugins/bed/1-a/', fail)).rejects.toBe(away);
  keepSession(storage, TOKEN, copy, 0);
  await expect(offline.restore(away)).resolves.toMatchObject({ current: { userInfo: copy.current.userInfo } });
  expect(ahead).toBe(5_000);
  await expect(offline.filesOf('/plugins/bed/1-a/', fail)).resolves.toEqual(files);
  await expect(offline.filesOf('/plugins/bed/1-a/', async () => ({ ...files, css: { 'a.js': ['a.css'] } }))).resolves.toMatchObject({
    css: { 'a.js': ['a.css'] },
  });
});
