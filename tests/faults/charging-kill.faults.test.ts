import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REVIEW_CHECKS } from '../../plugins/pharmacy/domain/review-checks.ts';
import { chargingInvariants } from '../../plugins/charging/server/invariants.ts';
import { pharmacyInvariants } from '../../plugins/pharmacy/server/invariants.ts';
import { clientHash } from '../../shell/server/auth/password-hash.ts';
import { openDatabase } from '../../shell/server/db/index.ts';
import { silentLog } from '../support/test-database.ts';
import { type RunningSystem, startSystem } from '../support/running-system.ts';

/** Kills in one run; `NEPHRA_KILLS=200` is the long one. */
const KILLS = Number(process.env.NEPHRA_KILLS ?? 12);
/** When the server dies: after so many confirmed acts of the round, and anywhere within the ones that follow. */
const actsBeforeKill = (round: number): number => (round * 7) % 5;
const pauseBeforeKillMs = (round: number): number => (round * 37) % 150;

interface Row {
  dpId: string;
  version: number;
  totalPrice: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'nephra-charging-kill-'));
const fresh = path.join(folder, 'fresh');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call<T>(system: RunningSystem, token: string, method: string, url: string, body?: unknown, key?: string): Promise<Envelope<T>> {
  const headers = { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(key ? { 'idempotency-key': key } : {}) };
  const answer = await fetch(system.url + url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return (await answer.json()) as Envelope<T>;
}

async function signIn(system: RunningSystem, account: string): Promise<string> {
  const body = new URLSearchParams({ account, password: clientHash('Demo2026') });
  const answer = await fetch(`${system.url}/api/oauth/Login`, { method: 'POST', body });
  return ((await answer.json()) as Envelope<{ token: string }>).data.token;
}

/** Charges everything at the desk, hands it out, gives a part back and closes shifts, until the server is gone. Notes what was confirmed. */
async function workUntilDeath(system: RunningSystem, tokens: { cashier: string; pharmacist: string }, confirmed: Confirmed): Promise<void> {
  const desk = <T>(method: string, url: string, body?: unknown, key?: string) => call<T>(system, tokens.cashier, method, url, body, key);
  const counter = <T>(method: string, url: string, body?: unknown, key?: string) => call<T>(system, tokens.pharmacist, method, url, body, key);
  const charge = async (row: Row, at: number) => {
    const body = {
      prescriptions: [{ dpId: row.dpId, version: row.version }],
      totalPrice: row.totalPrice,
      payments: [{ payWay: at % 2 ? 'cash' : 'wechat', amount: row.totalPrice }],
    };
    const bill = await desk<{ chargeId: string; lines: { detailId: string }[] }>(
      'PUT',
      `/api/his/charge/selfpay/${row.dpId}`,
      body,
      `charge-${row.dpId}-${row.version}`,
    );
    if (bill.code === 200) confirmed.bills.add(bill.data.chargeId);
    for (const action of ['review', 'pick', 'dispense']) {
      const { data } = await counter<{ version: number } | null>('GET', `/api/his/pharmacy/${row.dpId}`);
      if (!data) break;
      const more = action === 'review' ? { checks: [...REVIEW_CHECKS], reason: 'x' } : {};
      const moved = await counter(
        'PUT',
        '/api/his/pharmacy/Actions/UpdateState',
        { dpId: row.dpId, action, version: data.version, ...more },
        `${action}-${row.dpId}-${data.version}`,
      );
      if (moved.code !== 200) break;
      if (action === 'dispense') confirmed.dispensed.add(row.dpId);
    }
    if (bill.code !== 200 || at % 3 !== 0) return;
    const preview = await desk<{ lines: { detailId: string; refundableNum: number }[] }>('GET', `/api/his/charge/refund/${bill.data.chargeId}`);
    const line = preview.data.lines.find((one) => one.refundableNum > 0);
    if (!line) return;
    const lines = [{ detailId: line.detailId, drugNum: line.refundableNum }];
    const back = await desk<{ chargeId: string }>(
      'PUT',
      '/api/his/charge/cancelbill',
      { chargeId: bill.data.chargeId, reason: 'x', lines },
      `back-${bill.data.chargeId}`,
    );
    if (back.code === 200) confirmed.bills.add(back.data.chargeId);
  };
  const rows = (await desk<{ list: Row[] }>('GET', '/api/his/charge/patientlist?pageSize=100')).data.list;
  const lanes = 4;
  await Promise.all([
    ...Array.from({ length: lanes }, async (_, lane) => {
      for (const [at, row] of rows.entries()) if (at % lanes === lane) await charge(row, at);
    }),
    (async () => {
      for (;;) {
        const now = (await desk<{ chargeCount: number; refundCount: number; cashExpected: number }>('GET', '/api/his/charge/shift')).data;
        const billCount = now.chargeCount + now.refundCount;
        if (billCount === 0) return;
        const body = { billCount, cashExpected: now.cashExpected, cashCounted: 0, reason: 'x' };
        await desk('POST', '/api/his/charge/shift', body, `shift-${billCount}-${now.cashExpected}`);
      }
    })(),
  ]);
}

interface Confirmed {
  readonly bills: Set<string>;
  readonly dispensed: Set<string>;
}

const countOf = ({ bills, dispensed }: Confirmed): number => bills.size + dispensed.size;

/** Invariants that do not hold, and confirmed acts that are gone. */
async function faultsIn(dataDir: string, confirmed: Confirmed): Promise<string[]> {
  const db = await openDatabase({ kind: 'embedded', dataDir }, silentLog);
  try {
    const faults: string[] = [];
    for (const { name, sql } of [...chargingInvariants, ...pharmacyInvariants]) {
      await db
        .script(`do $check$ begin if exists (${sql}) then raise exception 'broken'; end if; end $check$`)
        .catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    }
    const tables = db.kyselyFor<{ 'charging.bill': { id: string }; 'pharmacy.dispensing_step': { dp_id: string; action: string } }>();
    const bills = new Set((await tables.selectFrom('charging.bill').select('id').execute()).map((row) => row.id));
    faults.push(...[...confirmed.bills].filter((id) => !bills.has(id)).map((id) => `bill ${id} was confirmed and is gone`));
    const out = new Set(
      (await tables.selectFrom('pharmacy.dispensing_step').select('dp_id').where('action', '=', 'dispense').execute()).map((row) => row.dp_id),
    );
    faults.push(...[...confirmed.dispensed].filter((id) => !out.has(id)).map((id) => `hand-over of ${id} was confirmed and is gone`));
    return faults;
  } finally {
    await db.close();
  }
}

beforeAll(async () => {
  const system = await startSystem({ dataDir: fresh });
  await system.stop();
});

it(`[M1] SIGKILL at ${KILLS} moments of charging, handing out, refunding and closing: nothing confirmed is lost, every invariant holds`, async () => {
  let dataDir = '';
  let confirmed: Confirmed = { bills: new Set(), dispensed: new Set() };
  let acts = 0;
  const faults: string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    // A desk has work for some rounds; then the day begins anew.
    if (round % 5 === 0) {
      if (dataDir) faults.push(...(await faultsIn(dataDir, confirmed)));
      acts += countOf(confirmed);
      confirmed = { bills: new Set(), dispensed: new Set() };
      if (dataDir) rmSync(dataDir, { recursive: true, force: true });
      dataDir = path.join(folder, `day-${round}`);
      cpSync(fresh, dataDir, { recursive: true });
    }
    const system = await startSystem({ dataDir, env: { RATE_PER_MINUTE: '1000000' } });
    const tokens = { cashier: await signIn(system, 'cashier'), pharmacist: await signIn(system, 'pharmacist') };
    let over = false;
    const work = workUntilDeath(system, tokens, confirmed)
      .catch(() => undefined)
      .finally(() => {
        over = true;
      });
    const enough = countOf(confirmed) + actsBeforeKill(round);
    while (!over && countOf(confirmed) < enough) await pause(2);
    await pause(pauseBeforeKillMs(round));
    await system.kill();
    await work;
    expect(faults, `after kill ${round + 1}`).toEqual([]);
  }
  faults.push(...(await faultsIn(dataDir, confirmed)));
  acts += countOf(confirmed);
  expect(faults).toEqual([]);
  expect(acts).toBeGreaterThan(KILLS / 2);
}, 1_800_000);
