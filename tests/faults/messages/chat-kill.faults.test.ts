import { rmSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import { afterAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { clientHash } from '../../../shell/server/auth/password/password-hash.ts';
import { copyDemo } from '../../support/demo-template.ts';
import { closedRegistry } from '../../support/processes/closed-registry.ts';
import { quickFolder } from '../../support/processes/quick-folder.ts';
import { type RunningSystem, startSystem } from '../../support/processes/running-system.ts';

const KILLS = 2;
/** Messages that are heard before the end comes; more are under way then. */
const HEARD_BEFORE = [7, 23] as const;
const UNDER_WAY = 8;

const folder = quickFolder('nephra-chat-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** That of the product, with more messages a minute than one person writes. */
function registryFile(): string {
  const registry = JSON.parse(readFileSync(closedRegistry(), 'utf8')) as { plugins: { id: string; config?: object }[] };
  const plugins = registry.plugins.map((entry) => (entry.id === 'chat' ? { ...entry, config: { messagesPerMinute: 1000 } } : entry));
  // Beside what was built: sources of plugins are named from there.
  const file = path.resolve('.build/registry-of-chat-kill.json');
  writeFileSync(file, JSON.stringify({ ...registry, plugins }));
  return file;
}

async function signIn(system: RunningSystem, account: string): Promise<string> {
  const body = new URLSearchParams({ account, password: clientHash('Demo2026') });
  const answer = (await (await fetch(`${system.url}/api/oauth/Login`, { method: 'POST', body })).json()) as Envelope<{ token: string }>;
  return answer.data.token;
}

/** Sends messages, several under way at once, until so many are heard or the socket is gone. @returns references that were heard */
function writeUntil(system: RunningSystem, token: string, refs: readonly string[], count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const host = new URL(system.url).host;
    const socket = new WebSocket(`ws://${host}/api/message/websocket`, { origin: `http://${host}` });
    const heard: string[] = [];
    let next = 0;
    const send = (): void => {
      const ref = refs[next];
      next += 1;
      if (ref === undefined) return;
      const body = { toUserId: 'user-nurse', messageType: 'text', messageContent: `第 ${ref} 条`, clientId: ref, ref };
      socket.send(JSON.stringify({ method: 'SendMessage', token, ...body }));
    };
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
    socket.on('open', () => socket.send(JSON.stringify({ method: 'OnConnection', token, mobileDevice: false })));
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { method: string; ref?: string; msg?: string };
      if (frame.method === 'refused') reject(new Error(frame.msg));
      if (frame.method === 'greeted') for (let n = 0; n < UNDER_WAY; n += 1) send();
      if (frame.method !== 'heard' || frame.ref === undefined) return;
      heard.push(frame.ref);
      send();
      if (heard.length === count) void system.kill();
      if (heard.length === refs.length) socket.close();
    });
  });
}

it('messages that were acknowledged are there after SIGKILL, once and in order; sent again none is doubled', async () => {
  const dataDir = path.join(folder, 'data');
  await copyDemo(dataDir);
  const env = { REGISTRY_FILE: registryFile() };
  const start = () => startSystem({ dataDir, env, shortLived: true });
  let system = await start();
  try {
    const token = await signIn(system, 'doctor');
    const stored = async (): Promise<{ seq: number; clientId: string }[]> => {
      const list: { seq: number; clientId: string }[] = [];
      for (let more = true; more; ) {
        const url = `${system.url}/api/chat/Messages?peerId=user-nurse&pageSize=200&afterSeq=${list.at(-1)?.seq ?? 0}`;
        const { data } = (await (await fetch(url, { headers: { authorization: token } })).json()) as Envelope<{ list: typeof list; more: boolean }>;
        list.push(...data.list);
        more = data.more;
      }
      return list;
    };
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const refs = Array.from({ length: 40 }, (_none, at) => `k${kill}-${at}`);
      acknowledged.push(...(await writeUntil(system, token, refs, HEARD_BEFORE[kill] ?? 5)));
      await system.kill();
      system = await start();
      const after = await stored();
      const names = after.map(({ clientId }) => clientId).filter((name) => name !== '');
      for (const ref of acknowledged)
        expect(
          names.filter((name) => name === ref),
          ref,
        ).toHaveLength(1);
      expect(after.map(({ seq }) => seq)).toEqual(after.map((_one, at) => at + 1));
      // All of them once more: those that are there stay what they are.
      const again = await writeUntil(system, token, refs, -1);
      expect(again).toEqual(refs);
      acknowledged.push(...refs);
      expect((await stored()).map(({ clientId }) => clientId).filter((name) => name.startsWith(`k${kill}-`))).toEqual(refs);
    }
  } finally {
    await system.stop();
  }
});
