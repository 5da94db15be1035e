import { type DataScope, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { groupContract } from '../../contract/group.contract.ts';
import { membersContract } from '../../contract/members.contract.ts';
import { roleContract } from '../../contract/role.contract.ts';
import { groupTable } from '../tables/group.table.ts';
import { admin, caller, grant, keeper, keeperCan, refusal, startRights } from '../authority/rights.fixture.ts';

const { routes } = membersContract;
let host: PluginHost;
beforeAll(async () => {
  host = await startRights();
  await grant(host, 'role', 'role-doctor', ['menu', 'his.patient']);
  // What was delegated to the keeper names doctors.
  await host.db.script(`insert into core.org_admin_role (org_id, user_id, role_id) values ('gz', 'keeper', 'role-doctor')`);
});
afterAll(() => host?.close());
const call = caller(() => host);
const byKeeper = { user: keeper, can: keeperCan };

const ids = async (objectId: string, user = admin) => (await call(routes.ids, { params: { objectId }, user })).ids;
const replace = (objectId: string, objectType: string, userIds: string[], by: object = {}) =>
  call(routes.replace, { params: { objectId }, body: { objectType, userIds }, ...by });
const change = (objectId: string, objectType: string, add: string[], remove: string[], by: object = {}) =>
  call(routes.change, { params: { objectId }, body: { objectType, add, remove }, ...by });

describe('[6-03] members of roles, positions and groups', () => {
  it('are replaced in one go, and each change is in the audit log', async () => {
    expect(await replace('pos-gz', 'Position', ['anna', 'bo'])).toEqual({ added: 2, removed: 0 });
    expect(await replace('pos-gz', 'Position', ['bo'])).toEqual({ added: 0, removed: 1 });
    expect(await ids('pos-gz')).toEqual(['bo']);
    expect(host.audits.at(-1)?.entry).toMatchObject({ subject: 'permission.position', subjectId: 'pos-gz', after: { removed: ['anna'] } });
    await replace('group-1', 'Group', ['wei', 'anna']);
    expect(await ids('group-1')).toEqual(['anna', 'wei']);
  });

  it('people of other organisations are not seen and stay', async () => {
    expect(await ids('role-doctor', keeper)).toEqual(['anna']);
    expect(await replace('role-doctor', 'Role', ['bo'], byKeeper)).toEqual({ added: 1, removed: 1 });
    expect(await ids('role-doctor')).toEqual(['bo', 'wei']);
    await change('role-doctor', 'Role', ['anna'], ['bo'], byKeeper);
    expect(await ids('role-doctor')).toEqual(['anna', 'wei']);
    expect(await refusal(replace('role-doctor', 'Role', ['wei', 'anna'], byKeeper))).toEqual({ key: 'allowed' });
    expect(await refusal(replace('role-gz', 'Role', ['wei'], byKeeper))).toMatchObject({ key: 'permission.not-found', code: EnvelopeCode.NotFound });
    expect(await refusal(change('role-doctor', 'Role', [], ['wei'], byKeeper))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await refusal(replace('role-wh', 'Role', [], byKeeper))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await refusal(replace('nobody', 'Role', []))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await refusal(replace('role-doctor', 'Role', ['stranger']))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('nobody gives themselves a role that grants more than they hold, nor others one that is not named, but may take it away', async () => {
    await grant(host, 'role', 'role-doctor', ['button', 'his.patient', 'btn_add']);
    expect(await refusal(change('role-doctor', 'Role', ['keeper'], [], byKeeper))).toMatchObject({
      key: 'permission.more-than-held',
      params: { names: '患者管理 › 新建患者', n: 1 },
    });
    await host.db.script('delete from core.org_admin_role');
    expect(await refusal(change('role-doctor', 'Role', ['bo'], [], byKeeper))).toMatchObject({ key: 'permission.role-not-named', params: { name: '医生' } });
    const others = async () => await call(routes.people, { params: { objectId: 'role-doctor' }, query: { joined: false }, ...byKeeper });
    expect(await others()).toMatchObject({ mayAdd: false, list: [] });
    await host.db.script(`insert into core.org_admin_role (org_id, user_id, role_id) values ('gz', 'keeper', 'role-doctor')`);
    const { mayAdd, list } = await others();
    expect([mayAdd, list.map((row) => row.id).sort()]).toEqual([true, ['bo', 'keeper']]);
    expect(await change('role-doctor', 'Role', [], ['anna'], byKeeper)).toEqual({ added: 0, removed: 1 });
  });

  it('administrators are given and lose roles by administrators only, and one always keeps theirs', async () => {
    expect(await refusal(replace('role-admin', 'Role', []))).toMatchObject({ key: 'permission.last-administrator' });
    expect(await replace('role-admin', 'Role', ['anna'])).toEqual({ added: 1, removed: 1 });
    expect(await replace('role-admin', 'Role', ['admin'])).toEqual({ added: 1, removed: 1 });
  });

  it('the codes of one page do not open the members of another', async () => {
    expect(await refusal(replace('pos-gz', 'Position', [], byKeeper))).toMatchObject({ key: 'permission.forbidden', code: EnvelopeCode.Forbidden });
    expect(await refusal(call(routes.ids, { params: { objectId: 'pos-gz' }, ...byKeeper }))).toMatchObject({ code: EnvelopeCode.Forbidden });
    expect(await refusal(call(routes.people, { params: { objectId: 'pos-gz' }, query: {}, ...byKeeper }))).toMatchObject({ code: EnvelopeCode.Forbidden });
  });

  it('seeing a position or a person is not yet looking after them', async () => {
    const refused = { key: 'permission.not-delegated', code: EnvelopeCode.Forbidden };
    const both = { user: { ...keeper, orgIds: ['gz', 'wh'] } };
    await host.db.script(`insert into core.position (id, org_id, department_id, en_code, full_name, deleted_at)
      values ('pos-wh', 'wh', null, 'P1', '主任', null)`);
    // Anna is the keeper's to look after, the position in Wuhan is not; with Wei and the position in Guangzhou it is the other way round.
    expect(await refusal(change('pos-wh', 'Position', ['anna'], [], both))).toMatchObject(refused);
    expect(await refusal(replace('pos-gz', 'Position', ['wei'], both))).toMatchObject(refused);
    expect(await refusal(change('role-gz', 'Role', ['wei'], [], both))).toMatchObject(refused);
    expect(await change('pos-gz', 'Position', ['anna'], [], both)).toEqual({ added: 1, removed: 0 });
    expect([await ids('pos-wh'), await ids('role-gz')]).toEqual([[], []]);
  });

  it('people come page by page with the note who is a member', async () => {
    const page = await call(routes.people, { params: { objectId: 'group-1' }, query: { keyword: '安娜' } });
    expect(page).toMatchObject({ objectName: '质控小组', beyond: 0, list: [{ id: 'anna', realName: '安娜', organize: '广州中心', joined: true }] });
    const own = await call(routes.people, { params: { objectId: 'group-1' }, query: { joined: true }, ...byKeeper });
    expect(own).toMatchObject({ beyond: 1, list: [{ id: 'anna' }] });
    const others = await call(routes.people, { params: { objectId: 'group-1' }, query: { joined: false, organizeId: 'wh' } });
    expect(others.list).toEqual([]);
  });
});

describe('[6-02] data rights on users', () => {
  const onlyAnna = {
    ...byKeeper,
    dataScope: (): DataScope => ({
      kind: 'schemes',
      conditions: [[{ logic: 'and', groups: [{ field: 'userId', type: 'User', op: 'Equal', value: 'anna' }] }]],
      userAndBelow: ['keeper'],
    }),
  };

  it('who is hidden in the list of users is hidden among the members, and stays', async () => {
    await replace('role-doctor', 'Role', ['anna', 'bo', 'wei']);
    expect((await call(routes.ids, { params: { objectId: 'role-doctor' }, ...onlyAnna })).ids).toEqual(['anna']);
    const page = await call(routes.people, { params: { objectId: 'role-doctor' }, query: {}, ...onlyAnna });
    expect(page).toMatchObject({ list: [{ id: 'anna' }], pagination: { total: 1 }, beyond: 2 });
    expect(await refusal(change('role-doctor', 'Role', [], ['bo'], onlyAnna))).toMatchObject({ code: EnvelopeCode.NotFound });
    expect(await replace('role-doctor', 'Role', [], onlyAnna)).toEqual({ added: 0, removed: 1 });
    expect(await ids('role-doctor')).toEqual(['bo', 'wei']);
    expect(await refusal(change('role-doctor', 'Role', ['keeper'], [], onlyAnna))).toMatchObject({ code: EnvelopeCode.NotFound });
  });

  it('they are not counted, and a group with hidden people belongs to those who see them', async () => {
    await replace('group-1', 'Group', ['anna', 'bo']);
    const shown = async (by: object) => (await call(groupContract.routes.list, { query: {}, ...by })).list.map((row) => row.memberCount);
    expect([await shown(byKeeper), await shown(onlyAnna)]).toEqual([[2], [1]]);
    const roles = async (by: object) => (await call(roleContract.routes.list, { query: { keyword: 'doctor' }, ...by })).list.map((row) => row.memberCount);
    await replace('role-doctor', 'Role', ['anna', 'bo', 'wei']);
    expect([await roles(byKeeper), await roles(onlyAnna)]).toEqual([[2], [1]]);
    expect(await refusal(call(groupContract.routes.state, { params: { id: 'group-1' }, ...onlyAnna }))).toMatchObject({
      key: 'permission.group-shared',
      params: { n: 1 },
    });
    await replace('group-1', 'Group', ['anna', 'wei']);
  });
});

describe('groups', () => {
  const { routes: group } = groupContract;
  const body = { fullName: '感控小组', enCode: 'G2', enabledMark: 1, sortCode: 3 };

  it('are made, listed, changed, switched off and deleted', async () => {
    const { id } = await call(group.create, { body });
    await call(group.edit, { params: { id }, body: { ...body, fullName: '院感小组', version: 1 } });
    expect(await refusal(call(group.edit, { params: { id }, body: { ...body, version: 1 } }))).toMatchObject({ key: 'permission.stale' });
    await call(group.state, { params: { id } });
    const { list } = await call(group.list, { query: { keyword: 'yg' } });
    expect(list).toMatchObject([{ id, fullName: '院感小组', enabledMark: 0, memberCount: 0 }]);
    await call(group.edit, { params: { id }, body: { ...body, type: 'quality' } });
    await call(group.edit, { params: { id }, body });
    expect(await call(group.one, { params: { id } })).toMatchObject({ fullName: '感控小组', type: 'quality' });
    await call(group.remove, { params: { id } });
    const gone = { key: 'permission.not-found', code: EnvelopeCode.NotFound };
    for (const route of [group.one, group.state, group.remove]) expect(await refusal(call(route, { params: { id } }))).toMatchObject(gone);
    expect(await refusal(call(group.edit, { params: { id }, body }))).toMatchObject(gone);
    expect((await call(group.list, { query: { keyword: 'G2' } })).list).toEqual([]);
  });

  it('are switched on neither by the switch nor by the form by somebody who holds less than they grant', async () => {
    const { id } = await call(group.create, { body });
    await call(group.state, { params: { id } });
    await grant(host, 'group', id, ['button', 'his.drug', 'btn_edit']);
    const refused = { key: 'permission.more-than-held', params: { names: '药品目录 › 编辑药品', n: 1 } };
    expect(await refusal(call(group.edit, { params: { id }, body, ...byKeeper }))).toMatchObject(refused);
    expect(await refusal(call(group.state, { params: { id }, ...byKeeper }))).toMatchObject(refused);
    expect(await call(group.one, { params: { id } })).toMatchObject({ enabledMark: 0 });
    await call(group.edit, { params: { id }, body: { ...body, enabledMark: 0, fullName: '院感小组' }, ...byKeeper });
    await call(group.remove, { params: { id } });
  });

  it('with people inside are not deleted; those with people from elsewhere belong to administrators', async () => {
    expect(await refusal(call(group.remove, { params: { id: 'group-1' } }))).toMatchObject({ key: 'permission.in-use', params: { list: '2 名人员' } });
    for (const act of [
      () => call(group.state, { params: { id: 'group-1' }, ...byKeeper }),
      () => call(group.edit, { params: { id: 'group-1' }, body: { ...body, enCode: 'G1' }, ...byKeeper }),
      () => call(group.remove, { params: { id: 'group-1' }, ...byKeeper }),
    ])
      expect(await refusal(act())).toMatchObject({ key: 'permission.group-shared', params: { n: 1 } });
    expect(await refusal(call(group.create, { body: { ...body, enCode: 'G1' } }))).toMatchObject({ key: 'permission.code-taken-by' });
  });
});

recordSuite(groupContract, { host: () => host, by: admin, unique: ['enCode'] });
recordStaticSuite(groupContract, { host: () => host, table: groupTable });
