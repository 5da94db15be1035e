import { isAppError } from '@nephra/plugin-sdk/contract';
import type { SessionUser } from '@nephra/plugin-sdk/server';
import { AuditLog } from '../../../shell/server/audit/audit-log.ts';
import { workAuditIn } from '../../../shell/server/audit/work-audit.ts';
import { clockFrom } from '../../../shell/server/core/clock/clock.ts';
import { coreMigrations } from '../../../shell/server/core/core-migrations.ts';
import type { CoreTables } from '../../../shell/server/tables/tables.ts';
import { numberSeries } from '../../../shell/server/numbers/number-series.ts';
import { type HostedPlugins, hostPlugins, type LastingParts, migrationsOf, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { silentLog } from '../../../tests/support/silent-log.ts';
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts';
import patientServer from '../../patient/server/index.ts';
import { dispensingContract, type DispensingInfo, type PharmacyDemo, type UpdateStateBody } from '../../pharmacy/contract/index.ts';
import { REVIEW_CHECKS } from '../../pharmacy/domain/dispensing/review-checks.ts';
import pharmacyServer from '../../pharmacy/server/index.ts';
import { pharmacyInvariants } from '../../pharmacy/server/invariants.ts';
import { type CreateBody, type DetailInput, type OverrideInput, type Prescription, prescriptionContract } from '../../prescription/contract/index.ts';
import catalogueServer from '../../catalogue/server/index.ts';
import prescriptionServer from '../../prescription/server/index.ts';
import { catalogue } from '../../catalogue/server/catalogue.fixture.ts';
import { againToday, body, line, once, patients } from '../../prescription/server/prescription.fixture.ts';
import { type BillRecord, chargeContract, type ChargingDemo, type SelfPayBody } from '../contract/index.ts';
import chargingServer from '../server/index.ts';
import { chargingInvariants } from '../server/invariants.ts';

export const cashier = staff({ userId: 'user-cashier', account: 'cashier', userName: '收费员甲', roles: ['cashier'] });
export const pharmacist = staff({ userId: 'user-pharmacist', account: 'pharmacist', userName: '药师乙', roles: ['pharmacist'] });
export const wuhanCashier = staff({ userId: 'user-wh', userName: '武汉收费', orgId: 'org-wh', orgIds: ['org-wh'], roles: ['cashier'] });

export const chargingDemo: ChargingDemo = {
  facilities: [
    { orgId: 'org-gz', facilityName: '测试血透中心(广州)', fixmedinsName: '测试医院', fixmedinsCode: 'H44SIM000001' },
    { orgId: 'org-wh', facilityName: '测试血透中心(武汉)', fixmedinsName: '测试医院武汉', fixmedinsCode: 'H42SIM000001' },
  ],
  receiptSeries: [
    { orgId: 'org-gz', prefix: 'SFGZ', refundPrefix: 'TFGZ', digits: 5 },
    { orgId: 'org-wh', prefix: 'SFWH', refundPrefix: 'TFWH', digits: 5 },
  ],
  cashiers: [],
  chargedUntil: -1,
};

type DemoLot = PharmacyDemo['lots'][number];
export const lot = (over: Partial<DemoLot>): DemoLot => ({
  orgId: 'org-gz',
  drugId: 'drug-calcitriol',
  kind: 'drug',
  drugName: '骨化三醇软胶囊',
  drugSpec: '0.25µg×20粒',
  drugChangjia: '',
  preparaUnit: '粒',
  stockUnit: '盒',
  stockDmin: 20,
  lotNo: 'SIM001A',
  expiresInDays: 400,
  cost: 30,
  quantity: 2000,
  location: 'A-01-1',
  frozen: false,
  ...over,
});
export const dialyserLot = (over: Partial<DemoLot>): DemoLot =>
  lot({
    drugId: 'mat-dialyser',
    kind: 'material',
    drugName: '高通透析器',
    drugSpec: '',
    preparaUnit: '个',
    stockUnit: '个',
    stockDmin: 1,
    lotNo: 'SIM002A',
    ...over,
  });

/** A database with the core's tables, and what of the core hangs on them. */
async function coreParts(plugins: HostedPlugins): Promise<LastingParts> {
  const db = await openTestDatabase([coreMigrations, ...migrationsOf(plugins)]);
  const time = { now: new Date('2026-03-02T02:00:00Z') };
  const clock = clockFrom(() => time.now);
  return { db, time, clock, numbers: numberSeries(db.kyselyFor<CoreTables>(), clock), auditWork: workAuditIn(new AuditLog(db, clock, silentLog)) };
}

export interface Desk {
  readonly host: PluginHost;
  /** A confirmed prescription of pat-1, by this person. */
  prescribe(over?: Partial<CreateBody>, user?: SessionUser): Promise<Prescription>;
  /** A draft, confirmed by this person; a second session of the day is explained, and whatever else `overrides` give reasons for. */
  confirm(rx: Prescription, user?: SessionUser, overrides?: readonly OverrideInput[]): Promise<Prescription>;
  charge(prescription: Prescription, over?: Partial<SelfPayBody>, user?: SessionUser): Promise<BillRecord>;
  info(dpId: string): Promise<DispensingInfo>;
  act(dpId: string, action: UpdateStateBody['action'], over?: Partial<UpdateStateBody>): Promise<DispensingInfo>;
  stock(lots: readonly DemoLot[]): Promise<void>;
  /** Names of the invariants that do not hold, audit ones left out: this host keeps its audit notes in memory. */
  broken(): Promise<string[]>;
}

/**
 * Patients, prescriptions, desk and pharmacy, and what a test adds, over one database of the test's own.
 * @param withCore numbers and audit are the product's own, in the core's tables; else they are kept in memory
 */
export async function openDesk(lots: readonly DemoLot[] = [], more: HostedPlugins = {}, { withCore = false } = {}): Promise<Desk> {
  const own = { patient: patientServer, catalogue: catalogueServer, prescription: prescriptionServer, charging: chargingServer, pharmacy: pharmacyServer };
  const plugins = { ...own, ...more };
  const host = withCore ? await hostPlugins(plugins, undefined, await coreParts(plugins)) : await hostPlugins(plugins);
  await host.db.transaction(async () => {
    await patientServer.demo?.(patients, host.context('patient'));
    await catalogueServer.demo?.(catalogue, host.context('catalogue'));
    await chargingServer.demo?.(chargingDemo, host.context('charging'));
  });
  const stock = (more: readonly DemoLot[]) =>
    host.db.transaction(async () => await pharmacyServer.demo?.({ lots: [...more], pharmacists: [], dispensedUntil: -1 }, host.context('pharmacy')));
  if (lots.length > 0) await stock(lots);

  const info = (dpId: string): Promise<DispensingInfo> => host.call('pharmacy', dispensingContract.routes.detail, { params: { id: dpId }, user: pharmacist });
  const confirmed: string[] = [];
  const confirm: Desk['confirm'] = async (rx, user, given = []) => {
    const overrides = [...given, ...againToday(confirmed)];
    if (rx.dpId !== null) confirmed.push(rx.dpId);
    return await host.call('prescription', prescriptionContract.routes.updateState, {
      body: { dpId: rx.dpId, rxStatus: 1, version: rx.version, overrides },
      ...(user ? { user } : {}),
    });
  };

  return {
    host,
    info,
    stock,
    confirm,
    async prescribe(over, user) {
      return await confirm(await host.call('prescription', prescriptionContract.routes.create, { body: body(over), ...(user ? { user } : {}) }), user);
    },
    charge: (rx, over, user = cashier) =>
      host.call('charging', chargeContract.routes.selfPay, {
        params: { id: rx.dpId },
        body: {
          prescriptions: [{ dpId: rx.dpId, version: rx.version }],
          totalPrice: rx.totalPrice,
          payments: [{ payWay: 'cash', amount: rx.totalPrice }],
          ...over,
        },
        user,
      }),
    async act(dpId, action, over) {
      const { version } = await info(dpId);
      const looked = { ...(action === 'review' ? { checks: [...REVIEW_CHECKS] } : {}), ...(action === 'return' ? { intact: true } : {}) };
      return await host.call('pharmacy', dispensingContract.routes.updateState, { body: { dpId, action, version, ...looked, ...over }, user: pharmacist });
    },
    async broken() {
      const names: string[] = [];
      for (const { name, sql } of [...chargingInvariants, ...pharmacyInvariants].filter((one) => !one.sql.includes('core.audit'))) {
        const rows = await host.db.kysely.executeQuery<Record<string, unknown>>({
          sql,
          parameters: [],
          query: { kind: 'RawNode' },
          queryId: { queryId: name },
        } as never);
        if (rows.rows.length > 0) names.push(`${name}: ${JSON.stringify(rows.rows[0])}`);
      }
      return names;
    },
  };
}

/** One box of capsules and nothing else: 38.50 yuan, twenty pieces. */
export const oneBox: DetailInput = line({ manualNum: true, drugNum: 1 });
/** One dialyser: 220 yuan, one piece. */
export const oneDialyser: DetailInput = once('material', 'mat-dialyser', '个');
export const oneSession: DetailInput = once('item', 'item-hd', '次');

/** Key of a refusal, `allowed` when there was none. */
export async function refusal(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return error.key;
    throw error;
  }
  return 'allowed';
}

/** Runs the acts side by side; how many went through, and the keys of those that did not. */
export async function sideBySide(acts: readonly (() => Promise<unknown>)[]): Promise<{ done: number; refused: string[] }> {
  const keys = await Promise.all(acts.map((act) => refusal(act())));
  return { done: keys.filter((key) => key === 'allowed').length, refused: keys.filter((key) => key !== 'allowed') };
}
