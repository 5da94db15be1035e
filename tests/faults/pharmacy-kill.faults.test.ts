import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Envelope } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHash } from '../../shell/server/auth/password-hash.ts';
import { type RunningSystem, startSystem } from '../support/running-system.ts';

const ROUNDS = 8;
const LOTS_PER_ROUND = 6;
const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-pharmacy-kill-'));
let system: RunningSystem;
let token = '';

beforeAll(async () => {
  system = await startSystem({ dataDir, readyWithinMs: 110_000 });
  const body = new URLSearchParams({ account: 'pharmacist', password: clientHash('Demo2026') });
  const answer = await fetch(`${system.url}/api/oauth/Login`, { method: 'POST', body });
  token = ((await answer.json()) as Envelope<{ token: string }>).data.token;
});
afterAll(async () => {
  await system.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

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

const read = async <T>(url: string): Promise<T> => {
  const answer = await fetch(`${system.url}${url}`, { headers: { authorization: token } });
  const { code, data, msg } = (await answer.json()) as Envelope<T>;
  expect(msg && code).toBe(200);
  return data;
};

/** Rejects when the server dies before it answers. */
const send = async ({ method, url, body, key }: Act): Promise<Envelope<unknown>> => {
  const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await fetch(`${system.url}${url}`, { method, headers, body: JSON.stringify(body) });
  return (await answer.json()) as Envelope<unknown>;
};

/** Sends all at once and kills the process when this many have answered. */
async function sendAndKill(acts: readonly Act[], answersBefore: number): Promise<Map<string, Envelope<unknown>>> {
  const answered = new Map<string, Envelope<unknown>>();
  let killed: Promise<void> | undefined;
  if (answersBefore === 0) killed = system.kill();
  await Promise.all(
    acts.map(async (act) => {
      const answer = await send(act).catch(() => undefined);
      if (!answer) return;
      answered.set(act.key, answer);
      if (answered.size >= answersBefore) killed ??= system.kill();
    }),
  );
  await (killed ?? system.kill());
  return answered;
}

const NEXT = { 1: 'review', 2: 'pick', 3: 'dispense' } as const;

describe('[M1] [M4] SIGKILL in the middle of pharmacy work', () => {
  it('what was answered stays, what is sent again happens once, and the ledger adds up', async () => {
    const { list } = await read<{ list: Paper[] }>('/api/his/pharmacy/patient?stage=review&pageSize=50');
    const papers = list.slice(0, 3).map((paper) => paper.dpId);
    const taken = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const shelf = await read<{ list: Lot[] }>('/api/his/pharmacy/stock?level=fine&frozen=false&pageSize=100');
      const lots = shelf.list.filter((lot) => lot.available > 50).slice(0, LOTS_PER_ROUND);
      expect(lots).toHaveLength(LOTS_PER_ROUND);
      for (const lot of lots) if (!taken.has(lot.lotId)) taken.set(lot.lotId, lot.onHand);
      const losses = lots.map(
        (lot): Act => ({
          method: 'POST',
          url: `/api/his/pharmacy/stock/${lot.lotId}/Actions/Adjust`,
          body: { reason: 'loss', quantity: 1, note: 'SIM', version: lot.version },
          key: `kill-${round}-${lot.lotId}`,
        }),
      );
      const infos = await Promise.all(papers.map((dpId) => read<Paper>(`/api/his/pharmacy/${dpId}`)));
      const counter = infos.flatMap((info): Act[] => {
        const action = NEXT[info.rxStatus as keyof typeof NEXT];
        if (!action || info.shortageList.length > 0) return [];
        const checks = action === 'review' ? { checks: ['paper', 'drug', 'compatibility', 'fitness'] } : {};
        const overrides = info.findingList.filter((finding) => finding.level === 'reason').map(({ key }) => ({ key, reason: 'SIM' }));
        const body = { dpId: info.dpId, action, version: info.version, reason: 'SIM', overrides, ...checks };
        return [{ method: 'PUT', url: '/api/his/pharmacy/Actions/UpdateState', body, key: `kill-${round}-${info.dpId}` }];
      });
      const acts = [...losses, ...counter];
      const before = await sendAndKill(acts, (round * 5) % (acts.length + 1));
      system = await startSystem({ dataDir });
      for (const act of acts) {
        const again = await send(act);
        const first = before.get(act.key);
        expect(again.code, `${act.key}: ${again.msg}`).toBe(200);
        if (first) expect(again.data, act.key).toEqual(first.data);
      }
      const check = await read<{ lots: number; faultList: unknown[] }>('/api/his/pharmacy/movement/check');
      expect(check.faultList, `round ${round}`).toEqual([]);
      const now = new Map((await read<{ list: Lot[] }>('/api/his/pharmacy/stock?level=fine&frozen=false&pageSize=100')).list.map((lot) => [lot.lotId, lot]));
      for (const lot of lots) expect(lot.onHand - (now.get(lot.lotId)?.onHand ?? 0), `${round}: ${lot.lotId}`).toBe(1);
    }
    const ends = await Promise.all(papers.map((dpId) => read<Paper>(`/api/his/pharmacy/${dpId}`)));
    expect(ends.some((info) => info.rxStatus === 4)).toBe(true);
  });
});
