import { createServer } from 'node:http';
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packedPlugin } from '../../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../../tests/support/server.ts';
import { portOf } from '../../../outbound/outbound-gateway.fixture.ts';
import { packageProgram } from '../program.ts';

/** A package whose transactions wait until they are let go, and one that hears an answer part by part. */
const WAITING = `
let inside = 0; let most = 0; let letGo; const gone = new Promise((done) => { letGo = done; });
const row = (method, path, more = {}) => ({ method, path: '/api/waiting/' + path, summary: 'fixture', need: 'session', audit: method === 'GET' ? 'none' : 'write', reply: {}, ...more });
const write = { body: {}, retry: 'never', retryReason: 'a fixture' };
const contract = { name: 'waiting', routes: { write: row('POST', 'write', write), own: row('GET', 'own'), inside: row('GET', 'inside'), open: row('GET', 'open') } };
const wait = async () => { inside += 1; most = Math.max(most, inside); await gone; inside -= 1; return most; };
export default { implementations: [{ contract, handlers: {
  write: wait, own: (_input, ctx) => ctx.transaction(wait), inside: async () => inside, open: async () => { letGo(); return 'open'; },
} }] };
`;
const listening = (port: number) => `
const contract = { name: 'listening', routes: { hear: { method: 'GET', path: '/api/listening/hear', summary: 'fixture', need: 'session', audit: 'none', reply: {} } } };
export default { implementations: [{ contract, handlers: { hear: async (_input, ctx) => {
  const heard = [];
  const onPart = (part) => { heard.push(part.toString()); throw new Error('cannot take it'); };
  const failure = await ctx.outbound.send({ url: 'http://127.0.0.1:${port}/', method: 'GET', onPart }).then(() => 'none', (error) => error.failure);
  return { heard, failure };
} } }] };
`;

let server: TestServer;
let doctor: TestClient;
beforeAll(async () => {
  await packageProgram();
  server = await startTestServer();
  doctor = await server.signIn('doctor');
});
afterAll(async () => {
  await server?.close();
});
const run = async (id: string, code: string, hosts: string[] = []): Promise<void> => {
  const source = path.join(server.config.dataDir, `../${id}.tgz`);
  writeFileSync(source, packedPlugin({ id, server: code, outboundHosts: hosts }));
  await server.writeRegistry({ site: { name: 'x' }, plugins: [{ id, source, enabled: true, outbound: hosts }] });
};

it('three transactions of a package run at once, those of its calls and its own together; the others wait, and all are answered', async () => {
  await run('waiting', WAITING);
  const paths = ['write', 'own', 'write', 'own', 'write'];
  const answers = paths.map((name) => (name === 'own' ? doctor.get<number>('/api/waiting/own') : doctor.post<number>('/api/waiting/write', {})));
  const { database } = server.server.core.parts;
  await expect.poll(async () => [(await doctor.get('/api/waiting/inside')).data, database.load.queued]).toEqual([3, 2]);
  await doctor.get('/api/waiting/open');
  expect((await Promise.all(answers)).map(({ code, data }) => [code, data])).toEqual(paths.map(() => [200, 3]));
  expect(database.load.queued).toBe(0);
});

it('what a hearer of parts throws in its process ends that call, and the answer that still comes, alone', async () => {
  const closed: string[] = [];
  // The answer never ends: only whoever hears it can end it.
  const port = await portOf(
    createServer((_request, response) => {
      response.write('one');
      response.once('close', () => closed.push('closed'));
    }),
  );
  await run('listening', listening(port), [`http://127.0.0.1:${port}`]);
  expect(await doctor.get('/api/listening/hear')).toMatchObject({ code: 200, data: { heard: ['one'], failure: 'aborted' } });
  await expect.poll(() => closed).toEqual(['closed']);
  expect((await doctor.get('/api/listening/hear')).code).toBe(200);
});
