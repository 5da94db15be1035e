import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDataSet } from '../../seed/data-set.mjs';
import { allowMail, mailPort, runMailSimulator } from './mail-simulator.mjs';

let root: string;
let said: string[];
const say = (line: string) => said.push(line);
const run = (code: string, port?: string) => {
  writeFileSync(path.join(root, '.build/sim/mailbox.mjs'), code);
  return runMailSimulator(root, { port }, say);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'nephra-start-'));
  mkdirSync(path.join(root, '.build/sim'), { recursive: true });
  said = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the ports are 5092 and 5093 unless DEMO_MAIL_PORT names another first one; then demo data leads there and the server may call both', () => {
  expect(['', undefined, ' 5095 ', '0', 'abc', '65535'].map(mailPort)).toEqual([5092, 5092, 5095, undefined, undefined, undefined]);
  const addressesOf = (options?: { mailPort?: number }) => {
    const { imapAddress, smtpAddress } = buildDataSet(undefined, options).mail as { imapAddress: string; smtpAddress: string };
    return [imapAddress, smtpAddress];
  };
  expect([addressesOf(), addressesOf({ mailPort: 5213 })]).toEqual([
    ['imap://127.0.0.1:5092', 'smtp://127.0.0.1:5093'],
    ['imap://127.0.0.1:5213', 'smtp://127.0.0.1:5214'],
  ]);
  expect(allowMail(5213, 'insurance=http://127.0.0.1:5214').OUTBOUND_ALLOW).toBe(
    'insurance=http://127.0.0.1:5214,mail=imap://127.0.0.1:5213,mail=smtp://127.0.0.1:5214',
  );
  expect([allowMail(5092, 'https://gateway.example'), allowMail(undefined)]).toEqual([{}, {}]);
});

test('one line names it as a simulation, and each way not to start is one sentence', async () => {
  const simulator = await run("process.send({}); process.on('disconnect', () => process.exit()); process.on('SIGTERM', () => process.exit());", '5213');
  simulator.kill();
  await run('process.exit(3)');
  await run('process.exit(1)');
  await run('', 'abc');
  expect(said).toEqual([
    'SIMULATION: mail server for trying out at imap://127.0.0.1:5213 and smtp://127.0.0.1:5214',
    'Port 5092 or 5093 is taken, so there is no simulated mail server; DEMO_MAIL_PORT names another one.',
    'The simulated mail server did not start; going on without it.',
    'DEMO_MAIL_PORT must be a port number, not "abc"; going on without the simulated mail server.',
  ]);
});
