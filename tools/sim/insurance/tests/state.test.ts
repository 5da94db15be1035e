import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDataSet } from '../../../seed/data-set.mjs';
import { openStore } from '../state/store.ts';
import { type Patient, settleCase } from '../testing/cases.ts';
import { createDesk, startForTest } from '../testing/desk.ts';

const PATIENT: Patient = { psnNo: 'SIM42010000000121', certNo: '990001195803152437', insutype: '310' };
let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-sim-'));
  stateFile = path.join(folder, 'deep', 'ledger.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what was answered is there after a restart, sign-in and message numbers too', async () => {
  const first = await startForTest({ stateFile });
  const desk = createDesk(first, 'hubei');
  await desk.signIn();
  const { setlId, msgid } = await settleCase(desk, PATIENT, 'S1', 'SB1');
  const before = first.ledger();
  await first.close();
  const second = await startForTest({ stateFile });
  expect(second.ledger()).toEqual(before);
  const again = createDesk(second, 'hubei');
  await again.signIn();
  expect((await again.call('2601', { data: { psn_no: PATIENT.psnNo, omsgid: msgid, oinfno: '2207' } })).infcode).toBe('0');
  expect(second.ledger().settlements).toEqual([expect.objectContaining({ setlId, state: 'reversed' })]);
  await second.close();
});

test('a process that dies in the middle of a line leaves all the lines before it', async () => {
  const store = openStore(stateFile);
  const one = store.begin();
  one.draft.put('batch', 'a', 'A');
  one.commit();
  // No close: the process is gone, half a line is what it left.
  appendFileSync(stateFile, '[["batch","b","B');
  const next = openStore(stateFile);
  expect(next.entries('batch')).toEqual([['a', 'A']]);
  const two = next.begin();
  two.draft.put('batch', 'c', 'C');
  two.draft.remove('batch', 'a');
  two.commit();
  next.close();
  expect(openStore(stateFile).entries('batch')).toEqual([['c', 'C']]);
  store.close();
});

test('a long log is made short, torn last line and all', () => {
  const lines = Array.from({ length: 4100 }, (_, at) => `${JSON.stringify([['counter', `c${at % 3}`, at]])}\n`);
  openStore(stateFile).close();
  writeFileSync(stateFile, `${lines.join('')}[["counter"`);
  const store = openStore(stateFile);
  expect(store.entries('counter')).toEqual([
    ['c0', 4098],
    ['c1', 4099],
    ['c2', 4097],
  ]);
  store.close();
  expect(readFileSync(stateFile, 'utf8').split('\n')).toHaveLength(2);
  expect(openStore(stateFile).entries('counter')).toHaveLength(3);
});

test('nothing of a call that was refused half-way stays', () => {
  const store = openStore();
  const { draft } = store.begin();
  draft.put('batch', 'a', 'A');
  expect(draft.next('visit')).toBe(1);
  expect(store.rows('batch')).toEqual([]);
  expect(store.begin().draft.next('visit')).toBe(1);
});

test('an unused platform knows what the demo facilities count as reported; what is taken back stays away', async () => {
  const insurance = buildDataSet().insurance as { mapping: { drugId: string; code: string; reported: boolean }[] };
  const reported = insurance.mapping.filter((one) => one.reported);
  const first = await startForTest({ stateFile });
  expect(first.ledger().counts.mappings).toBe(3 * reported.length);
  const desk = createDesk(first, 'guangdong');
  await desk.signIn();
  const own = (await desk.call('1317', { data: { updt_time: '2026-01-01', page_num: 1, page_size: 100 } })).output as {
    data: Record<string, string>[];
    recordCounts: number;
  };
  expect(own.recordCounts).toBe(reported.length);
  const [row] = own.data;
  const { fixmedins_code, fixmedins_hilist_id, list_type, med_list_codg } = row ?? {};
  expect((await desk.call('3302', { data: [{ fixmedins_code, fixmedins_hilist_id, list_type, med_list_codg }] })).infcode).toBe('0');
  await first.close();
  const second = await startForTest({ stateFile });
  expect(second.ledger().counts.mappings).toBe(3 * reported.length - 1);
  await second.close();
});
