import { type DataScope, isAppError } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeVisibleRows, OWN_ROWS, type VisibilityRow } from '../../../tests/support/data-rights-matrix.ts';
import { staff } from '../../../tests/support/processes/plugin-host.ts';
import { type Desk, lot, oneBox, openDesk, refusal } from '../../charging/testing/desk.ts';
import { prescriptionContract } from '../../prescription/contract/index.ts';
import { body } from '../../prescription/server/prescription.fixture.ts';
import { dataRows } from '@nephra/plugin-sdk/server';
import { dispensingContract, stockContract } from '../contract/index.ts';
import { REVIEW_CHECKS } from '../domain/dispensing/review-checks.ts';

const { routes } = dispensingContract;
const me = staff({ userId: 'user-mine', userName: '甲员' });
const other = staff({ userId: 'user-theirs', userName: '乙员' });

let desk: Desk;
const rows = new Map<string, VisibilityRow>();
const row = (whose: 'mine' | 'theirs') => (): VisibilityRow => rows.get(whose) ?? { id: '', marker: '' };
const version = async ({ id }: VisibilityRow): Promise<number> => (await desk.info(id)).version;
const versions = new Map<string, number>();

beforeAll(async () => {
  desk = await openDesk([lot({})]);
  for (const [whose, user] of [
    ['mine', me],
    ['theirs', other],
  ] as const) {
    const rx = await desk.host.call('prescription', prescriptionContract.routes.create, {
      body: body({ patientId: whose === 'mine' ? 'pat-1' : 'pat-2', prescriptionDetailList: [oneBox] }),
      user,
    });
    const confirm = { dpId: rx.dpId, rxStatus: 1, version: rx.version };
    await desk.charge(await desk.host.call('prescription', prescriptionContract.routes.updateState, { body: confirm, user }), {}, user);
    rows.set(whose, { id: rx.dpId ?? '', marker: user.userName });
    versions.set(rx.dpId ?? '', await version(row(whose)()));
  }
});
afterAll(() => desk.host.close());

const STOCK = 'stock and its ledger must add up whoever looks; whom a movement names is tested below';

describeVisibleRows({
  host: () => desk.host,
  plugin: 'pharmacy',
  contracts: [dispensingContract, stockContract],
  menu: 'his.pharmacy',
  user: me,
  mine: row('mine'),
  theirs: row('theirs'),
  cases: {
    'dispensing.patientList': { kind: 'rows', call: () => ({}) },
    'dispensing.patientList (searched)': { kind: 'rows', call: () => ({ query: { keyword: 'MZ', unpaid: true } }) },
    'dispensing.patientList (counts)': { kind: 'figures', call: () => ({}) },
    'dispensing.ofPatient': { kind: 'rows', call: ({ marker }) => ({ params: { id: marker === me.userName ? 'pat-1' : 'pat-2' } }) },
    'dispensing.detail': { kind: 'one', call: ({ id }) => ({ params: { id } }) },
    'dispensing.updateState': {
      kind: 'act',
      call: ({ id }) => ({ body: { dpId: id, action: 'review', version: versions.get(id), checks: [...REVIEW_CHECKS] } }),
    },
  },
  apart: Object.fromEntries(Object.keys(stockContract.routes).map((name) => [`${stockContract.name}.${name}`, STOCK])),
});

/** Key and words of a refusal. */
const sentence = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return JSON.stringify([error.key, error.params]);
    throw error;
  }
  return 'allowed';
};

describe('the pharmacy with data rights', () => {
  const toReview = {
    kind: 'schemes' as const,
    conditions: [[{ logic: 'and' as const, groups: [{ field: 'rxStatus', type: 'Int32', op: 'Equal' as const, value: '1' }] }]],
    userAndBelow: [],
  };
  const reviewer = { user: me, dataScope: (menu: string) => (menu === 'his.pharmacy' ? toReview : ({ kind: 'organisation' } as const)) };

  it('another prescription of the patient, hidden, keeps its number in what the counter warns of', async () => {
    await desk.host.db.script(`update catalogue.entry set ingredients = '{骨化三醇}' where drug_id = 'drug-calcitriol'`);
    const { create } = prescriptionContract.routes;
    const rx = await desk.host.call('prescription', create, { body: body({ patientId: 'pat-1', prescriptionDetailList: [oneBox] }), user: other });
    const { id } = row('mine')();
    const own = (menu: string): DataScope => (menu === 'his.pharmacy' ? OWN_ROWS : { kind: 'organisation' });
    const warned = async (dataScope?: typeof own) =>
      JSON.stringify((await desk.host.call('pharmacy', routes.detail, { params: { id }, user: me, dataScope })).findingList);
    const act = { dpId: id, action: 'review', version: versions.get(id), checks: [...REVIEW_CHECKS] };
    const refused = async (dataScope?: typeof own) => await sentence(desk.host.call('pharmacy', routes.updateState, { body: act, user: me, dataScope }));
    for (const told of [warned, refused]) {
      expect(await told()).toContain(rx.dpNumber);
      expect(await told(own)).toContain('＊＊');
      expect(await told(own)).not.toContain(rx.dpNumber);
    }
    await desk.host.db.script(`update catalogue.entry set ingredients = '{}' where drug_id = 'drug-calcitriol'`);
  });

  it('an act that takes a prescription hidden from one is answered once', async () => {
    const { id } = row('mine')();
    const act = { body: { dpId: id, action: 'review', version: versions.get(id), checks: [...REVIEW_CHECKS] } };
    expect((await desk.host.call('pharmacy', routes.updateState, { ...reviewer, ...act })).rxStatus).toBe(2);
    expect(await refusal(desk.host.call('pharmacy', routes.detail, { ...reviewer, params: { id } }))).toBe('pharmacy.not-found');
  });

  it('says how many prescriptions a scheme shows', async () => {
    const rights = { menu: 'his.pharmacy', userId: 'user-mine', orgId: 'org-gz', orgIds: ['org-gz'] };
    const { count } = desk.host.service(dataRows('his.pharmacy'));
    expect(await count({ ...rights, scope: OWN_ROWS })).toEqual({ total: 3, visible: 1 });
    expect(await count({ ...rights, scope: { kind: 'organisation' } })).toEqual({ total: 3, visible: 3 });
  });

  it('a movement names prescription and patient to those alone who see the prescription; the ledger itself is whole', async () => {
    const handedOut = async (patientId: string, user: typeof me) => {
      const { create, updateState } = prescriptionContract.routes;
      const rx = await desk.host.call('prescription', create, { body: body({ patientId, prescriptionDetailList: [oneBox] }), user });
      const confirm = { dpId: rx.dpId, rxStatus: 1, version: rx.version };
      await desk.charge(await desk.host.call('prescription', updateState, { body: confirm, user }), {}, user);
      for (const action of ['review', 'pick', 'dispense'] as const) await desk.act(rx.dpId ?? '', action);
      return rx;
    };
    const [own, others] = [await handedOut('pat-1', me), await handedOut('pat-2', other)];
    const ledger = async (scope: DataScope) =>
      desk.host.call('pharmacy', stockContract.routes.movement, {
        query: { kind: 'dispense' },
        user: me,
        dataScope: (menu) => (menu === 'his.pharmacy' ? scope : { kind: 'organisation' }),
      });
    const names = async (scope: DataScope) => (await ledger(scope)).list.map(({ dpNumber, patientName }) => [dpNumber, patientName]);
    expect(await names({ kind: 'organisation' })).toEqual([
      [others.dpNumber, others.patientName],
      [own.dpNumber, own.patientName],
    ]);
    expect(await names(OWN_ROWS)).toEqual([
      ['', ''],
      [own.dpNumber, own.patientName],
    ]);
    expect((await ledger(OWN_ROWS)).total).toEqual((await ledger({ kind: 'organisation' })).total);
  });
});
