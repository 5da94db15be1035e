import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { chargingInvariants } from '../../plugins/charging/server/invariants.ts';
import { pharmacyInvariants } from '../../plugins/pharmacy/server/invariants.ts';
import { type DemoHospital, killsOfRun, openDemoHospital, signIn } from '../support/demo-hospital.ts';
import { Confirmed, workUntilDeath } from './charging-work.ts';

/** Far more than one takes on a busy machine: start, sign in, work, die, and its share of the days. */
const MAX_MS_PER_KILL = 60_000;
/** The hospital that is opened, the day that is made anew and the life that nobody ends take their time, however few the kills are. */
const LIVES_BESIDES = 4;
/** A desk has work for some rounds; then the day begins anew. */
const ROUNDS_PER_DAY = 5;
/** When the server dies: after so many confirmed acts of the round, and anywhere within the ones that follow. */
const actsBeforeKill = (round: number): number => (round * 7) % 12;
const pauseBeforeKillMs = (round: number): number => (round * 37) % 150;
/** Now and then the database server is killed in the same moment. */
const databaseDiesToo = (round: number): boolean => round % 4 === 3;

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
    // A number is kept with its receipt or was never given: none is left out where a server died between the two.
    const { rows: gaps } = await sql<{ series: string }>`select series from (
        select org_id, kind, (regexp_match(bill_no, '^(\\D+\\d{8})(\\d+)$'))[1] as series, (regexp_match(bill_no, '^(\\D+\\d{8})(\\d+)$'))[2]::int as n
        from charging.bill where origin = 'desk') as numbered
      group by org_id, kind, series having series is null or max(n) - min(n) + 1 <> count(*)`.execute(tables);
    faults.push(...gaps.map(({ series }) => `receipts ${series} have a gap`));
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
  // waits: the moment of death is the point, and any is right
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

for (const { engine, rounds } of killsOfRun('charging', { all: 200, count: 2, turn: 0 })) {
  const kills = rounds.length;
  it(
    `[M1] SIGKILL at ${kills} moments of charging, handing out, refunding and closing (${engine}): nothing confirmed is lost, every invariant holds`,
    async (test) => {
      const hospital = await openDemoHospital(engine);
      if (typeof hospital === 'string') return test.skip(hospital);
      const days: Confirmed[] = [];
      try {
        for (const [at, round] of rounds.entries()) {
          if (at % ROUNDS_PER_DAY === 0) {
            days.push(new Confirmed());
            await hospital.newDay();
          }
          const confirmed = days.at(-1) as Confirmed;
          await liveAndDie(hospital, round, confirmed);
          if (at === kills - 1) await liveToTheEnd(hospital, confirmed);
          const dayIsOver = at % ROUNDS_PER_DAY === ROUNDS_PER_DAY - 1 || at === kills - 1;
          if (dayIsOver) expect(await faultsIn(hospital, confirmed), `after the kill of round ${round}`).toEqual([]);
        }
      } finally {
        await hospital.close();
      }
      const sum = (of: (day: Confirmed) => number): number => days.reduce((total, day) => total + of(day), 0);
      const [bills, dispensed] = [sum((day) => day.bills.size), sum((day) => day.dispensed.size)];
      const [refunds, shifts] = [sum((day) => day.refunds), sum((day) => day.shifts)];
      console.info(`${engine}: kills ${rounds.join(' ')}; confirmed ${bills} bills, of them ${refunds} refunds, ${dispensed} hand-overs, ${shifts} closings`);
      for (const happened of [bills, refunds, dispensed, shifts]) expect(happened).toBeGreaterThan(0);
    },
    MAX_MS_PER_KILL * (kills + LIVES_BESIDES),
  );
}
