import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDataSet } from '../../seed/data-set.mjs';
import { allowSimulator, runInsuranceSimulator, simulatorPort } from './insurance-simulator.mjs';

let root: string;
let said: string[];
const say = (line: string) => said.push(line);
const program = (code: string) => writeFileSync(path.join(root, '.build/sim/insurance.mjs'), code);
const run = (port?: string) => runInsuranceSimulator(root, { port, dataDir: 'data' }, say);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'nephra-start-'));
  mkdirSync(path.join(root, '.build/sim'), { recursive: true });
  said = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the port is 5090 unless DEMO_INSURANCE_PORT names another one', () => {
  expect(['', undefined, ' 5095 ', '0', 'abc', '70000'].map(simulatorPort)).toEqual([5090, 5090, 5095, undefined, undefined, undefined]);
});

test('with another port the demo data leads there and the server may call it; with the usual one registry.json is enough', () => {
  const addresses = (options?: { simulatorPort?: number }): string[] => {
    const { connections } = buildDataSet(undefined, options).insurance as { connections: { baseUrl: string }[] };
    return connections.map(({ baseUrl }) => baseUrl);
  };
  expect(addresses({ simulatorPort: 5213 })).toEqual(['guangdong', 'hubei', 'guangxi'].map((region) => `http://127.0.0.1:5213/${region}`));
  expect(addresses()).toEqual(['guangdong', 'hubei', 'guangxi'].map((region) => `http://127.0.0.1:5090/${region}`));
  expect(allowSimulator(5213)).toEqual({ OUTBOUND_ALLOW: 'insurance=http://127.0.0.1:5213' });
  expect(allowSimulator(5213, 'https://gateway.example').OUTBOUND_ALLOW).toBe('https://gateway.example,insurance=http://127.0.0.1:5213');
  expect([allowSimulator(5090, 'https://gateway.example'), allowSimulator(undefined)]).toEqual([{}, {}]);
});

test('one line names it as a simulation; it is told where to listen and where to keep its state', async () => {
  program("process.send({}); process.on('disconnect', () => process.exit()); process.on('SIGTERM', () => process.exit());");
  const simulator = await run('5213');
  expect(said).toEqual(['SIMULATION: insurance platform for trying out, not a real insurer, at http://127.0.0.1:5213']);
  simulator.kill();
});

test.each([
  ['process.exit(3)', undefined, 'Port 5090 is taken, so there is no simulated insurance platform; DEMO_INSURANCE_PORT names another port.'],
  ['process.exit(1)', undefined, 'The simulated insurance platform did not start; going on without it.'],
  ['', 'abc', 'DEMO_INSURANCE_PORT must be a port number, not "abc"; going on without the simulated insurance platform.'],
])('%s: one sentence, and the start goes on', async (code, port, sentence) => {
  program(code);
  const simulator = await run(port);
  expect(said).toEqual([sentence]);
  simulator.kill();
});

test('when it ends by itself somebody is told', async () => {
  program("process.send({}); process.on('message', () => {}); setTimeout(() => process.exit(1), 20);");
  const ended = once(process, 'simulator-ended');
  await runInsuranceSimulator(root, { port: '5213', dataDir: 'data' }, (line: string) => {
    said.push(line);
    if (said.length === 2) process.emit('simulator-ended' as 'disconnect');
  });
  await ended;
  expect(said[1]).toContain('has ended');
});
