import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { shownRoleName } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHash } from '../../../../shell/server/auth/password/password-hash.ts';
import { STANDARD_ROLES } from '../../../../shell/server/first-start/standard-roles.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { OrganizeAdministrators, UserSaved } from '../../contract/index.ts';
import type { RightMenu } from '../../contract/authority.schema.ts';
import { READY_MADE_ROLES } from '../../domain/rights/ready-made-roles.ts';
import { moveTo, newUser, refusal, USERS, userCalls, userIdOf } from '../user/user.fixture.ts';

let server: TestServer;
let admin: TestClient;
let manager: TestClient;
const roles = new Map<string, string>();
const roleOf = (code: string): string => roles.get(code) ?? code;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000 } });
  await moveTo(server, 'admin', 'org-root');
  admin = await server.signIn('admin');
  manager = await server.signIn('manager');
  for (const role of await server.db.selectFrom('core.role').select(['id', 'en_code']).execute()) roles.set(role.en_code, role.id);
});
afterAll(() => server?.close());
const { create, edit } = userCalls(() => admin);
const inWuhan = (over: Record<string, unknown>) => newUser({ organizeId: 'org-wh', ...over });
const giveable = async (by: TestClient, places: string): Promise<StaffTreeNode[]> => {
  const { list } = (await by.get<{ list: StaffTreeNode[] }>(`/api/permission/Role/Giveable?organizeIds=${places}`)).data;
  return list.flatMap((branch) => branch.children ?? []);
};

describe('a role is given by whoever stands above it', () => {
  it('a centre manager gives the system administrators’ role in no way, though it grants nothing', async () => {
    const id = await create({ account: 'wh.plain', organizeId: 'org-wh' });
    for (const code of ['admin', 'developer']) {
      const roleId = roleOf(code);
      const imported = await manager.post<{ snum: number; failResult: { errorsInfo: string }[] }>(`${USERS}/ImportData`, {
        list: [
          {
            account: `raised.${code}`,
            realName: '王新',
            organizeId: '康源医疗集团(演示)/康源血液透析中心(武汉)',
            roleId: code === 'admin' ? '系统管理员' : '开发人员',
          },
        ],
      });
      expect(imported.data).toMatchObject({ snum: 0, failResult: [{ errorsInfo: expect.stringContaining('只能由系统管理员授予') }] });
      for (const answer of [
        await manager.post(USERS, inWuhan({ account: 'raised', roleId })),
        await edit(id, { roleId }, manager),
        await manager.put(`/api/permission/UserRelation/${roleId}`, { objectType: 'Role', add: [id], remove: [] }),
        await manager.post(`/api/permission/UserRelation/${roleId}`, { objectType: 'Role', userIds: [id] }),
      ])
        expect(refusal(answer)).toBe('403 permission.role-above');
    }
    expect(await server.db.selectFrom('core.user_role').select('role_id').where('user_id', '=', id).execute()).toEqual([]);
  });

  it('nor any other role that neither stands in the delegation nor belongs to the centre', async () => {
    await server.db.insertInto('core.role').values({ id: 'sim.region', en_code: 'SIM.REGION', full_name: '区域总监', deleted_at: null }).execute();
    expect(refusal(await manager.post(USERS, inWuhan({ account: 'raised', roleId: 'sim.region' })))).toBe('403 permission.role-not-named');
    expect(refusal(await manager.post(USERS, inWuhan({ account: 'raised', roleId: roleOf('orgadmin') })))).toBe('403 permission.role-above');
  });

  it('who has a role of the system is not signed in as by a new password or number', async () => {
    const id = await create({ account: 'wh.system', organizeId: 'org-wh', mobilePhone: '13955550101', roleId: roleOf('admin') });
    const hash = clientHash('Taken2026');
    expect(refusal(await manager.post(`${USERS}/${id}/Actions/ResetPassword`, { userPassword: hash, validatePassword: hash }))).toBe(
      '403 permission.user-role-above',
    );
    expect(refusal(await edit(id, { mobilePhone: '13955550102' }, manager))).toBe('403 permission.user-role-above');
  });

  it('how far a role reaches is said by administrators', async () => {
    const body = { fullName: '夜班组长', enCode: 'SIM.night', globalMark: 0, organizeIdsTree: [['org-wh']], enabledMark: 1, sortCode: 9 };
    expect(refusal(await manager.post('/api/permission/Role', { ...body, rank: 'administration' }))).toBe('403 permission.role-rank');
    const { id } = (await manager.post<{ id: string }>('/api/permission/Role', body)).data;
    expect(refusal(await admin.put(`/api/permission/Role/${id}`, { ...body, rank: 'system' }))).toBe('200 allowed');
    for (const answer of [
      await manager.put(`/api/permission/Role/${id}`, { ...body, rank: 'work' }),
      await manager.put(`/api/permission/Role/${id}`, body),
      await manager.put(`/api/permission/Role/${id}/Actions/State`),
      await manager.del(`/api/permission/Role/${id}`),
    ])
      expect(refusal(answer)).toBe('403 permission.role-above');
    expect(
      refusal(await admin.put(`/api/permission/Role/${roleOf('admin')}`, { ...body, enCode: 'admin', globalMark: 1, organizeIdsTree: [], rank: 'work' })),
    ).toBe('500 permission.role-standard');
  });

  it('a role of one facility gets no rights by the hint of a plugin, whatever its code', async () => {
    await server.db.insertInto('core.role').values({ id: 'sim.guess', en_code: 'SIM.hinted', full_name: 'SIM', deleted_at: null }).execute();
    await server.db.insertInto('core.role_org').values({ role_id: 'sim.guess', org_id: 'org-wh' }).execute();
    const title = { zh: 'SIM', zhtw: 'SIM', en: 'SIM' };
    const menus = [{ enCode: 'sim.page', type: 2 as const, title, roleHints: ['SIM.hinted', 'quality'] }];
    await server.server.core.menuSync.show('sim', { menus, permissions: [] });
    const holders = await server.db.selectFrom('core.permission_grant').select('subject_id').where('menu_code', '=', 'sim.page').execute();
    expect(holders).toEqual([{ subject_id: roleOf('quality') }]);
  });
});

describe('a delegation is enough to run a centre', () => {
  it('the picker offers every role that is accepted, and only those', async () => {
    const roles = await giveable(manager, 'org-wh');
    const offered = roles.map((role) => role.enCode);
    expect(offered).toEqual(expect.arrayContaining([...READY_MADE_ROLES]));
    expect(offered.filter((code) => ['admin', 'developer', 'orgadmin', 'SIM.REGION', 'SIM.night'].includes(code))).toEqual([]);
    for (const [at, { id: roleId }] of roles.entries())
      expect(refusal(await manager.post(USERS, inWuhan({ account: `hired${at}`, roleId })))).toBe('200 allowed');
    expect((await manager.get('/api/permission/Role/Giveable?organizeIds=org-gz')).code).toBe(404);
    expect((await giveable(admin, 'org-gz')).map((role) => role.enCode)).toContain('admin');
  });

  it('a nurse whom the manager hires signs in and works; the manager gets nothing of it', async () => {
    const made = await manager.post<UserSaved>(USERS, inWuhan({ account: 'wh.nurse', realName: '夏护士', roleId: roleOf('nurse') }));
    const hash = clientHash('Nurse2026');
    const reset = await manager.post(`${USERS}/${made.data.id}/Actions/ResetPassword`, { userPassword: hash, validatePassword: hash });
    expect(refusal(reset)).toBe('200 allowed');
    await server.db.updateTable('core.user_account').set({ must_change_password: false }).where('id', '=', made.data.id).execute();
    const nurse = await server.signIn('wh.nurse', 'Nurse2026');
    expect((await nurse.get('/api/his/patient')).code).toBe(200);
    const own = await userIdOf(server, 'manager');
    const { roleId } = (await admin.get<{ roleId: string }>(`${USERS}/${own}`)).data;
    expect(refusal(await edit(own, { organizeId: 'org-wh', roleId: `${roleId},${roleOf('nurse')}` }, manager))).toBe('403 permission.more-than-held');
    expect((await manager.get('/api/his/patient')).code).toBe(403);
  });

  it('roles that the manager makes get rights of every area that the named roles bring, others and the manager’s own do not', async () => {
    const { list } = (await manager.get<{ list: RightMenu[] }>('/api/permission/Authority/Catalogue')).data;
    const idOf = (code: string): string => list.find((menu) => menu.enCode === code)?.id ?? '';
    expect(['his.patient', 'his.pharmacy', 'his.charging'].map(idOf)).not.toContain('');
    expect(list.map((menu) => menu.enCode)).not.toContain('system.plugins');
    const body = { fullName: '透析助理', enCode: 'SIM.helper', globalMark: 0, organizeIdsTree: [['org-wh']], enabledMark: 1, sortCode: 9 };
    const { id } = (await manager.post<{ id: string }>('/api/permission/Role', body)).data;
    const rights = { objectType: 'Role', module: [idOf('his.patient'), idOf('his.pharmacy')], button: [], column: [], form: [], resource: [] };
    expect(refusal(await manager.put(`/api/permission/Authority/Data/${id}`, rights))).toBe('200 allowed');
    expect(refusal(await manager.post(USERS, inWuhan({ account: 'wh.helper', roleId: id })))).toBe('200 allowed');
    const own = await userIdOf(server, 'manager');
    const join = { objectType: 'Role', add: [own], remove: [] };
    expect(refusal(await manager.put(`/api/permission/UserRelation/${id}`, join))).toBe('403 permission.more-than-held');
    await manager.put(`/api/permission/Authority/Data/${id}`, { ...rights, module: [] });
    expect(refusal(await manager.put(`/api/permission/UserRelation/${id}`, join))).toBe('200 allowed');
    expect(refusal(await manager.put(`/api/permission/Authority/Data/${id}`, rights))).toBe('403 permission.more-than-held');
    const toSelf = { ...rights, objectType: 'User' };
    expect(refusal(await manager.put(`/api/permission/Authority/Data/${own}`, toSelf))).toBe('403 permission.more-than-held');
  });

  it('a new delegation names the ready-made set unless told otherwise; older clients change nothing of it', async () => {
    const keeper = await create({ account: 'nn.keeper', organizeId: 'org-nn', roleId: roleOf('orgadmin') });
    const address = '/api/permission/organizeAdminIsTrator/org-nn';
    const acts = { thisLayerAdd: 1, thisLayerEdit: 1, thisLayerDelete: 0, subLayerAdd: 0, subLayerEdit: 0, subLayerDelete: 0 };
    const named = async () => {
      const { list } = (await admin.get<OrganizeAdministrators>(address)).data;
      const codes = new Map([...roles].map(([code, id]) => [id, code]));
      return (list.find((row) => row.userId === keeper)?.roleIds ?? []).map((id) => codes.get(id) ?? id).sort();
    };
    expect(refusal(await admin.put(address, { userId: keeper, ...acts }))).toBe('200 allowed');
    expect(await named()).toEqual([...READY_MADE_ROLES].sort());
    const chosen = [roleOf('nurse'), roleOf('lab')];
    expect(refusal(await admin.put(address, { list: [{ userId: keeper, ...acts, roleIds: chosen }] }))).toBe('200 allowed');
    expect(refusal(await admin.put(address, { userId: keeper, ...acts, thisLayerDelete: 1 }))).toBe('200 allowed');
    expect(await named()).toEqual(['lab', 'nurse']);
    expect(refusal(await admin.put(address, { list: [{ userId: keeper, ...acts, roleIds: [roleOf('admin')] }] }))).toBe('400 permission.role-above');
    expect(refusal(await admin.put(address, { list: [{ userId: keeper, ...acts, roleIds: ['nowhere'] }] }))).toBe('400 permission.no-such-role');
    expect(await named()).toEqual(['lab', 'nurse']);
  });

  it('the ready-made set is what every system starts with for the daily work', () => {
    expect(STANDARD_ROLES.filter((role) => role.rank === 'work').map((role) => role.code)).toEqual([...READY_MADE_ROLES]);
    for (const { code, name } of STANDARD_ROLES) {
      expect([code, /^[A-Z][a-z ]+$/.test(shownRoleName(code, name, 'en')), shownRoleName(code, name, 'zh')]).toEqual([code, true, name]);
      expect(shownRoleName(code, `${name}（改名）`, 'en')).toBe(`${name}（改名）`);
    }
  });
});
