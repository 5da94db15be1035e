import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { signIn, startSystem } from '../system.mjs';

export const title = 'Requests: the pipeline over a bare handler';

const CONNECTIONS = 10;
const REQUESTS = 4000;

/** Sends `REQUESTS` over `CONNECTIONS` kept-alive connections; answers requests per second. */
async function rate(url, headers = {}) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = REQUESTS;
  const one = () =>
    new Promise((resolve, reject) => {
      const request = http.get(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.once('end', resolve);
      });
      request.once('error', reject);
    });
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return REQUESTS / seconds;
}

/** Fastify with one handler in a process of its own, as the server has one. */
async function startBare() {
  const program = `const bare = require('fastify')();
    const body = { code: 200, msg: 'ok', data: { status: 'ok', version: '1.0.0', database: { engine: 'embedded', ok: true } } };
    bare.get('/bare', async () => ({ ...body, timestamp: Date.now() }));
    bare.listen({ port: 0, host: '127.0.0.1' }).then((url) => process.send(url));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [url] = await once(child, 'message');
  return { url, stop: () => child.kill() };
}

export async function run() {
  const system = await startSystem();
  const bare = await startBare();
  const { token } = await signIn(system.url, 'doctor');
  const headers = { Authorization: token };
  try {
    const pairs = [];
    for (let round = 0; round < 3; round += 1) {
      const plain = await rate(`${bare.url}/bare`);
      const health = await rate(`${system.url}/api/health`);
      const profile = await rate(`${system.url}/api/permission/Users/Current/BaseInfo`, headers);
      const list = await rate(`${system.url}/api/his/prescription/drug?keyword=gs&pageSize=20`, headers);
      pairs.push({ plain, health, profile, list });
    }
    const best = (key) => Math.max(...pairs.map((pair) => pair[key]));
    return [
      { what: 'bare handler', value: best('plain'), unit: 'req/s' },
      { what: 'health through the pipeline', value: best('health'), unit: 'req/s' },
      { what: 'signed-in read with one row from the database', value: best('profile'), unit: 'req/s' },
      { what: 'drug search, 20 rows', value: best('list'), unit: 'req/s' },
      { what: 'time per request, pipeline ÷ bare handler', value: best('plain') / best('health'), unit: '×', budget: 1.5 },
    ];
  } finally {
    bare.stop();
    await system.stop();
  }
}
