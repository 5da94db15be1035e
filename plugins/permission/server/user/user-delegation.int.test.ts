import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientHash } from '../../../../shell/server/auth/password/password-hash.ts';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import { makeKeeper, moveTo, newUser, refusal, startKeptServer, USERS, userCalls, userIdOf } from './user.fixture.ts';

let server: TestServer;
let admin: TestClient;
let keeper: TestClient;
beforeAll(async () => {
  ({ server, admin, keeper } = await startKeptServer());
});
afterAll(() => server.close());
const { create, info, edit } = userCalls(() => admin);

describe('[7.11-10] [7.11-11] who may add and change users', () => {
  it('nobody does it to themselves, nor to the last administrator', async () => {
    const own = await userIdOf(server, 'admin');
    for (const answer of [
      await admin.put(`${USERS}/${own}/Actions/State`),
      await admin.put(`${USERS}/${own}/Actions/lock`),
      await admin.del(`${USERS}/${own}`),
      await admin.post(`${USERS}/${own}/Actions/ResetPassword`, { userPassword: clientHash('New12026'), validatePassword: clientHash('New12026') }),
      await edit(own, { enabledMark: 0 }),
      await edit(own, { isAdministrator: 0 }),
    ]) {
      expect(refusal(answer)).toBe('500 permission.user-self');
    }
    const second = await create({ account: 'second', organizeId: 'org-root', isAdministrator: 1 });
    await admin.post(`${USERS}/${second}/Actions/ResetPassword`, { userPassword: clientHash('Second2026'), validatePassword: clientHash('Second2026') });
    const { token } = await server.server.core.parts.sessions.open({ userId: second, ip: '127.0.0.1', userAgent: '' });
    await server.db.updateTable('core.user_account').set({ must_change_password: false }).where('id', '=', second).execute();
    const other = server.withToken(token);
    // The second one is locked by hand while signed in: the first is then the last who can sign in.
    await server.db.updateTable('core.user_account').set({ password_hash: null }).where('id', '=', second).execute();
    for (const answer of [
      await other.put(`${USERS}/${own}/Actions/State`),
      await other.put(`${USERS}/${own}/Actions/lock`),
      await other.del(`${USERS}/${own}`),
      await edit(own, { isAdministrator: 0 }, other),
      await edit(own, { enabledMark: 2 }, other),
    ]) {
      expect(refusal(answer)).toBe('500 permission.user-last-admin');
    }
    expect(refusal(await admin.del(`${USERS}/${second}`))).toBe('200 allowed');
  });

  it('the last in use with the administrators’ role keeps it, whoever else has the mark of an administrator', async () => {
    const role = await server.db.selectFrom('core.role').select('id').where('en_code', '=', 'admin').executeTakeFirstOrThrow();
    const holder = await create({ account: 'holder', realName: '执掌人', roleId: role.id });
    const asleep = await create({ account: 'asleep', realName: '离职人', roleId: role.id });
    expect(refusal(await admin.put(`${USERS}/${asleep}/Actions/State`, { enabledMark: 0 }))).toBe('200 allowed');
    const own = await userIdOf(server, 'admin');
    await server.db.deleteFrom('core.user_role').where('user_id', '=', own).where('role_id', '=', role.id).execute();
    const held = await info(holder);
    const doctor = await server.db.selectFrom('core.role').select('id').where('en_code', '=', 'doctor').executeTakeFirstOrThrow();
    for (const leave of [
      () => edit(holder, { roleId: '' }),
      () => edit(holder, { roleId: doctor.id }),
      () => edit(holder, { enabledMark: 0 }),
      () => admin.put(`${USERS}/${holder}/Actions/State`),
      () => admin.put(`${USERS}/Actions/State`, { ids: [holder], enabledMark: 0 }),
      () => admin.del(`${USERS}/${holder}`),
    ])
      expect(refusal(await leave())).toBe('500 permission.last-administrator');
    expect(await info(holder)).toEqual(held);
    expect(refusal(await edit(holder, { roleId: `${role.id},${doctor.id}` }))).toBe('200 allowed');
    expect(refusal(await edit(holder, { roleId: role.id }))).toBe('200 allowed');
    expect(refusal(await edit(own, { roleId: role.id }))).toBe('200 allowed');
    for (const id of [holder, asleep]) expect(refusal(await admin.del(`${USERS}/${id}`))).toBe('200 allowed');
  });

  it('administrators are changed and made by administrators only', async () => {
    await server.db
      .insertInto('core.user_org')
      .values({ user_id: await userIdOf(server, 'admin'), org_id: 'org-gz', department_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const own = await userIdOf(server, 'admin');
    const hash = clientHash('Taken2026');
    for (const answer of [
      await keeper.put(`${USERS}/${own}/Actions/State`),
      await keeper.put(`${USERS}/${own}/Actions/unlock`),
      await keeper.put(`${USERS}/${own}/Actions/lock`),
      await keeper.put(`${USERS}/${own}/Actions/QyWxUserId`, { qyWxUserId: 'mine' }),
      await keeper.post(`${USERS}/${own}/Actions/ResetPassword`, { userPassword: hash, validatePassword: hash }),
      await keeper.del(`${USERS}/${own}`),
      await keeper.put(`${USERS}/Actions/State`, { ids: [own], enabledMark: 0 }),
      await keeper.put(`${USERS}/${own}`, newUser({ account: 'admin' })),
      await keeper.post(USERS, newUser({ account: 'mine', isAdministrator: 1 })),
    ]) {
      expect(refusal(answer)).toBe('403 permission.user-admin-only');
    }
  });

  it('a keeper works in the own facility, and not on people who work elsewhere, too', async () => {
    const id = await create({ account: 'local' }, keeper);
    expect(refusal(await keeper.put(`${USERS}/${id}/Actions/State`))).toBe('200 allowed');
    expect(refusal(await keeper.post(USERS, newUser({ account: 'away', organizeId: 'org-wh' })))).toBe('404 permission.not-found');
    await edit(id, { organizeId: 'org-gz,org-wh' });
    for (const answer of [
      await keeper.put(`${USERS}/${id}/Actions/State`),
      await keeper.put(`${USERS}/${id}`, newUser({ account: 'local' })),
      await keeper.del(`${USERS}/${id}`),
    ]) {
      expect(refusal(answer)).toBe('403 permission.not-delegated');
    }
    expect((await info(id, keeper)).organizeId).toBe('org-gz');
    const wuhan = await create({ account: 'wuhan1', organizeId: 'org-wh' });
    for (const answer of [
      await keeper.put(`${USERS}/${wuhan}/Actions/State`),
      await keeper.put(`${USERS}/${wuhan}/Actions/unlock`),
      await keeper.put(`${USERS}/${wuhan}/Actions/lock`),
      await keeper.put(`${USERS}/${wuhan}/Actions/QyWxUserId`, { qyWxUserId: '' }),
      await keeper.del(`${USERS}/${wuhan}`),
      await keeper.put(`${USERS}/${wuhan}`, newUser()),
      await keeper.put(`${USERS}/Actions/State`, { ids: [wuhan], enabledMark: 0 }),
      await keeper.post(USERS, newUser({ account: 'reports', managerId: wuhan })),
    ]) {
      expect(refusal(answer)).toBe('404 permission.not-found');
    }
  });

  it('gives no role, position or group that grants more than the giver holds', async () => {
    const roleId = async (code: string) => (await server.db.selectFrom('core.role').select('id').where('en_code', '=', code).executeTakeFirstOrThrow()).id;
    const boss = await roleId('developer');
    await server.db
      .insertInto('core.permission_grant')
      .values({ subject_type: 'role', subject_id: boss, kind: 'menu', menu_code: 'system.plugins' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect(refusal(await keeper.post(USERS, newUser({ account: 'raised', roleId: boss })))).toBe('403 permission.role-above');
    const position = await server.db.selectFrom('core.position').select('id').where('org_id', '=', 'org-gz').executeTakeFirstOrThrow();
    await server.db
      .insertInto('core.permission_grant')
      .values({ subject_type: 'position', subject_id: position.id, kind: 'menu', menu_code: 'system.plugins' })
      .execute();
    expect(refusal(await keeper.post(USERS, newUser({ account: 'raised', positionId: position.id })))).toBe('403 permission.more-than-held');
    await server.db
      .insertInto('core.permission_grant')
      .values({ subject_type: 'group', subject_id: 'sim.group', kind: 'menu', menu_code: 'system.plugins' })
      .execute();
    await server.db.insertInto('core.user_group').values({ id: 'sim.group', en_code: 'SIM.G', full_name: 'SIM', deleted_at: null }).execute();
    expect(refusal(await keeper.post(USERS, newUser({ account: 'raised', groupId: 'sim.group' })))).toBe('403 permission.more-than-held');
    // Who has it already keeps it when a keeper changes something else.
    const id = await create({ account: 'raised', roleId: boss });
    expect(refusal(await keeper.put(`${USERS}/${id}`, newUser({ account: 'raised', roleId: boss, realName: '赵六' })))).toBe('200 allowed');
  });

  it('nobody becomes somebody who holds more, by password or by mobile number', async () => {
    const hash = clientHash('Taken2026');
    const reset = (id: string) => keeper.post(`${USERS}/${id}/Actions/ResetPassword`, { userPassword: hash, validatePassword: hash });
    const id = await create({ account: 'holds.more', mobilePhone: '13955550001' });
    const right = { subject_type: 'user' as const, subject_id: id, kind: 'menu' as const, menu_code: 'system.plugins' };
    await server.db.insertInto('core.permission_grant').values(right).execute();
    expect(refusal(await reset(id))).toBe('403 permission.user-holds-more');
    expect(refusal(await edit(id, { mobilePhone: '13955550000' }, keeper))).toBe('403 permission.user-holds-more');
    expect((await info(id)).mobilePhone).toBe('13955550001');
    // Everything else of the person, and a number that leads nowhere, is still the keeper's business.
    expect(refusal(await edit(id, { realName: '钱七', mobilePhone: '' }, keeper))).toBe('200 allowed');
    expect(refusal(await admin.post(`${USERS}/${id}/Actions/ResetPassword`, { userPassword: hash, validatePassword: hash }))).toBe('200 allowed');
    // A right of the daily work does not stand in the way.
    await server.db.updateTable('core.permission_grant').set({ menu_code: 'his.pharmacy' }).where('subject_id', '=', id).execute();
    expect(refusal(await edit(id, { mobilePhone: '13955550002' }, keeper))).toBe('200 allowed');
    await server.db.deleteFrom('core.permission_grant').where('subject_id', '=', id).execute();
    await server.db.insertInto('core.org_admin').values({ org_id: 'org-gz', user_id: id, this_add: true, sub_delete: true }).execute();
    expect(refusal(await reset(id))).toBe('403 permission.user-delegated-more');
    await server.db.updateTable('core.org_admin').set({ sub_delete: false }).where('user_id', '=', id).execute();
    expect(refusal(await edit(id, { mobilePhone: '13955550000' }, keeper))).toBe('200 allowed');
    expect(
      refusal(await keeper.post(`${USERS}/${id}/Actions/ResetPassword`, { userPassword: clientHash('Given2026'), validatePassword: clientHash('Given2026') })),
    ).toBe('200 allowed');
  });

  it('nobody is sent to where a role or position that sleeps begins to grant more than the sender holds', async () => {
    await moveTo(server, 'clerk', 'org-root');
    const clerkId = await makeKeeper(server, 'clerk', 'org-gz');
    await server.db.insertInto('core.org_admin').values({ org_id: 'org-wh', user_id: clerkId, this_add: true, this_edit: true }).execute();
    const clerk = await server.signIn('clerk');
    const role = { id: 'sim.sleeps', en_code: 'SIM.SLEEPS', full_name: 'SIM', deleted_at: null };
    await server.db.insertInto('core.role').values(role).execute();
    await server.db.insertInto('core.role_org').values({ role_id: role.id, org_id: 'org-wh' }).execute();
    const right = { subject_type: 'role' as const, subject_id: role.id, kind: 'menu' as const, menu_code: 'system.plugins' };
    await server.db.insertInto('core.permission_grant').values(right).execute();
    const id = await create({ account: 'sleeper' });
    await server.db.insertInto('core.user_role').values({ user_id: id, role_id: role.id }).execute();
    expect(refusal(await edit(id, { organizeId: 'org-gz,org-wh' }, clerk))).toBe('403 permission.more-than-held');
    await server.db.updateTable('core.role').set({ enabled: false }).where('id', '=', role.id).execute();
    expect(refusal(await edit(id, { organizeId: 'org-gz,org-wh' }, clerk))).toBe('200 allowed');
  });

  it('what somebody is in another organisation is not told', async () => {
    const position = { id: 'sim.wh.post', org_id: 'org-wh', department_id: null, en_code: 'SIM.WH', full_name: '武汉岗', deleted_at: null };
    await server.db.insertInto('core.position').values(position).execute();
    const role = { id: 'sim.wh.role', en_code: 'SIM.WH.ROLE', full_name: '武汉角色', deleted_at: null };
    await server.db.insertInto('core.role').values(role).execute();
    await server.db.insertInto('core.role_org').values({ role_id: role.id, org_id: 'org-wh' }).execute();
    const id = await create({ account: 'in.both', organizeId: 'org-wh,org-gz', positionId: position.id, roleId: role.id });
    const rowFor = async (client: TestClient) => (await client.get<{ list: object[] }>(`${USERS}?keyword=in.both`)).data.list[0];
    const hidden = { positionId: '', position: '', roleId: '', roleName: '' };
    expect(await rowFor(keeper)).toMatchObject(hidden);
    expect(await info(id, keeper)).toMatchObject({ positionId: '', roleId: '' });
    const both = { positionId: position.id, position: position.full_name, roleId: role.id, roleName: role.full_name };
    expect(await rowFor(admin)).toMatchObject(both);
    expect(await info(id)).toMatchObject({ positionId: position.id, roleId: role.id });
    const group = await server.db.selectFrom('core.user_group').select('id').where('deleted_at', 'is', null).executeTakeFirstOrThrow();
    const member = async (client: TestClient) =>
      (await client.get<{ list: object[] }>(`/api/permission/UserRelation/${group.id}/People?keyword=in.both`)).data.list[0];
    expect(await member(keeper)).toMatchObject({ id, organize: '', department: '' });
    expect(await member(admin)).toMatchObject({ id, organize: expect.stringContaining('武汉') });
    const taken = (enCode: string) => ({ fullName: 'SIM', enCode, globalMark: 0, organizeIdsTree: [['org-gz']], enabledMark: 1, sortCode: 0 });
    expect((await keeper.post('/api/permission/Role', taken(role.en_code))).extras).toMatchObject({ error: 'permission.code-taken' });
    expect((await keeper.post('/api/permission/Role', taken('doctor'))).extras).toMatchObject({ error: 'permission.code-taken-by' });
  });

  it('nobody whose data rights reach to those below takes people below themselves', async () => {
    const own = await userIdOf(server, 'doctor');
    const [below, other, fresh] = [
      await create({ account: 'reports.one', managerId: own }),
      await create({ account: 'reports.two' }),
      newUser({ account: 'reports.new', managerId: own }),
    ];
    expect(refusal(await edit(other, { managerId: own }, keeper))).toBe('200 allowed');
    expect(refusal(await edit(other, { managerId: '' }, keeper))).toBe('200 allowed');
    const condition = JSON.stringify([{ logic: 'and', groups: [{ field: 'creatorUserId', type: 'User', op: 'Equal', value: '@userAraSubordinates' }] }]);
    const scheme = { id: 'sim.below', menu_code: 'permission.user', en_code: 'sim.below', full_name: 'SIM', condition, deleted_at: null };
    await server.db.insertInto('core.data_scheme').values(scheme).execute();
    const held = { subject_type: 'user' as const, subject_id: own, kind: 'resource' as const, menu_code: scheme.menu_code, item_code: scheme.id };
    await server.db.insertInto('core.permission_grant').values(held).execute();
    for (const managerId of [own, below]) expect(refusal(await edit(other, { managerId }, keeper))).toBe('403 permission.user-manager-rows');
    // Who reports to them already may report to them in another way, and new people have no rows yet.
    const between = await create({ account: 'reports.three', managerId: below });
    expect(refusal(await edit(between, { managerId: own }, keeper))).toBe('200 allowed');
    expect(refusal(await keeper.post(USERS, fresh))).toBe('200 allowed');
    expect(refusal(await edit(other, { managerId: own }))).toBe('200 allowed');
    await server.db.deleteFrom('core.permission_grant').where('item_code', '=', scheme.id).execute();
  });

  it('delegation is per act', async () => {
    await makeKeeper(server, 'cashier', 'org-gz', { edit: false, delete: false });
    const cashier = await server.signIn('cashier');
    const id = await create({ account: 'by.cashier' }, cashier);
    expect(refusal(await cashier.put(`${USERS}/${id}/Actions/State`))).toBe('403 permission.not-delegated');
    expect(refusal(await cashier.del(`${USERS}/${id}`))).toBe('403 permission.not-delegated');
    expect(refusal(await keeper.del(`${USERS}/${id}`))).toBe('200 allowed');
    expect(refusal(await keeper.get(`${USERS}/${id}`))).toBe('404 permission.not-found');
    // The name is free again.
    await create({ account: 'by.cashier' });
    await makeKeeper(server, 'pharmacist', 'org-gz', { add: false });
    const pharmacist = await server.signIn('pharmacist');
    expect(refusal(await pharmacist.post(USERS, newUser({ account: 'by.pharmacist' })))).toBe('403 permission.not-delegated');
  });
});
