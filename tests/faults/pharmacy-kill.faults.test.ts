import type { Envelope } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { type Caller, type DemoHospital, killsOfRun, openDemoHospital, signIn } from '../support/demo-hospital.ts';

/** Far more than one takes on a busy machine: start, sign in, work, die, and its share of the days. */
const MAX_MS_PER_KILL = 60_000;
/** The hospital that is opened, the day that is made anew and the life that nobody ends take their time, however few the kills are. */
const LIVES_BESIDES = 4;
const LOTS_PER_ROUND = 6;
const PAPERS_PER_ROUND = 3;
/** Papers and shelves are used up; then the day begins anew. */
const ROUNDS_PER_DAY = 20;
/** Now and then the database server is killed in the same moment. */
const databaseDiesToo = (round: number): boolean => round % 4 === 3;

interface Act {
  readonly method: 'PUT' | 'POST';
  readonly url: string;
  readonly body: object;
  readonly key: string;
}
interface Lot {
  readonly lotId: string;
  readonly onHand: number;
  readonly available: number;
  readonly version: number;
}
interface Paper {
  readonly dpId: string;
  readonly rxStatus: number;
  readonly version: number;
  readonly shortageList: readonly unknown[];
  readonly findingList: readonly { readonly key: string; readonly level: string }[];
}

const read = async <T>(caller: Caller, url: string): Promise<T> => {
  const { code, data, msg } = await caller.call<T>('GET', url);
  expect(msg && code).toBe(200);
  return data;
};
const send = (caller: Caller, { method, url, body, key }: Act): Promise<Envelope<unknown>> => caller.call(method, url, body, key);
const shelf = async (caller: Caller): Promise<Lot[]> =>
  (await read<{ list: Lot[] }>(caller, '/api/his/pharmacy/stock?level=fine&frozen=false&pageSize=100')).list;

/** Sends all at once and kills when this many have answered. @returns what was answered, by key */
async function sendAndKill(caller: Caller, acts: readonly Act[], answersBefore: number, kill: () => Promise<void>): Promise<Map<string, Envelope<unknown>>> {
  const answered = new Map<string, Envelope<unknown>>();
  let killed: Promise<void> | undefined;
  if (answersBefore === 0) killed = kill();
  await Promise.all(
    acts.map(async (act) => {
      const answer = await send(caller, act).catch(() => undefined);
      if (!answer) return;
      answered.set(act.key, answer);
      if (answered.size >= answersBefore) killed ??= kill();
    }),
  );
  await (killed ?? kill());
  return answered;
}

const NEXT = { 1: 'review', 2: 'pick', 3: 'dispense' } as const;

/** The next step of the first papers that have one, and the loss of one piece of some lots. */
async function actsOf(caller: Caller, papers: readonly string[], lots: readonly Lot[], round: number): Promise<Act[]> {
  const losses = lots.map(
    (lot): Act => ({
      method: 'POST',
      url: `/api/his/pharmacy/stock/${lot.lotId}/Actions/Adjust`,
      body: { reason: 'loss', quantity: 1, note: 'SIM', version: lot.version },
      key: `kill-${round}-${lot.lotId}`,
    }),
  );
  const counter: Act[] = [];
  for (const dpId of papers) {
    if (counter.length === PAPERS_PER_ROUND) break;
    const info = await read<Paper>(caller, `/api/his/pharmacy/${dpId}`);
    const action = NEXT[info.rxStatus as keyof typeof NEXT];
    if (!action || info.shortageList.length > 0) continue;
    const checks = action === 'review' ? { checks: ['paper', 'drug', 'compatibility', 'fitness'] } : {};
    const overrides = info.findingList.filter((finding) => finding.level === 'reason').map(({ key }) => ({ key, reason: 'SIM' }));
    const body = { dpId, action, version: info.version, reason: 'SIM', overrides, ...checks };
    counter.push({ method: 'PUT', url: '/api/his/pharmacy/Actions/UpdateState', body, key: `kill-${round}-${dpId}` });
  }
  return [...losses, ...counter];
}

/** A day of kills over one data set. @returns how many prescriptions were handed out */
async function dayOfKills(hospital: DemoHospital, rounds: readonly number[]): Promise<number> {
  await hospital.newDay();
  let system = await hospital.start();
  try {
    let caller = await signIn(system, 'pharmacist');
    const queue = await read<{ list: Paper[] }>(caller, '/api/his/pharmacy/patient?stage=review&pageSize=50');
    const papers = queue.list.map((paper) => paper.dpId);
    for (const round of rounds) {
      const lots = (await shelf(caller)).filter((lot) => lot.available > 50).slice(0, LOTS_PER_ROUND);
      expect(lots).toHaveLength(LOTS_PER_ROUND);
      const acts = await actsOf(caller, papers, lots, round);
      const before = await sendAndKill(caller, acts, (round * 5) % (acts.length + 1), async () => {
        if (databaseDiesToo(round)) hospital.crashDatabase();
        await system.kill();
      });
      system = await hospital.start();
      caller = await signIn(system, 'pharmacist');
      for (const act of acts) {
        const again = await send(caller, act);
        const first = before.get(act.key);
        expect(again.code, `${act.key}: ${again.msg}`).toBe(200);
        if (first?.code === 200) expect(again.data, act.key).toEqual(first.data);
        // Where the database dies first, the server may still have said that it cannot; nothing was promised then.
        else if (first) expect(databaseDiesToo(round), `${act.key}: ${first.msg}`).toBe(true);
      }
      const check = await read<{ faultList: unknown[] }>(caller, '/api/his/pharmacy/movement/check');
      expect(check.faultList, `round ${round}`).toEqual([]);
      const now = new Map((await shelf(caller)).map((lot) => [lot.lotId, lot]));
      for (const lot of lots) expect(lot.onHand - (now.get(lot.lotId)?.onHand ?? 0), `${round}: ${lot.lotId}`).toBe(1);
    }
    const ends: Paper[] = [];
    for (const dpId of papers) ends.push(await read<Paper>(caller, `/api/his/pharmacy/${dpId}`));
    return ends.filter((info) => info.rxStatus === 4).length;
  } finally {
    await system.stop();
  }
}

for (const { engine, rounds: all } of killsOfRun('pharmacy', { all: 200, count: 3, turn: 1 })) {
  const kills = all.length;
  it(
    `[M1] [M4] SIGKILL at ${kills} moments of pharmacy work (${engine}): what was answered stays, what is sent again happens once, the ledger adds up`,
    async (test) => {
      const hospital = await openDemoHospital(engine);
      if (typeof hospital === 'string') return test.skip(hospital);
      let dispensed = 0;
      try {
        for (let first = 0; first < kills; first += ROUNDS_PER_DAY) dispensed += await dayOfKills(hospital, all.slice(first, first + ROUNDS_PER_DAY));
      } finally {
        await hospital.close();
      }
      console.info(`${engine}: kills ${all.join(' ')}; ${dispensed} prescriptions handed out`);
      expect(dispensed).toBeGreaterThan(0);
    },
    MAX_MS_PER_KILL * (kills + LIVES_BESIDES),
  );
}
