import { abandonedRows, workLeasedRow } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import patientServer from '../../../plugins/patient/server/index.ts';
import { monthContract } from '../../../plugins/charging/contract/index.ts';
import chargingServer from '../../../plugins/charging/server/index.ts';
import { chargingInvariants } from '../../../plugins/charging/server/invariants.ts';
import type { ChargingTables } from '../../../plugins/charging/server/charging-tables.ts';
import { monthClaim, workRun } from '../../../plugins/charging/server/month/run/month-worker.ts';
import catalogueServer from '../../../plugins/catalogue/server/index.ts';
import prescriptionServer from '../../../plugins/prescription/server/index.ts';
import { catalogue } from '../../../plugins/catalogue/server/catalogue.fixture.ts';
import { patients } from '../../../plugins/prescription/server/prescription.fixture.ts';
import { AuditLog } from '../../../shell/server/audit/audit-log.ts';
import { workAuditIn } from '../../../shell/server/audit/work-audit.ts';
import { clockFrom } from '../../../shell/server/core/clock/clock.ts';
import { coreMigrations } from '../../../shell/server/core/core-migrations.ts';
import type { CoreTables } from '../../../shell/server/tables/tables.ts';
import { type Database, type DatabaseOptions, openDatabase, runMigrations } from '../../../shell/server/db/index.ts';
import { numberSeries } from '../../../shell/server/numbers/number-series.ts';
import { hostPlugins, migrationsOf, type PluginHost, staff } from '../../support/processes/plugin-host.ts';

/**
 * A server that does nothing but settle the month of a whole centre: run as a child process and killed at random moments. It says `ready`,
 * `dry <ms>`, `at <n>` before each patient, and at the end `state <json>`; a later start goes on where the killed one was.
 */
interface Task {
  readonly database: DatabaseOptions;
  readonly patients: number;
  readonly sessions: number;
  /** After so long a silence a worker is taken for dead. */
  readonly leaseMs: number;
}

export interface MonthRunState {
  readonly runState: string;
  readonly items: Readonly<Record<string, number>>;
  readonly bills: number;
  readonly billedPatients: number;
  /** Prescriptions that are not charged. */
  readonly open: number;
  /** Sum of all bills and of all prescriptions, yuan. */
  readonly billed: string;
  readonly prescribed: string;
  /** Lines of bills, and of prescriptions. */
  readonly billLines: number;
  readonly lines: number;
  readonly broken: readonly string[];
  readonly dryRunMs: number;
  readonly workMs: number;
}

const MONTH = '2026-03';
const ORG = 'org-gz';
const plugins = { patient: patientServer, catalogue: catalogueServer, prescription: prescriptionServer, charging: chargingServer };
const cashier = staff({ userId: 'user-cashier', userName: '收费员甲', roles: ['cashier'] });
/** What each session is made of: catalogue entry, kind, type, price, number. */
const LINES = [
  ['item-hd', 'item', '治疗', '400.0000', '1'],
  ['mat-dialyser', 'material', '耗材', '220.0000', '1'],
  ['drug-saline', 'drug', '西药', '3.1234', '3'],
  ['drug-penicillin', 'drug', '西药', '2.3500', '2'],
  ['drug-calcitriol', 'drug', '西药', '38.5000', '1'],
  ['lab-cbc', 'item', '化验', '20.0000', '1'],
] as const;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (fields: object, message: string): void => {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
};
const log = { debug() {}, info() {}, warn: complain, error: complain };

/** Patients, and a month of prescriptions that are on their accounts (the odd ones) or still at the desk (the even ones). */
async function seed(host: PluginHost, { patients: people, sessions }: Task): Promise<void> {
  const { db } = host;
  await db.transaction(
    async () => {
      await patientServer.demo?.(patients, host.context('patient'));
      await catalogueServer.demo?.(catalogue, host.context('catalogue'));
      await sql`insert into patient.patient (id, org_id, patient_name, outpatient_code, patient_type, reim_way)
        select 'p' || n, ${ORG}, '患者' || n, 'MZ' || lpad(n::text, 6, '0'), 'dialysis', '0' from generate_series(1, ${people}::integer) n`.execute(db.kysely);
      await sql`insert into prescription.prescription (id, org_id, dp_number, dp_type, dp_date, patient_id, patient_name, patient_sex, patient_age, patient_type,
          outpatient_code, reim_way, pay_status, rx_status, worker_id, worker_name, creator_id, creator_name, line_count, has_stock_lines)
        select 'rx' || p || '-' || s, ${ORG}, 'CF' || lpad(p::text, 6, '0') || lpad(s::text, 3, '0'), 14,
          timestamptz '2026-03-01 02:00:00+00' + make_interval(days => (s * 2) % 30), 'p' || p, '患者' || p, 1, 60, 'dialysis',
          'MZ' || lpad(p::text, 6, '0'), '0', case when s % 2 = 1 then 6 else 0 end, 4, 'user-doctor', '林医生', 'user-doctor', '林医生', ${LINES.length}::integer, true
        from generate_series(1, ${people}::integer) p, generate_series(1, ${sessions}::integer) s`.execute(db.kysely);
      for (const [at, [drugId, kind, type, price, number]] of LINES.entries()) {
        await sql`insert into prescription.detail (id, org_id, dp_id, sort_code, kind, drug_id, drug_name, drug_type, drug_num, drug_num_unit, price, sub_total, rounding)
          select id || '-' || ${String(at)}, org_id, id, ${at}::integer, ${kind}, ${drugId}, ${drugId}, ${type}, ${number}::numeric, '次', ${price}::numeric,
            round(${price}::numeric * ${number}::numeric, 2), 'total'
          from prescription.prescription where patient_id like 'p%' and patient_id not like 'pat%'`.execute(db.kysely);
      }
      await sql`update prescription.prescription p set
          west_price = t.west, diag_treat_price = t.diag, assay_price = t.assay, total_price = t.west + t.diag + t.assay
        from (select dp_id, sum(sub_total) filter (where drug_type = '西药') as west, sum(sub_total) filter (where drug_type in ('治疗', '耗材')) as diag,
          sum(sub_total) filter (where drug_type = '化验') as assay from prescription.detail group by dp_id) t where t.dp_id = p.id`.execute(db.kysely);
    },
    { limitMs: 0 },
  );
}

async function one<Row>(db: Database, text: string): Promise<Row> {
  const { rows } = await sql<Row>`${sql.raw(text)}`.execute(db.kysely);
  if (!rows[0]) throw new Error(`no row: ${text}`);
  return rows[0];
}

async function stateOf(db: Database, times: { dryRunMs: number; workMs: number }): Promise<MonthRunState> {
  const run = await one<{ state: string }>(db, 'select state from charging.month_run order by started_at desc limit 1');
  const { rows: items } = await sql<{ state: string; n: number }>`select state, count(*)::int as n from charging.month_run_item group by state`.execute(
    db.kysely,
  );
  const bills = await one<{ bills: number; people: number; billed: string; lines: number }>(
    db,
    `select count(*)::int as bills, count(distinct patient_id)::int as people, coalesce(sum(total), 0)::text as billed,
      (select count(*)::int from charging.bill_line) as lines from charging.bill`,
  );
  const rx = await one<{ open: number; prescribed: string; lines: number }>(
    db,
    `select count(*) filter (where pay_status <> 1)::int as open, sum(total_price)::text as prescribed, (select count(*)::int from prescription.detail) as lines
      from prescription.prescription`,
  );
  const broken: string[] = [];
  for (const { name, sql: text } of chargingInvariants) {
    const { rows } = await sql`${sql.raw(text)}`.execute(db.kysely);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows[0])}`);
  }
  return {
    runState: run.state,
    items: Object.fromEntries(items.map((row) => [row.state, row.n])),
    bills: bills.bills,
    billedPatients: bills.people,
    billed: bills.billed,
    billLines: bills.lines,
    open: rx.open,
    prescribed: rx.prescribed,
    lines: rx.lines,
    broken,
    ...times,
  };
}

/** The dry run and the run it leads to; nothing when a run was started before. */
async function startRun(host: PluginHost): Promise<number> {
  const known = await sql<{ id: string }>`select id from charging.month_run`.execute(host.db.kysely);
  if (known.rows.length > 0) return 0;
  const began = performance.now();
  const hosp = (more: object) =>
    host.call('charging', monthContract.routes.hospMonth, {
      body: { month: MONTH, settleWay: 'selfpay', takeIn: true, payWay: 'wechat', ...more },
      user: cashier,
    });
  const { dryRun } = await hosp({ dryRun: true });
  const ms = performance.now() - began;
  await hosp({ dryRun: false, fingerprint: dryRun?.fingerprint });
  return ms;
}

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '') as Task;
  const db = await openDatabase(task.database, log);
  const fresh = (await runMigrations(db, [coreMigrations, ...migrationsOf(plugins)])).length > 0;
  const clock = clockFrom(() => new Date());
  const numbers = numberSeries(db.kyselyFor<CoreTables>(), clock);
  const auditWork = workAuditIn(new AuditLog(db, clock, log));
  const host = await hostPlugins(plugins, undefined, { db, clock, numbers, auditWork });
  const { n } = await one<{ n: number }>(db, 'select count(*)::int as n from prescription.prescription');
  if (fresh || n === 0) await seed(host, task);
  say('ready');
  const dryRunMs = await startRun(host);
  say(`dry ${Math.round(dryRunMs)}`);
  const ctx = host.context<ChargingTables>('charging');
  const began = performance.now();
  let done = 0;
  for (;;) {
    for (const runId of await abandonedRows(ctx, monthClaim)) {
      const stopping = () => {
        say(`at ${done}`);
        done += 1;
        return false;
      };
      const holder = { owner: String(process.pid), leaseMs: task.leaseMs, stopping };
      await workLeasedRow(ctx, monthClaim, runId, holder, (lease) => workRun(ctx, runId, lease));
    }
    const { state } = await one<{ state: string }>(db, 'select state from charging.month_run order by started_at desc limit 1');
    if (state === 'done') break;
    // waits: it looks until the run is done; who started this process sets the limit
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  say(`state ${JSON.stringify(await stateOf(db, { dryRunMs, workMs: performance.now() - began }))}`);
  await db.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
