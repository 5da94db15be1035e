import { randomUUID } from 'node:crypto';
import { PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { DEFAULT_DP_TYPE, type Prescription } from '../../../prescription/contract/index.ts';
import { once } from '../../../prescription/server/prescription.fixture.ts';
import type { BillRecord } from '../../contract/index.ts';

/**
 * Session and rights; BEGIN with the key of the act; the prescription, held, with its lines and the ways to pay; the patient, the prices, how
 * receipts are numbered and who issues them; drawer and number; all writes with the answer that is kept, the audit entry and COMMIT.
 */
const MAX_TRIPS = 6;
/** Statements, BEGIN and COMMIT not counted: each costs the processor something, also where it waits for nothing. */
const MAX_STATEMENTS = 13;

type Done = (...answer: unknown[]) => void;
type Query = (this: pg.Client, query: { text: string; callback?: Done } | string, done?: Done) => unknown;

/** Statements as they go to the database, together when one was sent while another was unanswered on its connection. */
function watchTrips(): string[][] {
  const trips: string[][] = [];
  const unanswered = new WeakMap<object, number>();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const real = prototype.query;
  onTestFinished(() => {
    prototype.query = real;
  });
  prototype.query = function watched(query, done) {
    const under = unanswered.get(this) ?? 0;
    if (under === 0) trips.push([]);
    trips.at(-1)?.push(typeof query === 'string' ? query : query.text);
    unanswered.set(this, under + 1);
    const answered =
      (told: Done | undefined): Done =>
      (...answer) => {
        unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
        told?.(...answer);
      };
    if (done) return real.call(this, query, answered(done));
    if (typeof query === 'object') query.callback = answered(query.callback);
    return real.call(this, query);
  };
  return trips;
}

describe('a charge asks the database as seldom as it can', () => {
  let system: TestServer;
  let doctor: TestClient;
  let cashier: TestClient;
  beforeAll(async () => {
    system = await startTestServer({ plugins: ALL_PLUGINS });
    doctor = await system.signIn('doctor');
    cashier = await system.signIn('cashier');
  });
  afterAll(() => system?.close());

  const key = () => ({ 'idempotency-key': randomUUID() });

  async function prescription(): Promise<Prescription> {
    const { list } = (await doctor.get<{ list: { patientId: string }[] }>('/api/his/prescription/patient?pageSize=1')).data;
    const items = (await doctor.get<{ list: { drugId: string }[] }>('/api/his/prescription/prescriptionitem?pageSize=20')).data.list;
    const body = {
      patientId: list[0]?.patientId,
      dpType: DEFAULT_DP_TYPE,
      dpDate: system.time.now.getTime(),
      reimWay: '0',
      diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
      visit: '',
      infectedHistory: [],
      prescriptionDetailList: [once('item', items[0]?.drugId ?? '', '次')],
    };
    const { dpId, version } = (await doctor.post<Prescription>('/api/his/prescription', body, key())).data;
    return (await doctor.put<Prescription>('/api/his/prescription/Actions/UpdateState', { dpId, rxStatus: 1, version }, key())).data;
  }

  const charge = ({ dpId, version, totalPrice }: Prescription) =>
    cashier.put<BillRecord>(
      `/api/his/charge/selfpay/${dpId}`,
      { prescriptions: [{ dpId, version }], totalPrice, payments: [{ payWay: 'cash', amount: totalPrice }] },
      key(),
    );

  it(`${MAX_TRIPS} round trips from session to commit, and ${MAX_STATEMENTS} statements`, async () => {
    const [last, ...cold] = await Promise.all(Array.from({ length: 13 }, prescription));
    // Every connection of the pool has prepared its statements, and what is cached is there.
    await Promise.all(cold.slice(0, 10).map(charge));
    for (const one of cold.slice(10)) await charge(one);
    const trips = watchTrips();
    const compiled = vi.spyOn(PostgresQueryCompiler.prototype, 'compileQuery');
    const answer = await charge(last as Prescription);
    // Building a statement of fifty columns takes longer than sending it.
    expect(compiled.mock.results.map(({ value }) => (value as { sql: string }).sql)).toEqual([]);
    compiled.mockRestore();
    expect(answer.code, answer.msg).toBe(200);
    const told = trips.map((trip, at) => `${at + 1}. ${trip.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 90)).join('\n   ')}`).join('\n');
    expect(trips.length, told).toBeLessThanOrEqual(MAX_TRIPS);
    const statements = trips.flat().filter((text) => !['begin', 'commit'].includes(text));
    expect(statements.length, told).toBeLessThanOrEqual(MAX_STATEMENTS);
  });
});
