import { EnvelopeCode, organizationPatients } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityTables } from '../../../../tests/support/identity-tables.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { organizeContract, type OrganizeNode } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';
import { fillOrganisations, refusalOf } from './organize.fixture.ts';
import { organizeRoutes } from './organize.routes.ts';

const { routes } = organizeContract;
const admin = staff({ userId: 'admin', orgId: 'root', orgIds: ['root', 'gz', 'gz.ward', 'wh'], isAdministrator: true });
/** Looks after the centre in Guangzhou; may not delete what is below it. */
const keeper = staff({ userId: 'keeper', orgId: 'gz', orgIds: ['gz', 'gz.ward'] });

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ core: identityTables, permission: defineServerPlugin({ implementations: [organizeRoutes] }) });
  await fillOrganisations(host);
});
afterAll(() => host.close());

type Call = Parameters<PluginHost['call']>[2];
const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, given: Call = {}) => host.call('permission', route, { user: admin, ...given });

const body = (over: Record<string, unknown> = {}) => ({ parentId: 'root', fullName: '新中心', enCode: 'SIM.NEW', ...over });
const flat = (nodes: readonly OrganizeNode[]): OrganizeNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const names = async (keyword: string, user = admin) => flat((await call(routes.list, { query: { keyword }, user })).list).map((node) => node.fullName);

describe('names of organisations', () => {
  it('of many that are made at once under one name there is one', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, at) => refusalOf(call(routes.create, { body: body({ fullName: '同名中心', enCode: `SIM.SAME${at}` }) }))),
    );
    expect(made.filter(({ key }) => key === 'permission.name-taken')).toHaveLength(5);
    const [one] = flat((await call(routes.list, { query: { keyword: '同名中心' } })).list).filter((node) => node.fullName === '同名中心');
    await call(routes.remove, { params: { id: one?.id ?? '' } });
  });
});

describe('[7.10-02] organisations', () => {
  it('are a tree with category, icon, state and what is in them', async () => {
    const { list } = await call(routes.list);
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ id: 'root', parentId: '-1', category: 'company', enabledMark: 1, dialysisCenter: 0, hasChildren: true, num: 2 });
    const [centre] = list[0]?.children ?? [];
    expect(centre).toMatchObject({ id: 'gz', parentId: 'root', departmentCount: 2, userCount: 2, fixmedinsCode: 'H44SIM000001' });
    expect(centre?.icon).toContain('organization');
  });

  it('a search keeps what matches, with the way down to it', async () => {
    expect(await names('荔湾')).toEqual(['康源集团', '广州中心', '荔湾分部']);
    expect(await names('wh')).toEqual(['康源集团', '武汉中心']);
    expect(await names('没有')).toEqual([]);
  });

  it('others see their own and those below, with their own at the top', async () => {
    expect(await names('', keeper)).toEqual(['广州中心', '荔湾分部']);
    expect((await call(routes.list, { user: keeper })).list[0]?.parentId).toBe('-1');
    expect(await call(routes.one, { params: { id: 'gz' }, user: keeper })).toMatchObject({ parentId: '-1', parentName: '' });
  });

  it('[7.10-03] may hang on all but themselves and those below', async () => {
    const ids = async (id: string, user = admin) =>
      (await call(routes.parents, { params: { id }, user })).list.flatMap((node) => [node.id, ...(node.children ?? []).map((child) => child.id)]);
    expect(await ids('0')).toEqual(['root', 'gz', 'wh']);
    expect(await ids('gz')).toEqual(['root', 'wh']);
    expect(await ids('gz.ward', keeper)).toEqual(['gz']);
  });

  it('[7.10-05] that are dialysis centres have a list of their own', async () => {
    const centres = async (user = admin) => (await call(routes.dialysisCenters, { user })).list.map((centre) => centre.id);
    expect(await centres()).toEqual(['gz', 'gz.ward', 'wh']);
    expect(await centres(keeper)).toEqual(['gz', 'gz.ward']);
  });
});

describe('[7.10-04] adding, changing, deleting', () => {
  it('keeps what is written and what was there before', async () => {
    const made = await call(routes.create, {
      body: body({ dialysisCenter: 1, priceType: '2', propertyJson: { shortName: '新', managerMobilePhone: '13800138000' } }),
    });
    expect(host.audits.at(-1)).toMatchObject({
      route: 'permission-organize.create',
      entry: { subject: 'organize', before: null, after: { full_name: '新中心' } },
    });
    const record = await call(routes.one, { params: { id: made.id } });
    expect(record).toMatchObject({ parentId: 'root', parentName: '康源集团', dialysisCenter: 1, priceType: '2', version: 1 });
    expect(JSON.parse(record.propertyJson)).toEqual({ shortName: '新', managerMobilePhone: '13800138000' });

    const edited = await call(routes.edit, { params: { id: made.id }, body: body({ fullName: '改名', propertyJson: { fax: '020-1' }, version: 1 }) });
    expect(edited.version).toBe(2);
    const again = await call(routes.one, { params: { id: made.id } });
    expect(again).toMatchObject({ fullName: '改名', dialysisCenter: 1 });
    expect(JSON.parse(again.propertyJson)).toEqual({ shortName: '新', managerMobilePhone: '13800138000', fax: '020-1' });
    expect(host.audits.at(-1)?.entry).toMatchObject({ before: { full_name: '新中心' }, after: { full_name: '改名' } });
    expect(await names('gaiming')).toEqual(['康源集团', '改名']);

    expect(await refusalOf(call(routes.edit, { params: { id: made.id }, body: body({ version: 1 }) }))).toMatchObject({ key: 'permission.stale' });
    await call(routes.remove, { params: { id: made.id } });
    expect(await refusalOf(call(routes.one, { params: { id: made.id } }))).toMatchObject({ key: 'permission.not-found', code: EnvelopeCode.NotFound });
    // The code is free again.
    const next = await call(routes.create, { body: body() });
    await call(routes.remove, { params: { id: next.id } });
  });

  it.each([
    ['enCode', 'permission.code-format', { enCode: 'SIM NEW' }],
    ['enCode', 'permission.code-taken', { enCode: 'GZ' }],
    ['fullName', 'permission.name-taken', { fullName: '武汉中心' }],
    ['fullName', 'permission.name-missing', { fullName: '  ' }],
    ['parentId', 'permission.organize-no-parent', { parentId: 'nowhere' }],
    ['propertyJson.managerMobilePhone', 'permission.mobile-format', { propertyJson: { managerMobilePhone: '12' } }],
    ['propertyJson.manageEmail', 'permission.email-format', { propertyJson: { manageEmail: 'a@' } }],
    ['propertyJson.webSite', 'permission.web-site-format', { propertyJson: { webSite: 'javascript:alert(1)' } }],
    ['propertyJson.fixmedinsCode', 'permission.facility-code-format', { propertyJson: { fixmedinsCode: 'H44-1' } }],
  ])('refuses at %s: %s', async (field, key, over) => {
    expect(await refusalOf(call(routes.create, { body: body(over) }))).toMatchObject({ key, field, code: EnvelopeCode.Invalid });
  });

  it('a code from before the rule stays', async () => {
    const { db } = host.context<PermissionDb>('permission');
    await db.updateTable('core.org').set({ en_code: 'OLD-GZ' }).where('id', '=', 'gz').execute();
    expect(await call(routes.edit, { params: { id: 'gz' }, body: body({ fullName: '广州中心', enCode: 'OLD-GZ' }) })).toMatchObject({ id: 'gz' });
    const { propertyJson } = await call(routes.one, { params: { id: 'gz' } });
    expect(JSON.parse(propertyJson)).toMatchObject({ kept: 'yes' });
  });

  it('nothing hangs below itself', async () => {
    const under = (parentId: string) => call(routes.edit, { params: { id: 'gz' }, body: body({ parentId, fullName: '广州中心', enCode: 'OLD-GZ' }) });
    expect(await refusalOf(under('gz.ward'))).toMatchObject({ key: 'permission.organize-loop', field: 'parentId' });
    expect(await refusalOf(under('gz'))).toMatchObject({ key: 'permission.organize-loop' });
    await under('wh');
    expect(await names('荔湾')).toEqual(['康源集团', '武汉中心', '广州中心', '荔湾分部']);
    await under('root');
  });

  it('a change takes no code or name that another has', async () => {
    const over = (given: object) => call(routes.edit, { params: { id: 'gz' }, body: body({ fullName: '广州中心', enCode: 'OLD-GZ', ...given }) });
    expect(await refusalOf(over({ enCode: 'WH' }))).toMatchObject({ key: 'permission.code-taken', field: 'enCode' });
    expect(await refusalOf(over({ fullName: '武汉中心' }))).toMatchObject({ key: 'permission.name-taken', field: 'fullName' });
  });

  it('what is in use is not deleted, and the refusal says by what', async () => {
    host.provide(organizationPatients, { countOf: async (orgId) => (orgId === 'gz' ? 7 : 0) });
    expect(await refusalOf(call(routes.remove, { params: { id: 'gz' } }))).toMatchObject({
      key: 'permission.in-use',
      params: { name: '广州中心', list: '1 个下级机构、2 个部门、1 个岗位、2 名人员、7 名患者' },
    });
    host.provide(organizationPatients, { countOf: async (orgId) => (orgId === 'gz.ward' ? 1 : 0) });
    expect(await refusalOf(call(routes.remove, { params: { id: 'gz.ward' } }))).toMatchObject({ params: { list: '1 名患者' } });
    host.provide(organizationPatients, { countOf: async () => 0 });
  });
});

describe('[7.10-07] actions', () => {
  const act = (id: string, action: string, user = admin) => call(routes.act, { params: { id, action }, user });
  const isEnabled = async (id: string) => (await call(routes.one, { params: { id } })).enabledMark;

  it('state turns round, enable and disable set', async () => {
    await act('wh', 'state');
    expect(await isEnabled('wh')).toBe(0);
    await act('wh', 'State');
    expect(await isEnabled('wh')).toBe(1);
    await act('wh', 'disable');
    await act('wh', 'disable');
    expect(await isEnabled('wh')).toBe(0);
    expect(await refusalOf(call(routes.create, { body: body({ parentId: 'wh' }) }))).toMatchObject({ key: 'permission.organize-parent-disabled' });
    await act('wh', 'enable');
    expect(await isEnabled('wh')).toBe(1);
  });

  it('a state call of older clients turns round like that of every other record', async () => {
    const turn = (id: string, user = admin) => call(routes.state, { params: { id }, user });
    await turn('wh');
    expect(await isEnabled('wh')).toBe(0);
    await turn('wh');
    expect(await isEnabled('wh')).toBe(1);
    expect(await refusalOf(turn('gz', keeper))).toMatchObject({ key: 'permission.organize-own' });
    expect(await refusalOf(turn('wh', keeper))).toMatchObject({ key: 'permission.not-found' });
  });

  it('any other is refused with those that there are', async () => {
    expect(await refusalOf(act('wh', 'constructor'))).toMatchObject({ key: 'permission.unknown-action', params: { known: 'state, enable, disable' } });
  });

  it('nobody takes the organisation they work in, or one above it, out of use', async () => {
    expect(await refusalOf(act('gz', 'disable', keeper))).toMatchObject({ key: 'permission.organize-own' });
    expect(await refusalOf(act('root', 'state', { ...admin, orgId: 'gz' }))).toMatchObject({ key: 'permission.organize-own' });
    expect(await refusalOf(call(routes.remove, { params: { id: 'root' }, user: { ...admin, orgId: 'gz' } }))).toMatchObject({ key: 'permission.organize-own' });
    const gone = { fullName: '广州中心', enCode: 'OLD-GZ', parentId: '-1', enabledMark: 0 };
    expect(await refusalOf(call(routes.edit, { params: { id: 'gz' }, body: body(gone), user: keeper }))).toMatchObject({ key: 'permission.organize-own' });
  });
});

describe('[7.10-06] delegated administration', () => {
  const acts = { thisLayerAdd: 0, thisLayerEdit: 1, thisLayerDelete: 0, subLayerAdd: 0, subLayerEdit: 1, subLayerDelete: 0 } as const;
  const save = (id: string, given: object, user = admin) => call(routes.saveAdministrators, { params: { id }, body: given, user });
  const of = (id: string, user = admin) => call(routes.administrators, { params: { id }, user });

  it('lets somebody change what was given to them and nothing else', async () => {
    const own = { fullName: '广州中心', enCode: 'OLD-GZ', parentId: '-1' };
    await call(routes.edit, { params: { id: 'gz' }, body: body(own), user: keeper });
    expect((await call(routes.one, { params: { id: 'gz' } })).parentId).toBe('root');
    const made = await call(routes.create, { body: body({ parentId: 'gz' }), user: keeper });
    expect(await refusalOf(call(routes.remove, { params: { id: made.id }, user: { ...keeper, orgIds: [...keeper.orgIds, made.id] } }))).toMatchObject({
      key: 'permission.not-delegated',
      code: EnvelopeCode.Forbidden,
    });
    await call(routes.remove, { params: { id: made.id } });
    expect(await refusalOf(call(routes.create, { body: body({ parentId: '-1' }), user: keeper }))).toMatchObject({ key: 'permission.not-delegated' });
    const zhang = { ...keeper, userId: 'zhang' };
    const notDelegated = { key: 'permission.not-delegated', code: EnvelopeCode.Forbidden };
    expect(await refusalOf(call(routes.create, { body: body({ parentId: 'gz' }), user: zhang }))).toMatchObject(notDelegated);
    expect(await refusalOf(call(routes.edit, { params: { id: 'gz' }, body: body(own), user: zhang }))).toMatchObject(notDelegated);
    expect(await refusalOf(call(routes.act, { params: { id: 'gz', action: 'enable' }, user: zhang }))).toMatchObject(notDelegated);
    // Moved to the top, where only administrators may hang one.
    const ward = body({ fullName: '荔湾分部', enCode: 'GZ.WARD', parentId: '-1' });
    expect(await refusalOf(call(routes.edit, { params: { id: 'gz.ward' }, body: ward, user: keeper }))).toMatchObject(notDelegated);
  });

  it('lets nobody come to administer more by moving an organisation', async () => {
    const mover = { ...keeper, userId: 'boss', orgId: 'root', orgIds: ['root', 'gz', 'gz.ward', 'wh'] };
    const { db } = host.context<PermissionDb>('permission');
    const rows = [
      { org_id: 'gz', user_id: 'boss', sub_add: true, sub_edit: true, sub_delete: true },
      { org_id: 'wh', user_id: 'boss', this_edit: true },
    ];
    await db.insertInto('core.org_admin').values(rows).execute();
    const { fullName, enCode } = await call(routes.one, { params: { id: 'wh' } });
    const move = () => call(routes.edit, { params: { id: 'wh' }, body: body({ fullName, enCode, parentId: 'gz' }), user: mover });
    expect(await refusalOf(move())).toMatchObject({ key: 'permission.not-delegated' });
    expect((await call(routes.one, { params: { id: 'wh' } })).parentId).toBe('root');
    await db
      .updateTable('core.org_admin')
      .set({ this_add: true, this_delete: true, sub_add: true, sub_edit: true, sub_delete: true })
      .where('org_id', '=', 'wh')
      .where('user_id', '=', 'boss')
      .execute();
    await move();
    await call(routes.edit, { params: { id: 'wh' }, body: body({ fullName, enCode, parentId: 'root' }) });
    await db.deleteFrom('core.org_admin').where('user_id', '=', 'boss').execute();
  });

  it('another organisation answers like a missing one', async () => {
    const missing = { key: 'permission.not-found', code: EnvelopeCode.NotFound };
    for (const id of ['wh', 'nowhere']) {
      const params = { id };
      expect(await refusalOf(call(routes.one, { params, user: keeper }))).toMatchObject(missing);
      expect(await refusalOf(call(routes.parents, { params, user: keeper }))).toMatchObject(missing);
      expect(await refusalOf(call(routes.edit, { params, body: body(), user: keeper }))).toMatchObject(missing);
      expect(await refusalOf(call(routes.remove, { params, user: keeper }))).toMatchObject(missing);
      expect(await refusalOf(call(routes.act, { params: { id, action: 'state' }, user: keeper }))).toMatchObject(missing);
      expect(await refusalOf(call(routes.state, { params, user: keeper }))).toMatchObject(missing);
      expect(await refusalOf(of(id, keeper))).toMatchObject(missing);
      expect(await refusalOf(save(id, { list: [] }, keeper))).toMatchObject(missing);
    }
  });

  it('is kept per person', async () => {
    expect(await of('wh')).toEqual({ organizeId: 'wh', organizeType: 'company', list: [], readyMade: [], version: expect.any(Number) });
    await save('wh', {
      list: [
        { userId: 'li', ...acts },
        { userId: 'boss', ...acts, subLayerDelete: 1, description: '代管' },
      ],
    });
    const found = await of('wh');
    expect(found.list.map((one) => [one.userName, one.thisLayerEdit, one.subLayerDelete])).toEqual([
      ['集团管理员/boss', 1, 1],
      ['李护士/li', 1, 0],
    ]);
    expect(host.audits.at(-1)?.entry).toMatchObject({ subject: 'organize-administrators', before: [], after: [{ userId: 'li' }, { userId: 'boss' }] });
    // A client that knows one administrator changes this one and leaves the others.
    await save('wh', { userId: 'li', thisLayerAdd: 1 });
    const after = await of('wh');
    expect(after.list.map((one) => [one.userId, one.thisLayerAdd, one.thisLayerEdit])).toEqual([
      ['boss', 0, 1],
      ['li', 1, 0],
    ]);
    await save('wh', { list: [], version: after.version });
    expect(await refusalOf(save('wh', { list: [], version: after.version }))).toMatchObject({ key: 'permission.stale' });
  });

  it('of two saves at the same moment one list stays, never half of each', async () => {
    for (let at = 0; at < 5; at += 1) {
      await save('wh', { list: [] });
      const saves = await Promise.all(['li', 'boss'].map((userId) => refusalOf(save('wh', { list: [{ userId, ...acts }] }))));
      for (const { key } of saves) expect(['allowed', 'permission.stale']).toContain(key);
      expect((await of('wh')).list).toHaveLength(1);
    }
    await save('wh', { list: [] });
  });

  it('an object that an older client sends back changed is stored as it was sent', async () => {
    const flags = async (field: 'thisLayerAdd' | 'subLayerDelete') => (await of('wh')).list.map((one) => [one.userId, one[field]]);
    await save('wh', { list: [] });
    // Nobody is there yet: the client fills in the form it was given.
    const empty = await of('wh');
    expect(await refusalOf(save('wh', { ...empty, thisLayerEdit: 1 }))).toMatchObject({ key: 'permission.organize-no-administrator', field: 'userId' });
    await save('wh', { ...empty, userId: 'li,boss', thisLayerEdit: 1 });
    expect(await of('wh')).toMatchObject({ userId: 'boss,li', thisLayerEdit: 1, thisLayerAdd: 0 });
    // Our own page knows more of each person than the flat members can say.
    const list = (await of('wh')).list.map((one) => ({ ...one, subLayerDelete: one.userId === 'boss' ? 1 : 0 }));
    await save('wh', { list, version: (await of('wh')).version });
    const told = await of('wh');
    expect(told).toMatchObject({ userId: 'boss,li', subLayerDelete: 0 });
    await save('wh', { ...told, thisLayerAdd: 1 });
    expect(await of('wh')).toMatchObject({ thisLayerAdd: 1 });
    expect(await flags('thisLayerAdd')).toEqual([
      ['boss', 1],
      ['li', 1],
    ]);
    expect(await flags('subLayerDelete')).toEqual([
      ['boss', 1],
      ['li', 0],
    ]);
    await save('wh', await of('wh'));
    expect((await flags('subLayerDelete'))[0]).toEqual(['boss', 1]);
    await save('wh', { ...(await of('wh')), userId: 'li' });
    expect(await flags('thisLayerAdd')).toEqual([['li', 1]]);
    // Both changed, each in its own way: nobody can say what was meant.
    const now = await of('wh');
    const other = now.list.map((one) => ({ ...one, subLayerAdd: 1 as const }));
    expect(await refusalOf(save('wh', { ...now, list: other, thisLayerAdd: 0 }))).toMatchObject({ key: 'permission.organize-administrators-differ' });
    await save('wh', { ...now, list: other });
    expect(await of('wh')).toMatchObject({ thisLayerAdd: 1, subLayerAdd: 1 });
    await save('wh', { ...(await of('wh')), userId: null });
    expect((await of('wh')).list).toEqual([]);
    expect(await refusalOf(save('wh', { ...now, thisLayerEdit: 0 }))).toMatchObject({ key: 'permission.stale' });
  });

  it('needs people who work there or above', async () => {
    expect(await refusalOf(save('gz', { list: [{ userId: 'li', ...acts }] }))).toMatchObject({ key: 'permission.organize-works-elsewhere' });
    expect(await refusalOf(save('gz', { list: [{ userId: 'nobody', ...acts }] }))).toMatchObject({ key: 'permission.no-such-person' });
    expect(
      await refusalOf(
        save('gz', {
          list: [
            { userId: 'zhang', ...acts },
            { userId: 'zhang', ...acts },
          ],
        }),
      ),
    ).toMatchObject({ key: 'permission.person-twice' });
    expect(await refusalOf(save('gz', {}))).toMatchObject({ key: 'permission.organize-no-administrator' });
  });

  it('nobody hands out more than they hold', async () => {
    const { list } = await of('gz');
    const [own] = list;
    const more = { userId: 'zhang', ...acts, subLayerDelete: 1 };
    // Not even what stays as it is: to save at all is for those who may change the organisation.
    expect(await refusalOf(save('gz', { list }, { ...keeper, userId: 'zhang' }))).toMatchObject({ key: 'permission.not-delegated' });
    expect(await refusalOf(save('gz', { list: [own, more] }, keeper))).toMatchObject({ key: 'permission.not-delegated' });
    await save('gz', { list: [own, { ...more, subLayerDelete: 0 }] }, keeper);
    expect((await of('gz')).list).toHaveLength(2);
    await save('gz', { list: [own] });
  });
});
