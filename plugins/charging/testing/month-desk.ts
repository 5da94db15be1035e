import type { OrgId } from '@nephra/plugin-sdk/contract';
import { workLeasedRow } from '@nephra/plugin-sdk/server';
import type { Prescription } from '../../prescription/contract/index.ts';
import { prescriptionContract } from '../../prescription/contract/index.ts';
import { body } from '../../prescription/server/prescription.fixture.ts';
import { type HospMonthBody, monthContract, type MonthRun, type MonthSheet } from '../contract/index.ts';
import type { ChargingTables } from '../server/charging-tables.ts';
import { monthClaim, workRun } from '../server/month/run/month-worker.ts';
import { cashier, type Desk, oneDialyser, oneSession, openDesk } from './desk.ts';

const { routes } = monthContract;

/** A prescription that is stored. */
export type Stored = Prescription & { readonly dpId: string };

export interface MonthDesk extends Desk {
  /** A confirmed prescription of that day at 10:00; a session without drugs unless told. */
  onDay(day: string, patientId?: string, lines?: (typeof oneSession)[]): Promise<Stored>;
  /** A saved one that nobody confirmed. */
  draft(day: string, patientId?: string): Promise<Stored>;
  /** Confirms, puts on the account and hands out. */
  dispensed(day: string, patientId?: string): Promise<Stored>;
  record(patientId?: string, month?: string): ReturnType<typeof recordOf>;
  sheet(patientId?: string, month?: string): Promise<MonthSheet>;
  settle(patientId?: string, month?: string, payWay?: string): Promise<{ billNo: string; chargeId: string; totalPrice: number }>;
  hosp(over?: Partial<HospMonthBody>): ReturnType<typeof hospOf>;
  /** A dry run and the run that it leads to. */
  start(over?: Partial<HospMonthBody>): Promise<MonthRun>;
  /** Works a run through, or up to so many patients. */
  work(runId: string, most?: number): Promise<void>;
  run(runId: string): Promise<MonthRun>;
  sqlRows<Row>(text: string): Promise<Row[]>;
}

function stored(rx: Prescription): Stored {
  if (rx.dpId === null) throw new Error('the prescription has no id');
  return { ...rx, dpId: rx.dpId };
}

const recordOf = (desk: Desk, patientId: string, month: string) =>
  desk.host.call('charging', routes.record, { params: { id: patientId }, body: { month }, user: cashier });
const hospOf = (desk: Desk, over: Partial<HospMonthBody> = {}) =>
  desk.host.call('charging', routes.hospMonth, {
    body: { month: '2026-03', dryRun: true, settleWay: 'selfpay', takeIn: false, payWay: 'cash', ...over },
    user: cashier,
  });

/** A desk in the middle of March 2026 with two dialysis patients, `pat-1` and `pat-2`. */
export async function openMonthDesk(...lots: Parameters<typeof openDesk>): Promise<MonthDesk> {
  const desk = await openDesk(...lots);
  const { host } = desk;
  await host.db.script("update patient.patient set patient_type = 'dialysis' where id = 'pat-2'");
  host.time.now = new Date('2026-03-20T02:00:00Z');
  let worker = 0;
  const call = async (day: string, patientId: string, lines: (typeof oneSession)[]): Promise<Stored> => {
    const before = host.time.now;
    host.time.now = new Date(`${day}T02:00:00Z`);
    try {
      return stored(
        await host.call('prescription', prescriptionContract.routes.create, {
          body: body({ patientId, dpDate: host.time.now.getTime(), reimWay: patientId === 'pat-1' ? '310' : '0', prescriptionDetailList: lines }),
        }),
      );
    } finally {
      host.time.now = before;
    }
  };
  const confirm = async (rx: Stored): Promise<Stored> => stored(await desk.confirm(rx));
  const month: MonthDesk = {
    ...desk,
    async onDay(day, patientId = 'pat-1', lines = [oneSession]) {
      const before = host.time.now;
      const rx = await call(day, patientId, lines);
      host.time.now = new Date(`${day}T02:05:00Z`);
      try {
        return await confirm(rx);
      } finally {
        host.time.now = before;
      }
    },
    draft: (day, patientId = 'pat-1') => call(day, patientId, [oneSession]),
    async dispensed(day, patientId = 'pat-1') {
      const rx = await month.onDay(day, patientId, [oneSession, oneDialyser]);
      await month.record(patientId);
      await desk.act(rx.dpId, 'review');
      await desk.act(rx.dpId, 'pick');
      await desk.act(rx.dpId, 'dispense');
      return rx;
    },
    record: (patientId = 'pat-1', of = '2026-03') => recordOf(desk, patientId, of),
    sheet: (patientId = 'pat-1', of = '2026-03') => host.call('charging', routes.sheet, { params: { id: patientId }, query: { month: of }, user: cashier }),
    async settle(patientId = 'pat-1', of = '2026-03', payWay = 'cash') {
      const { fingerprint, accountPrice } = await month.sheet(patientId, of);
      return await host.call('charging', routes.settleSelfPay, {
        body: { patientId, month: of, fingerprint, totalPrice: accountPrice, payments: [{ payWay, amount: accountPrice }] },
        user: cashier,
      });
    },
    hosp: (over) => hospOf(desk, over),
    async start(over) {
      const { dryRun } = await month.hosp({ ...over, dryRun: true });
      const { run } = await month.hosp({ ...over, dryRun: false, fingerprint: dryRun?.fingerprint });
      if (!run) throw new Error('no run was started');
      return run;
    },
    async work(runId, most = Number.POSITIVE_INFINITY) {
      worker += 1;
      let asked = 0;
      const stopping = () => {
        asked += 1;
        return asked > most;
      };
      const ctx = host.context<ChargingTables>('charging');
      await workLeasedRow(ctx, monthClaim, runId, { owner: `worker-${worker}`, leaseMs: 20_000, stopping }, (lease) => workRun(ctx, runId, lease));
    },
    run: (runId) => host.call('charging', routes.run, { params: { id: runId }, user: cashier }),
    async sqlRows<Row>(text: string) {
      const { rows } = await host.db.kysely.executeQuery<Row>({
        sql: text,
        parameters: [],
        query: { kind: 'RawNode' },
        queryId: { queryId: text },
      } as never);
      return rows;
    },
  };
  return month;
}

export const ORG = 'org-gz' as OrgId;
