import { createFakeMenu, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { organizeContract } from '../../contract/index.ts';
import { Page } from './organize.page.tsx';
import { organizeContext } from './organize.web-fixture.ts';

const { routes } = organizeContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  page = await renderPage(Page, { context: organizeContext(options), menu: createFakeMenu({ enCode: 'permission.organize' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('广州中心'));
  return shown;
}
const rowButton = (shown: RenderedPage, row: number, name: string): HTMLElement => {
  const found = shown.all('button', name)[row];
  if (!found) throw new Error(`row ${row} has no ${name}`);
  return found;
};

describe('[2.5-08] [7.10-02] page of organisations', () => {
  it('shows the tree with state and counts, opens and closes branches', async () => {
    const shown = await open();
    expect(shown.text()).toMatch(/武汉中心WH.*停用/);
    await shown.click(shown.get('button', '收起'));
    expect(shown.text()).not.toContain('广州中心');
    await shown.click(shown.get('button', '展开'));
    expect(shown.text()).toContain('广州中心');
  });

  it('a search asks the server and keeps the way to what it found', async () => {
    const shown = await open();
    await shown.type(shown.get('textbox', /名称、编码/), '武');
    await shown.until(() => shown.text().includes('康源集团') && !shown.text().includes('广州中心'));
    expect(shown.context.http.callsOf(routes.list).at(-1)?.input.query).toEqual({ keyword: '武' });
  });

  it('a new one below another is filled in sections and saved; wrong facts are told at their field', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '新建机构'));
    const name = await shown.until(() => shown.find('textbox', '机构名称'));
    expect(shown.text()).toContain('医疗与医保');
    await shown.type(name, '南宁中心');
    await shown.type(shown.get('textbox', '机构编码'), 'SIM NN');
    await shown.type(shown.get('textbox', '负责人手机'), '12');
    await shown.click(shown.get('button', '保存'));
    expect(shown.context.http.callsOf(routes.create)).toHaveLength(0);
    expect(shown.text()).toContain('请输入正确的手机号码');
    await shown.type(shown.get('textbox', '机构编码'), 'SIM.NN');
    await shown.type(shown.get('textbox', '负责人手机'), '13800138000');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.create)[0]);
    expect(call.input.body).toMatchObject({
      parentId: 'root',
      fullName: '南宁中心',
      enCode: 'SIM.NN',
      dialysisCenter: 1,
      propertyJson: { managerMobilePhone: '13800138000', foundedTime: null },
    });
  });

  it('an edit sends the version that was read and lets an old code stay', async () => {
    const shown = await open();
    await shown.click(rowButton(shown, 1, '编辑'));
    const name = await shown.until(() => shown.find('textbox', '机构名称'));
    expect(shown.context.isGuarded()).toBe(false);
    await shown.type(name, '广州第一中心');
    expect(shown.context.isGuarded()).toBe(true);
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    expect(call.input).toMatchObject({
      params: { id: 'gz' },
      body: { fullName: '广州第一中心', enCode: 'OLD-GZ', version: 4, propertyJson: { shortName: '穗' } },
    });
  });

  it('an administrator of everything may hang one at the top', async () => {
    const shown = await open();
    await shown.click(rowButton(shown, 1, '编辑'));
    await shown.click(await shown.until(() => shown.find('button', '上级机构: 康源集团')));
    const tree = await shown.until(() => shown.find('tree', '组织选择'));
    const top = await shown.until(() => tree.querySelector<HTMLElement>('[role=treeitem]'));
    await shown.click(top);
    await shown.click(shown.get('button', '确定'));
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    expect(call.input.body).toMatchObject({ parentId: '-1' });
  });

  it('moves below another one', async () => {
    const shown = await open();
    await shown.click(rowButton(shown, 1, '更多'));
    await shown.click(shown.get('menuitem', '移动到'));
    const tree = await shown.until(() => shown.find('tree', '移动“广州中心”'));
    await shown.click(shown.get('button', '移动'));
    expect(shown.context.record.toasts.at(-1)?.text).toBe('请选择移动“广州中心”');
    const target = await shown.until(() => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')].find((one) => one.textContent?.includes('武汉中心')));
    await shown.click(target);
    await shown.click(shown.get('button', '移动'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    expect(call.input).toEqual({ params: { id: 'gz' }, body: { parentId: 'wh', fullName: '广州中心', enCode: 'OLD-GZ', version: 4 } });
  });

  it('[7.10-07] disabling and deleting ask first', async () => {
    const shown = await open();
    await shown.click(rowButton(shown, 1, '更多'));
    await shown.click(shown.get('menuitem', '停用'));
    await shown.until(() => shown.context.http.callsOf(routes.act)[0]);
    expect(shown.context.http.callsOf(routes.act)[0]?.input).toEqual({ params: { id: 'gz', action: 'disable' } });
    expect(shown.context.record.questions.at(-1)?.content).toContain('广州中心');
  });

  it('[7.10-06] administrators: a matrix for each person, saved as a whole', async () => {
    const shown = await open();
    await shown.click(rowButton(shown, 1, '查看'));
    await shown.click(await shown.until(() => shown.find('tab', '分级管理')));
    await shown.click(await shown.until(() => shown.find('button', '添加管理员')));
    await shown.click(await shown.until(() => shown.find('treeitem', /张医生/)));
    await shown.click(shown.get('button', '确定'));
    const matrix = await shown.until(() => shown.find('region', '张医生/zhang'));
    const [, , deleteHere] = [...matrix.querySelectorAll<HTMLElement>('input[type=checkbox]')];
    if (!deleteHere) throw new Error('no matrix');
    await shown.click(deleteHere);
    expect(shown.context.isGuarded()).toBe(true);
    await shown.click(shown.get('button', '移除 张医生/zhang'));
    expect(document.activeElement).toBe(shown.get('button', '添加管理员'));
    await shown.click(shown.get('button', '添加管理员'));
    await shown.click(await shown.until(() => shown.find('treeitem', /张医生/)));
    await shown.click(shown.get('button', '确定'));
    const [, , again] = [...(await shown.until(() => shown.find('region', '张医生/zhang'))).querySelectorAll<HTMLElement>('input[type=checkbox]')];
    await shown.click(again as HTMLElement);
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.saveAdministrators)[0]);
    expect(call.input.body).toEqual({
      version: 4,
      list: [
        {
          userId: 'zhang',
          thisLayerAdd: 1,
          thisLayerEdit: 1,
          thisLayerDelete: 1,
          subLayerAdd: 1,
          subLayerEdit: 1,
          subLayerDelete: 0,
          roleIds: ['role-nurse'],
          description: '',
        },
      ],
    });
  });

  it('without the rights there are no buttons, and the matrix can only be read', async () => {
    const shown = await open({ grants: ['permission.organize'] });
    for (const name of ['新建机构', '编辑', '更多']) expect(shown.find('button', name)).toBeUndefined();
    await shown.click(rowButton(shown, 1, '查看'));
    await shown.click(await shown.until(() => shown.find('tab', '分级管理')));
    await shown.until(() => shown.text().includes('还没有指定管理员'));
    expect(shown.find('button', '添加管理员')).toBeUndefined();
    expect(shown.find('tab', '部门')).toBeUndefined();
  });
});
