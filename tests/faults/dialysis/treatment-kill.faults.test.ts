import { dayOf } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { type DemoHospital, killsOfRun, openDemoHospital, signIn } from '../../support/demo-hospital.ts';
import type { RunningSystem } from '../../support/processes/running-system.ts';
import { drawnFrom } from '../../../plugins/dialysis-session/server/demo/demo-sheet.ts';
import type { MonthSheet } from '../../../plugins/charging/contract/index.ts';
import { isFinalRefusal } from '../../../plugins/dialysis-session/contract/index.ts';
import { BEDS, bedsOf, isOfOffice, Shift, type Staff, today } from './shift-work.ts';
import { monthOfPatient } from './treatment-charge.ts';
import { moneyOf } from './treatment-money.ts';
import { monthsWrong } from './treatment-month.ts';

/** Far more than one takes on a busy machine: start, sign in, work, die. */
const MAX_MS_PER_KILL = 60_000;
/** Answers that are heard at least, and so many more at most, before the server dies: somewhere between the first check-in and the last settled month. */
const HEARD_AT_LEAST = 8;
const HEARD_MORE = 17 * BEDS;
/** Now and then the database server is killed in the same moment. */
const databaseDiesToo = (round: number): boolean => round % 4 === 3;

async function staffOf(system: RunningSystem): Promise<Staff> {
  const [nurse, second, doctor, engineer] = [
    await signIn(system, 'nurse'),
    await signIn(system, 'treatnurse'),
    await signIn(system, 'director'),
    await signIn(system, 'engineer'),
  ];
  return { nurses: [nurse, second], doctor, engineer, signer: await signIn(system, 'doctor'), cashier: await signIn(system, 'cashier') };
}

/** Nobody and no station twice among those who are treated at this moment. */
async function assertRunningOnce({ nurses: [nurse] }: Staff): Promise<void> {
  const running = (await today(nurse)).filter(({ state }) => state === 3);
  expect(new Set(running.map(({ patientId }) => patientId)).size).toBe(running.length);
  expect(new Set(running.map(({ stationId }) => stationId)).size).toBe(running.length);
}

/** Every act of the shift stands in its sheet at most once, and once where an answer said so. */
async function assertKept(shift: Shift, { nurses: [nurse] }: Staff): Promise<void> {
  for (const bed of shift.beds) {
    const sheet = await shift.look(nurse, bed);
    for (const { answer, name, wanted, met } of shift.sent.filter((one) => one.bed === bed && !isOfOffice(one.wanted))) {
      const stored = sheet?.entries.filter(({ clientId }) => clientId === name).length ?? 0;
      const facts = { what: wanted.what, name, met, code: answer?.code, msg: answer?.msg };
      expect({ ...facts, stored }).toEqual({ ...facts, stored: answer?.code === 200 ? 1 : 0 });
    }
  }
}

/** Tablets send all that they ever sent once more, in their order, as an outbox does that heard nothing. */
async function sendAllAgain(shift: Shift, staff: Staff): Promise<void> {
  for (const one of shift.sent) {
    const again = await shift.sendNow(staff, one);
    const { name } = one;
    const { what } = one.wanted;
    if (one.answer?.code === 200 && isOfOffice(one.wanted)) expect([what, again.code, again.data]).toEqual([what, 200, one.answer.data]);
    else if (one.answer?.code === 200) expect([what, again]).toMatchObject([what, { code: 200, data: { repeated: true } }]);
    // What was refused is never done under its name, however the room has changed since; of two copies at once each may have met something else.
    else if (one.answer && !isOfOffice(one.wanted) && isFinalRefusal(one.answer.code)) expect([what, name, again.code]).not.toEqual([what, name, 200]);
    shift.hear(one, again);
  }
}

const monthsOf = async ({ cashier }: Staff, { beds, month }: Pick<Shift, 'beds' | 'month'>): Promise<MonthSheet[]> =>
  await Promise.all(beds.map(({ card }) => monthOfPatient(cashier, card.patientId, month)));

/** One day with one death of the server in the middle of treatments. @returns acts that were answered before it */
async function dayWithDeath(hospital: DemoHospital, round: number): Promise<number> {
  await hospital.newDay();
  const since = new Date();
  const draw = drawnFrom(`dialysis-kill-${round}`);
  const dies = HEARD_AT_LEAST + draw(HEARD_MORE);
  let system = await hospital.start();
  try {
    let staff = await staffOf(system);
    const day = dayOf(since.getTime());
    const beds = await bedsOf(await signIn(system, 'headnurse'), staff.cashier, day);
    const shift = new Shift(beds, day.slice(0, 7), draw);
    const before = await monthsOf(staff, shift);
    let killed: Promise<void> | undefined;
    const kill = async (): Promise<void> => {
      if (databaseDiesToo(round)) hospital.crashDatabase();
      await system.kill();
    };
    await shift.work(staff, (answers) => {
      if (answers >= dies) killed ??= kill();
    });
    await (killed ?? kill());
    const heard = shift.answers;
    system = await hospital.start();
    staff = await staffOf(system);
    await assertRunningOnce(staff);
    await sendAllAgain(shift, staff);
    await assertKept(shift, staff);
    await assertRunningOnce(staff);
    // The shift goes on until everybody went home; two of them press the same keys.
    await shift.work(staff, () => undefined);
    await assertKept(shift, staff);
    // Copies that a network held all day come now.
    await sendAllAgain(shift, staff);
    await assertKept(shift, staff);
    await assertRunningOnce(staff);
    const ids = beds.map(({ sheet }) => sheet?.id ?? '');
    expect(beds.map(({ sheet }) => sheet?.state)).toEqual(beds.map(() => 5));
    expect(shift.disinfected).toBeGreaterThan(0);
    const after = await monthsOf(staff, shift);
    await system.stop();
    const db = await hospital.open();
    try {
      expect(await moneyOf(db, ids, since)).toEqual({ wrong: [], treatments: BEDS });
      expect(await monthsWrong(db, { ids, before, after, since })).toEqual([]);
    } finally {
      await db.close();
    }
    return heard;
  } finally {
    await system.kill();
  }
}

for (const { engine, rounds } of killsOfRun('treatments at the bedside', { all: 24, count: 1, turn: 1 })) {
  it(
    `SIGKILL at ${rounds.length} moments of treatments (${engine}): never two running of a patient or station, no reading lost or twice, no line charged twice, each patient's month is the sum of the treatments`,
    async (test) => {
      const hospital = await openDemoHospital(engine);
      if (typeof hospital === 'string') return test.skip(hospital);
      let heard = 0;
      try {
        for (const round of rounds) heard += await dayWithDeath(hospital, round);
      } finally {
        await hospital.close();
      }
      console.info(`${engine}: deaths of rounds ${rounds.join(' ')}; ${heard} acts were answered before them`);
    },
    MAX_MS_PER_KILL * (rounds.length + 4),
  );
}
