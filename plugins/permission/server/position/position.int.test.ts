import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, type IdentityTables } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityTables } from '../../../../tests/support/identity-tables.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { positionContract } from '../../contract/index.ts';
import { fillOrganisations, refusalOf } from '../organize/organize.fixture.ts';
import { positionRoutes } from './position.routes.ts';
import { positionTable } from '../tables/position.table.ts';

const { routes } = positionContract;
const admin = staff({ userId: 'admin', orgId: 'root', orgIds: ['root', 'gz', 'gz.ward', 'wh'], isAdministrator: true });
const keeper = staff({ userId: 'keeper', orgId: 'gz', orgIds: ['gz', 'gz.ward'] });

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ core: identityTables, permission: defineServerPlugin({ implementations: [positionRoutes] }) });
  await fillOrganisations(host);
});
afterAll(() => host.close());

type Call = Parameters<PluginHost['call']>[2];
const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, given: Call = {}) => host.call('permission', route, { user: admin, ...given });
const ids = async (query: Record<string, unknown> = {}, user = admin) => (await call(routes.list, { query, user })).list.map((row) => row.id).sort();
const body = (over: object = {}) => ({ organizeId: 'd2', fullName: '护士长', enCode: 'P9', type: 'nurse', ...over });
const add = (over: object = {}, user = admin) => call(routes.create, { body: body(over), user });
const edit = (id: string, over: object, user = admin) => call(routes.edit, { params: { id }, body: body(over), user });

describe('[7.10-13] [7.10-14] positions', () => {
  it('of an organisation or department and all below it, with path and people', async () => {
    const { id } = await add();
    expect(await ids()).toEqual([id, 'p1', 'wp'].sort());
    expect(await ids({ organizeId: 'root' })).toHaveLength(3);
    expect(await ids({ organizeId: 'gz' })).toEqual([id, 'p1'].sort());
    expect(await ids({ organizeId: 'd1' })).toEqual([id, 'p1'].sort());
    expect(await ids({ organizeId: 'd2' })).toEqual([id]);
    expect(await ids({ keyword: 'hsz' })).toEqual([id]);
    expect(await ids({ keyword: 'P9' })).toEqual([id]);
    expect(await ids({ pageSize: 1, currentPage: 2 })).toHaveLength(1);
    const { list } = await call(routes.list, { query: { organizeId: 'd1', sidx: 'enCode', sort: 'asc' } });
    expect(list).toMatchObject([
      { id: 'p1', department: '康源集团/广州中心/肾内科', type: 'doctor', userCount: 1, organizeId: 'd1', companyId: 'gz' },
      { id, department: '康源集团/广州中心/肾内科/透析室', type: 'nurse', userCount: 0 },
    ]);
    await call(routes.remove, { params: { id } });
  });

  it('[7.10-16] that are enabled, for caches of older clients', async () => {
    const all = async (user = admin) => (await call(routes.all, { user })).list.map((one) => one.id);
    await call(routes.state, { params: { id: 'p1' } });
    expect(await all()).toEqual(['wp']);
    await call(routes.state, { params: { id: 'p1' } });
    expect(await all(keeper)).toEqual(['p1']);
  });
});

describe('[7.10-15] adding, changing, deleting', () => {
  it('many at once leave no name twice', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, at) => add({ fullName: `护士 ${at}`, enCode: `N${at}` })));
    const edits = await Promise.all(made.map(({ id }, at) => refusalOf(edit(id, { fullName: '责任护士', enCode: `N${at}`, version: 1 }))));
    expect(edits.filter(({ key }) => key === 'permission.name-taken')).toHaveLength(5);
    const { list } = await call(routes.list, { query: { organizeId: 'd2' } });
    expect(list.filter((one) => one.fullName === '责任护士')).toHaveLength(1);
    for (const { id } of made) await call(routes.remove, { params: { id } });
  });

  it('of two saves at the same moment that want one name, one added and one changed, one is refused', async () => {
    const { id } = await add({ fullName: '组长', enCode: 'Z1' });
    const [added, edited] = await Promise.all([
      refusalOf(add({ fullName: '责任组长', enCode: 'Z2' })),
      refusalOf(edit(id, { fullName: '责任组长', enCode: 'Z1', version: 1 })),
    ]);
    const refusal = { key: 'permission.name-taken', field: 'fullName', code: EnvelopeCode.Invalid };
    expect([added, edited].filter(({ key }) => key === refusal.key)).toMatchObject([refusal]);
    const { list } = await call(routes.list, { query: { organizeId: 'd2' } });
    expect(list.filter((one) => one.fullName === '责任组长')).toHaveLength(1);
    for (const row of list) await call(routes.remove, { params: { id: row.id } });
  });

  it('keeps what is written', async () => {
    const { id } = await add();
    await edit(id, { organizeId: 'gz', fullName: '副护士长', version: 1 });
    expect(await call(routes.one, { params: { id } })).toMatchObject({ organizeId: 'gz', companyId: 'gz', fullName: '副护士长', type: 'nurse', version: 2 });
    expect(host.audits.at(-1)?.entry).toMatchObject({ subject: 'position', before: { department_id: 'd2' }, after: { department_id: null } });
    expect(await refusalOf(edit(id, { version: 1 }))).toMatchObject({ key: 'permission.stale' });
    // Nobody holds it, so it may move to another organisation.
    await edit(id, { organizeId: 'wh' });
    await call(routes.remove, { params: { id } });
    const gone = { key: 'permission.not-found', code: EnvelopeCode.NotFound };
    for (const route of [routes.one, routes.state, routes.remove]) expect(await refusalOf(call(route, { params: { id } }))).toMatchObject(gone);
    expect(await refusalOf(edit(id, {}))).toMatchObject(gone);
    // Its code and its name are free again.
    await call(routes.remove, { params: { id: (await add({ organizeId: 'wh' })).id } });
  });

  it.each([
    ['enCode', 'permission.code-taken', { enCode: 'P1' }],
    ['fullName', 'permission.name-taken', { organizeId: 'd1', fullName: '主任医师' }],
    ['organizeId', 'permission.no-such-place', { organizeId: 'nowhere' }],
  ])('refuses at %s: %s', async (field, key, over) => {
    expect(await refusalOf(add(over))).toMatchObject({ key, field, code: EnvelopeCode.Invalid });
  });

  it('a change is held to the same: the code and the name of another are refused', async () => {
    const { id } = await add();
    expect(await refusalOf(edit(id, { enCode: 'P1' }))).toMatchObject({ key: 'permission.code-taken', field: 'enCode', code: EnvelopeCode.Invalid });
    expect(await refusalOf(edit(id, { organizeId: 'd1', fullName: '主任医师' }))).toMatchObject({ key: 'permission.name-taken', field: 'fullName' });
    expect(await call(routes.one, { params: { id } })).toMatchObject({ enCode: 'P9', organizeId: 'd2', version: 1 });
    await call(routes.remove, { params: { id } });
  });

  it('what somebody holds is neither deleted nor moved away', async () => {
    const held = { key: 'permission.in-use', params: { name: '主任医师', list: '1 名人员' } };
    expect(await refusalOf(call(routes.remove, { params: { id: 'p1' } }))).toMatchObject(held);
    expect(await refusalOf(edit('p1', { organizeId: 'wh', enCode: 'P1', fullName: '主任医师' }))).toMatchObject(held);
  });
});

it('a delegate works in their own organisation and does not see others', async () => {
  const { id } = await add({}, keeper);
  await call(routes.remove, { params: { id }, user: keeper });
  expect(await refusalOf(add({}, { ...keeper, userId: 'zhang' }))).toMatchObject({ key: 'permission.not-delegated' });
  expect(await ids({}, keeper)).toEqual(['p1']);
  const missing = { key: 'permission.not-found', code: EnvelopeCode.NotFound };
  expect(await refusalOf(ids({ organizeId: 'wh' }, keeper))).toMatchObject(missing);
  for (const route of [routes.one, routes.remove, routes.state])
    expect(await refusalOf(call(route, { params: { id: 'wp' }, user: keeper }))).toMatchObject(missing);
  expect(await refusalOf(edit('wp', {}, keeper))).toMatchObject(missing);
  expect(await refusalOf(add({ organizeId: 'wd' }, keeper))).toEqual(await refusalOf(add({ organizeId: 'nowhere' }, keeper)));
});

it('seeing a position is not yet looking after it, and neither is looking after the organisation that it leaves', async () => {
  const { id } = await add({}, keeper);
  const refused = { key: 'permission.not-delegated', code: EnvelopeCode.Forbidden };
  const onlooker = { ...keeper, userId: 'zhang' };
  expect(await refusalOf(edit(id, {}, onlooker))).toMatchObject(refused);
  for (const route of [routes.state, routes.remove]) expect(await refusalOf(call(route, { params: { id }, user: onlooker }))).toMatchObject(refused);
  expect(await refusalOf(edit(id, { organizeId: 'wh' }, { ...keeper, orgIds: ['gz', 'gz.ward', 'wh'] }))).toMatchObject(refused);
  expect(await call(routes.one, { params: { id } })).toMatchObject({ organizeId: 'd2', enabledMark: 1, version: 1 });
  await call(routes.remove, { params: { id } });
});

it('what is out of use comes back only by somebody who holds all that it grants', async () => {
  const db = host.db.kyselyFor<IdentityTables>();
  const { id } = await add({ enabledMark: 0 });
  await db.insertInto('core.permission_grant').values({ subject_type: 'position', subject_id: id, kind: 'menu', menu_code: 'system.plugins' }).execute();
  const more = { key: 'permission.more-than-held', code: EnvelopeCode.Forbidden };
  const by = { user: keeper, can: () => false };
  expect(await refusalOf(call(routes.state, { params: { id }, ...by }))).toMatchObject(more);
  expect(await refusalOf(call(routes.edit, { params: { id }, body: body({ enabledMark: 1 }), ...by }))).toMatchObject(more);
  expect(await call(routes.one, { params: { id } })).toMatchObject({ enabledMark: 0, version: 1 });
  await call(routes.edit, { params: { id }, body: body({ enabledMark: 0, description: 'SIM' }), ...by });
  await call(routes.state, { params: { id }, user: keeper, can: (code) => code === 'system.plugins' });
  expect(await call(routes.one, { params: { id } })).toMatchObject({ enabledMark: 1 });
  await call(routes.remove, { params: { id } });
});

recordSuite(positionContract, {
  host: () => host,
  by: admin,
  given: { organizeId: 'd2' },
  outsider: staff({ userId: 'outsider', orgId: 'wh', orgIds: ['wh'] }),
  unique: ['fullName', 'enCode'],
});

recordStaticSuite(positionContract, { host: () => host, table: positionTable });
