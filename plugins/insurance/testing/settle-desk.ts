import type { ReplyOf, Route } from '@nephra/plugin-sdk/contract';
import { isAppError } from '@nephra/plugin-sdk/contract';
import type { SessionUser } from '@nephra/plugin-sdk/server';
import { createFakeJobRun } from '@nephra/plugin-sdk/testing';
import { sql } from 'kysely';
import { type InsuranceSimulator, type Person, startInsuranceSimulator } from '../../../tools/sim/insurance/index.ts';
import { type HostedCall, hostPlugins, type LastingParts, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import chargingServer from '../../charging/server/index.ts';
import { chargingDemo } from '../../charging/testing/desk.ts';
import guangdong from '../../insurance-guangdong/server/index.ts';
import guangxi from '../../insurance-guangxi/server/index.ts';
import hubei from '../../insurance-hubei/server/index.ts';
import patientServer from '../../patient/server/index.ts';
import catalogueServer from '../../catalogue/server/index.ts';
import prescriptionServer from '../../prescription/server/index.ts';
import { catalogue } from '../../catalogue/server/catalogue.fixture.ts';
import { type SettlementRecord, settlementContract } from '../contract/index.ts';
import { loadConnectionDemo } from '../server/connection/connection-demo.ts';
import insurance from '../server/index.ts';
import type { InsuranceTables } from '../server/insurance-tables.ts';
import type { Ctx } from '../server/settlement/ledger/settlement-context.ts';
import { connectionTo, type DemoRegion, FACILITIES } from './connected-host.ts';

export const REGIONS = ['guangdong', 'hubei', 'guangxi'] as const satisfies readonly DemoRegion[];
/** Persons of the platform and patients of the facilities; `n` counts within a region. */
export const patientIdOf = (region: DemoRegion, n: number): string => `${region}-${n}`;
export const psnNoOf = (region: DemoRegion, n: number): string => `SIM${FACILITIES[region].area}${String(n).padStart(6, '0')}00`;
const idCardOf = (region: DemoRegion, n: number): string => `${FACILITIES[region].area.slice(0, 2)}0101196003${String(n).padStart(8, '0')}`;
const nameOf = (region: DemoRegion, n: number): string => `患者${region}${n}`;

export const cashierOf = (region: DemoRegion): SessionUser =>
  staff({
    userId: `cashier-${region}`,
    userName: '收费员甲',
    enCode: 'C001',
    orgId: FACILITIES[region].orgId,
    orgIds: [FACILITIES[region].orgId],
    roles: ['cashier'],
  });

const personsOf = (perRegion: number): Person[] =>
  REGIONS.flatMap((region) =>
    Array.from({ length: perRegion }, (_, n) => ({
      psnNo: psnNoOf(region, n),
      name: nameOf(region, n),
      gend: '1',
      birthday: '1960-03-03',
      certNo: idCardOf(region, n),
      insutype: '310',
      psnType: '12',
      area: FACILITIES[region].area,
      paused: false,
      civilServant: n % 5 === 4,
      inNeed: false,
      accountFen: n % 3 === 0 ? 0 : 50_000,
      familyFen: 0,
      filings: n % 7 === 6 ? [] : [{ code: 'M07801', name: '慢性肾功能衰竭(透析治疗)', begin: '2025-01-01', end: '' }],
    })),
  );

const CODES = { hd: 'SIM-HD', dialyser: 'SIM-DIA', saline: 'SIM-SAL' } as const;
const PLATFORM_CATALOGUE = [
  { code: CODES.hd, listType: '201', chargeType: '05', grade: '甲', sharePpm: 0, caps: null },
  { code: CODES.dialyser, listType: '301', chargeType: '08', grade: '乙', sharePpm: 100_000, caps: [180_000_000, 190_000_000, 200_000_000] },
  { code: CODES.saline, listType: '101', chargeType: '09', grade: '丙', sharePpm: 0, caps: null },
] as const;

/** What one prescription is made of: catalogue entry, kind, type, national code, price, number. */
const LINES = [
  ['item-hd', 'item', '治疗', CODES.hd, '400.0000', '1'],
  ['mat-dialyser', 'material', '耗材', CODES.dialyser, '220.0000', '1'],
  ['drug-saline', 'drug', '西药', CODES.saline, '3.1234', '3'],
] as const;
/** Yuan. */
export const RX_TOTAL = 629.37;

export interface SettleDesk {
  readonly host: PluginHost;
  readonly sim: InsuranceSimulator;
  /** A confirmed prescription of the patient, waiting at the desk; `month` puts it on the account. */
  prescribe(region: DemoRegion, n: number, more?: { day?: string; onAccount?: boolean; dpType?: number; unmapped?: boolean }): Promise<string>;
  call<R extends Route>(region: DemoRegion, route: R, given?: HostedCall): Promise<ReplyOf<R>>;
  preSettle(region: DemoRegion, dpIds: readonly string[], over?: Record<string, unknown>): Promise<SettlementRecord>;
  settle(region: DemoRegion, record: SettlementRecord, over?: Record<string, unknown>): Promise<SettlementRecord>;
  record(region: DemoRegion, id: string): Promise<SettlementRecord>;
  /** So many minutes later, the resolver looks at all that is due. */
  cycle(minutes?: number): Promise<void>;
  rows<Row>(text: string): Promise<Row[]>;
  payStatus(dpId: string): Promise<number>;
  close(): Promise<void>;
}

export const settleDeskPlugins = {
  patient: patientServer,
  catalogue: catalogueServer,
  prescription: prescriptionServer,
  charging: chargingServer,
  insurance,
  'insurance-guangdong': guangdong,
  'insurance-hubei': hubei,
  'insurance-guangxi': guangxi,
};
export const START = '2026-03-20T02:00:00Z';

export interface SettleDeskOptions {
  readonly patients?: number;
  readonly lasting?: LastingParts;
  readonly seeded?: boolean;
  readonly sim?: InsuranceSimulator;
}

/** The platform that knows these patients. */
export const startDeskSimulator = ({
  patients,
  clock,
  controlToken,
}: {
  patients: number;
  clock: () => Date;
  controlToken?: string;
}): Promise<InsuranceSimulator> =>
  startInsuranceSimulator({
    port: 0,
    clock,
    persons: personsOf(patients),
    catalogue: PLATFORM_CATALOGUE.map((one) => ({
      ...one,
      name: one.code,
      limited: false,
      limitText: '',
      spec: '',
      form: '',
      unit: '',
      packUnit: '',
      packQuantity: 1,
      approval: '',
      maker: '',
      version: '1',
    })),
    ...(controlToken === undefined ? {} : { controlToken }),
  });

const LOOKING = ['lost-exchanges', 'doubtful-settlements', 'left-visits'];

/** What the server does every few seconds about settlements by itself. */
export async function lookAround(ctx: Ctx): Promise<void> {
  for (const job of insurance.jobs ?? []) if (LOOKING.includes(job.name)) await job.run(ctx, createFakeJobRun());
}

/** Three facilities, their patients and the simulated platform over one database of the test's own. */
export async function openSettleDesk({ patients = 10, lasting, seeded = false, sim: given }: SettleDeskOptions = {}): Promise<SettleDesk> {
  const host = await hostPlugins(settleDeskPlugins as Parameters<typeof hostPlugins>[0], START, lasting);
  const { db } = host;
  const clock = lasting ? () => lasting.clock.now() : () => host.time.now;
  const sim = given ?? (await startDeskSimulator({ patients, clock }));
  host.allowOutbound(sim.url);
  // A process of its own: what a dead one had in hand is not in its hands.
  await insurance.start?.(host.context('insurance'));
  const rows = async <Row>(text: string): Promise<Row[]> => (await sql<Row>`${sql.raw(text)}`.execute(db.kysely)).rows;
  if (!seeded) {
    await db.transaction(async () => {
      await catalogueServer.demo?.({ ...catalogue, catalogueOrgIds: ['org-gz', 'org-wh', 'org-nn'] }, host.context('catalogue'));
      await chargingServer.demo?.(
        {
          ...chargingDemo,
          facilities: [
            ...chargingDemo.facilities,
            { orgId: 'org-nn', facilityName: '测试血透中心(南宁)', fixmedinsName: '测试医院南宁', fixmedinsCode: 'H45SIM000003' },
          ],
          receiptSeries: [...chargingDemo.receiptSeries, { orgId: 'org-nn', prefix: 'SFNN', refundPrefix: 'TFNN', digits: 5 }],
        },
        host.context('charging'),
      );
      await loadConnectionDemo(
        { connections: REGIONS.map((region) => connectionTo(region, `${sim.url}/${region}`)) },
        host.context<InsuranceTables>('insurance'),
      );
      for (const region of REGIONS) {
        const { orgId, area } = FACILITIES[region];
        for (let n = 0; n < patients; n += 1) {
          await sql`insert into patient.patient (id, org_id, patient_name, patient_sex, birthday, idcard, outpatient_code, patient_type, reim_way, med_ins_mark, psn_no, insuplc_admdvs, infected)
            values (${patientIdOf(region, n)}, ${orgId}, ${nameOf(region, n)}, 1, '1960-03-03', ${idCardOf(region, n)}, ${`MZ${region}${n}`}, 'dialysis', '310', '1', ${psnNoOf(region, n)}, ${area}, '{NEG}')`.execute(
            db.kysely,
          );
        }
      }
    });
  } else {
    await sql`update insurance.connection set base_url = ${sim.url} || '/' || region`.execute(db.kysely);
  }
  const ctx = (): Ctx => host.context<InsuranceTables>('insurance');
  const call: SettleDesk['call'] = (region, route, more = {}) => host.call('insurance', route, { user: cashierOf(region), ...more });
  const { routes } = settlementContract;
  return {
    host,
    sim,
    call,
    rows,
    async prescribe(region, n, { day = '2026-03-20', onAccount = false, dpType = 14, unmapped = false } = {}) {
      const serial = host.context('insurance').newId();
      const [id, number] = [`rx-${serial}`, `CF${serial}`];
      const { orgId } = FACILITIES[region];
      await db.transaction(async () => {
        await sql`insert into prescription.prescription (id, org_id, dp_number, dp_type, dp_date, patient_id, patient_name, patient_sex, patient_age, patient_type,
            outpatient_code, reim_way, pay_status, rx_status, worker_id, worker_name, worker_no, creator_id, creator_name, line_count, has_stock_lines, diagnosis,
            west_price, diag_treat_price, assay_price, total_price)
          values (${id}, ${orgId}, ${number}, ${dpType}, ${new Date(`${day}T01:30:00Z`)}, ${patientIdOf(region, n)}, ${nameOf(region, n)}, 1, 66, 'dialysis',
            ${`MZ${region}${n}`}, '310', ${onAccount ? 6 : 0}, ${onAccount ? 4 : 1}, 'user-doctor', '林医生', 'D1001', 'user-doctor', '林医生', ${LINES.length}, true,
            '[{"code":"N18.501","name":"终末期肾病"}]', 9.37, 620, 0, ${RX_TOTAL})`.execute(db.kysely);
        for (const [at, [drugId, kind, type, code, price, count]] of LINES.entries()) {
          await sql`insert into prescription.detail (id, org_id, dp_id, sort_code, kind, drug_id, drug_name, drug_type, drug_num, drug_num_unit, price, sub_total, rounding, medical_ins_code)
            values (${`${id}-${at}`}, ${orgId}, ${id}, ${at}, ${kind}, ${drugId}, ${drugId}, ${type}, ${count}::numeric, '次', ${price}::numeric,
              round(${price}::numeric * ${count}::numeric, 2), 'total', ${unmapped && at === 0 ? '' : code})`.execute(db.kysely);
        }
      });
      return id;
    },
    preSettle: (region, dpIds, over) =>
      call(region, routes.preSettle, { body: { dpIds: [...dpIds], certificate: { mdtrt_cert_type: '02', mdtrt_cert_no: '' }, acct_used_flag: '1', ...over } }),
    settle: (region, record, over) =>
      call(region, routes.settle, {
        params: { id: record.id },
        body: {
          version: record.version,
          psn_cash_pay: record.psn_cash_pay,
          fund_pay_sumamt: record.fund_pay_sumamt,
          payments: record.psn_cash_pay > 0 ? [{ payWay: 'cash', amount: record.psn_cash_pay }] : [],
          ...over,
        },
      }),
    record: (region, id) => call(region, routes.record, { params: { id } }),
    async cycle(minutes = 61) {
      host.time.now = new Date(host.time.now.getTime() + minutes * 60_000);
      await lookAround(ctx());
    },
    async payStatus(dpId) {
      const [row] = await rows<{ pay_status: number }>(`select pay_status from prescription.prescription where id = '${dpId}'`);
      return row?.pay_status ?? -1;
    },
    async close() {
      await host.close();
      if (!given) await sim.close();
    },
  };
}

/** Key of a refusal, `allowed` when there was none. */
export async function refusalOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return error.key;
    throw error;
  }
  return 'allowed';
}
