import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityTables } from '../../../../tests/support/identity-tables.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { departmentContract } from '../../contract/index.ts';
import { fillOrganisations, refusalOf } from '../organize/organize.fixture.ts';
import type { PermissionDb } from '../permission-call.ts';
import { departmentTable } from '../tables/department.table.ts';
import { departmentRoutes } from './department.routes.ts';

const { routes } = departmentContract;
const admin = staff({ userId: 'admin', orgId: 'root', orgIds: ['root'], isAdministrator: true });
const keeper = staff({ userId: 'keeper', orgId: 'gz', orgIds: ['gz', 'gz.ward'] });

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ core: identityTables, permission: defineServerPlugin({ implementations: [departmentRoutes] }) });
  await fillOrganisations(host);
});
afterAll(() => host.close());

type Call = Parameters<PluginHost['call']>[2];
const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, given: Call = {}) => host.call('permission', route, { user: admin, ...given });
const list = async (id: string, keyword = '', user = admin) => (await call(routes.list, { params: { id }, query: { keyword }, user })).list;
const body = (over: object = {}) => ({ parentId: 'gz', fullName: '新部门', enCode: 'D9', ...over });
const add = (over: object = {}, user = admin) => call(routes.create, { body: body(over), user });
const edit = (id: string, over: object, user = admin) => call(routes.edit, { params: { id }, body: body(over), user });

describe('[7.10-08] [7.10-09] departments of an organisation', () => {
  it('are a flat list; those at the top name the organisation as parent', async () => {
    expect((await list('gz')).map(({ id, parentId, userCount }) => [id, parentId, userCount])).toEqual([
      ['d1', 'gz', 0],
      ['d2', 'd1', 1],
    ]);
  });

  it('a search keeps what matches, with all above it', async () => {
    const { id } = await add({ parentId: 'd2', fullName: '夜班组' });
    expect((await list('gz', 'ybz')).map((row) => row.id).sort()).toEqual([id, 'd1', 'd2'].sort());
    expect(await list('gz', '没有')).toEqual([]);
    await call(routes.remove, { params: { id } });
  });
});

describe('[7.10-11] [7.10-12] adding, changing, deleting', () => {
  it('keeps place, manager and state', async () => {
    const { id } = await add({ parentId: 'd1', managerId: 'zhang' });
    expect(await call(routes.one, { params: { id } })).toMatchObject({ parentId: 'd1', organizeId: 'gz', manager: '张医生/zhang', enabledMark: 1, version: 1 });
    await edit(id, { parentId: 'gz', fullName: '改名', managerId: null, version: 1 });
    expect(await call(routes.one, { params: { id } })).toMatchObject({ parentId: 'gz', manager: '', managerId: '', fullName: '改名', version: 2 });
    expect(host.audits.at(-1)?.entry).toMatchObject({ subject: 'department', before: { manager_id: 'zhang' }, after: { manager_id: null, parent_id: null } });
    expect(await refusalOf(edit(id, { version: 1 }))).toMatchObject({ key: 'permission.stale' });
    await call(routes.state, { params: { id } });
    expect((await list('gz')).find((row) => row.id === id)?.enabledMark).toBe(0);
    expect(await refusalOf(add({ parentId: id }))).toMatchObject({ key: 'permission.place-disabled', field: 'parentId' });
    await call(routes.remove, { params: { id } });
    expect(await refusalOf(call(routes.one, { params: { id } }))).toMatchObject({ key: 'permission.not-found', code: EnvelopeCode.NotFound });
  });

  it('a client that sends -1 names the organisation beside it', async () => {
    const { id } = await add({ parentId: '-1', organizeId: 'wh' });
    expect((await call(routes.one, { params: { id } })).parentId).toBe('wh');
    await call(routes.remove, { params: { id } });
  });

  it.each([
    ['enCode', 'permission.code-taken', { enCode: 'D1' }],
    ['enCode', 'permission.code-format', { enCode: '.D' }],
    ['fullName', 'permission.name-taken', { fullName: '肾内科' }],
    ['parentId', 'permission.no-such-place', { parentId: 'nowhere' }],
    ['managerId', 'permission.no-such-person', { managerId: 'nobody' }],
  ])('refuses at %s: %s', async (field, key, over) => {
    expect(await refusalOf(add(over))).toMatchObject({ key, field, code: EnvelopeCode.Invalid });
  });

  it('an edit keeps to codes and names that are free', async () => {
    const { id } = await add();
    expect(await refusalOf(edit(id, { enCode: 'D1' }))).toMatchObject({ key: 'permission.code-taken' });
    await edit(id, { enCode: 'D9' });
    await call(routes.remove, { params: { id } });
  });

  it('nothing hangs below itself or moves to another organisation', async () => {
    const first = { fullName: '肾内科', enCode: 'D1' };
    expect(await refusalOf(edit('d1', { ...first, parentId: 'd2' }))).toMatchObject({ key: 'permission.department-loop' });
    expect(await refusalOf(edit('d1', { ...first, parentId: 'd1' }))).toMatchObject({ key: 'permission.department-loop' });
    expect(await refusalOf(edit('d1', { ...first, parentId: 'wd' }))).toMatchObject({ key: 'permission.department-other-organize' });
    // Sent back whole with another organisation: where it hangs says otherwise.
    const record = await call(routes.one, { params: { id: 'd1' } });
    const differs = { key: 'permission.department-place-differs', field: 'organizeId', code: EnvelopeCode.Invalid };
    expect(await refusalOf(edit('d1', { ...record, organizeId: 'wh' }))).toMatchObject(differs);
    expect(await refusalOf(add({ parentId: 'd1', organizeId: 'wh' }))).toMatchObject(differs);
    await edit('d1', record);
  });

  it('what is in use is not deleted, and the refusal says by what', async () => {
    expect(await refusalOf(call(routes.remove, { params: { id: 'd1' } }))).toMatchObject({
      key: 'permission.in-use',
      params: { name: '肾内科', list: '1 个部门、1 个岗位' },
    });
    expect(await refusalOf(call(routes.remove, { params: { id: 'd2' } }))).toMatchObject({ params: { list: '1 名人员' } });
  });
});

describe('who may', () => {
  it('a delegate works in their own organisation and does not see others', async () => {
    const { id } = await add({}, keeper);
    await call(routes.remove, { params: { id }, user: keeper });
    expect(await refusalOf(add({}, { ...keeper, userId: 'zhang' }))).toMatchObject({ key: 'permission.not-delegated', code: EnvelopeCode.Forbidden });
    const stranger = { ...keeper, userId: 'zhang' };
    const one = { params: { id: 'd1' }, user: stranger };
    for (const act of [() => edit('d1', { enCode: 'D1' }, stranger), () => call(routes.state, one), () => call(routes.remove, one)])
      expect(await refusalOf(act())).toMatchObject({ key: 'permission.not-delegated', code: EnvelopeCode.Forbidden });
    const missing = { key: 'permission.not-found', code: EnvelopeCode.NotFound };
    const params = { id: 'wd' };
    expect(await refusalOf(list('wh', '', keeper))).toMatchObject(missing);
    for (const route of [routes.one, routes.remove, routes.state]) expect(await refusalOf(call(route, { params, user: keeper }))).toMatchObject(missing);
    expect(await refusalOf(edit('wd', {}, keeper))).toMatchObject(missing);
    expect(await refusalOf(add({ parentId: 'wd' }, keeper))).toEqual(await refusalOf(add({ parentId: 'nowhere' }, keeper)));
    expect(await refusalOf(add({ managerId: 'li' }, keeper))).toEqual(await refusalOf(add({ managerId: 'nobody' }, keeper)));
  });
});

it('5,000 departments are one answer', async () => {
  const { db } = host.context<PermissionDb>('permission');
  const rows = Array.from({ length: 5000 }, (_, at) => ({
    id: `m${at}`,
    org_id: 'gz.ward',
    parent_id: at === 0 ? null : `m${Math.floor((at - 1) / 9)}`,
    en_code: `M${at}`,
    full_name: `部门${at}`,
    manager_id: null,
    deleted_at: null,
  }));
  for (let from = 0; from < rows.length; from += 1000)
    await db
      .insertInto('core.department')
      .values(rows.slice(from, from + 1000))
      .execute();
  expect(await list('gz.ward')).toHaveLength(5000);
});

recordSuite(departmentContract, {
  host: () => host,
  by: admin,
  given: { parentId: 'gz', managerId: 'zhang' },
  outsider: staff({ userId: 'outsider', orgId: 'wh', orgIds: ['wh'] }),
  unique: ['fullName', 'enCode'],
  node: 'gz',
  hangs: { top: 'gz', ownBranch: 'permission.department-loop', inUse: 'permission.in-use' },
});

recordStaticSuite(departmentContract, { host: () => host, table: departmentTable, byCode: ['managerId'] });
