import { type DataScope, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { authorityContract } from '../../contract/authority.contract.ts';
import type { GrantsWrite } from '../../contract/authority.schema.ts';
import { admin, caller, grant, grantsOf, keeper, keeperCan, refusal, startRights } from './rights.fixture.ts';

const { routes } = authorityContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startRights();
});
afterAll(() => host?.close());
beforeEach(async () => {
  await host.db.script('delete from core.permission_grant');
});
const call = caller(() => host);
const byKeeper = { user: keeper, can: keeperCan };
const NOTHING = { module: [], button: [], column: [], form: [], resource: [] };
const replace = (objectId: string, objectType: GrantsWrite['objectType'], lists: Partial<GrantsWrite>, by: object = {}) =>
  call(routes.replace, { params: { objectId }, body: { ...NOTHING, objectType, ...lists }, ...by });
const grants = (objectId: string, objectType: GrantsWrite['objectType'], by: object = {}) =>
  call(routes.grants, { params: { objectId }, query: { objectType }, ...by });

describe('[6-02] the catalogue', () => {
  it('holds every right that is on, codes without a menu with their plugin, and nothing that is off', async () => {
    const { list } = await call(routes.catalogue);
    expect(list.map((menu) => menu.id)).toEqual(['m-his', 'm-his.drug', 'm-his.patient', 'codes:nobody']);
    expect(list.find((menu) => menu.id === 'm-his.patient')).toMatchObject({
      parentId: 'm-his',
      button: [{ enCode: 'btn_add' }, { id: 'his.patient.lookup', fullName: '查询患者' }],
      column: [{ enCode: 'phone' }],
      form: [{ enCode: 'note' }],
      resource: [{ id: 's-all' }, { id: 's-own' }],
    });
    expect(list.find((menu) => menu.id === 'm-his.patient')?.spelling).toMatch(/^hzgl xjhz/);
    expect(list.at(-1)).toMatchObject({ type: 0, button: [{ id: 'orphan.code' }] });
  });

  it('shows others only what they hold', async () => {
    const { list } = await call(routes.catalogue, byKeeper);
    expect(list.map((menu) => [menu.id, menu.button.length, menu.column.length, menu.form.length])).toEqual([
      ['m-his', 0, 0, 0],
      ['m-his.patient', 0, 1, 0],
    ]);
  });
});

describe('[6-02] [6-03] replacing what an object may do', () => {
  const PATIENT = { module: ['m-his', 'm-his.patient'], button: ['m-his', 'i-his.patient-button-btn_add', 'his.patient.lookup'], resource: ['s-own'] };

  it.each([
    ['Role', 'role-doctor'],
    ['Position', 'pos-gz'],
    ['User', 'anna'],
    ['Group', 'group-1'],
  ] as const)('works for a %s; directories are ticked through their children', async (objectType, id) => {
    expect(await replace(id, objectType, PATIENT)).toEqual({ added: 4, removed: 0 });
    const type = objectType.toLowerCase() as 'role';
    expect(await grantsOf(host, type, id)).toEqual([
      'button his.patient/btn_add',
      'menu his.patient',
      'permission his.patient.lookup',
      'resource his.patient/s-own',
    ]);
    expect(await grants(id, objectType)).toMatchObject({ module: ['m-his.patient'], resource: ['s-own'], beyond: 0 });
    expect(await replace(id, objectType, { module: ['m-his.patient'] })).toEqual({ added: 0, removed: 3 });
    expect(host.audits.at(-1)?.entry).toMatchObject({
      subject: `permission.${type}`,
      subjectId: id,
      before: { rights: ['his.patient', 'his.patient#resource:s-own', 'his.patient.lookup', 'his.patient:btn_add'] },
      after: { rights: ['his.patient'] },
    });
  });

  it('calls a role of the product by its name in the language of the reader', async () => {
    const named = async (language: 'zh' | 'zhtw' | 'en') => (await grants('role-doctor', 'Role', { user: { ...admin, language } })).fullName;
    expect([await named('zh'), await named('zhtw'), await named('en')]).toEqual(['医生', '醫師', 'Doctor']);
  });

  it('keeps what is off and what the caller does not hold', async () => {
    await grant(host, 'role', 'role-gz', ['menu', 'his.old'], ['menu', 'his.drug'], ['menu', 'his.patient'], ['column', 'his.patient', 'phone']);
    expect(await grants('role-gz', 'Role', byKeeper)).toMatchObject({ module: ['m-his.patient'], column: ['i-his.patient-column-phone'], beyond: 2 });
    expect(await replace('role-gz', 'Role', { module: [] }, byKeeper)).toEqual({ added: 0, removed: 2 });
    expect(await grantsOf(host, 'role', 'role-gz')).toEqual(['menu his.drug', 'menu his.old']);
    expect(await replace('role-gz', 'Role', {})).toEqual({ added: 0, removed: 1 });
    expect(await grantsOf(host, 'role', 'role-gz')).toEqual(['menu his.old']);
  });

  it('refuses to grant more than the caller holds, naming it, and does nothing', async () => {
    const body = { module: ['m-his.patient', 'm-his.drug'], button: ['i-his.patient-button-btn_add'], column: ['i-his.patient-column-phone'] };
    expect(await refusal(replace('role-gz', 'Role', body, byKeeper))).toEqual({
      key: 'permission.more-than-held',
      code: EnvelopeCode.Forbidden,
      params: { names: '药品目录, 患者管理 › 新建患者', n: 2 },
    });
    expect(await grantsOf(host, 'role', 'role-gz')).toEqual([]);
  });

  it('data schemes: whoever sees all rows grants any of them, others only their own', async () => {
    const restricted = {
      ...byKeeper,
      dataScope: (menu: string): DataScope => (menu === 'his.patient' ? { kind: 'schemes', conditions: [], userAndBelow: [] } : { kind: 'organisation' }),
    };
    await grant(host, 'user', 'keeper', ['resource', 'his.patient', 's-own']);
    expect(await replace('anna', 'User', { resource: ['s-own'] }, restricted)).toEqual({ added: 1, removed: 0 });
    expect(await refusal(replace('anna', 'User', { resource: ['s-own', 's-all'] }, restricted))).toMatchObject({
      key: 'permission.more-than-held',
      params: { names: '患者管理 › 全部患者' },
    });
    expect(await replace('anna', 'User', { resource: ['s-all', 's-own'] }, byKeeper)).toEqual({ added: 1, removed: 0 });
  });

  it('two people who edit the same object at once: the second is told', async () => {
    const { digest } = await grants('role-doctor', 'Role');
    await replace('role-doctor', 'Role', { module: ['m-his.drug'], digest });
    expect(await refusal(replace('role-doctor', 'Role', { module: ['m-his.patient'], digest }))).toMatchObject({
      key: 'permission.grants-stale',
      code: EnvelopeCode.Conflict,
      params: { name: '医生' },
    });
    expect(await grantsOf(host, 'role', 'role-doctor')).toEqual(['menu his.drug']);
    const again = await grants('role-doctor', 'Role');
    await replace('role-doctor', 'Role', { module: ['m-his.patient'], digest: again.digest });
    expect(await grantsOf(host, 'role', 'role-doctor')).toEqual(['menu his.patient']);
  });

  it('refuses unknown ids, hidden objects and objects of others', async () => {
    expect(await refusal(replace('role-doctor', 'Role', { module: ['nowhere'] }))).toMatchObject({
      key: 'permission.unknown-rights',
      params: { n: 1, first: 'nowhere' },
    });
    for (const [objectType, id] of [
      ['Role', 'role-wh'],
      ['User', 'wei'],
      ['Role', 'role-nobody'],
      ['User', 'role-gz'],
    ] as const) {
      expect(await refusal(replace(id, objectType, {}, byKeeper))).toMatchObject({ code: EnvelopeCode.NotFound });
    }
    expect(await refusal(replace('role-doctor', 'Role', {}, byKeeper))).toMatchObject({ key: 'permission.role-global' });
    expect(await refusal(replace('anna', 'User', {}, { user: keeper, can: (code: string) => code === 'permission.role:btn_authorize' }))).toMatchObject({
      key: 'permission.forbidden',
    });
  });
});

describe('[6-03] the five steps of older clients', () => {
  const values = (type: string, moduleIds = '') => call(routes.values, { params: { objectId: 'role-doctor' }, body: { type, moduleIds } });

  it('give trees of the chosen menus, what is granted, and everything that could be', async () => {
    await grant(host, 'role', 'role-doctor', ['menu', 'his.patient'], ['button', 'his.patient', 'btn_add'], ['permission', 'orphan.code']);
    const module = await values('module');
    expect(module.ids).toEqual(['m-his.patient']);
    expect(module.list[0]?.icon).toMatch(/^icon-ym icon-ym-[\w-]+$/);
    expect(module.list).toMatchObject([
      { id: 'm-his', parentId: '-1', children: [{ id: 'm-his.drug' }, { id: 'm-his.patient', parentId: 'm-his', children: null }] },
    ]);
    const button = await values('button', 'm-his,m-his.patient');
    expect(button.ids).toEqual(['i-his.patient-button-btn_add', 'orphan.code']);
    expect(button.all).toEqual(['m-his', 'm-his.patient', 'i-his.patient-button-btn_add', 'his.patient.lookup', 'codes', 'orphan.code']);
    expect((await values('column', 'm-his.drug')).all).toEqual(['m-his', 'm-his.drug']);
    expect((await values('resource', 'm-his.patient')).all).toContain('s-own');
  });

  it('for nobody yet, as a batch begins: the same trees with nothing granted', async () => {
    await grant(host, 'role', 'role-doctor', ['menu', 'his.patient'], ['button', 'his.patient', 'btn_add']);
    const begin = (type: string, moduleIds = '') => call(routes.values, { params: { objectId: '0' }, body: { type, moduleIds } });
    const module = await begin('module');
    expect(module.ids).toEqual([]);
    expect(module.all).toEqual((await values('module')).all);
    const button = await begin('button', 'm-his,m-his.patient');
    expect(button).toMatchObject({ ids: [], all: expect.arrayContaining(['i-his.patient-button-btn_add']) });
  });

  it('what they send back changes only what was unticked', async () => {
    await grant(host, 'role', 'role-doctor', ['menu', 'his.patient'], ['button', 'his.patient', 'btn_add'], ['permission', 'his.patient.lookup']);
    const module = (await values('module')).ids;
    const button = (await values('button', module.join())).ids;
    expect(await replace('role-doctor', 'Role', { module, button })).toEqual({ added: 0, removed: 0 });
    const withoutMenu = (await values('button', '')).ids;
    expect(withoutMenu).toEqual(['his.patient.lookup']);
  });
});

describe('batches and single rights', () => {
  it('a batch adds to many objects and takes nothing away', async () => {
    await grant(host, 'role', 'role-doctor', ['menu', 'his.drug']);
    const body = {
      ...NOTHING,
      roleIds: ['role-doctor', 'role-gz'],
      positionIds: ['pos-gz'],
      userIds: ['anna'],
      groupIds: ['group-1'],
      module: ['m-his.patient'],
    };
    expect(await call(routes.batch, { body })).toEqual({ objects: 5, added: 5 });
    expect(await call(routes.batch, { body })).toEqual({ objects: 5, added: 0 });
    expect(await grantsOf(host, 'role', 'role-doctor')).toEqual(['menu his.drug', 'menu his.patient']);
    const stranger = { ...body, userIds: ['wei'], roleIds: [], positionIds: [], groupIds: [] };
    expect(await refusal(call(routes.batch, { body: stranger, ...byKeeper }))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await refusal(call(routes.batch, { body: { ...stranger, userIds: ['bo'], module: ['m-his.drug'] }, ...byKeeper }))).toMatchObject({
      key: 'permission.more-than-held',
    });
  });

  it('one right: who has it is read and replaced; hidden objects stay', async () => {
    await grant(host, 'role', 'role-wh', ['menu', 'his.patient']);
    await grant(host, 'role', 'role-gz', ['menu', 'his.patient']);
    const ids = async (by: object = {}) => (await call(routes.holdersOf, { params: { itemId: 'm-his.patient', objectType: 'Role' }, ...by })).ids;
    expect(await ids()).toEqual(['role-gz', 'role-wh']);
    expect(await ids(byKeeper)).toEqual(['role-gz']);
    const set = (objectId: string[], by: object = {}) =>
      call(routes.setHolders, { params: { itemId: 'm-his.patient' }, body: { itemType: 'module', objectType: 'Role', objectId }, ...by });
    expect(await set([], byKeeper)).toEqual({ added: 0, removed: 1 });
    expect(await ids()).toEqual(['role-wh']);
    expect(await refusal(set(['role-doctor'], byKeeper))).toMatchObject({ key: 'permission.role-global' });
    expect(await set(['role-doctor'])).toEqual({ added: 1, removed: 1 });
    expect(await refusal(call(routes.holdersOf, { params: { itemId: 'm-nowhere', objectType: 'Role' } }))).toMatchObject({ code: EnvelopeCode.NotFound });
  });
});

describe('[6-03] seeing an object is not yet granting to it', () => {
  // Works in Guangzhou like the keeper, holds the same codes and more, but nobody has delegated anything to her.
  const onlooker = { user: { ...keeper, userId: 'bo' } };
  beforeAll(() => host.db.script("insert into core.user_group_member (group_id, user_id) values ('group-1', 'wei')"));
  afterAll(() => host.db.script("delete from core.user_group_member where group_id = 'group-1'"));
  const right = { module: ['m-his.patient'] };

  it.each([
    ['Role', 'role-doctor', 'permission.role-global'],
    ['Role', 'role-gz', 'permission.not-delegated'],
    ['Position', 'pos-gz', 'permission.not-delegated'],
    ['User', 'anna', 'permission.not-delegated'],
    ['Group', 'group-1', 'permission.group-shared'],
  ] as const)('a %s, %s: alone, in a batch and from the side of the right', async (objectType, id, key) => {
    const refused = { key, code: EnvelopeCode.Forbidden };
    expect(await refusal(replace(id, objectType, right, onlooker))).toMatchObject(refused);
    const lists = { roleIds: [], positionIds: [], userIds: [], groupIds: [], [`${objectType.toLowerCase()}Ids`]: [id] };
    expect(await refusal(call(routes.batch, { body: { ...NOTHING, ...lists, ...right }, ...onlooker }))).toMatchObject(refused);
    const holders = { params: { itemId: 'm-his.patient' }, body: { itemType: 'module', objectType, objectId: [id] }, ...onlooker };
    expect(await refusal(call(routes.setHolders, holders))).toMatchObject(refused);
    expect(await grantsOf(host, objectType.toLowerCase() as 'role', id)).toEqual([]);
  });
});

describe('[6-01] explaining rights', () => {
  it('names the way, who granted it and when, and what keeps the rest away', async () => {
    await grant(host, 'role', 'role-wh', ['menu', 'his.drug']);
    await host.db.script("insert into core.user_role (user_id, role_id) values ('anna', 'role-wh') on conflict do nothing");
    await replace('role-doctor', 'Role', { module: ['m-his.patient'] });
    const explained = await call(routes.explain, { params: { userId: 'anna' } });
    const of = (code: string) => explained.list.find((row) => row.code === code);
    expect(explained).toMatchObject({ userName: '安娜/anna', isAdministrator: 0, organize: '康源集团/广州中心' });
    expect(of('his.patient')).toMatchObject({
      held: true,
      through: [{ type: 'role', name: '医生', grantedBy: '系统管理员', grantedAt: host.time.now.getTime() }],
    });
    expect(of('his.drug')).toMatchObject({ held: false, obstacles: [{ reason: 'elsewhere', type: 'role', name: '武汉助理' }] });
    expect(of('his.old')).toMatchObject({ held: false, obstacles: [{ reason: 'plugin-off' }] });
    expect(of('orphan.code')).toMatchObject({ kind: 'permission', held: false, obstacles: [{ reason: 'not-granted' }] });
    expect(await refusal(call(routes.explain, { params: { userId: 'wei' }, ...byKeeper }))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('the other way round: who holds one code, and through what', async () => {
    await replace('role-doctor', 'Role', { module: ['m-his.patient'] });
    await replace('role-wh', 'Role', { module: ['m-his.patient'] });
    const holders = async (code: string, user = admin) => (await call(routes.holders, { query: { code }, user })).list;
    expect((await holders('his.patient')).map((row) => row.id)).toEqual(['anna', 'admin', 'wei']);
    expect((await holders('his.patient')).find((row) => row.id === 'anna')?.through.map((one) => one.name)).toEqual(['医生']);
    expect((await holders('his.patient', keeper)).map((row) => row.id)).toEqual(['anna']);
    expect((await holders('his.patient#resource:s-own')).map((row) => row.id)).toEqual([]);
    expect(await holders('no.such.code')).toHaveLength(1);
    expect(await refusal(call(routes.holders, { query: { code: ':' } }))).toMatchObject({ code: EnvelopeCode.NotFound });
  });
});
