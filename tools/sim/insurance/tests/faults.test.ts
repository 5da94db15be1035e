import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault, InsuranceSimulator } from '../index.ts';
import { copiedFrom, openVisit, type Patient, settleInput } from '../testing/cases.ts';
import { createDesk, type Desk, type Json, startForTest } from '../testing/desk.ts';

const PATIENT: Patient = { psnNo: 'SIM44010000000001', certNo: '99000119860214002X', insutype: '310' };

let sim: InsuranceSimulator;
let desk: Desk;
let number = 0;
beforeAll(async () => {
  sim = await startForTest();
  desk = createDesk(sim, 'guangdong');
  await desk.signIn();
});
beforeEach(() => sim.control.clearFaults());
afterAll(() => sim.close());

/** A batch that only 2207 is missing of, with that message. */
async function readyToSettle(): Promise<{ readonly mdtrtId: string; readonly message: Json }> {
  number += 1;
  const mdtrtId = await openVisit(desk, PATIENT, `F${number}`, `FB${number}`);
  const preview = await desk.call('2206', settleInput(PATIENT, mdtrtId, `FB${number}`, '556.80'));
  return { mdtrtId, message: desk.envelope('2207', settleInput(PATIENT, mdtrtId, `FB${number}`, '556.80', copiedFrom(preview))) };
}
const settledOf = (mdtrtId: string) => sim.ledger().settlements.filter((one) => one.mdtrtId === mdtrtId && one.state === 'settled').length;
const answerOrNothing = (message: Json, signal?: AbortSignal) => desk.send(message, { signal }).catch(() => undefined);

describe('faults', () => {
  test.each([
    ['after', 1],
    ['before', 0],
  ] as const)('cut %s the commit: no answer, %i settlement; the same message again brings the stored answer', async (when, booked) => {
    const { mdtrtId, message } = await readyToSettle();
    sim.control.faults({ kind: 'cut', infno: '2207', when });
    expect(await answerOrNothing(message)).toBeUndefined();
    expect(settledOf(mdtrtId)).toBe(booked);
    const again = await desk.send(message);
    expect(again.infcode).toBe('0');
    expect(settledOf(mdtrtId)).toBe(1);
    expect((again.output.setlinfo as Json).medins_setl_id).toBe(message.msgid);
  });

  test('never: the caller waits for nothing; what was booked stays', async () => {
    const { mdtrtId, message } = await readyToSettle();
    sim.control.faults({ kind: 'never', infno: '2207' });
    const gone = new AbortController();
    const waiting = answerOrNothing(message, gone.signal);
    await expect.poll(() => settledOf(mdtrtId)).toBe(1);
    gone.abort();
    expect(await waiting).toBeUndefined();
  });

  test('a delay before the commit: it happens though the caller has gone', async () => {
    const { mdtrtId, message } = await readyToSettle();
    sim.control.faults({ kind: 'delay', infno: '2207', when: 'before', ms: 600_000 });
    const gone = new AbortController();
    const waiting = answerOrNothing(message, gone.signal);
    await expect.poll(() => sim.control.plannedFaults().length).toBe(0);
    gone.abort();
    expect(await waiting).toBeUndefined();
    expect(settledOf(mdtrtId)).toBe(0);
    sim.control.release();
    await expect.poll(() => settledOf(mdtrtId)).toBe(1);
  });

  test('a late answer is the true one', async () => {
    const { mdtrtId, message } = await readyToSettle();
    sim.control.faults({ kind: 'delay', infno: '2207', ms: 600_000 });
    const waiting = desk.send(message);
    await expect.poll(() => settledOf(mdtrtId)).toBe(1);
    sim.control.release();
    expect((await waiting).infcode).toBe('0');
  });

  test('a message that 2601 overtook is dead when it arrives', async () => {
    const { mdtrtId, message } = await readyToSettle();
    const taken = await desk.call('2601', { data: { psn_no: PATIENT.psnNo, omsgid: message.msgid, oinfno: '2207' } });
    expect(taken.errMsg).toBe('原交易不存在');
    expect((await desk.send(message)).errMsg).toBe('原报文已冲正');
    expect(settledOf(mdtrtId)).toBe(0);
  });

  test('delivered twice: one settlement', async () => {
    const { mdtrtId, message } = await readyToSettle();
    sim.control.faults({ kind: 'twice', infno: '2207' });
    expect((await desk.send(message)).infcode).toBe('0');
    expect(settledOf(mdtrtId)).toBe(1);
  });

  test.each(['AGW.1403', 'AGW.1405', 'AGW.1413', 'AGW.1429', 'AGW.1430', 'AGW.1433', 'AGW.9999'])('%s before and after the commit', async (code) => {
    const { mdtrtId, message } = await readyToSettle();
    sim.control.faults([
      { kind: 'errcode', code, infno: '2207', when: 'before' },
      { kind: 'errcode', code, infno: '2207', when: 'after' },
    ]);
    expect(await desk.send(message)).toMatchObject({ errcode: code, infcode: '' });
    expect(settledOf(mdtrtId)).toBe(0);
    expect((await desk.send(message)).errcode).toBe(code);
    expect(settledOf(mdtrtId)).toBe(1);
  });

  test.each([
    [
      { kind: 'infcode', text: '系统异常,请稍后重试' },
      { infcode: '-1', errMsg: '系统异常,请稍后重试' },
    ],
    [
      { kind: 'infcode', value: -300300, text: '处理中' },
      { infcode: '-300300', errMsg: '处理中' },
    ],
    [
      { kind: 'html', status: 502 },
      { status: 502, infcode: '', contentType: 'text/html;charset=UTF-8' },
    ],
  ] as [Fault, Json][])('%o', async (fault, expected) => {
    const { mdtrtId, message } = await readyToSettle();
    sim.control.faults({ ...fault, infno: '2207' });
    expect(await desk.send(message)).toMatchObject(expected);
    expect(settledOf(mdtrtId)).toBe(1);
  });

  test('truncated JSON, success without a number, amounts that contradict each other', async () => {
    const { message } = await readyToSettle();
    sim.control.faults([{ kind: 'truncate' }, { kind: 'no-setl-id' }, { kind: 'contradict' }]);
    await expect(desk.send(message)).rejects.toThrow(SyntaxError);
    const nameless = await desk.send(message);
    expect(nameless.infcode).toBe('0');
    expect((nameless.output.setlinfo as Json).setl_id).toBeUndefined();
    const wrong = (await desk.send(message)).output.setlinfo as Record<string, number>;
    expect((wrong.fund_pay_sumamt ?? 0) + (wrong.psn_part_amt ?? 0) + (wrong.hosp_part_amt ?? 0)).toBeCloseTo(557.8, 2);
    const right = (await desk.send(message)).output.setlinfo as Record<string, number>;
    expect((right.fund_pay_sumamt ?? 0) + (right.psn_part_amt ?? 0) + (right.hosp_part_amt ?? 0)).toBeCloseTo(556.8, 2);
  });

  test('an answer in many pieces is the same answer', async () => {
    const { message } = await readyToSettle();
    const whole = await desk.send(message);
    sim.control.faults({ kind: 'chunks', parts: 300 });
    expect((await desk.send(message)).raw).toBe(whole.raw);
  });

  test('clock skew: signatures of our time are refused from 181 seconds on', async () => {
    const info = { data: { mdtrt_cert_type: '02', mdtrt_cert_no: PATIENT.certNo } };
    sim.control.clock(180);
    expect((await desk.call('1101', info)).infcode).toBe('0');
    sim.control.clock(-181);
    expect((await desk.call('1101', info)).errcode).toBe('AGW.1433');
    sim.control.clock(0);
    expect((await desk.call('1101', info)).infcode).toBe('0');
  });

  test('by number, count, order and share of the calls', async () => {
    const info = { data: { mdtrt_cert_type: '02', mdtrt_cert_no: PATIENT.certNo } };
    const codes = async (calls: number) => {
      const all: string[] = [];
      for (let at = 0; at < calls; at += 1) all.push((await desk.call('1101', info)).errcode ? 'x' : '.');
      return all.join('');
    };
    sim.control.faults({ kind: 'errcode', infno: ['1101', '2207'], count: 2, skip: 1 });
    expect(await codes(5)).toBe('.xx..');
    sim.control.faults({ kind: 'errcode', region: 'hubei', count: 0 });
    expect(await codes(2)).toBe('..');
    sim.control.clearFaults();
    sim.control.faults({ kind: 'errcode', count: 0, probability: 0.5, seed: 7 });
    const first = await codes(20);
    expect(first).toMatch(/x/);
    expect(first).toMatch(/\./);
    sim.control.clearFaults();
    sim.control.faults({ kind: 'errcode', count: 0, probability: 0.5, seed: 7 });
    expect(await codes(20)).toBe(first);
  });
});

describe('control over HTTP', () => {
  const ask = async (method: string, path: string, body?: unknown, token = 'control-token-of-a-test') => {
    const response = await fetch(`${sim.url}/control${path}`, {
      method,
      headers: { 'x-control-token': token },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };

  test('only with the token', async () => {
    expect((await ask('GET', '/ledger', undefined, 'wrong')).status).toBe(403);
    expect((await fetch(`${sim.url}/control/ledger`)).status).toBe(403);
  });

  test('plans faults, tells ledger and calls, refuses nonsense', async () => {
    expect((await ask('POST', '/faults', [{ kind: 'cut', infno: '2207' }])).status).toBe(200);
    expect((await ask('GET', '/faults')).body).toEqual([expect.objectContaining({ kind: 'cut', infno: '2207', hits: 0 })]);
    expect((await ask('POST', '/faults/clear')).status).toBe(200);
    expect(sim.control.plannedFaults()).toEqual([]);
    expect(await ask('POST', '/faults', { kind: 'explode' })).toMatchObject({ status: 400, body: { message: expect.stringContaining('kind is one of') } });
    expect((await ask('POST', '/clock', { skewSeconds: 'x' })).status).toBe(400);
    expect((await ask('GET', '/nothing')).status).toBe(404);
    expect((await ask('GET', '/ledger')).body).toHaveProperty('settlements');
    expect((await ask('GET', '/calls')).body).toContainEqual(expect.objectContaining({ infno: '1101', region: 'guangdong' }));
  });

  test('listens on loopback only', async () => {
    await expect(startForTest({ host: '0.0.0.0' })).rejects.toThrow('loopback only');
    expect((await fetch(`${sim.url}/nowhere`)).status).toBe(404);
  });

  test('a body that never ends its promise is no fault of the simulator', async () => {
    await new Promise<void>((resolve) => {
      const request = http.request(`${sim.url}/hubei/call`, { method: 'POST', headers: { 'content-length': '100' } });
      request.on('error', () => resolve());
      request.write('{');
      request.destroy();
    });
    expect((await ask('GET', '/faults')).status).toBe(200);
  });

  test('reset forgets everything', async () => {
    expect((await ask('POST', '/reset')).status).toBe(200);
    expect(sim.ledger()).toMatchObject({ settlements: [], visits: [], accounts: {} });
  });
});
