import { AppError, isAppError } from '@nephra/plugin-sdk/contract';
import type { InsuredBills } from '../../../plugins/charging/contract/index.ts';
import { type SettlementRecord, settlementContract } from '../../../plugins/insurance/contract/index.ts';
import type { DemoRegion } from '../../../plugins/insurance/testing/connected-host.ts';
import { psnNoOf, type SettleDesk } from '../../../plugins/insurance/testing/settle-desk.ts';
import { ProcessDied } from '../process-life.ts';

const { routes } = settlementContract;

export interface Random {
  chance(share: number): boolean;
  between(from: number, to: number): number;
  below(bound: number): number;
}

/** One patient's way through the desk; what the person at the desk remembers outlives the server. */
export interface History {
  readonly region: DemoRegion;
  readonly patient: number;
  dpIds: string[];
  /** As last seen on the screen. */
  seen?: SettlementRecord;
}

export interface Bench {
  readonly desk: SettleDesk;
  readonly random: Random;
  count(what: string): void;
}

/** A commit that fails after everything was written. */
class CommitFailed extends Error {}

/** Books that now and then cannot be written, or cannot be committed. */
export function unreliable(bills: InsuredBills, random: Random, on: () => boolean): InsuredBills {
  const mayFail = async <T>(work: () => Promise<T>): Promise<T> => {
    if (on() && random.chance(0.06)) throw new AppError('charging.month-closed', { params: { month: '2026-03' } });
    const done = await work();
    if (on() && random.chance(0.05)) throw new CommitFailed('commit');
    return done;
  };
  return { ...bills, charge: (input) => mayFail(() => bills.charge(input)), reverse: (input) => mayFail(() => bills.reverse(input)) };
}

/** Clicks once, or several times at once; a refusal is an answer, a fault is one only when a test made it. @throws ProcessDied */
async function clicks<T>({ desk, random, count }: Bench, what: string, act: () => Promise<T>, most = 3): Promise<T | undefined> {
  const times = random.chance(0.35) ? random.between(2, most) : 1;
  if (times > 1) count(`${what} clicked again`);
  let died = false;
  // Every click is waited for: nobody may be inside a dead process when the next one opens.
  const answers = await Promise.all(
    Array.from({ length: times }, async () => {
      try {
        return await act();
      } catch (error) {
        if (isAppError(error)) count(`refused ${error.key}`);
        else if (error instanceof CommitFailed) count('commit failed');
        else if (error instanceof ProcessDied) died = true;
        else throw error;
        return undefined;
      }
    }),
  );
  if (died) throw new ProcessDied();
  // Time passes with every act, so a line that broke comes back.
  const { time } = desk.host;
  time.now = new Date(time.now.getTime() + random.between(500, 9_000));
  return answers.find((one) => one !== undefined);
}

/**
 * Plays a history from its beginning, or from where the server died in it: then the cashier tries again what she last saw, or starts over
 * with the same prescriptions. @throws ProcessDied
 */
export async function play(bench: Bench, history: History): Promise<void> {
  const { desk, random, count } = bench;
  const { region, patient } = history;
  const click = <T>(what: string, act: () => Promise<T>) => clicks(bench, what, act);
  const look = async (id: string): Promise<SettlementRecord> => {
    history.seen = await desk.record(region, id);
    return history.seen;
  };
  const before = history.seen;
  if (before?.state === 'presettled' && random.chance(0.5)) {
    count('settle clicked after a restart');
    await click('settle', () => desk.settle(region, before));
  }
  if (history.dpIds.length === 0) {
    history.dpIds.push(await desk.prescribe(region, patient));
    if (random.chance(0.2)) history.dpIds.push(await desk.prescribe(region, patient));
  }
  const { dpIds } = history;
  const voucher = random.chance(0.15) ? { certificate: { mdtrt_cert_type: '01', mdtrt_cert_no: `SIMEC${psnNoOf(region, patient)}` } } : {};
  let record: SettlementRecord | undefined;
  for (let tries = 0; tries < 3 && record?.state !== 'presettled'; tries += 1) {
    const acct_used_flag = random.chance(0.5) ? '1' : '0';
    record = (await click('pre-settle', () => desk.preSettle(region, dpIds, { acct_used_flag, ...voucher }))) ?? record;
  }
  if (!record) return;
  record = await look(record.id);
  const { id } = record;
  if (record.state !== 'presettled' || random.chance(0.1)) {
    const over = await click('abandon', () => desk.call(region, routes.abandon, { params: { id } }));
    if (over) count(`after abandoning ${over.state}`);
    return;
  }
  for (let tries = 0; tries < 2 && record.state === 'presettled'; tries += 1) {
    const shown: SettlementRecord = record;
    await click('settle', () => desk.settle(region, shown));
    record = await look(id);
    if (record.state === 'presettled' && random.chance(0.7)) {
      await click('pre-settle', () => desk.preSettle(region, dpIds, voucher));
      record = await look(id);
    }
  }
  count(`after settling ${record.state}`);
  if (record.state === 'settled' && random.chance(0.45)) {
    const { version } = record;
    await click('cancel', () => desk.call(region, routes.cancel, { params: { id }, body: { reason: '患者要求', version } }));
    count(`after cancelling ${(await look(id)).state}`);
  } else if (random.chance(0.3)) {
    await click('resolve', () => desk.call(region, routes.resolve, { params: { id } }));
  }
}
