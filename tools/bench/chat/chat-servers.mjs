/** Servers of the product on one PostgreSQL, with the plugins of the chat alone; they can be killed and come back. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startSystem } from '../system.mjs';

const PLUGINS = new Set(['permission', 'message', 'chat']);
const REGISTRY = path.resolve('.build/registry-of-chat-bench.json');

function writeRegistry() {
  const registry = JSON.parse(readFileSync('registry.json', 'utf8'));
  const plugins = registry.plugins
    .filter(({ id }) => PLUGINS.has(id))
    // The limit of a person is not what is measured.
    .map((entry) => (entry.id === 'chat' ? { ...entry, config: { messagesPerMinute: 1000 } } : entry));
  writeFileSync(REGISTRY, JSON.stringify({ site: registry.site, plugins }, null, 2));
}

/** Resident memory of a process in MB; 0 where it is gone. */
export function residentMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Starts so many on the database; each keeps its place in the list however often it is killed. */
export async function startServers(databaseUrl, count) {
  writeRegistry();
  const env = {
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: 'Erste2026',
    REGISTRY_FILE: REGISTRY,
    SECRET_KEY: randomBytes(32).toString('base64'),
    SOCKETS_PER_ADDRESS: '5000',
    DEMO_DATA: '',
  };
  const start = () => startSystem({ env });
  const servers = [];
  const down = new Set();
  // The first one makes the tables.
  for (let at = 0; at < count; at += 1) servers.push(await start());
  return {
    /** The server of that place, or the next one that stands, as a proxy in front of them would send it. */
    urlOf(at) {
      const standing = Array.from({ length: count }, (_none, step) => (at + step) % count).find((one) => !down.has(one));
      return servers[standing ?? at].url;
    },
    pids: () => servers.map(({ pid }) => pid),
    /** Without a word, and back again as soon as it can. @returns milliseconds until it answered again */
    async killAndRestart(at) {
      process.kill(servers[at].pid, 'SIGKILL');
      down.add(at);
      const killedAt = performance.now();
      servers[at] = await start();
      down.delete(at);
      return performance.now() - killedAt;
    },
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}
