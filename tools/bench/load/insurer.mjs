import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { data } from './main-job.bench.mjs';

/** The simulated platform as a process of its own, as `npm start` runs it. */
export async function startSimulator() {
  const token = randomUUID();
  const child = spawn(process.execPath, ['.build/sim/insurance.mjs', '--port', '0'], {
    env: { ...process.env, SIM_CONTROL_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the simulated platform ended with code ${code}`)));
  });
  return {
    url,
    async faults(list) {
      const headers = { 'x-control-token': token, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/control/faults`, { method: 'POST', headers, body: JSON.stringify(list) });
      if (!answer.ok) throw new Error(`faults were refused: ${await answer.text()}`);
    },
    close: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', resolve);
        child.kill();
      }),
  };
}

/** Leads the demo facility of Guangdong to the simulated platform. The server must have been started with `OUTBOUND_ALLOW: insurance=<url>`. */
export async function connectInsurer(admin, { url }) {
  const [connection] = JSON.parse(readFileSync('.build/seed/insurance.json', 'utf8')).connections;
  const { list } = data(await admin.call('GET', '/api/medins/connection'));
  const stored = list.find(({ region }) => region === 'guangdong');
  const { orgId: _, ...facts } = connection;
  const body = { ...facts, baseUrl: `${url}/guangdong`, version: stored.version };
  data(await admin.call('PUT', `/api/medins/connection/${stored.orgId}`, body, { 'Idempotency-Key': randomUUID() }));
}
