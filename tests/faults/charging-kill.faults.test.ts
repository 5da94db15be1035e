import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { chargingInvariants } from '../../plugins/charging/server/invariants.ts';
import { REVIEW_CHECKS } from '../../plugins/pharmacy/domain/review-checks.ts';
import { pharmacyInvariants } from '../../plugins/pharmacy/server/invariants.ts';
import { type Caller, type DemoHospital, type Engine, openDemoHospital, signIn, wantedEngines } from '../support/demo-hospital.ts';

/** Kills in one run, by engine; `NEPHRA_KILLS=200` is the long one. */
const KILLS: Readonly<Record<Engine, number>> = { embedded: 7, postgres: 5 };
const killsOn = (engine: Engine): number => Number(process.env.NEPHRA_KILLS ?? KILLS[engine]);
/** Far more than one takes on a busy machine: start, sign in, work, die, and its share of the days. */
const MOST_MS_PER_KILL = 60_000;
/** A desk has work for some rounds; then the day begins anew. */
const ROUNDS_PER_DAY = 5;
/** When the server dies: after so many confirmed acts of the round, and anywhere within the ones that follow. */
const actsBeforeKill = (round: number): number => (round * 7) % 12;
const pauseBeforeKillMs = (round: number): number => (round * 37) % 150;
/** Now and then the database server is killed in the same moment. */
const databaseDiesToo = (round: number): boolean => round % 4 === 3;

interface Row {
  dpId: string;
  version: number;
  totalPrice: number;
}
interface Paper {
  version: number;
  actionList: string[];
  findingList: { key: string; level: string }[];
}

/** What the server answered with success. */
class Confirmed {
  readonly bills = new Set<string>();
  readonly dispensed = new Set<string>();
  refunds = 0;
  shifts = 0;
  /** Acts of every kind, reviews and picks too. */
  acts = 0;
}

interface Staff {
  readonly cashier: Caller;
  readonly pharmacist: Caller;
}

/** Reviews, picks and hands out one charged prescription, as far as the demo's stock goes. */
async function handOut({ pharmacist }: Staff, dpId: string, confirmed: Confirmed): Promise<void> {
  for (;;) {
    const { data } = await pharmacist.call<Paper | null>('GET', `/api/his/pharmacy/${dpId}`);
    const action = data && (['dispense', 'pick', 'review'] as const).find((one) => data.actionList.includes(one));
    if (!action) return;
    const overrides = data.findingList.filter((finding) => finding.level === 'reason').map(({ key }) => ({ key, reason: 'SIM' }));
    const body = { dpId, action, version: data.version, overrides, ...(action === 'review' ? { checks: [...REVIEW_CHECKS] } : {}) };
    const moved = await pharmacist.call('PUT', '/api/his/pharmacy/Actions/UpdateState', body, `${action}-${dpId}-${data.version}`);
    if (moved.code !== 200) return;
    confirmed.acts += 1;
    if (action === 'dispense') confirmed.dispensed.add(dpId);
  }
}

/** The counter: what is furthest goes first, and what the desk charges meanwhile joins the queue. `tried` is what the lanes took already. */
async function workTheCounter(staff: Staff, tried: Set<string>, confirmed: Confirmed): Promise<void> {
  for (;;) {
    const { list } = (await staff.pharmacist.call<{ list: { dpId: string; rxStatus: number }[] }>('GET', '/api/his/pharmacy/patient?stage=open&pageSize=100'))
      .data;
    const next = list
      .filter(({ dpId }) => !tried.has(dpId))
      .sort((a, b) => b.rxStatus - a.rxStatus)
      .at(0);
    if (!next) return;
    tried.add(next.dpId);
    await handOut(staff, next.dpId, confirmed);
  }
}

async function giveBack({ cashier }: Staff, chargeId: string, confirmed: Confirmed): Promise<void> {
  const preview = await cashier.call<{ lines: { detailId: string; refundableNum: number }[] }>('GET', `/api/his/charge/refund/${chargeId}`);
  const line = preview.data.lines.find((one) => one.refundableNum > 0);
  if (!line) return;
  const body = { chargeId, reason: 'SIM', lines: [{ detailId: line.detailId, drugNum: line.refundableNum }] };
  const back = await cashier.call<{ chargeId: string }>('PUT', '/api/his/charge/cancelbill', body, `back-${chargeId}`);
  if (back.code !== 200) return;
  confirmed.bills.add(back.data.chargeId);
  confirmed.refunds += 1;
  confirmed.acts += 1;
}

async function chargeOne(staff: Staff, row: Row, at: number, confirmed: Confirmed): Promise<void> {
  const body = {
    prescriptions: [{ dpId: row.dpId, version: row.version }],
    totalPrice: row.totalPrice,
    payments: [{ payWay: at % 2 ? 'cash' : 'wechat', amount: row.totalPrice }],
  };
  const bill = await staff.cashier.call<{ chargeId: string }>('PUT', `/api/his/charge/selfpay/${row.dpId}`, body, `charge-${row.dpId}-${row.version}`);
  if (bill.code !== 200) return;
  confirmed.bills.add(bill.data.chargeId);
  confirmed.acts += 1;
  if (at % 3 === 0) await giveBack(staff, bill.data.chargeId, confirmed);
}

async function workTheDesk(staff: Staff, rows: readonly Row[], confirmed: Confirmed): Promise<void> {
  for (const [at, row] of rows.entries()) await chargeOne(staff, row, at, confirmed);
}

/** Closes the shift whenever something was charged, as long as the desk works, and once after that. */
async function closeShifts({ cashier }: Staff, deskIsOver: () => boolean, confirmed: Confirmed): Promise<void> {
  for (let last = false; !last; ) {
    last = deskIsOver();
    const now = (await cashier.call<{ chargeCount: number; refundCount: number; cashExpected: number }>('GET', '/api/his/charge/shift')).data;
    const billCount = now.chargeCount + now.refundCount;
    if (billCount === 0) {
      await pause(10);
      continue;
    }
    const body = { billCount, cashExpected: now.cashExpected, cashCounted: 0, reason: 'SIM' };
    const closed = await cashier.call('POST', '/api/his/charge/shift', body, `shift-${billCount}-${now.cashExpected}`);
    if (closed.code !== 200) continue;
    confirmed.shifts += 1;
    confirmed.acts += 1;
  }
}

/** Two lanes at the desk, two at the counter and the closing of shifts, all at once, until everything is done or the server is gone. */
async function workUntilDeath(staff: Staff, confirmed: Confirmed): Promise<void> {
  const rows = (await staff.cashier.call<{ list: Row[] }>('GET', '/api/his/charge/patientlist?pageSize=100')).data.list;
  const half = Math.ceil(rows.length / 2);
  let over = false;
  const desk = Promise.all([workTheDesk(staff, rows.slice(0, half), confirmed), workTheDesk(staff, rows.slice(half), confirmed)]).finally(() => {
    over = true;
  });
  const tried = new Set<string>();
  await Promise.all([desk, workTheCounter(staff, tried, confirmed), workTheCounter(staff, tried, confirmed), closeShifts(staff, () => over, confirmed)]);
}

/** Invariants that do not hold, and confirmed acts that are gone. */
async function faultsIn(hospital: DemoHospital, confirmed: Confirmed): Promise<string[]> {
  const db = await hospital.open();
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

/** One life of the server: it starts, works, and dies after enough acts. */
async function liveAndDie(hospital: DemoHospital, round: number, confirmed: Confirmed): Promise<void> {
  const system = await hospital.start();
  const [cashier, pharmacist] = await Promise.all([signIn(system, 'cashier'), signIn(system, 'pharmacist')]);
  let over = false;
  const work = workUntilDeath({ cashier, pharmacist }, confirmed)
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  const enough = confirmed.acts + actsBeforeKill(round);
  while (!over && confirmed.acts < enough) await pause(2);
  await pause(pauseBeforeKillMs(round));
  if (databaseDiesToo(round)) hospital.crashDatabase();
  await system.kill();
  await work;
}

/** The life that nobody ends: what is left is done, so that however early the kills came every kind of act was confirmed. */
async function liveToTheEnd(hospital: DemoHospital, confirmed: Confirmed): Promise<void> {
  const system = await hospital.start();
  try {
    const [cashier, pharmacist] = await Promise.all([signIn(system, 'cashier'), signIn(system, 'pharmacist')]);
    await workUntilDeath({ cashier, pharmacist }, confirmed);
  } finally {
    await system.kill();
  }
}

for (const engine of wantedEngines) {
  const kills = killsOn(engine);
  it(
    `[M1] SIGKILL at ${kills} moments of charging, handing out, refunding and closing (${engine}): nothing confirmed is lost, every invariant holds`,
    async (test) => {
      const hospital = await openDemoHospital(engine);
      if (typeof hospital === 'string') return test.skip(hospital);
      const days: Confirmed[] = [];
      try {
        for (let round = 0; round < kills; round += 1) {
          if (round % ROUNDS_PER_DAY === 0) {
            days.push(new Confirmed());
            await hospital.newDay();
          }
          const confirmed = days.at(-1) as Confirmed;
          await liveAndDie(hospital, round, confirmed);
          if (round === kills - 1) await liveToTheEnd(hospital, confirmed);
          const dayIsOver = round % ROUNDS_PER_DAY === ROUNDS_PER_DAY - 1 || round === kills - 1;
          if (dayIsOver) expect(await faultsIn(hospital, confirmed), `after kill ${round + 1}`).toEqual([]);
        }
      } finally {
        await hospital.close();
      }
      const sum = (of: (day: Confirmed) => number): number => days.reduce((total, day) => total + of(day), 0);
      const [bills, dispensed] = [sum((day) => day.bills.size), sum((day) => day.dispensed.size)];
      const [refunds, shifts] = [sum((day) => day.refunds), sum((day) => day.shifts)];
      console.info(`${engine}: ${kills} kills; confirmed ${bills} bills, of them ${refunds} refunds, ${dispensed} hand-overs, ${shifts} closings`);
      for (const happened of [bills, refunds, dispensed, shifts]) expect(happened).toBeGreaterThan(0);
    },
    MOST_MS_PER_KILL * kills,
  );
}
