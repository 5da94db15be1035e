import { type StaffNode, type StaffTreeNode, staffDirectory } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type FakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Picked } from '../pick/choice.ts';
import { DictionarySelect } from '../dictionary/dictionary-select.tsx';
import { FormPanel } from '../form/form-panel.tsx';
import { FormStore } from '../form/form-store.ts';
import { OrganizationSelectDialog, UserPickerDialog } from './staff-dialogs.tsx';
import { DepartmentSelect, GroupSelect, OrganizationPicker, PositionSelect, RoleSelect, UserSelectField } from './staff-fields.tsx';

const { routes } = staffDirectory;
const node = (id: string, fullName: string, type: StaffNode['type'], over: Partial<StaffNode> = {}): StaffNode => ({
  id,
  parentId: '0',
  fullName,
  enCode: id,
  type,
  icon: '',
  hasChildren: type !== 'user' && type !== 'group',
  isLeaf: type === 'user' || type === 'group',
  enabledMark: 1,
  ...over,
});
const tree = (id: string, fullName: string, type: StaffNode['type'], children: StaffTreeNode[] | null = null, closed = false): StaffTreeNode => ({
  ...node(id, fullName, type),
  sortCode: 0,
  num: children?.length ?? 0,
  hasChildren: closed || children !== null,
  isLeaf: !closed && children === null,
  children,
});
const zhang = node('zhang', '张伟/zhangwei', 'user');
const zhou = node('zhou', '周雯/zw', 'user');
const off = node('off', '李明/liming', 'user', { enabledMark: 0 });

let context: FakeWebContext;
let page: RenderedPage | undefined;
const draw = async (element: Parameters<typeof renderElement>[0]) => {
  page = await renderElement(element, { context });
  return page;
};
beforeEach(() => {
  context = createFakeWebContext();
  const { http } = context;
  http.answer(routes.userNodes, ({ params, body }) => {
    if (body.keyword !== undefined) return { list: [{ ...zhou, organize: '康源/透析室' }] };
    return { list: params.id === '0' ? [node('org', '康源', 'company')] : params.id === 'org' ? [node('dep', '透析室', 'department'), zhang, off] : [zhou] };
  });
  http.answer(routes.organizationUsers, [zhou]);
  http.answer(routes.subordinates, []);
  http.answer(routes.usersByIds, ({ body }) => ({
    list: [zhang, zhou, off].filter(({ id }) => body.userId.includes(id)).map(({ id, fullName, enabledMark }) => ({ id, fullName, enabledMark, sortCode: 0 })),
  }));
  http.answer(routes.organizeTree, { list: [tree('org', '康源', 'company', [tree('gz', '广州中心', 'company')])] });
  http.answer(routes.departmentTree, ({ query }) => {
    if (query.ids !== undefined) return { list: [tree('org', '康源', 'company', [tree('renal', '肾内科', 'department')])] };
    if (query.parentId === 'renal') return { list: [tree('room', '透析室', 'department')] };
    return { list: [tree('org', '康源', 'company', [tree('renal', '肾内科', 'department', null, true), tree('drugs', '药剂科', 'department')])] };
  });
  http.answer(routes.positionTree, { list: [tree('org', '康源', 'company', [tree('head', '护士长', 'position')])] });
  http.answer(routes.roleTree, {
    list: [tree('1', '全局角色', 'company', [tree('doctor', '医生', 'role')]), tree('org', '康源', 'company', [tree('keeper', '管理员', 'role')])],
  });
  http.answer(routes.groups, [node('night', '夜班组', 'group')]);
});
afterEach(async () => {
  await page?.unmount();
  expect(context.live()).toEqual([]);
  page = undefined;
});

describe('user picker', () => {
  const open = async (props: Partial<Parameters<typeof UserPickerDialog>[0]> = {}) => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    const drawn = await draw(<UserPickerDialog visible onConfirm={onConfirm} onClose={onClose} {...props} />);
    await drawn.until(() => drawn.find('treeitem', /张伟/));
    return { ...drawn, onConfirm, onClose };
  };

  it('[2.6-03] has three tabs and opens the tree level by level', async () => {
    const { all, get, click, until, find } = await open();
    expect(all('tab').map((one) => one.textContent)).toEqual(['全部数据', '当前组织', '我的下属']);
    await click(get('treeitem', /透析室/));
    await until(() => find('treeitem', /周雯/));
    await click(get('tab', '当前组织'));
    await until(() => all('treeitem').length === 1 && find('treeitem', /周雯/));
    await click(get('tab', '我的下属'));
    await until(() => find('status', /无数据/));
  });

  it('[5-20] confirming without a choice says 请选择 with the title; the default title is 审批人', async () => {
    const { get, click, onConfirm, onClose } = await open();
    await click(get('button', '确定'));
    expect(context.record.toasts).toEqual([{ kind: 'warning', text: '请选择审批人' }]);
    expect([onConfirm.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  });

  it('[5-20] the title is what the page calls it', async () => {
    const { get, click } = await open({ title: '抄送人' });
    await click(get('button', '确定'));
    expect(context.record.toasts[0]?.text).toBe('请选择抄送人');
  });

  it('[3-26] [4-22] of one choice the second takes the place of the first; confirming hands out id and fullName', async () => {
    const { get, click, until, find, onConfirm, onClose } = await open();
    await click(get('treeitem', /透析室/));
    await until(() => find('treeitem', /周雯/));
    await click(get('treeitem', /张伟/));
    await click(get('treeitem', /周雯/));
    expect(get('treeitem', /张伟/).getAttribute('aria-selected')).toBe('false');
    await click(get('button', '确定'));
    expect(onConfirm.mock.calls).toEqual([[[{ id: 'zhou', fullName: '周雯/zw' }]]]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('several are counted, taken away one by one, and handed out in the order of choosing', async () => {
    const { get, click, until, find, onConfirm, text } = await open({ multiple: true, value: [{ id: 'x', fullName: '旧人/x' }] });
    await click(get('treeitem', /透析室/));
    await until(() => find('treeitem', /周雯/));
    await click(get('treeitem', /周雯/));
    await click(get('treeitem', /张伟/));
    expect(text()).toContain('已选 3 项');
    await click(get('button', '移除“旧人/x”'));
    await click(get('button', '确定'));
    expect(onConfirm.mock.calls[0]?.[0].map((one: Picked) => one.id)).toEqual(['zhou', 'zhang']);
  });

  it('people out of service are grey and cannot be chosen', async () => {
    const { get, click } = await open();
    const gone = get('treeitem', /李明/);
    expect([gone.getAttribute('aria-disabled'), gone.textContent]).toEqual(['true', '李明/liming已停用']);
    await click(gone);
    await click(get('button', '确定'));
    expect(context.record.toasts).toHaveLength(1);
  });

  it('by keys alone: type, arrow down, Enter takes, Enter confirms; the cursor goes back', async () => {
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    const { get, type, press, until, find, onConfirm } = await open();
    const search = get('textbox', '输入姓名、账号或拼音');
    await until(() => document.activeElement === search);
    await type(search, 'zw');
    await until(() => find('treeitem', /康源\/透析室/));
    await press(search, 'ArrowDown');
    expect(search.getAttribute('aria-activedescendant')).toBe(get('treeitem').id);
    await press(search, 'Enter');
    await press(search, 'Enter');
    expect(onConfirm.mock.calls).toEqual([[[{ id: 'zhou', fullName: '周雯/zw' }]]]);
    await page?.unmount();
    expect(document.activeElement).toBe(opener);
    opener.remove();
    page = undefined;
  });

  it('the first letters of a name or account go to it', async () => {
    const { get, press } = await open();
    const list = get('tree');
    await press(list, 'z');
    expect(list.getAttribute('aria-activedescendant')).toBe(get('treeitem', /张伟/).id);
    await press(list, 'Home');
    await press(list, '李');
    expect(list.getAttribute('aria-activedescendant')).toBe(get('treeitem', /李明/).id);
  });

  it('a directory that is away is told in one calm line, and asked again', async () => {
    context.http.refuse(routes.userNodes, { error: 'core.unavailable', code: 503, message: '组织权限插件未启用。' });
    const { get, click, until, find } = await draw(<UserPickerDialog visible onConfirm={() => undefined} onClose={() => undefined} />);
    await until(() => find('alert', /组织权限插件未启用/));
    expect(context.record.toasts).toEqual([]);
    context.http.answer(routes.userNodes, { list: [zhang] });
    await click(get('button', '重试'));
    await until(() => find('treeitem', /张伟/));
  });

  it('a branch that could not be fetched is asked again', async () => {
    let away = true;
    context.http.answer(routes.userNodes, ({ params }) => {
      if (params.id === '0') return { list: [node('org', '康源', 'company')] };
      if (away) throw new ApiError({ code: 500, error: 'core.fault', message: '出错了' });
      return { list: [zhang] };
    });
    const { get, click, until, find } = await draw(<UserPickerDialog visible onConfirm={() => undefined} onClose={() => undefined} />);
    await until(() => find('button', '重试'));
    away = false;
    await click(get('button', '重试'));
    await until(() => find('treeitem', /张伟/));
  });

  it('of 20,000 people those visible are drawn', async () => {
    context.http.answer(routes.userNodes, { list: Array.from({ length: 20_000 }, (_, at) => node(`u${at}`, `员工${at}/u${at}`, 'user')) });
    const { all, until, find } = await draw(<UserPickerDialog visible multiple onConfirm={() => undefined} onClose={() => undefined} />);
    await until(() => find('treeitem', /员工0\//));
    expect(all('treeitem').length).toBeLessThan(120);
  });
});

/** Keeps the value like a form does. */
function Kept({ field: Field, start }: { field: typeof DepartmentSelect; start: string | null }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Field label="F" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('fields', () => {
  const output = () => document.querySelector('output')?.textContent;

  it('many fields ask for their names with one call, and again for none', async () => {
    const fields = ['zhang', 'zhou', 'zhang'].map((value, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is
      <UserSelectField key={at} label={`P${at}`} value={value} onChange={() => undefined} />
    ));
    const { until, find } = await draw(fields);
    await until(() => find('button', 'P2: 张伟/zhangwei'));
    await until(() => find('button', 'P1: 周雯/zw'));
    expect(context.http.callsOf(routes.usersByIds).map(({ input }) => input.body)).toEqual([{ userId: ['zhang', 'zhou'] }]);
  });

  it('a value out of service is grey, one that is nobody says so', async () => {
    const { until, find } = await draw(<UserSelectField label="P" multiple value={['off', 'nobody']} onChange={() => undefined} />);
    const field = await until(() => find('button', /P: 李明\/liming, 已不存在/));
    expect([...field.querySelectorAll('[data-out]')].map((one) => one.getAttribute('data-out'))).toEqual(['out', 'gone']);
  });

  it('names that could not be loaded are asked again on a press', async () => {
    context.http.refuse(routes.usersByIds, { error: 'core.unavailable', code: 503 });
    const { until, find, click, get } = await draw(<UserSelectField label="P" value="zhang" onChange={() => undefined} />);
    await until(() => find('button', '重试'));
    context.http.answer(routes.usersByIds, { list: [{ id: 'zhang', fullName: '张伟/zhangwei', enabledMark: 1, sortCode: 0 }] });
    await click(get('button', '重试'));
    await until(() => find('button', 'P: 张伟/zhangwei'));
  });

  it('people are chosen in a dialog with the chosen ones beside the tree; an empty choice empties the field', async () => {
    const onChange = vi.fn();
    const { until, find, click, get } = await draw(<UserSelectField label="P" multiple value={['zhang']} onChange={onChange} />);
    await click(await until(() => find('button', 'P: 张伟/zhangwei')));
    await until(() => find('region', '已选'));
    await click(get('button', '清空'));
    await click(get('button', '确定'));
    expect(onChange).toHaveBeenCalledWith([], []);
  });

  it('[2.6-06] 组织选择 offers organisations in a dialog', async () => {
    const { until, find, click, get } = await draw(<Kept field={OrganizationPicker} start={null} />);
    await click(await until(() => find('button', 'F')));
    await until(() => find('dialog', /组织选择/));
    await click(await until(() => find('treeitem', /广州中心/)));
    await click(get('button', '确定'));
    expect(output()).toBe('gz');
  });

  it('shows entries of the page in place of the tree, asks for a choice, and stays open until the act is done', async () => {
    let settle: { ok: () => void; fail: (error: unknown) => void } = { ok: () => undefined, fail: () => undefined };
    const onClose = vi.fn();
    const onConfirm = vi.fn(
      () =>
        new Promise<void>((ok, fail) => {
          settle = { ok, fail };
        }),
    );
    const own = { load: async () => ({ data: { list: [tree('-1', '顶级', 'company'), tree('wh', '武汉中心', 'company')] } }) };
    const { until, find, click, get, text } = await draw(
      <OrganizationSelectDialog visible required tree={own} title="移动" note="选择新的上级" okText="移过去" onConfirm={onConfirm} onClose={onClose} />,
    );
    await until(() => find('treeitem', /武汉中心/));
    expect(text()).toContain('选择新的上级');
    expect(context.http.callsOf(routes.organizeTree)).toHaveLength(0);
    await click(get('button', '移过去'));
    expect(context.record.toasts).toEqual([{ kind: 'warning', text: '请选择移动' }]);
    await click(get('treeitem', /顶级/));
    await click(get('button', '移过去'));
    expect(onConfirm.mock.calls).toEqual([[[{ id: '-1', fullName: '顶级' }]]]);
    settle.fail(new ApiError({ code: 400, error: 'permission.refused', message: '不能移动' }));
    await until(() => !get('button', '移过去').className.includes('loading'));
    expect(onClose).not.toHaveBeenCalled();
    await click(get('button', '移过去'));
    settle.ok();
    await until(() => onClose.mock.calls.length === 1);
  });

  it('[2.6-06] the dialog alone, with departments', async () => {
    const onConfirm = vi.fn();
    const { until, find, click, get } = await draw(<OrganizationSelectDialog visible multiple departments onConfirm={onConfirm} onClose={() => undefined} />);
    await click(await until(() => find('treeitem', /药剂科/)));
    await click(get('button', '确定'));
    expect(onConfirm.mock.calls[0]?.[0]).toEqual([{ id: 'drugs', fullName: '药剂科' }]);
  });

  it('[2.6-07] departments open level by level; one choice closes the tree and the cursor goes back to the field', async () => {
    const { until, find, click, press } = await draw(<Kept field={DepartmentSelect} start="renal" />);
    const field = await until(() => find('button', 'F: 肾内科'));
    await press(field, 'ArrowDown');
    // The organisation only leads to departments: a press closes and opens it.
    await click(await until(() => find('treeitem', /康源/)));
    expect(output()).toBe('renal');
    await click(await until(() => find('treeitem', /康源/)));
    await click(await until(() => find('treeitem', /肾内科/)?.querySelector('button')));
    await click(await until(() => find('treeitem', /透析室/)));
    expect(output()).toBe('room');
    expect(find('tree')).toBeUndefined();
    expect(document.activeElement).toBe(find('button', 'F: 透析室'));
  });

  it('Escape closes the tree and keeps the value; Delete empties the field', async () => {
    const { until, find, press } = await draw(<Kept field={RoleSelect} start="doctor" />);
    const field = await until(() => find('button', 'F: 医生'));
    await press(field, 'ArrowDown');
    const search = await until(() => find('textbox'));
    await press(search, 'Escape');
    expect(find('tree')).toBeUndefined();
    expect(document.activeElement).toBe(field);
    await press(field, 'Delete');
    expect(output()).toBe('');
  });

  it('[5-21] with the last-level option only leaves can be chosen', async () => {
    const onChange = vi.fn();
    const { until, find, click } = await draw(<DepartmentSelect label="F" leavesOnly value={null} onChange={onChange} />);
    await click(await until(() => find('button', 'F')));
    await click(await until(() => find('treeitem', /肾内科/)));
    expect(onChange).not.toHaveBeenCalled();
    await click(await until(() => find('treeitem', /药剂科/)));
    expect(onChange).toHaveBeenCalledWith('drugs', [{ id: 'drugs', fullName: '药剂科' }]);
  });

  it.each([
    ['position', PositionSelect, /护士长/, 'head'],
    ['role', RoleSelect, /管理员/, 'keeper'],
    ['group', GroupSelect, /夜班组/, 'night'],
  ] as const)('[2.6-07] %s select', async (_name, Field, wanted, id) => {
    const { until, find, click } = await draw(<Kept field={Field} start={null} />);
    await click(await until(() => find('button', 'F')));
    await click(await until(() => find('treeitem', wanted)));
    expect(output()).toBe(id);
  });

  it('[2.6-07] dictionary select; an empty dictionary says 无数据', async () => {
    const load = async () => ({ data: { list: [{ id: 'a', fullName: '甲', children: [{ id: 'b', fullName: '乙', children: null }] }] } });
    const onChange = vi.fn();
    const empty = async () => ({ data: { list: [] } });
    const { until, find, click, text } = await draw(
      <>
        <DictionarySelect label="D" dictionary="sex" load={load} leavesOnly value={null} onChange={onChange} />
        <DictionarySelect label="E" dictionary="none" load={empty} value={null} onChange={onChange} />
      </>,
    );
    await click(await until(() => find('button', 'D')));
    await click(await until(() => find('treeitem', /乙/)));
    expect(onChange).toHaveBeenCalledWith('b', [{ id: 'b', fullName: '乙' }]);
    await click(await until(() => find('button', 'E')));
    await until(() => text().includes('无数据'));
  });

  it('form panels draw them by kind and keep ids', async () => {
    const form = new FormStore<{ manager: string | null; departments: readonly string[] }>({
      initial: { manager: 'zhang', departments: [] },
      fields: [
        { kind: 'user', name: 'manager', label: '主管', required: true },
        { kind: 'department', name: 'departments', label: '所属部门', multiple: true },
      ],
    });
    const { until, find, click } = await draw(<FormPanel form={form} />);
    await until(() => find('button', '主管: 张伟/zhangwei'));
    expect(find('button', '取消选择')).toBeUndefined();
    await click(await until(() => find('button', '所属部门')));
    await click(await until(() => find('treeitem', /药剂科/)));
    await click(await until(() => find('treeitem', /肾内科/)));
    expect(form.values.departments).toEqual(['drugs', 'renal']);
  });
});
