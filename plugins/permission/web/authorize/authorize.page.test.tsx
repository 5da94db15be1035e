import { staffDirectory, toPage } from '@nephra/plugin-sdk/contract';
import {
  answerContract,
  createFakeMenu,
  createFakeWebContext,
  type FakeWebContext,
  type FakeWebOptions,
  type RenderedPage,
  renderPage,
} from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { authorityContract } from '../../contract/authority.contract.ts';
import type { ObjectGrants, RightMenu } from '../../contract/authority.schema.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './authorize.page.tsx';

const { routes } = authorityContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

const menu = (id: string, fullName: string, over: Partial<RightMenu> = {}): RightMenu => ({
  id,
  parentId: '-1',
  fullName,
  enCode: `his.${id}`,
  icon: '',
  type: 2,
  spelling: '',
  dataAuthorize: 0,
  button: [],
  column: [],
  form: [],
  resource: [],
  ...over,
});
const MENUS = [
  menu('his', '医院业务', { type: 1 }),
  menu('patient', '患者管理', {
    parentId: 'his',
    spelling: 'hzgl',
    dataAuthorize: 1,
    button: [
      { id: 'add', fullName: '新建患者', enCode: 'btn_add' },
      { id: 'edit', fullName: '编辑档案', enCode: 'btn_edit' },
    ],
    column: [{ id: 'phone', fullName: '手机号', enCode: 'phone' }],
    resource: [{ id: 'own', fullName: '本人的患者', enCode: 'own' }],
  }),
  menu('drug', '药品目录', { parentId: 'his', button: [{ id: 'price', fullName: '调价', enCode: 'btn_price' }] }),
];
const grants = (over: Partial<ObjectGrants> = {}): ObjectGrants => ({
  objectType: 'Role',
  objectId: 'role-doctor',
  fullName: '医生',
  module: ['patient'],
  button: ['add'],
  column: [],
  form: [],
  resource: [],
  beyond: 2,
  digest: 'd1',
  ...over,
});

const staffNode = (type: 'role' | 'position', id: string, fullName: string) => ({
  id,
  parentId: '1',
  fullName,
  enCode: id,
  type,
  icon: '',
  sortCode: 1,
  enabledMark: 1,
  hasChildren: false,
  isLeaf: true,
  num: 0,
  children: null,
});

function contextOf(options: FakeWebOptions = {}): FakeWebContext {
  const context = createFakeWebContext({ texts, ...options });
  answerContract(context.http, authorityContract, {
    catalogue: { list: MENUS },
    grants: ({ params }) =>
      grants(params.objectId === 'role-doctor' ? {} : { objectId: params.objectId, fullName: '护士', module: ['drug'], button: ['price'], beyond: 0 }),
    replace: { added: 1, removed: 1 },
  });
  const role = (id: string, fullName: string) => staffNode('role', id, fullName);
  context.http.answer(staffDirectory.routes.roleTree, {
    list: [{ ...role('1', '全局角色'), type: 'company', hasChildren: true, children: [role('role-doctor', '医生'), role('role-nurse', '护士')] }],
  });
  return context;
}

async function open(context = contextOf(), query: Record<string, string> = { objectType: 'Role', id: 'role-doctor' }): Promise<RenderedPage> {
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.authorize' }), query });
  const shown = page;
  await shown.until(() => shown.find('tree', '权限'));
  return shown;
}
const box = (shown: RenderedPage, name: string) => shown.get('checkbox', name);
const sent = (shown: RenderedPage) => shown.context.http.callsOf(routes.replace).at(-1)?.input.body;

describe('[6-03] authorise page', () => {
  it('opens what the address names and shows menus left, rights of the chosen menu right', async () => {
    const shown = await open();
    expect(shown.text()).toContain('医生');
    expect(shown.text()).toContain('另有 2 项权限');
    expect((box(shown, '新建患者') as HTMLInputElement).checked).toBe(true);
    expect((box(shown, '编辑档案') as HTMLInputElement).checked).toBe(false);
    expect(shown.text()).toContain('未选择方案时，看不到此菜单的任何数据');
    // Named by all that is seen of it.
    expect(shown.get('treeitem', /^患者管理 \d+\/\d+$/).getAttribute('aria-checked')).toBe('true');
    expect(shown.get('treeitem', '医院业务').getAttribute('aria-checked')).toBe('mixed');
    expect(shown.get('treeitem', '医院业务').getAttribute('aria-expanded')).toBe('true');
  });

  it('shows what saving adds and takes away, then sends all lists with the digest', async () => {
    const shown = await open();
    await shown.click(box(shown, '编辑档案'));
    await shown.click(box(shown, '新建患者'));
    expect(shown.text()).toContain('+1 −1');
    expect(shown.context.isGuarded()).toBe(true);
    await shown.click(shown.get('button', '保存授权'));
    await shown.until(() => shown.find('region', '新增的权限'));
    expect(shown.get('region', '收回的权限').textContent).toContain('患者管理: 新建患者');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => sent(shown));
    expect(sent(shown)).toEqual({ objectType: 'Role', module: ['patient'], button: ['edit'], column: [], form: [], resource: [], digest: 'd1' });
  });

  it('[6-03] check all, deselect all, expand all, fold all', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '全选'));
    expect(shown.get('treeitem', /医院业务/).getAttribute('aria-checked')).toBe('true');
    expect(shown.text()).toContain('+4 −0');
    await shown.click(shown.get('button', '取消全选'));
    expect(shown.text()).toContain('+0 −2');
    await shown.click(shown.get('button', '折叠全部'));
    expect(shown.find('treeitem', /患者管理/)).toBeUndefined();
    await shown.click(shown.get('button', '展开全部'));
    expect(shown.find('treeitem', /患者管理/)).toBeDefined();
  });

  it('is worked with keys: arrows move, space ticks, left and right fold', async () => {
    const shown = await open();
    const tree = shown.get('tree', '权限');
    await shown.press(tree, 'ArrowDown');
    expect(shown.get('treeitem', /药品目录/).getAttribute('aria-selected')).toBe('true');
    await shown.press(tree, ' ');
    expect(shown.get('treeitem', /药品目录/).getAttribute('aria-checked')).toBe('true');
    expect((box(shown, '调价') as HTMLInputElement).checked).toBe(true);
    await shown.press(tree, 'ArrowLeft');
    await shown.press(tree, 'ArrowLeft');
    expect(shown.find('treeitem', /药品目录/)).toBeUndefined();
    await shown.press(tree, 'ArrowRight');
    expect(shown.find('treeitem', /药品目录/)).toBeDefined();
  });

  it('is searched by name and pinyin', async () => {
    const shown = await open();
    await shown.type(shown.get('textbox', '名称、编码或拼音首字母'), 'hzgl');
    expect(shown.find('treeitem', /药品目录/)).toBeUndefined();
    expect(shown.find('treeitem', /患者管理/)).toBeDefined();
  });

  it('somebody else was faster: their rights are loaded and the own changes stay on top', async () => {
    const context = contextOf();
    const shown = await open(context);
    await shown.click(box(shown, '编辑档案'));
    context.http.refuse(routes.replace, { error: 'permission.grants-stale', code: 409 });
    context.http.answer(routes.grants, grants({ button: ['add', 'price'], module: ['patient', 'drug'], digest: 'd2' }));
    await shown.click(shown.get('button', '保存授权'));
    await shown.click(await shown.until(() => shown.find('button', '保存')));
    await shown.click(await shown.until(() => shown.find('button', '载入最新并保留改动')));
    context.http.answer(routes.replace, { added: 1, removed: 0 });
    await shown.click(await shown.until(() => shown.find('button', '保存')));
    await shown.until(() => context.http.callsOf(routes.replace).length === 2);
    expect(sent(shown)).toMatchObject({ module: ['patient', 'drug'], button: ['add', 'edit', 'price'], digest: 'd2' });
  });

  it('what was ticked and not saved is back on the next visit, unless the rights changed meanwhile', async () => {
    const context = contextOf();
    const shown = await open(context);
    await shown.click(box(shown, '编辑档案'));
    await shown.unmount();
    const again = await open(context);
    expect(again.text()).toContain('已恢复上次未保存的勾选');
    expect((box(again, '编辑档案') as HTMLInputElement).checked).toBe(true);
    await again.unmount();
    context.http.answer(routes.grants, grants({ digest: 'd9' }));
    const third = await open(context);
    expect((box(third, '编辑档案') as HTMLInputElement).checked).toBe(false);
    expect(context.record.drafts.size).toBe(0);
  });

  it('another object is chosen at the left; unsaved changes ask first', async () => {
    const shown = await open(contextOf({ confirms: false }));
    await shown.click(box(shown, '编辑档案'));
    await shown.click(shown.get('treeitem', /护士/));
    expect(shown.context.record.questions.at(-1)?.content).toContain('留作草稿');
    expect(shown.text()).toContain('+1 −0');
  });

  it('only whose rights are open looks chosen: a position that was not opened after all does not', async () => {
    const context = contextOf({ confirms: false });
    context.http.answer(staffDirectory.routes.positionTree, { list: [staffNode('position', 'pos-head', '护士长')] });
    const shown = await open(context);
    await shown.click(box(shown, '编辑档案'));
    await shown.click(shown.get('tab', '岗位'));
    await shown.click(await shown.until(() => shown.find('treeitem', /护士长/)));
    expect(shown.text()).toContain('+1 −0');
    expect(shown.get('treeitem', /护士长/).getAttribute('aria-selected')).toBe('false');
    await shown.click(shown.get('tab', '角色'));
    expect((await shown.until(() => shown.find('treeitem', /医生/))).getAttribute('aria-selected')).toBe('true');
  });

  it('a save that failed is called so, and is forgotten once the changes are looked at anew', async () => {
    const context = contextOf();
    const shown = await open(context);
    await shown.click(box(shown, '编辑档案'));
    context.http.refuse(routes.replace, { error: 'core.fault', code: 500, message: '请稍后再试' });
    await shown.click(shown.get('button', '保存授权'));
    await shown.click(await shown.until(() => shown.find('button', '保存')));
    await shown.until(() => shown.text().includes('没有保存成功：请稍后再试'));
    expect(shown.text()).not.toContain('加载失败');
    await shown.click(shown.get('button', '取消'));
    await shown.until(() => !shown.find('dialog'));
    await shown.click(shown.get('button', '保存授权'));
    await shown.until(() => shown.find('region', '新增的权限'));
    expect(shown.text()).not.toContain('没有保存成功');
  });

  it('what was saved counts as saved when reading it anew fails; the reading is tried again', async () => {
    const context = contextOf();
    const shown = await open(context);
    await shown.click(box(shown, '编辑档案'));
    context.http.refuse(routes.grants, { error: 'core.fault', code: 500, message: '请稍后再试' });
    await shown.click(shown.get('button', '保存授权'));
    await shown.click(await shown.until(() => shown.find('button', '保存')));
    await shown.until(() => shown.find('button', '重试'));
    expect(shown.text()).not.toContain('没有保存成功');
    expect(shown.context.isGuarded()).toBe(false);
    context.http.answer(routes.grants, grants({ button: ['add', 'edit'], digest: 'd2' }));
    await shown.click(shown.get('button', '重试'));
    await shown.until(() => shown.find('tree', '权限'));
    expect(shown.text()).toContain('没有改动');
  });

  it('what somebody else saved cannot be read: it says so, and can be tried again', async () => {
    const context = contextOf();
    const shown = await open(context);
    await shown.click(box(shown, '编辑档案'));
    context.http.refuse(routes.replace, { error: 'permission.grants-stale', code: 409 });
    await shown.click(shown.get('button', '保存授权'));
    await shown.click(await shown.until(() => shown.find('button', '保存')));
    const again = await shown.until(() => shown.find('button', '载入最新并保留改动'));
    context.http.refuse(routes.grants, { error: 'core.fault', code: 500, message: '请稍后再试' });
    await shown.click(again);
    await shown.until(() => shown.text().includes('加载失败'));
    context.http.answer(routes.grants, grants({ digest: 'd2' }));
    await shown.click(shown.get('button', '载入最新并保留改动'));
    await shown.until(() => shown.find('button', '保存'));
    expect(shown.text()).not.toContain('加载失败');
    expect(shown.text()).toContain('新增 1 项');
  });

  it('the keyboard goes on in the tree after undo and after saving', async () => {
    const shown = await open();
    await shown.click(box(shown, '编辑档案'));
    await shown.click(shown.get('button', '还原'));
    expect(document.activeElement).toBe(shown.get('tree', '权限'));
    await shown.click(box(shown, '编辑档案'));
    await shown.click(shown.get('button', '保存授权'));
    await shown.click(await shown.until(() => shown.find('button', '保存')));
    await shown.until(() => !shown.find('dialog'));
    await shown.until(() => document.activeElement === shown.get('tree', '权限'));
  });

  it('other objects chosen after a lost answer are a batch of their own, not the same act again', async () => {
    const context = contextOf();
    const shown = await open(context);
    await shown.click(shown.get('button', '批量授权'));
    const choose = async (name: RegExp) => {
      await shown.click(await shown.until(() => shown.find('button', /^角色/)));
      const tree = await shown.until(() => shown.all('treeitem', name).at(-1));
      await shown.click(tree);
      await shown.press(document.activeElement ?? document.body, 'Escape');
    };
    await choose(/护士/);
    context.http.refuse(routes.batch, { error: 'network', code: 0, message: '' });
    await shown.click(shown.get('button', '授权（1）'));
    await shown.until(() => shown.text().includes('暂不确定是否已保存'));
    await choose(/护士/);
    await choose(/医生/);
    context.http.answer(routes.batch, { objects: 1, added: 2 });
    await shown.click(shown.get('button', '授权（1）'));
    await shown.until(() => context.http.callsOf(routes.batch).length === 2);
    const keys = context.http.callsOf(routes.batch).map(({ options }) => options?.idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('[6-01] why', () => {
  it('names the origin of each right and the reason of each that is missing; who holds one is one press away', async () => {
    const context = contextOf();
    const row = { menuCode: 'his.patient', pageMissing: false, obstacles: [], through: [] };
    answerContract(context.http, authorityContract, {
      explain: {
        userId: 'anna',
        userName: '安娜/anna',
        isAdministrator: 0,
        enabledMark: 1,
        organize: '集团/广州',
        list: [
          {
            ...row,
            code: 'his.patient',
            kind: 'menu',
            fullName: '患者管理',
            held: true,
            through: [{ type: 'role', name: '医生', organize: '', grantedBy: '管理员', grantedAt: 1_772_416_800_000 }],
          },
          {
            ...row,
            code: 'his.patient:btn_add',
            kind: 'button',
            fullName: '新建患者',
            held: false,
            obstacles: [{ reason: 'elsewhere', type: 'role', name: '武汉助理' }],
          },
        ],
      },
      holders: toPage(
        [
          {
            id: 'anna',
            account: 'anna',
            realName: '安娜',
            organize: '广州',
            enabledMark: 1 as const,
            through: [{ type: 'administrator' as const, name: '', organize: '', grantedBy: '', grantedAt: 0 }],
          },
        ],
        1,
        {},
      ),
    });
    context.http.answer(staffDirectory.routes.userNodes, { list: [] });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.authorize' }), query: { view: 'explain', id: 'anna' } });
    const shown = page;
    await shown.until(() => shown.text().includes('安娜/anna'));
    expect(shown.text()).toContain('角色“医生”（全部机构） · 管理员 于 2026-03-02 授予');
    expect(shown.text()).toContain('角色“武汉助理”不适用于当前机构');
    expect(shown.text()).toContain('1 / 2 项');
    await shown.click(shown.all('button', '谁拥有')[0] as HTMLElement);
    await shown.until(() => shown.text().includes('谁拥有“患者管理”'));
    expect(context.http.callsOf(routes.holders)[0]?.input.query).toMatchObject({ code: 'his.patient' });
    // Rights of one person never stand below the name of another, nor without one.
    context.http.refuse(routes.explain, { error: 'core.fault', code: 500, message: '请稍后再试' });
    await shown.click(await shown.until(() => shown.find('button', '查看')));
    await shown.until(() => shown.text().includes('请稍后再试'));
    expect(shown.text()).not.toContain('患者管理');
  });
});
