import { createHash } from 'node:crypto';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import type { CurrentUser, MenuWire, PluginForAdministrator, PluginForBrowser } from '../../shell/contract/index.ts';
import { copyDemo } from '../support/demo-template.ts';
import { quickFolder } from '../support/processes/quick-folder.ts';
import { type RunningSystem, startSystem } from '../support/processes/running-system.ts';
import { ONE_CALL } from '../support/processes/one-call-connection.ts';

export interface Reply<T> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly extras?: { readonly error?: string } | null;
}

/** Somebody who is signed in; `get` and `post` speak the envelope. */
export interface Staff {
  readonly token: string;
  get<T>(address: string): Promise<Reply<T>>;
  send<T>(method: 'POST' | 'PUT' | 'DELETE', address: string, body?: unknown): Promise<Reply<T>>;
}

/** A running product with its own registry.json, which already runs the plugins of this repository. */
export interface Hospital {
  readonly system: RunningSystem;
  /** Path of registry.json. */
  readonly registry: string;
  signIn(account: string): Promise<Staff>;
  /** Puts a package beside registry.json. @returns its `source` */
  receive(archive: string | Buffer, name: string): string;
  /** Writes registry.json: the product's own plugins and these. */
  register(...plugins: RegistryEntry[]): void;
  /** Waits until the administrator's page shows the plugin in this state. */
  stateOf(id: string, wanted: PluginForAdministrator['state'], version?: string): Promise<PluginForAdministrator>;
  /** Waits until the administrator's page no longer lists the plugin. */
  gone(id: string): Promise<void>;
  close(): Promise<void>;
}

const OWN = ['patient', 'catalogue', 'prescription', 'charging', 'pharmacy'];
const PATIENCE_MS = 120_000;

async function call<T>(url: string, token: string, method: string, body?: unknown): Promise<Reply<T>> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...ONE_CALL,
      Authorization: token,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'POST' ? { 'Idempotency-Key': crypto.randomUUID() } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const envelope = (await answer.json().catch(() => ({}))) as Omit<Reply<T>, 'status'>;
  return { ...envelope, status: answer.status };
}

export interface HospitalOptions {
  /** Further plugins of this repository that it runs. */
  readonly also?: readonly RegistryEntry[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Nothing here asks what a transaction that idles does to others; a process that a busy machine lets stand for two seconds is none. */
const UNHURRIED = { PLUGIN_TRANSACTION_SECONDS: '30' };

export async function openHospital({ also = [], env = {} }: HospitalOptions = {}): Promise<Hospital> {
  const folder = quickFolder('nephra-hospital-');
  const registry = path.join(folder, 'registry.json');
  const own: RegistryEntry[] = [...OWN.map((id) => ({ id, source: path.resolve('plugins', id), enabled: true })), ...also];
  const register = (...plugins: RegistryEntry[]) => {
    writeFileSync(`${registry}.new`, JSON.stringify({ site: { name: 'Test hospital' }, plugins: [...own, ...plugins] }, null, 2));
    renameSync(`${registry}.new`, registry);
  };
  register();
  const dataDir = path.join(folder, 'data');
  await copyDemo(dataDir);
  const system = await startSystem({ dataDir, env: { REGISTRY_FILE: registry, ...UNHURRIED, ...env }, shortLived: true });
  const signIn = async (account: string): Promise<Staff> => {
    const body = new URLSearchParams({ account, password: createHash('md5').update('Demo2026').digest('hex'), origin: 'password', grant_type: 'password' });
    const answer = (await (await fetch(`${system.url}/api/oauth/Login`, { method: 'POST', body, headers: ONE_CALL })).json()) as Reply<{ token: string }>;
    if (answer.code !== 200) throw new Error(`${account} could not sign in: ${answer.msg}`);
    const { token } = answer.data;
    return {
      token,
      get: (address) => call(system.url + address, token, 'GET'),
      send: (method, address, data) => call(system.url + address, token, method, data),
    };
  };
  const admin = await signIn('admin');
  await admin.send('PUT', '/api/permission/Users/Current/SystemLanguage', { language: 'en' });
  const list = async () => (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data.list;

  /** Asks again until the answer is there: the server looks at registry.json in its own time. */
  const until = async <T>(look: () => Promise<T | undefined>, what: () => string): Promise<T> => {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw new Error(`${what()}\n${system.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  return {
    system,
    registry,
    signIn,
    register,
    receive(archive, name) {
      const target = path.join(folder, name);
      if (typeof archive === 'string') copyFileSync(archive, target);
      else writeFileSync(target, archive);
      return name;
    },
    async stateOf(id, wanted, version) {
      let last: PluginForAdministrator | undefined;
      return await until(
        async () => {
          last = (await list()).find((plugin) => plugin.id === id);
          return last?.state === wanted && (version === undefined || last.version === version) ? last : undefined;
        },
        () => `${id} did not become ${wanted}; it is ${last?.state ?? 'not listed'} ${last?.version ?? ''}: ${last?.reason ?? ''}`,
      );
    },
    gone: async (id) => {
      await until(
        async () => ((await list()).some((plugin) => plugin.id === id) ? undefined : true),
        () => `${id} is still listed`,
      );
    },
    close: async () => {
      await system.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const flat = (menus: readonly MenuWire[]): MenuWire[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);

/** Menus of a fresh look at the current user, by enCode. */
export async function menusOf(staff: Staff): Promise<ReadonlyMap<string, MenuWire>> {
  const { data } = await staff.get<CurrentUser>('/api/oauth/CurrentUser');
  return new Map(flat(data.menuList).map((menu) => [menu.enCode, menu]));
}

/** The plugin as browsers of this session get it; undefined when it is off. */
export async function pluginInSession(staff: Staff, id: string): Promise<PluginForBrowser | undefined> {
  const { data } = await staff.get<{ plugins: PluginForBrowser[] }>('/api/registry/Session');
  return data.plugins.find((plugin) => plugin.id === id);
}
