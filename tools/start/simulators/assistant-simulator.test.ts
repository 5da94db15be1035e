import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDataSet } from '../../seed/data-set.mjs';
import { allowAssistant, assistantPort, runAssistantSimulator } from './assistant-simulator.mjs';

let root: string;
let said: string[];
const say = (line: string) => said.push(line);
const run = (code: string, port?: string) => {
  writeFileSync(path.join(root, '.build/sim/assistant.mjs'), code);
  return runAssistantSimulator(root, { port }, say);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'nephra-start-'));
  mkdirSync(path.join(root, '.build/sim'), { recursive: true });
  said = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the port is 5091 unless DEMO_ASSISTANT_PORT names another one; then demo data leads there and the server may call it', () => {
  expect(['', undefined, ' 5095 ', '0', 'abc', '70000'].map(assistantPort)).toEqual([5091, 5091, 5095, undefined, undefined, undefined]);
  const addressOf = (options?: { assistantPort?: number }) => (buildDataSet(undefined, options).assistant as { address: string }).address;
  expect([addressOf(), addressOf({ assistantPort: 5213 })]).toEqual(['http://127.0.0.1:5091/v1', 'http://127.0.0.1:5213/v1']);
  expect(allowAssistant(5213, 'insurance=http://127.0.0.1:5214').OUTBOUND_ALLOW).toBe('insurance=http://127.0.0.1:5214,assistant=http://127.0.0.1:5213');
  expect([allowAssistant(5091, 'https://gateway.example'), allowAssistant(undefined)]).toEqual([{}, {}]);
});

test('one line names it as a simulation, and each way not to start is one sentence', async () => {
  const simulator = await run("process.send({}); process.on('disconnect', () => process.exit()); process.on('SIGTERM', () => process.exit());", '5213');
  simulator.kill();
  await run('process.exit(3)');
  await run('process.exit(1)');
  await run('', 'abc');
  expect(said).toEqual([
    'SIMULATION: model of the assistant for trying out at http://127.0.0.1:5213',
    'Port 5091 is taken, so there is no simulated model of the assistant; DEMO_ASSISTANT_PORT names another port.',
    'The simulated model of the assistant did not start; going on without it.',
    'DEMO_ASSISTANT_PORT must be a port number, not "abc"; going on without the simulated model of the assistant.',
  ]);
});
