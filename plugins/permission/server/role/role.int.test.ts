import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { type RoleBody, roleContract } from '../../contract/role.contract.ts';
import type { PermissionDb } from '../permission-call.ts';
import { admin, caller, grant, keeper, keeperCan, refusal, startRights } from '../authority/rights.fixture.ts';

const { routes } = roleContract;

let host: PluginHost;
beforeAll(async () => {
  host = await startRights();
  await grant(host, 'role', 'role-gz', ['menu', 'his.patient']);
  const department = { id: 'dep-gz', org_id: 'gz', parent_id: null, en_code: 'D1', full_name: '肾内科', manager_id: null, deleted_at: null };
  await host.context<PermissionDb>('permission').db.insertInto('core.department').values(department).execute();
});
afterAll(() => host?.close());
const call = caller(() => host);
const byKeeper = { user: keeper, can: keeperCan };

const body = (over: Partial<RoleBody> = {}): RoleBody => ({
  fullName: '质控员',
  enCode: 'SIM.qc',
  globalMark: 0,
  organizeIdsTree: [['root', 'gz']],
  enabledMark: 1,
  sortCode: 5,
  ...over,
});
const names = async (query: Record<string, unknown> = {}, user = admin) => (await call(routes.list, { query, user })).list.map((row) => row.fullName);

describe('[7.10-18] roles', () => {
  it('[7.10-19] are listed with their organisations and people, searched by name and pinyin', async () => {
    const { list, pagination } = await call(routes.list, { query: { sidx: 'enCode', sort: 'asc' } });
    expect(pagination.total).toBe(4);
    expect(list.find((row) => row.id === 'role-doctor')).toMatchObject({ globalMark: 1, organizeInfo: '', memberCount: 2, enabledMark: 1 });
    expect(list.find((row) => row.id === 'role-gz')).toMatchObject({ globalMark: 0, organizeInfo: '康源集团/广州中心' });
    expect(await names({ keyword: 'ys' })).toEqual(['医生']);
    expect(await names({ organizeId: '0' })).toEqual(['系统管理员', '医生']);
    expect(await names({ organizeId: 'gz' })).toEqual(['广州助理']);
  });

  it('others see roles for everybody and those of their own organisations, and count their own people', async () => {
    expect(await names({}, keeper)).toEqual(['系统管理员', '医生', '广州助理']);
    expect((await call(routes.list, { query: { keyword: '医生' }, user: keeper })).list[0]?.memberCount).toBe(1);
    expect(await refusal(call(routes.get, { params: { id: 'role-wh' }, user: keeper }))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await names({ organizeId: 'wh' }, keeper)).toEqual([]);
  });

  it('[7.10-20] one is made, read, changed and deleted; each act is in the audit log', async () => {
    const { id } = await call(routes.create, { body: body(), ...byKeeper });
    expect(await call(routes.get, { params: { id }, user: keeper })).toMatchObject({
      fullName: '质控员',
      globalMark: 0,
      organizeIdsTree: [['gz']],
      version: 1,
    });
    expect((await call(routes.get, { params: { id } })).organizeIdsTree).toEqual([['root', 'gz']]);
    await call(routes.edit, { params: { id }, body: body({ fullName: '质控主管', version: 1 }), ...byKeeper });
    expect(host.audits.at(-1)?.entry).toMatchObject({ subject: 'permission.role', before: { fullName: '质控员' }, after: { fullName: '质控主管' } });
    expect(await refusal(call(routes.edit, { params: { id }, body: body({ version: 1 }), ...byKeeper }))).toMatchObject({
      key: 'permission.stale',
      code: EnvelopeCode.Conflict,
    });
    await call(routes.remove, { params: { id }, ...byKeeper });
    expect(await names({ keyword: '质控' })).toEqual([]);
    expect((await call(routes.create, { body: body() })).id).not.toBe(id);
  });

  it('refuses a code twice, a bad code, and a limited role without an organisation', async () => {
    expect(await refusal(call(routes.create, { body: body({ enCode: 'doctor' }) }))).toMatchObject({
      key: 'permission.code-taken-by',
      params: { name: '医生' },
    });
    expect(await refusal(call(routes.create, { body: body({ enCode: '.x' }) }))).toMatchObject({ key: 'permission.bad-code' });
    expect(await refusal(call(routes.create, { body: body({ enCode: 'x1', organizeIdsTree: [] }) }))).toMatchObject({ key: 'permission.role-org-missing' });
    const at = (...paths: string[][]) => refusal(call(routes.create, { body: body({ enCode: 'x1', organizeIdsTree: paths }) }));
    expect(await at(['nowhere'])).toMatchObject({ key: 'permission.org-missing', code: EnvelopeCode.Invalid });
    // Older clients offer departments, too: a role counts in organisations.
    const department = { key: 'permission.role-for-department', code: EnvelopeCode.Invalid, params: { name: '肾内科', organize: '广州中心' } };
    expect(await at(['root', 'gz', 'dep-gz'])).toMatchObject(department);
    expect(await at(['root', 'gz'], ['root', 'gz', 'dep-gz'])).toMatchObject(department);
    const byDepartment = body({ enCode: 'x1', organizeIdsTree: [['gz', 'dep-gz']] });
    expect(await refusal(call(routes.create, { body: byDepartment, ...byKeeper }))).toMatchObject(department);
  });

  it('only administrators touch roles for everybody and those of other organisations', async () => {
    const global = body({ enCode: 'x2', globalMark: 1, organizeIdsTree: [] });
    expect(await refusal(call(routes.create, { body: global, ...byKeeper }))).toMatchObject({ key: 'permission.role-global' });
    expect(await refusal(call(routes.state, { params: { id: 'role-doctor' }, ...byKeeper }))).toMatchObject({ key: 'permission.role-global' });
    expect(await refusal(call(routes.create, { body: body({ enCode: 'x2', organizeIdsTree: [['wh']] }), ...byKeeper }))).toMatchObject({
      key: 'permission.role-shared',
    });
    expect(await refusal(call(routes.remove, { params: { id: 'role-wh' }, ...byKeeper }))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('only administrators say how far a role reaches', async () => {
    const { id } = await call(routes.create, { body: body({ enCode: 'x8' }) });
    const change = (rank: RoleBody['rank'], by: object) => call(routes.edit, { params: { id }, body: body({ enCode: 'x8', rank }), ...by });
    expect(await refusal(change('administration', byKeeper))).toMatchObject({ key: 'permission.role-rank', code: EnvelopeCode.Forbidden });
    await change('work', byKeeper);
    await change('administration', {});
    expect(await call(routes.get, { params: { id } })).toMatchObject({ rank: 'administration' });
    await call(routes.remove, { params: { id } });
  });

  it('a role for everybody is not taken over by limiting it to one organisation, nor deleted while nobody has it', async () => {
    const { id } = await call(routes.create, { body: body({ enCode: 'x3', globalMark: 1, organizeIdsTree: [] }) });
    const refused = { key: 'permission.role-global', code: EnvelopeCode.Forbidden };
    expect(await refusal(call(routes.edit, { params: { id }, body: body({ enCode: 'x3' }), ...byKeeper }))).toMatchObject(refused);
    expect(await refusal(call(routes.remove, { params: { id }, ...byKeeper }))).toMatchObject(refused);
    expect(await call(routes.get, { params: { id } })).toMatchObject({ globalMark: 1, version: 1 });
    await call(routes.remove, { params: { id } });
  });

  it('seeing a role of the own organisation is not yet looking after it', async () => {
    const onlooker = { user: { ...keeper, userId: 'anna' } };
    for (const act of [
      () => call(routes.create, { body: body({ enCode: 'x4' }), ...onlooker }),
      () => call(routes.edit, { params: { id: 'role-gz' }, body: body({ enCode: 'gz' }), ...onlooker }),
      () => call(routes.state, { params: { id: 'role-gz' }, ...onlooker }),
      () => call(routes.remove, { params: { id: 'role-gz' }, ...onlooker }),
    ])
      expect(await refusal(act())).toMatchObject({ key: 'permission.not-delegated', code: EnvelopeCode.Forbidden });
    expect(await call(routes.get, { params: { id: 'role-gz' } })).toMatchObject({ fullName: '广州助理', enabledMark: 1, version: 1 });
  });

  it('a role that people have is not deleted; the administrators’ role stays as it is', async () => {
    expect(await refusal(call(routes.remove, { params: { id: 'role-doctor' } }))).toMatchObject({
      key: 'permission.in-use',
      params: { name: '医生', list: '2 名人员' },
    });
    expect(await refusal(call(routes.state, { params: { id: 'role-admin' } }))).toMatchObject({ key: 'permission.role-standard' });
    expect(await refusal(call(routes.remove, { params: { id: 'role-admin' } }))).toMatchObject({ key: 'permission.role-standard' });
    const itself = { enCode: 'admin', globalMark: 1 as const, organizeIdsTree: [] };
    for (const over of [{ enCode: 'boss' }, { enabledMark: 0 }, { globalMark: 0, organizeIdsTree: [['root']] }] as Partial<RoleBody>[])
      expect(await refusal(call(routes.edit, { params: { id: 'role-admin' }, body: body({ ...itself, ...over }) }))).toMatchObject({
        key: 'permission.role-standard',
        params: { name: '系统管理员' },
      });
  });

  it('[7.10-21] the state toggles; nobody switches on what grants more than they hold', async () => {
    await call(routes.state, { params: { id: 'role-gz' }, ...byKeeper });
    expect(await names({ enabledMark: 0 })).toEqual(['广州助理']);
    await call(routes.state, { params: { id: 'role-gz' }, ...byKeeper });
    expect(await names({ enabledMark: 0 })).toEqual([]);
    await call(routes.state, { params: { id: 'role-gz' } });
    await grant(host, 'role', 'role-gz', ['button', 'his.drug', 'btn_edit']);
    expect(await refusal(call(routes.state, { params: { id: 'role-gz' }, ...byKeeper }))).toMatchObject({
      key: 'permission.more-than-held',
      params: { names: '药品目录 › 编辑药品', n: 1 },
    });
    expect(await refusal(call(routes.edit, { params: { id: 'role-gz' }, body: body({ enCode: 'gz' }), ...byKeeper }))).toMatchObject({
      key: 'permission.more-than-held',
    });
  });
});
