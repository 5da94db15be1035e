import { type DoubtRow, settlementContract } from '../../../plugins/insurance/contract/index.ts';
import type { DemoRegion } from '../../../plugins/insurance/testing/connected-host.ts';
import { cashierOf, REGIONS, type SettleDesk } from '../../../plugins/insurance/testing/settle-desk.ts';
import { createRandom } from '../../../tools/seed/random.mjs';
import type { Ledger } from '../../../tools/sim/insurance/index.ts';
import { compareLedgers } from '../compare-ledgers.ts';
import { type Bench, type History, play, type Random, unreliable } from './insurance-history.ts';
import { faultsOf, PATIENCE_MS } from './insurance-weather.ts';
import { type MortalDesk, openMortalDesk } from '../mortal-desk.ts';
import { type Death, ProcessDied } from '../process-life.ts';

/**
 * Random lives of settlements: clicks, second clicks, two cashiers, answers that get lost before or after the platform acted, half answers,
 * answers that contradict themselves, books that cannot be written, and servers that die anywhere in it. Afterwards both ledgers have to agree.
 */
export interface HistoriesResult {
  readonly histories: number;
  /** How often each thing happened. */
  readonly seen: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
}

const { routes } = settlementContract;

async function doubtful(desk: SettleDesk): Promise<{ region: DemoRegion; row: DoubtRow }[]> {
  const found: { region: DemoRegion; row: DoubtRow }[] = [];
  for (const region of REGIONS) for (const row of (await desk.call(region, routes.doubtful)).list) found.push({ region, row });
  return found;
}

/** Every doubt names its state, its sentence and one safe next step. */
const explained = ({ row }: { row: DoubtRow }): boolean =>
  row.explanation.length > 10 && !/explain\.|problem\.|\{\{/.test(row.explanation) && row.next !== 'nothing' && row.trail.length > 0;

/** A clerk reads the insurer's page and decides what the system could not. */
export async function decideReviews({ desk, count }: Bench, settlements: Ledger['settlements']): Promise<void> {
  for (const { region, row } of await doubtful(desk)) {
    if (row.state !== 'review') continue;
    count('decided by a person');
    const platform = settlements.find((one) => one.state === 'settled' && (one.setlId === row.setl_id || one.msgid === row.msgid));
    await desk.call(region, routes.decide, {
      params: { id: row.id },
      body: platform
        ? { version: row.version, verdict: 'platform-settled', setl_id: platform.setlId, proof: '医保局平台页面' }
        : { version: row.version, verdict: 'not-settled', proof: '医保局平台页面' },
    });
  }
}

/** Leaves nobody half way: what was pre-settled and never settled is given up. */
export async function giveUpOpen(desk: Pick<SettleDesk, 'rows' | 'call'>): Promise<void> {
  const rows = await desk.rows<{ id: string; org_id: string }>(
    "select id, org_id from insurance.settlement where state in ('prepared', 'registered', 'uploaded', 'presettled')",
  );
  for (const row of rows) {
    const region = REGIONS.find((one) => cashierOf(one).orgId === row.org_id);
    if (region) await desk.call(region, routes.abandon, { params: { id: row.id } });
  }
}

export const RESOLVER_CYCLES = 3;

/** How a server ends: anywhere, just before or after a message that moves money, or while one is on its way. The `first` one of a run ends for sure. */
function someDeath(random: Random, first: boolean): Death {
  if (first) return { from: 'money', skip: random.below(4), acts: random.below(14) };
  if (random.chance(0.35)) return { from: 'now', acts: random.below(2_000) };
  const skip = random.below(8);
  if (random.chance(0.5)) return { from: 'money', skip, acts: random.below(14) };
  return { from: 'money', skip, acts: 0, afterMs: random.below(12) };
}

class Round {
  readonly house: MortalDesk;
  readonly random: Random;
  readonly seen: Record<string, number>;
  readonly wrong: string[] = [];
  constructor(house: MortalDesk, random: Random, seen: Record<string, number>) {
    this.house = house;
    this.random = random;
    this.seen = seen;
  }

  count = (what: string): void => {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  };

  get bench(): Bench {
    return { desk: this.house.desk, random: this.random, count: this.count };
  }

  /** Work in a server that may die in it; afterwards there is one that lives. @returns whether it died */
  async survive(work: () => Promise<void>): Promise<boolean> {
    const { house } = this;
    const first = this.seen['server died'] === undefined;
    if (this.random.chance(0.7) || first) house.life.arm(someDeath(this.random, first));
    house.desk.host.waitAtMost(PATIENCE_MS);
    await work();
    if (!house.life.over) return false;
    this.count('server died');
    // Back in a moment, or after what the dead one had in hand counts as free again.
    const { time } = house.desk.host;
    time.now = new Date(time.now.getTime() + this.random.between(5_000, 8 * 60_000));
    await house.restart(PATIENCE_MS);
    return true;
  }

  /** Several cashiers at a time, until every history has been played; those that a death cut are taken up again, or not. */
  async playAll(todo: History[], sideBySide: number): Promise<void> {
    while (todo.length > 0) {
      const cut: History[] = [];
      const { bench } = this;
      const hand = async (): Promise<void> => {
        for (let next = todo.shift(); next; next = todo.shift()) {
          try {
            await play(bench, next);
          } catch (error) {
            if (!(error instanceof ProcessDied)) throw error;
            this.count('history cut by a death');
            if (this.random.chance(0.6)) cut.push(next);
            return;
          }
        }
      };
      await this.survive(async () => void (await Promise.all(Array.from({ length: sideBySide }, hand))));
      todo.unshift(...cut);
    }
  }

  /** Whatever is in doubt says so in words, on the cockpit; `over`: the resolver has had its cycles. */
  async lookAtDoubts(over: boolean): Promise<void> {
    for (const doubt of await doubtful(this.house.desk)) {
      const { id, state, explanation } = doubt.row;
      if (!over) this.count(`doubt ${state}`);
      else if (state !== 'review') this.wrong.push(`${id} is still ${state} after ${RESOLVER_CYCLES} cycles`);
      if (!explained(doubt)) this.wrong.push(`${id} ${state} is not explained: ${explanation}`);
    }
  }

  /** In bad weather until everybody had his turn, then in good weather so many cycles of the resolver. */
  async run(todo: History[], { seed, sideBySide, bad }: { seed: number; sideBySide: number; bad: (on: boolean) => void }): Promise<void> {
    const { house } = this;
    const { sim } = house.desk;
    sim.control.faults(faultsOf(seed));
    bad(true);
    await this.playAll(todo, sideBySide);
    await this.lookAtDoubts(false);
    // One more cycle in bad weather, in which the server may die as well; then the platform works again.
    await this.survive(() =>
      house.desk.cycle().catch((error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error;
      }),
    );
    // The next server: whatever the last one was to die of is forgotten.
    await house.restart(PATIENCE_MS);
    sim.control.clearFaults();
    // Whatever is still on its way arrives now.
    sim.control.release();
    bad(false);
    house.desk.host.waitAtMost(undefined);
    for (let cycle = 0; cycle < RESOLVER_CYCLES; cycle += 1) await house.desk.cycle();
    await this.lookAtDoubts(true);
    const left = await house.desk.rows<{ id: string; problem: string }>(
      "select id, problem from insurance.visit where state = 'doubtful' and next_try_at is not null and problem_params->>'reason' is distinct from 'in-use'",
    );
    for (const visit of left) this.wrong.push(`registration ${visit.id} is not taken back after ${RESOLVER_CYCLES} cycles: ${visit.problem}`);
    await decideReviews(this.bench, sim.ledger().settlements);
    await giveUpOpen(house.desk);
    this.wrong.push(...(await compareLedgers(house.desk, sim.ledger().settlements)));
  }
}

export interface HistoriesOptions {
  readonly histories: number;
  readonly patients: number;
  readonly seed: number;
  readonly sideBySide: number;
  /** After so many a new hospital opens: comparing whole ledgers every round costs more with every row. */
  readonly perHospital: number;
  readonly say?: (line: string) => void;
}

/** Plays so many histories, in rounds in which every patient has one; after each round three resolver cycles must be enough. */
export async function playHistories({ histories, patients, seed, sideBySide, perHospital, say }: HistoriesOptions): Promise<HistoriesResult> {
  const random: Random = createRandom(seed);
  const seen: Record<string, number> = {};
  const wrong: string[] = [];
  let played = 0;
  let at = 0;
  while (played < histories && wrong.length === 0) {
    const house = await openMortalDesk({ patients });
    const until = Math.min(histories, played + perHospital);
    let faulty = false;
    house.books((bills) => unreliable(bills, random, () => faulty));
    try {
      for (; played < until && wrong.length === 0; at += 1) {
        const round = new Round(house, random, seen);
        // Some patients have no chronic filing: they are refused, which is a history too.
        const all = REGIONS.flatMap((region) => Array.from({ length: patients }, (_, patient): History => ({ region, patient, dpIds: [] })));
        const todo = all.slice(0, until - played);
        played += todo.length;
        await round.run(todo, {
          seed: seed + at,
          sideBySide,
          bad: (on) => {
            faulty = on;
          },
        });
        wrong.push(...round.wrong);
        say?.(`${played} histories, ${seen['server died'] ?? 0} deaths, ${wrong.length} wrong`);
      }
    } finally {
      await house.close();
    }
  }
  return { histories: played, seen, wrong };
}
