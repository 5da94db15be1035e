import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementContract, type SettlementRecord } from '../../plugins/insurance/contract/index.ts';
import { type Database, runMigrations } from '../../shell/server/db/index.ts';
import { OutboundGateway } from '../../shell/server/outbound/outbound-gateway.ts';
import { shareOf } from '../support/cases/effort.ts';
import { openTestDatabase, silentLog } from '../support/databases/test-database.ts';
import { compareLedgers } from './compare-ledgers.ts';
import { giveUpOpen, RESOLVER_CYCLES } from './histories/insurance-histories.ts';
import { type MortalDesk, openMortalDesk } from './mortal-desk.ts';
import { type Act, ProcessDied, ProcessLife } from './process-life.ts';

/** Acts at which the server dies in one run; the next runs take the next ones. */
const DEATHS = 6;

interface Tables {
  'note.line': { text: string };
}
const NOTES = [{ plugin: 'note', schema: 'note', migrations: [{ name: '0001-line', sql: 'create table note.line (text text not null);' }] }];

describe('a process that is over cannot act', () => {
  let db: Database;
  let asked: string[];
  let foreign: Server;
  let gateway: OutboundGateway;
  let url: string;
  beforeAll(async () => {
    db = await openTestDatabase(NOTES);
    await runMigrations(db, NOTES);
    asked = [];
    // Answers `/slow` never.
    foreign = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url !== '/slow') response.end('{}');
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
    gateway = new OutboundGateway({ log: silentLog, inTransaction: () => false, allow: [url] });
  });
  afterAll(async () => {
    gateway.close();
    foreign.closeAllConnections();
    await new Promise((resolve) => foreign.close(resolve));
    await db.close();
  });
  const lines = async (): Promise<string[]> =>
    (await db.kyselyFor<Tables>().selectFrom('note.line').select('text').orderBy('text').execute()).map((row) => row.text);
  const insert = (own: Database, text: string) => own.kyselyFor<Tables>().insertInto('note.line').values({ text }).execute();

  test('no statement, no transaction, no script, no stream, no call leaves it', async () => {
    const life = new ProcessLife();
    const own = life.database(db);
    const kept = own.kyselyFor<Tables>();
    const out = life.outbound(gateway.forPlugin('note', []));
    await insert(own, 'alive');
    await out.send({ url: `${url}/alive`, method: 'POST', body: '{}' });
    life.end();
    const tries: (() => Promise<unknown>)[] = [
      () => kept.insertInto('note.line').values({ text: 'kept handle' }).execute(),
      () => insert(own, 'fresh handle'),
      () =>
        own
          .kyselyFor<Tables>(() => undefined)
          .insertInto('note.line')
          .values({ text: 'checked handle' })
          .execute(),
      () => own.transaction(() => insert(db, 'transaction')),
      () => own.script("insert into note.line (text) values ('script')"),
      async () => own.stream(kept.selectFrom('note.line').select('text')),
      () => out.send({ url: `${url}/dead`, method: 'POST', body: '{}' }),
    ];
    for (const act of tries) await expect(act()).rejects.toThrow(ProcessDied);
    expect(await lines()).toEqual(['alive']);
    expect(asked).toEqual(['/alive']);
  });

  test('what it had not committed is gone, and nothing runs after a commit that it does not see', async () => {
    const life = new ProcessLife();
    const own = life.database(db);
    const before = await lines();
    const hooks: string[] = [];
    const swallowing = own.transaction(async () => {
      await insert(own, 'half done');
      life.end();
      own.afterCommit(() => void hooks.push('ran'));
      await insert(own, 'the other half').catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow(ProcessDied);
    expect(await lines()).toEqual(before);
    const second = new ProcessLife();
    second.arm({ from: 'now', acts: 3 });
    const unseen = second.database(db).transaction(async () => {
      await insert(second.database(db), 'committed');
      second.database(db).afterCommit(() => void hooks.push('seen'));
    });
    await expect(unseen).rejects.toThrow(ProcessDied);
    expect(await lines()).toEqual([...before, 'committed']);
    expect(hooks).toEqual(['seen']);
  });

  test('an answer that it waits for is read by nobody', async () => {
    const life = new ProcessLife();
    const out = life.outbound(gateway.forPlugin('note', []));
    const waiting = out.send({ url: `${url}/slow`, method: 'POST', body: '{"infno":"2207"}' });
    const ended = expect(waiting).rejects.toThrow(ProcessDied);
    while (!asked.includes('/slow')) await new Promise(setImmediate);
    life.end();
    await ended;
  });
});

describe('[M2] a server that dies while it settles', () => {
  const { routes } = settlementContract;
  const REGION = 'guangdong';
  let house: MortalDesk;
  beforeAll(async () => {
    house = await openMortalDesk({ patients: 1 });
  });
  afterAll(() => house.close());

  const total = (acts: Readonly<Record<Act, number>>): number => Object.values(acts).reduce((sum, one) => sum + one, 0);
  const presettled = async (): Promise<SettlementRecord> => house.desk.preSettle(REGION, [await house.desk.prescribe(REGION, 0)]);
  const cancel = (record: SettlementRecord) =>
    house.desk.call(REGION, routes.cancel, { params: { id: record.id }, body: { reason: '患者要求', version: record.version } });
  /** All that the dead one could have written. */
  const traces = () =>
    house.desk.rows<{ n: string }>(
      `select (select count(*) from insurance.exchange) || '/' || (select count(*) from insurance.trail) || '/' || (select sum(version) from insurance.settlement)
        || '/' || (select count(*) from charging.bill) || '/' || (select count(*) from insurance.exchange where state = 'sending') as n`,
    );

  /** The server dies at acts of `work`, one after the other; the next one brings both ledgers together. @returns how many acts there are to die at */
  async function dieEverywhere(what: string, prepare: () => Promise<SettlementRecord>, work: (record: SettlementRecord) => Promise<unknown>): Promise<number> {
    const whole = await prepare();
    const before = total(house.life.acts);
    await work(whole);
    const acts = Array.from({ length: total(house.life.acts) - before }, (_, at) => at);
    for (const at of shareOf(`deaths at an act of ${what}`, acts, DEATHS)) {
      const record = await prepare();
      house.life.arm({ from: 'now', acts: at });
      const died = work(record);
      await expect(died, `act ${at}`).rejects.toThrow(ProcessDied);
      const calls = house.desk.sim.control.calls().length;
      await house.restart();
      const left = await traces();
      await new Promise(setImmediate);
      expect(await traces()).toEqual(left);
      expect(house.desk.sim.control.calls().length - calls).toBeLessThanOrEqual(1);
      for (let cycle = 0; cycle < RESOLVER_CYCLES; cycle += 1) await house.desk.cycle();
      await giveUpOpen(house.desk);
      const { state } = await house.desk.record(REGION, record.id);
      expect(['settled', 'cancelled', 'abandoned'], `act ${at}`).toContain(state);
    }
    expect(await compareLedgers(house.desk, house.desk.sim.ledger().settlements)).toEqual([]);
    return acts.length;
  }

  test('at any act of a settlement', async () => {
    expect(await dieEverywhere('a settlement', presettled, (record) => house.desk.settle(REGION, record))).toBeGreaterThan(20);
  });

  test('at any act of a cancellation', async () => {
    const settled = async () => house.desk.settle(REGION, await presettled());
    expect(await dieEverywhere('a cancellation', settled, cancel)).toBeGreaterThan(15);
  });
});
