import { staffDirectory, toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { membersContract, type MemberRow } from '../../contract/members.contract.ts';
import { roleContract, type RoleRow } from '../../contract/role.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './role.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

const role = (over: Partial<RoleRow> = {}): RoleRow => ({
  id: 'role-doctor',
  fullName: '医生',
  enCode: 'doctor',
  type: '',
  rank: 'work',
  mayGive: 1,
  globalMark: 1,
  organizeInfo: '',
  enabledMark: 1,
  sortCode: 1,
  description: '',
  creatorTime: 1_772_416_800_000,
  memberCount: 2,
  ...over,
});
const person = (id: string, realName: string, joined: boolean): MemberRow => ({
  id,
  account: id,
  realName,
  organize: '广州中心',
  department: '肾内科',
  enabledMark: 1,
  joined,
});

async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(staffDirectory.routes.organizeTree, { list: [] });
  answerContract(http, roleContract, {
    list: ({ query }) =>
      toPage(
        query.organizeId === '0'
          ? [role()]
          : [role({ type: 'clinical' }), role({ id: 'role-gz', fullName: '广州助理', globalMark: 0, organizeInfo: '集团/广州中心' })],
        2,
        {},
      ),
    get: { ...role({ type: '窗口' }), organizeIdsTree: [], version: 3 },
    edit: { id: 'role-doctor', version: 4 },
    state: null,
  });
  answerContract(http, membersContract, {
    people: ({ query }) => ({
      ...toPage(query.joined ? [person('anna', '安娜', true)] : [person('bo', '薄荷', false)], 1, {}),
      objectName: '医生',
      mayAdd: true,
      beyond: 3,
    }),
    change: { added: 1, removed: 1 },
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.role' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('广州助理'));
  return shown;
}

describe('[2.5-08] page of roles', () => {
  it('lists roles with their reach; the tree narrows the list', async () => {
    const shown = await open();
    expect(shown.text()).toContain('集团/广州中心');
    expect(shown.text()).toContain('临床');
    await shown.click(shown.get('treeitem', /全局角色/));
    expect(shown.context.http.callsOf(roleContract.routes.list).at(-1)?.input.query).toMatchObject({ organizeId: '0' });
  });

  it('[6-05] shows only acts whose code is granted', async () => {
    const shown = await open({ grants: ['permission.role', 'permission.role:btn_edit'] });
    expect(shown.find('button', '新建角色')).toBeUndefined();
    expect(shown.all('button', '编辑')).toHaveLength(2);
    expect(shown.all('button', '成员')).toHaveLength(0);
  });

  it('an edit sends the version that was read, and the kind that an older client stored', async () => {
    const shown = await open();
    await shown.click(shown.all('button', '编辑')[0] as HTMLElement);
    await shown.type(await shown.until(() => shown.find('textbox', '角色名称')), '主治医生');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(roleContract.routes.edit)[0]);
    expect(shown.context.http.callsOf(roleContract.routes.edit)[0]?.input).toMatchObject({
      params: { id: 'role-doctor' },
      body: { fullName: '主治医生', type: '窗口', version: 3 },
    });
  });

  it('[6-03] members are moved between two lists and saved together; leaving unsaved asks', async () => {
    const shown = await open({ confirms: false });
    await shown.click(shown.all('button', '成员')[0] as HTMLElement);
    await shown.until(() => shown.text().includes('薄荷') && shown.text().includes('安娜'));
    expect(shown.text()).toContain('另有 3 名成员不在您的管理范围内');
    const tick = (name: string) =>
      shown.container.ownerDocument.querySelector<HTMLElement>(`section.nk-table[aria-label="${name}"] tbody input[type=checkbox]`) as HTMLElement;
    await shown.click(tick('未加入'));
    await shown.click(shown.get('button', '加入所选（1）'));
    const list = (name: string) => document.querySelector(`section.nk-table[aria-label="${name}"]`);
    const names = [...document.querySelectorAll('[role=dialog] :is(section, nav, [role=search])[aria-label]')].map(
      (part) => `${part.tagName} ${part.getAttribute('aria-label')}`,
    );
    // Two lists, each with its search, table and pages.
    expect([names.length > 5, new Set(names).size]).toEqual([true, names.length]);
    expect(document.activeElement).toBe(list('未加入'));
    await shown.click(shown.get('button', '撤销 薄荷'));
    expect(document.activeElement).toBe(list('已加入'));
    await shown.click(tick('未加入'));
    await shown.click(shown.get('button', '加入所选（1）'));
    await shown.click(tick('已加入'));
    await shown.click(shown.get('button', '移出所选（1）'));
    expect(shown.text()).toContain('+1 −1');
    expect(shown.context.isGuarded()).toBe(true);
    await shown.click(shown.get('button', '取消'));
    expect(shown.context.record.questions.at(-1)?.content).toContain('还没有保存');
    shown.context.http.refuse(membersContract.routes.change, { error: 'core.fault', message: '请稍后再试' });
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('没有保存成功：请稍后再试'));
    expect(shown.context.http.callsOf(membersContract.routes.change)[0]?.input).toMatchObject({
      params: { objectId: 'role-doctor' },
      body: { objectType: 'Role', add: ['bo'], remove: ['anna'] },
    });
  });

  it('rights are opened on the authorise page', async () => {
    const shown = await open();
    await shown.click(shown.all('button', '授权')[0] as HTMLElement);
    expect(shown.context.record.places).toEqual(['/permission/authorize?objectType=Role&id=role-doctor']);
  });
});
