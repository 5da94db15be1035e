import { AppError, isAppError } from '@nephra/plugin-sdk/contract';
import { type InsuredBills, insuredBills } from '../../plugins/charging/contract/index.ts';
import { chargingInvariants } from '../../plugins/charging/server/invariants.ts';
import { type DoubtRow, type SettlementRecord, settlementContract } from '../../plugins/insurance/contract/index.ts';
import type { DemoRegion } from '../../plugins/insurance/testing/connected-host.ts';
import { cashierOf, REGIONS, type SettleDesk } from '../../plugins/insurance/testing/settle-desk.ts';
import { createRandom } from '../../tools/seed/random.mjs';
import type { Fault, Ledger } from '../../tools/sim/insurance/index.ts';

/**
 * Random lives of settlements: clicks, second clicks, two cashiers, answers that get lost before or after the platform acted, half answers,
 * answers that contradict themselves, books that cannot be written. Afterwards both ledgers have to agree.
 */
export interface HistoriesResult {
  readonly histories: number;
  /** How often each thing happened. */
  readonly seen: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
}

interface Random {
  chance(share: number): boolean;
  between(from: number, to: number): number;
}

const MONEY = ['2207', '2207A', '2208'];
const UNDOING = ['2601', '5203', '5204'];
const ON_THE_WAY = ['1101', '5301', '2201', '2203', '2203A', '2204', '2205', '2202', '2206', '2206A', '5201'];

/** What goes wrong in a round; each with its own share of the calls. */
const faultsOf = (seed: number): Fault[] => {
  const always = (fault: Omit<Fault, 'count' | 'seed'>, at: number): Fault => ({ ...fault, count: 0, seed: seed * 100 + at });
  return [
    always({ kind: 'cut', infno: MONEY, when: 'after', probability: 0.12 }, 1),
    always({ kind: 'cut', infno: MONEY, when: 'before', probability: 0.06 }, 2),
    always({ kind: 'truncate', infno: MONEY, when: 'after', probability: 0.06 }, 3),
    always({ kind: 'html', infno: MONEY, when: 'after', status: 200, probability: 0.05 }, 4),
    always({ kind: 'errcode', infno: MONEY, when: 'after', code: 'AGW.9999', probability: 0.05 }, 5),
    always({ kind: 'errcode', infno: MONEY, when: 'before', code: 'AGW.9999', probability: 0.03 }, 6),
    always({ kind: 'infcode', infno: MONEY, when: 'after', value: -1, text: '系统异常', probability: 0.04 }, 7),
    always({ kind: 'infcode', infno: MONEY, when: 'before', value: -300300, text: '处理中', probability: 0.03 }, 8),
    always({ kind: 'infcode', infno: MONEY, when: 'before', value: -1, text: '该批次已变更，请重新上传', probability: 0.03 }, 9),
    always({ kind: 'no-setl-id', infno: ['2207', '2207A'], probability: 0.03 }, 10),
    always({ kind: 'contradict', infno: ['2207', '2207A'], probability: 0.02 }, 11),
    always({ kind: 'twice', infno: MONEY, probability: 0.05 }, 12),
    always({ kind: 'truncate', infno: UNDOING, when: 'after', probability: 0.2 }, 13),
    always({ kind: 'html', infno: UNDOING, when: 'before', status: 200, probability: 0.1 }, 14),
    always({ kind: 'truncate', infno: ON_THE_WAY, when: 'after', probability: 0.015 }, 15),
    always({ kind: 'cut', infno: ON_THE_WAY, when: 'before', probability: 0.01 }, 16),
    always({ kind: 'delay', infno: MONEY, when: 'before', ms: SLOW_MS, probability: 0.02 }, 18),
    always({ kind: 'delay', infno: MONEY, when: 'after', ms: SLOW_MS, probability: 0.02 }, 19),
    always({ kind: 'never', infno: [...MONEY, ...UNDOING], probability: 0.02 }, 20),
    always({ kind: 'infcode', infno: ON_THE_WAY, when: 'before', value: -1, text: '业务校验不通过', probability: 0.01 }, 17),
  ];
};

/** In bad weather nobody waits longer for an answer; a platform that is slow takes longer. */
const PATIENCE_MS = 600;
const SLOW_MS = 1_500;

const { routes } = settlementContract;

class Round {
  readonly desk: SettleDesk;
  readonly random: Random;
  readonly seen: Record<string, number>;
  readonly wrong: string[];
  constructor(desk: SettleDesk, random: Random, seen: Record<string, number>, wrong: string[]) {
    this.desk = desk;
    this.random = random;
    this.seen = seen;
    this.wrong = wrong;
  }

  count(what: string): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  }

  /** Time passes with every act, so a line that broke comes back. */
  tick(): void {
    const { time } = this.desk.host;
    time.now = new Date(time.now.getTime() + this.random.between(500, 9_000));
  }

  /** Clicks once, or several times at once; a refusal is an answer, a fault is one only when a test made it. */
  async clicks<T>(what: string, act: () => Promise<T>, most = 3): Promise<T | undefined> {
    const times = this.random.chance(0.35) ? this.random.between(2, most) : 1;
    if (times > 1) this.count(`${what} clicked again`);
    const answers = await Promise.all(
      Array.from({ length: times }, async () => {
        try {
          return await act();
        } catch (error) {
          if (isAppError(error)) this.count(`refused ${error.key}`);
          else if (error instanceof Died) this.count('process died');
          else throw error;
          return undefined;
        }
      }),
    );
    this.tick();
    return answers.find((one) => one !== undefined);
  }

  async history(region: DemoRegion, patient: number): Promise<void> {
    const { desk, random } = this;
    const dpIds = [await desk.prescribe(region, patient)];
    if (random.chance(0.2)) dpIds.push(await desk.prescribe(region, patient));
    let record: SettlementRecord | undefined;
    for (let tries = 0; tries < 3 && record?.state !== 'presettled'; tries += 1) {
      record = (await this.clicks('pre-settle', () => desk.preSettle(region, dpIds, { acct_used_flag: random.chance(0.5) ? '1' : '0' }))) ?? record;
    }
    if (!record) return;
    record = await desk.record(region, record.id);
    if (record.state !== 'presettled' || random.chance(0.1)) return await this.giveUp(region, record);
    for (let tries = 0; tries < 2 && record.state === 'presettled'; tries += 1) {
      const seen = record;
      await this.clicks('settle', () => desk.settle(region, seen));
      record = await desk.record(region, record.id);
      if (record.state === 'presettled' && random.chance(0.7)) {
        await this.clicks('pre-settle', () => desk.preSettle(region, dpIds));
        record = await desk.record(region, record.id);
      }
    }
    this.count(`after settling ${record.state}`);
    if (record.state === 'settled' && random.chance(0.45)) {
      const seen = record;
      await this.clicks('cancel', () => desk.call(region, routes.cancel, { params: { id: seen.id }, body: { reason: '患者要求', version: seen.version } }));
      this.count(`after cancelling ${(await desk.record(region, record.id)).state}`);
    } else if (random.chance(0.3)) {
      const { id } = record;
      await this.clicks('resolve', () => desk.call(region, routes.resolve, { params: { id } }));
    }
  }

  async giveUp(region: DemoRegion, { id }: SettlementRecord): Promise<void> {
    const over = await this.clicks('abandon', () => this.desk.call(region, routes.abandon, { params: { id } }));
    if (over) this.count(`after abandoning ${over.state}`);
  }
}

/** What a process that dies between an answer and its books looks like from outside. */
class Died extends Error {}

/** Books that now and then cannot be written, and processes that die just then. */
function unreliable(bills: InsuredBills, random: Random, on: () => boolean): InsuredBills {
  const mayFail = async <T>(work: () => Promise<T>): Promise<T> => {
    if (on() && random.chance(0.06)) throw new AppError('charging.month-closed', { params: { month: '2026-03' } });
    const done = await work();
    // Everything was written, then the commit fails.
    if (on() && random.chance(0.05)) throw new Died('commit');
    return done;
  };
  return { ...bills, charge: (input) => mayFail(() => bills.charge(input)), reverse: (input) => mayFail(() => bills.reverse(input)) };
}

interface LocalRow {
  readonly id: string;
  readonly org_id: string;
  readonly state: string;
  readonly setl_id: string;
  readonly medfee: string;
  readonly fund_pay: string;
  readonly acct_pay: string;
  readonly cash_pay: string;
  readonly bill_id: string | null;
  readonly refund_bill_id: string | null;
  readonly settle_msgid: string;
}

const fenOf = (text: string): number => Math.round(Number(text) * 100);

/** Compares our ledger with the platform's, bill by bill and prescription by prescription. @returns what does not agree */
export async function compareLedgers(desk: Pick<SettleDesk, 'rows'>, platformSettlements: Ledger['settlements']): Promise<string[]> {
  const wrong: string[] = [];
  const local = await desk.rows<LocalRow>(
    'select id, org_id, state, setl_id, medfee, fund_pay, acct_pay, cash_pay, bill_id, refund_bill_id, settle_msgid from insurance.settlement',
  );
  const there = new Map(platformSettlements.map((one) => [one.setlId, one]));
  const standing = new Set<string>();
  for (const row of local) {
    const platform = there.get(row.setl_id);
    if (row.state === 'settled') {
      standing.add(row.setl_id);
      if (platform?.state !== 'settled') wrong.push(`${row.id} settled here, ${platform?.state ?? 'absent'} there`);
      else {
        const { amounts } = platform;
        const same =
          amounts.medfee_sumamt === fenOf(row.medfee) &&
          amounts.fund_pay_sumamt === fenOf(row.fund_pay) &&
          amounts.acct_pay === fenOf(row.acct_pay) &&
          amounts.psn_cash_pay === fenOf(row.cash_pay);
        if (!same) wrong.push(`${row.id} other amounts than ${row.setl_id}`);
      }
      if (row.bill_id === null) wrong.push(`${row.id} settled without a bill`);
    } else if (row.state === 'cancelled') {
      if (platform?.state !== 'cancelled') wrong.push(`${row.id} cancelled here, ${platform?.state ?? 'absent'} there`);
      if (row.refund_bill_id === null) wrong.push(`${row.id} cancelled without a refund`);
    } else if (row.bill_id !== null) wrong.push(`${row.id} ${row.state} with a bill`);
  }
  for (const one of there.values()) if (one.state === 'settled' && !standing.has(one.setlId)) wrong.push(`${one.setlId} settled there, unknown here`);
  const twice = await desk.rows<{ dp_id: string }>("select dp_id from charging.bill_prescription where kind = 'charge' group by dp_id having count(*) > 1");
  for (const { dp_id } of twice) wrong.push(`${dp_id} paid twice`);
  for (const { name, sql } of chargingInvariants.filter((one) => !one.sql.includes('core.audit'))) {
    const [row] = await desk.rows<Record<string, unknown>>(sql);
    if (row) wrong.push(`${name}: ${JSON.stringify(row)}`);
  }
  // Held prescriptions belong to a settlement that is under way, and the other way round.
  const held = await desk.rows<{ id: string; pay_status: number }>(`
    select p.id, p.pay_status from prescription.prescription p
    left join insurance.settlement_prescription h on h.dp_id = p.id and h.active
    left join insurance.settlement s on s.id = h.settlement_id
    where (p.pay_status in (2, 3)) <> (s.id is not null and s.state <> 'settled')
       or (p.pay_status = 1) <> (coalesce(s.state, '') = 'settled')`);
  for (const row of held) wrong.push(`prescription ${row.id} in payStatus ${row.pay_status} without reason`);
  const silent = await desk.rows<{ id: string }>(
    'select s.id from insurance.settlement s where not exists (select 1 from insurance.trail t where t.settlement_id = s.id)',
  );
  for (const row of silent) wrong.push(`${row.id} without a trail`);
  return wrong;
}

async function doubtful(desk: SettleDesk): Promise<{ region: DemoRegion; row: DoubtRow }[]> {
  const found: { region: DemoRegion; row: DoubtRow }[] = [];
  for (const region of REGIONS) for (const row of (await desk.call(region, routes.doubtful)).list) found.push({ region, row });
  return found;
}

/** Every doubt names its state, its sentence and one safe next step. */
const explained = ({ row }: { row: DoubtRow }): boolean =>
  row.explanation.length > 10 && !/explain\.|problem\.|\{\{/.test(row.explanation) && row.next !== 'nothing' && row.trail.length > 0;

/** A clerk reads the insurer's page and decides what the system could not. */
async function decideReviews(round: Round): Promise<void> {
  const { desk } = round;
  for (const { region, row } of await doubtful(desk)) {
    if (row.state !== 'review') continue;
    round.count('decided by a person');
    const platform = desk.sim.ledger().settlements.find((one) => one.state === 'settled' && (one.setlId === row.setl_id || one.msgid === row.msgid));
    await desk.call(region, routes.decide, {
      params: { id: row.id },
      body: platform
        ? { version: row.version, verdict: 'platform-settled', setl_id: platform.setlId, proof: '医保局平台页面' }
        : { version: row.version, verdict: 'not-settled', proof: '医保局平台页面' },
    });
  }
}

/** Leaves nobody half way: what was pre-settled and never settled is given up. */
export async function giveUpOpen(desk: SettleDesk): Promise<void> {
  const rows = await desk.rows<{ id: string; org_id: string }>(
    "select id, org_id from insurance.settlement where state in ('prepared', 'registered', 'uploaded', 'presettled')",
  );
  for (const row of rows) {
    const region = REGIONS.find((one) => cashierOf(one).orgId === row.org_id);
    if (region) await desk.call(region, routes.abandon, { params: { id: row.id } });
  }
}

export const RESOLVER_CYCLES = 3;

export interface HistoriesOptions {
  readonly histories: number;
  readonly patients: number;
  readonly seed: number;
  readonly sideBySide: number;
  readonly say?: (line: string) => void;
}

/** Plays so many histories, in rounds in which every patient has one; after each round three resolver cycles must be enough. */
export async function playHistories(desk: SettleDesk, { histories, patients, seed, sideBySide, say }: HistoriesOptions): Promise<HistoriesResult> {
  const random: Random = createRandom(seed);
  const seen: Record<string, number> = {};
  const wrong: string[] = [];
  let faulty = false;
  desk.host.provide(
    insuredBills,
    unreliable(desk.host.service(insuredBills), random, () => faulty),
  );
  let played = 0;
  for (let at = 0; played < histories && wrong.length === 0; at += 1) {
    const round = new Round(desk, random, seen, wrong);
    // Some patients have no chronic filing: they are refused, which is a history too.
    const todo = REGIONS.flatMap((region) => Array.from({ length: patients }, (_, n) => ({ region, n }))).slice(0, histories - played);
    played += todo.length;
    desk.sim.control.faults(faultsOf(seed + at));
    faulty = true;
    desk.host.waitAtMost(PATIENCE_MS);
    const hand = async (): Promise<void> => {
      for (let next = todo.shift(); next; next = todo.shift()) await round.history(next.region, next.n);
    };
    await Promise.all(Array.from({ length: sideBySide }, hand));
    for (const doubt of await doubtful(desk)) {
      round.count(`doubt ${doubt.row.state}`);
      if (!explained(doubt)) wrong.push(`${doubt.row.id} ${doubt.row.state} is not explained: ${doubt.row.explanation}`);
    }
    // One more cycle in bad weather, then the platform works again.
    await desk.cycle();
    desk.sim.control.clearFaults();
    // Whatever is still on its way arrives now.
    desk.sim.control.release();
    desk.host.waitAtMost(undefined);
    faulty = false;
    for (let cycle = 0; cycle < RESOLVER_CYCLES; cycle += 1) await desk.cycle();
    for (const doubt of await doubtful(desk)) {
      if (doubt.row.state !== 'review') wrong.push(`${doubt.row.id} is still ${doubt.row.state} after ${RESOLVER_CYCLES} cycles`);
      if (!explained(doubt)) wrong.push(`${doubt.row.id} ${doubt.row.state} is not explained: ${doubt.row.explanation}`);
    }
    const left = await desk.rows<{ id: string; problem: string }>(
      "select id, problem from insurance.visit where state = 'doubtful' and next_try_at is not null and problem_params->>'reason' is distinct from 'in-use'",
    );
    for (const visit of left) wrong.push(`registration ${visit.id} is not taken back after ${RESOLVER_CYCLES} cycles: ${visit.problem}`);
    await decideReviews(round);
    await giveUpOpen(desk);
    wrong.push(...(await compareLedgers(desk, desk.sim.ledger().settlements)));
    say?.(`${played} histories, ${wrong.length} wrong`);
  }
  return { histories: played, seen, wrong };
}
