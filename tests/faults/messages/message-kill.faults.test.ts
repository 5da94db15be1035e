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

/** Mail by the catcher, a pharmacist who wants every warning of stock by mail, and the warnings of today. */
async function sendWarnings(admin: Caller, pharmacist: Caller, port: number): Promise<void> {
  const mail = { emailSmtpHost: '127.0.0.1', emailSmtpPort: port, emailSsl: 0, emailAccount: ACCOUNT, emailPassword: 'SIM-right' };
  await fine(admin.call('PUT', '/api/system/SysConfig', mail));
  await fine(pharmacist.call('PUT', '/api/permission/Users/Current/BaseInfo', { email: 'pharmacist@example.org' }));
  const kinds = ['lowStock', 'nearLot', 'expiredLot'].map((kind) => ({ kind: `pharmacy.${kind}`, channels: ['mail'] }));
  await fine(pharmacist.call('PUT', '/api/message/Preferences', { version: 0, kinds }, 'kill-preferences'));
  await fine(admin.call('POST', '/api/system/Jobs/pharmacy.stock-warnings/Actions/Run', {}, 'kill-warnings'));
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
          if (inLife < MAILS_PER_LIFE || killed === KILLS || !kill) return 'take';
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
        await sendWarnings(await signIn(system, 'admin'), await signIn(system, 'pharmacist'), mails.port);
        kill = endLife;
        let admin: Caller | undefined;
        let rows: readonly OutboxRow[] = [];
        for (let looks = 0; looks < 600; looks += 1) {
          if (death) {
            await death;
            death = undefined;
            system = await hospital.start();
            admin = undefined;
          }
          admin ??= await signIn(system, 'admin').catch(() => undefined);
          rows = admin ? await outbox(admin).catch(() => []) : [];
          if (killed === KILLS && rows.length > 0 && rows.every(({ state }) => state !== 'waiting' && state !== 'sending')) break;
          await pause(1_000);
        }
        await system.stop();
        expect(killed).toBe(KILLS);
        expect(rows.length).toBeGreaterThan(KILLS * MAILS_PER_LIFE);
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
