import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { OutboxRow } from '../../../plugins/message/contract/send/outbox.contract.ts';
import { catchMail } from '../../../tools/sim/mail/mail-catcher.ts';
import { effort } from '../../support/cases/effort.ts';
import { type Caller, killsOfRun, openDemoHospital, signIn } from '../../support/demo-hospital.ts';

/** Whoever takes up the work of a dead server waits for its lease: half a minute for each. */
const KILLS = effort('kills of a server that sends mail', 1, 4);
/** A mail of every so many is the last thing that a server sees before it is killed. */
const MAILS_PER_LIFE = 3;
const MAX_MS = 400_000;
const ACCOUNT = 'sim@example.org';

const fine = async <T>(answer: Promise<{ code: number; msg: string; data: T }>): Promise<T> => {
  const { code, msg, data } = await answer;
  expect(msg && code, msg).toBe(200);
  return data;
};

const outbox = async (admin: Caller): Promise<readonly OutboxRow[]> =>
  (await fine(admin.call<{ list: OutboxRow[] }>('GET', '/api/message/Outbox?pageSize=500'))).list;

/**
 * Work of one life: the stock warnings of the day, of which there are three and no more however often they are asked for, and reminders of new notices, so that each life has
 * mails to be killed over. The server may die of any of it before it answers.
 */
async function giveWork(admin: Caller, life: number, pharmacist: string): Promise<void> {
  const key = (what: string): string => `kill-${life}-${what}`;
  try {
    await admin.call('POST', '/api/system/Jobs/pharmacy.stock-warnings/Actions/Run', {}, key('warnings'));
    for (let n = 0; n < MAILS_PER_LIFE; n += 1) {
      const content = { ops: [{ insert: 'SIM\n' }] };
      const { id } = await fine(
        admin.call<{ id: string }>('POST', '/api/message', { title: `SIM ${life}.${n}`, content, toUserIds: pharmacist }, key(`write-${n}`)),
      );
      await fine(admin.call('PUT', `/api/message/${id}/Actions/Release`, {}, key(`release-${n}`)));
      await fine(admin.call('POST', `/api/message/${id}/Actions/Remind`, {}, key(`remind-${n}`)));
    }
  } catch {
    // It died: the next life brings its own work.
  }
}

/** Mail by the catcher, and a pharmacist who wants warnings and reminders by mail. @returns the pharmacist's id */
async function prepare(admin: Caller, pharmacist: Caller, port: number): Promise<string> {
  const mail = { emailSmtpHost: '127.0.0.1', emailSmtpPort: port, emailSsl: 0, emailAccount: ACCOUNT, emailPassword: 'SIM-right' };
  await fine(admin.call('PUT', '/api/system/SysConfig', mail));
  await fine(pharmacist.call('PUT', '/api/permission/Users/Current/BaseInfo', { email: 'pharmacist@example.org' }));
  const kinds = ['pharmacy.lowStock', 'pharmacy.nearLot', 'pharmacy.expiredLot', 'message.reminder'].map((kind) => ({ kind, channels: ['mail'] }));
  await fine(pharmacist.call('PUT', '/api/message/Preferences', { version: 0, kinds }, 'kill-preferences'));
  const { userInfo } = await fine(pharmacist.call<{ userInfo: { userId: string } }>('GET', '/api/oauth/CurrentUser'));
  return userInfo.userId;
}

for (const { engine } of killsOfRun('messages', { all: 1, count: 1, turn: 3 }))
  it(
    `a server that is killed in the middle of sending mail: each arrives once or is told as doubtful (${engine})`,
    async (test) => {
      const hospital = await openDemoHospital(engine);
      if (typeof hospital === 'string') return test.skip(hospital);
      let killed = 0;
      let inLife = 0;
      let kill: (() => Promise<void>) | undefined;
      let death: Promise<void> | undefined;
      const mails = await catchMail({
        accounts: { [ACCOUNT]: 'SIM-right' },
        fate: () => {
          inLife += 1;
          // A server sends as soon as it can, maybe before somebody has signed in to it: until then it is let live.
          if (inLife < MAILS_PER_LIFE || killed === KILLS || !kill || death) return 'take';
          // The mail server has it, and the answer comes to nobody.
          killed += 1;
          inLife = 0;
          death = kill();
          return 'hold';
        },
      });
      try {
        await hospital.newDay();
        let system = await hospital.start();
        const endLife = () => system.kill();
        let admin = await signIn(system, 'admin');
        const pharmacist = await prepare(admin, await signIn(system, 'pharmacist'), mails.port);
        kill = endLife;
        await giveWork(admin, killed, pharmacist);
        let rows: readonly OutboxRow[] = [];
        for (let looks = 0; looks < 600; looks += 1) {
          if (death) {
            await death;
            system = await hospital.start();
            admin = await signIn(system, 'admin');
            death = undefined;
            await giveWork(admin, killed, pharmacist);
          }
          rows = await outbox(admin).catch(() => []);
          if (killed === KILLS && rows.length > 0 && rows.every(({ state }) => state !== 'waiting' && state !== 'sending')) break;
          await pause(1_000);
        }
        await system.stop();
        expect(killed).toBe(KILLS);
        expect(rows.length).toBeGreaterThanOrEqual(KILLS * MAILS_PER_LIFE);
        for (const { id, state } of rows) {
          const times = mails.mails.filter(({ content }) => content.includes(`<${id}@`)).length;
          expect(times, `${id} is ${state}`).toBeLessThanOrEqual(1);
          if (state === 'sent') expect(times, `${id} is called sent`).toBe(1);
          else expect(state).toBe('doubtful');
        }
        const doubtful = rows.filter(({ state }) => state === 'doubtful');
        // As many as were under way at once when it died, and at least the one that it died over.
        expect(doubtful.length).toBeGreaterThanOrEqual(KILLS);
        expect(doubtful.length).toBeLessThanOrEqual(KILLS * 4);
      } finally {
        await mails.close();
        await hospital.close();
      }
    },
    MAX_MS,
  );
