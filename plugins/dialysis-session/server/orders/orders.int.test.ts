import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderContract } from '../../contract/orders/order.contract.ts';
import { orderSetContract } from '../../contract/orders/order-set.contract.ts';
import { actsOf, doctor, type House, nurse, refusal, startHouse } from '../session-house.fixture.ts';
import { dialysisRounds } from '../../contract/index.ts';
import { slotOf } from '../stand-ins.fixture.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.host.close());
const acts = actsOf(() => house);
const drug = (title: string, over: object = {}) => ({ title, dose: '1', drugId: '', drugKind: '' as const, quantity: 0, highRisk: false, ...over });
const order = (over: object = {}) =>
  house.host.call('dialysis-session', orderContract.routes.add, {
    body: { patientId: 'pat-1', once: false, everyDays: 0, timing: 'after', ...drug('左卡尼汀'), validFrom: '2026-03-01', validTo: null, ...over } as never,
    user: doctor,
  });
const list = async () => (await house.host.call('dialysis-session', orderContract.routes.list, { query: { patientId: 'pat-1' }, user: doctor })).list;
const given = async () => {
  const db = house.host.db.kyselyFor<{ 'dialysis_session.given': { session_id: string; outcome: string; reason: string; dose: string } }>();
  return await db.selectFrom('dialysis_session.given').select(['session_id', 'outcome', 'reason', 'dose']).execute();
};
const SLOT = (n: number) => `orders-${n}`;
const begin = async (n: number): Promise<string> => {
  house.board.slots.set(SLOT(n), slotOf(SLOT(n), 'pat-1', 'S1', `2026-03-0${n}`));
  const id = await acts.toRunning(SLOT(n));
  return id;
};
const finish = async (id: string): Promise<void> => {
  await acts.check2(id);
  house.pass(240);
  await acts.end(id);
  await acts.save(id, 'after', { scale: 61, systolic: 130, diastolic: 80 });
  house.board.machines.set('M-S1', 'ready');
};

it('what is given together is one order: shown, signed, given, changed, skipped and stopped as one, and asks for two people when one part does', async () => {
  const first = await order({ method: '静脉壶注入', withThem: [drug('维生素C'), drug('维生素B6', { highRisk: true })] });
  expect(first).toMatchObject({ title: '左卡尼汀', method: '静脉壶注入', groupPlace: 0 });
  expect((await list()).map(({ title, groupId }) => [title, groupId === first.groupId])).toEqual([
    ['左卡尼汀', true],
    ['维生素C', true],
    ['维生素B6', true],
  ]);
  const id = await begin(2);
  const { session } = await acts.reading(id);
  expect(session.orders).toMatchObject([{ title: '左卡尼汀 + 维生素C + 维生素B6', method: '静脉壶注入', highRisk: true, parts: [{}, {}, {}] }]);
  expect(session.guards.close).toContain('wrong-state');
  expect(await refusal(acts.give(id, first.id))).toBe('dialysis-session.second-needed');
  house.board.signatures.set('signature-of-two-16', { userId: 'user-nurse2', userName: '护士乙', subject: id });
  const part = session.orders[0]?.parts[2]?.orderId ?? '';
  const press = house.sent();
  const done = await acts.give(id, part, { signature: 'signature-of-two-16', ...press });
  expect(done.session.orders[0]?.given).toMatchObject({ outcome: 'given', checkerName: '护士乙' });
  expect((await acts.give(id, part, { signature: 'signature-of-two-16', ...press })).repeated).toBe(true);
  expect(await given()).toHaveLength(3);
  expect(await refusal(acts.give(id, first.id, { outcome: 'skipped', reason: '患者拒绝' }))).toBe('dialysis-session.order-given');
  await finish(id);
  await acts.close(id);

  house.pass(24 * 60 - 240);
  const next = await begin(3);
  await acts.give(next, first.id, { outcome: 'skipped', reason: '今日不适，停一次' });
  expect((await given()).filter(({ session_id, outcome }) => session_id === next && outcome === 'skipped')).toHaveLength(3);
  await finish(next);
  await acts.close(next);

  const stop = (version: number) => house.host.call('dialysis-session', orderContract.routes.stop, { params: { id: part }, body: { version }, user: doctor });
  await stop(1);
  expect((await list()).every(({ stoppedAt }) => stoppedAt !== null)).toBe(true);
  expect(await stop(1)).toMatchObject({ stoppedBy: '林医生' });
});

it('a set is ordered at once, all or nothing, and stays when its orders are stopped', async () => {
  const orders = [
    { once: false, everyDays: 0, timing: 'after' as const, method: '静推', drugs: [drug('左卡尼汀'), drug('维生素C')] },
    { once: false, everyDays: 7, timing: 'after' as const, method: '', drugs: [drug('促红素', { drugId: 'drug-saline', drugKind: 'drug', quantity: 1 })] },
  ];
  const call = <R extends (typeof orderSetContract.routes)[keyof typeof orderSetContract.routes]>(route: R, given: object) =>
    house.host.call('dialysis-session', route, { user: doctor, ...given } as never);
  const set = (await call(orderSetContract.routes.add, { body: { name: '常规贫血', orders } })) as { id: string; version: number };
  expect(await refusal(call(orderSetContract.routes.add, { body: { name: '常规贫血', orders } }))).toBe('dialysis-session.set-name-taken');
  const unknown = [{ ...orders[1], drugs: [drug('不存在', { drugId: 'gone', drugKind: 'drug' })] }];
  expect(await refusal(call(orderSetContract.routes.add, { body: { name: '错误', orders: unknown } }))).toBe('dialysis-session.entry-unknown');
  const apply = { params: { id: set.id }, body: { patientId: 'pat-2', validFrom: '2026-03-03', validTo: null } };
  expect(await call(orderSetContract.routes.apply, apply)).toMatchObject({
    list: [{ title: '左卡尼汀' }, { title: '维生素C' }, { title: '促红素', groupId: '' }],
  });
  expect(
    await refusal(
      house.host.call('dialysis-session', orderSetContract.routes.apply, { ...apply, user: { ...nurse, orgId: 'org-wh', orgIds: ['org-wh'] } } as never),
    ),
  ).toBe('dialysis-session.order-set-not-found');
  await call(orderSetContract.routes.remove, { params: { id: set.id }, body: { version: set.version } });
  expect(await call(orderSetContract.routes.list, {})).toEqual({ list: [] });
});

it('the round lists what is given together in one line, and asks on no older day for what was given once', async () => {
  const slot = (name: string, on: string) => house.board.slots.set(name, slotOf(name, 'pat-2', 'S2', on));
  slot('round-late', '2026-03-05');
  slot('round-early', '2026-03-04');
  const once = await order({ patientId: 'pat-2', once: true, ...drug('铁剂'), withThem: [drug('维生素B12')] });
  const everything = { menu: 'dialysis.today', userId: 'user-doctor', orgId: 'org-gz', orgIds: ['org-gz'], scope: { kind: 'organisation' } } as const;
  const open = async (on: string) =>
    (await house.host.service(dialysisRounds).ofDay(on, ['org-gz'], everything)).filter(({ patientId }) => patientId === 'pat-2')[0]?.ordersOpen;
  for (const on of ['2026-03-04', '2026-03-05']) expect(await open(on)).toContain('铁剂 1 + 维生素B12 1');
  house.host.time.now = new Date('2026-03-05T00:30:00Z');
  const id = await acts.toRunning('round-late');
  await acts.give(id, once.id);
  for (const on of ['2026-03-04', '2026-03-05']) expect(await open(on)).not.toContain('铁剂 1 + 维生素B12 1');
});
