import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Patient, settleCase } from '../../tools/sim/insurance/testing/cases.ts';
import { createDesk } from '../../tools/sim/insurance/testing/desk.ts';

const PATIENT: Patient = { psnNo: 'SIM44010000000001', certNo: '99000119860214002X', insutype: '310' };
const ROUNDS = 5;
const TOKEN = 'token-of-the-kill-test';
const folder = mkdtempSync(path.join(tmpdir(), 'nephra-simulator-'));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The built program as `npm start` runs it, on a free port. */
async function start(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = [path.resolve('.build/sim/insurance.mjs'), '--port', '0', '--state', path.join(folder, 'state.log')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { PATH: process.env.PATH, SIM_CONTROL_TOKEN: TOKEN } });
  running.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url };
}

it('the simulated platform keeps every answered settlement when it is killed', async () => {
  const clock = () => new Date();
  const answered: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, url } = await start();
    const desk = createDesk({ url }, 'guangdong', clock);
    await desk.signIn();
    const { setlId } = await settleCase(desk, PATIENT, `K${round}`, `KB${round}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    answered.push(setlId);
  }
  const { url } = await start();
  const ledger = (await (await fetch(`${url}/control/ledger`, { headers: { 'x-control-token': TOKEN } })).json()) as { settlements: { setlId: string }[] };
  expect(ledger.settlements.map(({ setlId }) => setlId)).toEqual(answered);
  expect(new Set(answered).size).toBe(ROUNDS);
});

it('ends when the process that started it is gone', async () => {
  const { child } = await start();
  child.disconnect();
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});
