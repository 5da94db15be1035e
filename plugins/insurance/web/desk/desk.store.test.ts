import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { chargeContract } from '../../../charging/contract/index.ts';
import { registerContract, settlementContract } from '../../contract/index.ts';
import { pageOf, queueRow, registerInfo, settlement } from '../insurance.fixture.ts';
import { InsuranceDeskStore } from './desk.store.ts';

const { routes: settle } = settlementContract;
let store: InsuranceDeskStore | undefined;
afterEach(() => store?.dispose());

const MINE = [queueRow(), queueRow({ dpId: 'rx-2', dpNumber: 'CF2' })];
const OTHER = queueRow({ dpId: 'rx-8', patientId: 'pat-8', patientName: '钱八' });

function desk() {
  const ctx = createFakeWebContext();
  const { http } = ctx;
  // What the search leaves and the first page holds is less than what waits.
  http.answer(chargeContract.routes.patientList, ({ query }: { query?: { patientId?: string } }) =>
    query?.patientId
      ? pageOf(MINE)
      : { ...pageOf([MINE[0] as (typeof MINE)[0], OTHER]), pagination: { currentPage: 1, pageIndex: 1, pageSize: 2, total: 640 } },
  );
  http.answer(registerContract.routes.registerInfo, registerInfo());
  http.answer(registerContract.routes.validByDpId, { valid: false, mdtrtId: '', visitId: null, reason: '' });
  http.answer(settle.list, pageOf([settlement()]));
  store = new InsuranceDeskStore(ctx);
  return { http, store };
}
const turn = () => new Promise((done) => setImmediate(done));

describe('[7.3] queue of the insurance desk', () => {
  it('offers every prescription of the patient that waits, also when the list visible does not hold it', async () => {
    const { store, http } = desk();
    await store.start();
    store.open(MINE[0] as (typeof MINE)[0]);
    await turn();
    expect(store.others.map((row) => row.dpId)).toEqual(['rx-2']);
    store.toggle('rx-2');
    await turn();
    expect([store.flow?.subject.dpIds, store.others.map((row) => row.dpId)]).toEqual([['rx-1', 'rx-2'], ['rx-2']]);
    store.open(OTHER);
    expect(store.others).toEqual([]);
    expect(http.callsOf(chargeContract.routes.patientList).at(-1)?.input.query).toMatchObject({ patientId: 'pat-8', insured: '1' });
  });

  it('knows how many wait, not only how many it shows', async () => {
    const { store } = desk();
    await store.start();
    expect([store.queue.rows.length, store.queue.total]).toEqual([2, 640]);
  });

  it('finds what was begun and not settled however long ago', async () => {
    const { store, http } = desk();
    await store.start();
    expect(store.held.map((row) => row.id)).toEqual(['st-1']);
    expect(http.callsOf(settle.list)[0]?.input.query).toEqual({ begun: '1', pageSize: 500 });
  });

  it('a begun settlement that cannot be read leaves the desk as it is', async () => {
    const { store, http } = desk();
    http.refuse(settle.record, { error: 'insurance.settlement-not-found', code: 404, message: '没有这笔结算' });
    await store.resume({ id: 'st-1', patientId: 'pat-1' });
    expect(store.flow).toBeNull();
  });
});
