import { request } from 'node:http';
import chargingServer from '../../../plugins/charging/server/index.ts';
import insuranceServer from '../../../plugins/insurance/server/index.ts';
import type { InsuranceTables } from '../../../plugins/insurance/server/insurance-tables.ts';
import { lookAround, openSettleDesk, REGIONS } from '../../../plugins/insurance/testing/settle-desk.ts';
import patientServer from '../../../plugins/patient/server/index.ts';
import catalogueServer from '../../../plugins/catalogue/server/index.ts';
import prescriptionServer from '../../../plugins/prescription/server/index.ts';
import { AuditLog } from '../../../shell/server/audit/audit-log.ts';
import { workAuditIn } from '../../../shell/server/audit/work-audit.ts';
import { clockFrom } from '../../../shell/server/core/clock/clock.ts';
import { coreMigrations } from '../../../shell/server/core/core-migrations.ts';
import type { CoreTables } from '../../../shell/server/tables/tables.ts';
import { type DatabaseOptions, openDatabase, runMigrations } from '../../../shell/server/db/index.ts';
import { numberSeries } from '../../../shell/server/numbers/number-series.ts';
import { createRandom } from '../../../tools/seed/random.mjs';
import type { InsuranceSimulator, Ledger } from '../../../tools/sim/insurance/index.ts';
import { migrationsOf } from '../../support/processes/plugin-host.ts';
import { compareLedgers } from '../compare-ledgers.ts';
import { decideReviews, giveUpOpen, RESOLVER_CYCLES } from '../histories/insurance-histories.ts';
import { type Bench, type History, play } from '../histories/insurance-history.ts';
import { PATIENCE_MS } from '../histories/insurance-weather.ts';

/**
 * A server that settles with an insurer and does nothing else: run as a child process and killed at random moments while the platform, in the
 * parent, lives on. It says `ready`, `begun` and `at <n>` around each history, `stands` after one that ended settled, and as the last one `state <json>`.
 */
interface Task {
  readonly database: DatabaseOptions;
  readonly platform: string;
  readonly token: string;
  readonly patients: number;
  /** Later than the wall: what the killed one had in hand counts as lost. */
  readonly minutesLater: number;
  readonly seed: number;
  readonly role: 'work' | 'finish';
}

export interface InsuranceKillState {
  readonly wrong: readonly string[];
  readonly states: Readonly<Record<string, number>>;
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (fields: object, message: string): void => {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
};
const log = { debug() {}, info() {}, warn: complain, error: complain };
const plugins = { patient: patientServer, catalogue: catalogueServer, prescription: prescriptionServer, charging: chargingServer, insurance: insuranceServer };

const control = (task: Task, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const call = request(`${task.platform}/control${path}`, { method, headers: { 'x-control-token': task.token } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString('utf8'))));
    });
    call.on('error', reject);
    call.end(body ? JSON.stringify(body) : '');
  });

/** Random histories one after the other, until somebody ends the process. */
async function work(bench: Bench, patients: number, hand: number): Promise<void> {
  for (let n = hand; ; n += 1) {
    const region = REGIONS[n % REGIONS.length] ?? 'guangdong';
    say('begun');
    const history: History = { region, patient: Math.floor(n / REGIONS.length) % patients, dpIds: [] };
    await play(bench, history);
    say(`at ${n}`);
    if (history.seen?.state === 'settled') say('stands');
  }
}

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '') as Task;
  let later = task.minutesLater * 60_000;
  const db = await openDatabase(task.database, log);
  await runMigrations(db, [coreMigrations, ...migrationsOf(plugins as never)]);
  const clock = clockFrom(() => new Date(Date.now() + later));
  const known = await db.kyselyFor<InsuranceTables>().selectFrom('insurance.connection').select('org_id').execute();
  const wait = async (minutes: number): Promise<void> => {
    later += minutes * 60_000;
    await control(task, 'POST', '/clock', { skewSeconds: later / 1000 });
  };
  await wait(0);
  const desk = await openSettleDesk({
    patients: task.patients,
    seeded: known.length > 0,
    // The platform lives elsewhere: only its address is known here.
    sim: { url: task.platform } as InsuranceSimulator,
    lasting: { db, clock, numbers: numberSeries(db.kyselyFor<CoreTables>(), clock), auditWork: workAuditIn(new AuditLog(db, clock, log)) },
  });
  const bench: Bench = { desk, random: createRandom(task.seed), count() {} };
  const cycle = (): Promise<void> => lookAround(desk.host.context<InsuranceTables>('insurance'));
  if (task.role === 'work') desk.host.waitAtMost(PATIENCE_MS);
  await cycle();
  say('ready');
  if (task.role === 'work') await Promise.all([0, 1, 2, 3].map((hand) => work(bench, task.patients, hand * 7 + task.minutesLater)));
  for (let round = 0; round < RESOLVER_CYCLES; round += 1) {
    await wait(61);
    await cycle();
  }
  const ledger = async (): Promise<Ledger['settlements']> => ((await control(task, 'GET', '/ledger')) as Ledger).settlements;
  await decideReviews(bench, await ledger());
  await giveUpOpen(desk);
  const states = await desk.rows<{ state: string; n: number }>('select state, count(*)::int as n from insurance.settlement group by state');
  const state: InsuranceKillState = { wrong: await compareLedgers(desk, await ledger()), states: Object.fromEntries(states.map((row) => [row.state, row.n])) };
  say(`state ${JSON.stringify(state)}`);
  await db.close();
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
