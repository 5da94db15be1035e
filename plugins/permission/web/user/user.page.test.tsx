import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, type FakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { act } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userContract, userImportContract } from '../../contract/index.ts';
import { roleContract } from '../../contract/role.contract.ts';
import { Page } from './user.page.tsx';
import { previewRow, userContext } from './user.web-fixture.ts';

const { routes } = userContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(options: FakeWebOptions = {}, prepare: (context: FakeWebContext) => void = () => undefined): Promise<RenderedPage> {
  const context = userContext(options);
  prepare(context);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'permission.user' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('王五'));
  return shown;
}
const row = (shown: RenderedPage, name: string): HTMLElement => {
  const found = shown.all('row').find((one) => one.textContent?.includes(name));
  if (!found) throw new Error(`no row of ${name}`);
  return found;
};
const inRow = (shown: RenderedPage, name: string, button: string): HTMLElement => {
  const found = [...row(shown, name).querySelectorAll('button')].find((one) => one.textContent === button);
  if (!found) throw new Error(`no ${button} at ${name}`);
  return found;
};
const pick = async (shown: RenderedPage, name: string, item: string): Promise<void> => {
  await shown.click(inRow(shown, name, '更多'));
  await shown.click(await shown.until(() => shown.find('menuitem', item)));
};

describe('[2.5-08] [7.11-10] page of users', () => {
  it('shows where somebody works, what they are and how the account stands', async () => {
    const shown = await open();
    expect(row(shown, '张三').textContent).toContain('肾内科');
    expect(row(shown, '张三').textContent).toContain('护士');
    expect(row(shown, '张三').textContent).toContain('正常');
    expect(row(shown, '李四').textContent).toContain('锁定');
    expect(row(shown, '王五').textContent).toContain('停用');
  });

  it('a place narrows the list until it is taken away', async () => {
    const shown = await open();
    const last = () => shown.context.http.callsOf(routes.list).at(-1)?.input.query;
    await shown.click(await shown.until(() => shown.all('treeitem').find((one) => one.textContent?.includes('广州中心'))));
    await shown.until(() => (last() as { organizeId?: string }).organizeId === 'gz');
    await shown.click(shown.get('button', '显示全部组织的用户'));
    await shown.until(() => !('organizeId' in (last() as object)));
  });

  it('a new user: account, name, place; then a password is asked for, made and set', async () => {
    const shown = await open();
    await shown.click(await shown.until(() => shown.all('treeitem').find((one) => one.textContent?.includes('广州中心'))));
    const opener = shown.get('button', /新建用户/);
    opener.focus();
    await shown.click(opener);
    await shown.type(await shown.until(() => shown.find('textbox', '账号')), 'zhao liu');
    await shown.type(shown.get('textbox', '姓名'), '赵六');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('账号只能包含文字'));
    expect(shown.context.http.callsOf(routes.create)).toHaveLength(0);
    await shown.type(shown.get('textbox', '账号'), 'zhaoliu');
    let answer = () => {};
    shown.context.http.answer(routes.list, () => new Promise((done) => (answer = () => done(toPage([], 0, {})))));
    shown.get('button', '保存').focus();
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(routes.create)[0]);
    expect(shown.context.http.callsOf(routes.create)[0]?.input.body).toMatchObject({
      account: 'zhaoliu',
      realName: '赵六',
      organizeId: 'gz',
      roleId: '',
      managerId: '',
    });
    // The form gives the focus back as it goes, so that the question that comes next can do so, too.
    await shown.until(() => document.activeElement === opener);
    await act(async () => answer());
    await shown.until(() => shown.text().includes('为“赵六”设置密码'));
    await shown.click(shown.get('button', /生成密码/));
    await shown.click(shown.get('button', '设置密码'));
    await shown.until(() => shown.context.http.callsOf(routes.resetPassword)[0]);
    const sent = shown.context.http.callsOf(routes.resetPassword)[0]?.input as {
      params: { id: string };
      body: { userPassword: string; validatePassword: string };
    };
    expect(sent.params.id).toBe('u9');
    expect(sent.body.userPassword).toMatch(/^hash of \w{12}$/);
    expect(sent.body.validatePassword).toBe(sent.body.userPassword);
    expect([...shown.context.record.drafts.keys()]).toEqual([]);
  });

  it('[6-03] the picker of roles offers what the server lets be given where the person works', async () => {
    const shown = await open({ user: { isAdministrator: false } });
    await shown.click(await shown.until(() => shown.all('treeitem').find((one) => one.textContent?.includes('广州中心'))));
    await shown.click(shown.get('button', /新建用户/));
    await shown.until(() => shown.find('textbox', '账号'));
    expect(shown.text()).toContain('只列出您可授予的角色');
    await shown.click(await shown.until(() => shown.find('button', /^角色/)));
    await shown.until(() => shown.find('treeitem', /护士$/));
    expect(shown.context.http.callsOf(roleContract.routes.giveable).map((call) => call.input.query)).toEqual([{ organizeIds: 'gz', keyword: undefined }]);
  });

  it('[5-02] a typed password keeps the rules and is typed twice', async () => {
    const shown = await open();
    await shown.click(inRow(shown, '张三', '重置密码'));
    const typed = await shown.until(() => {
      const fields = document.querySelectorAll<HTMLInputElement>('[autocomplete=new-password]');
      return fields.length === 2 && fields;
    });
    await shown.type(typed[0] as HTMLElement, 'short');
    await shown.type(typed[1] as HTMLElement, 'other');
    await shown.click(shown.get('button', '设置密码'));
    await shown.until(() => shown.text().includes('两次输入的密码不一致'));
    expect(shown.text()).toContain('请输入8-16位密码');
    expect(shown.context.http.callsOf(routes.resetPassword)).toHaveLength(0);
  });

  it('a made password: who may not copy is told to mark it by hand; it is shown no longer than it is what will be set', async () => {
    const shown = await open();
    await shown.click(inRow(shown, '张三', '重置密码'));
    await shown.click(await shown.until(() => shown.find('button', /生成密码/)));
    // Without TLS browsers have no clipboard at all.
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
    await shown.click(shown.get('button', '复制密码'));
    vi.unstubAllGlobals();
    expect(shown.context.record.toasts.at(-1)).toMatchObject({ kind: 'warning', text: expect.stringContaining('手动复制') });
    const [first] = document.querySelectorAll<HTMLInputElement>('[autocomplete=new-password]');
    await shown.type(first as HTMLElement, 'Other2026x');
    expect(shown.find('button', '复制密码')).toBeUndefined();
  });

  it('edits with the version that was read, and sends no administrator mark where the caller is none', async () => {
    const shown = await open({ user: { isAdministrator: false } });
    await shown.click(inRow(shown, '张三', '编辑'));
    await shown.type(await shown.until(() => shown.find('textbox', '姓名')), '张三三');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(routes.edit)[0]);
    const body = shown.context.http.callsOf(routes.edit)[0]?.input.body;
    expect(body).toMatchObject({ realName: '张三三', version: 3, organizeId: 'd1', roleId: 'r1' });
    expect(body).not.toHaveProperty('isAdministrator');
  });

  it('[7.11-11] locks, unlocks, disables, deletes, each after a question', async () => {
    const shown = await open();
    await pick(shown, '张三', '锁定');
    await shown.until(() => shown.text().includes('锁定“张三”'));
    const [, confirm] = shown.all('button', '锁定');
    await shown.click(confirm ?? shown.get('button', '锁定'));
    await shown.until(() => shown.context.http.callsOf(routes.lock)[0]);
    expect(shown.context.http.callsOf(routes.lock)[0]?.input).toMatchObject({ params: { id: 'p1' }, query: {} });
    await pick(shown, '李四', '解锁');
    await shown.until(() => shown.context.http.callsOf(routes.unlock)[0]);
    await pick(shown, '张三', '停用');
    await shown.until(() => shown.context.http.callsOf(routes.state)[0]);
    expect(shown.context.http.callsOf(routes.state)[0]?.input).toMatchObject({ query: { enabledMark: '0' } });
    await pick(shown, '张三', '删除');
    await shown.until(() => shown.context.http.callsOf(routes.remove)[0]);
    expect(shown.context.record.questions.map(({ content }) => content)).toEqual([
      '停用“张三”？其登录会立即结束。',
      expect.stringContaining('删除用户“张三”（zhangsan）'),
    ]);
  });

  it('several at once; the messaging account; rights of one person', async () => {
    const shown = await open();
    for (const name of ['张三', '李四']) await shown.click(row(shown, name).querySelector('[type=checkbox], [role=checkbox]') as HTMLElement);
    const [batch] = shown.all('button', '停用');
    await shown.click(batch as HTMLElement);
    await shown.until(() => shown.context.http.callsOf(routes.states)[0]);
    expect(shown.context.http.callsOf(routes.states)[0]?.input.body).toEqual({ ids: ['p1', 'p2'], enabledMark: 0 });
    await pick(shown, '张三', '企业微信账号');
    const field = await shown.until(() => shown.find('textbox', '企业微信账号'));
    await shown.until(() => (field as HTMLInputElement).value === 'zhang');
    await shown.type(field, 'zhang.san');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.context.http.callsOf(routes.wechat)[0]);
    expect(shown.context.http.callsOf(routes.wechat)[0]?.input.body).toEqual({ qyWxUserId: 'zhang.san' });
    await pick(shown, '张三', '授权');
    expect(shown.context.record.places).toEqual(['/permission/authorize?objectType=User&id=p1']);
  });

  it('one-time passwords for several: set one by one, listed once, refusals named', async () => {
    let calls = 0;
    const shown = await open({}, ({ http }) =>
      http.answer(routes.resetPassword, () => {
        calls += 1;
        if (calls === 2) throw new ApiError({ code: 403, error: 'permission.not-delegated', message: '没有权限' });
        return null;
      }),
    );
    for (const name of ['张三', '李四', '王五']) await shown.click(row(shown, name).querySelector('[type=checkbox], [role=checkbox]') as HTMLElement);
    await shown.click(shown.get('button', '批量设密码'));
    await shown.click(await shown.until(() => shown.find('button', '为 3 名用户设置')));
    const list = await shown.until(() => shown.find('button', '下载清单（2）'));
    // The button that began has gone; the keyboard stands on what is to be done next.
    expect(document.activeElement).toBe(list);
    expect(shown.text()).toContain('已处理 3 / 3 名用户');
    expect(shown.text()).toContain('李四（lisi）：没有权限');
    const hashes = shown.context.http.callsOf(routes.resetPassword).map(({ input }) => (input.body as { userPassword: string }).userPassword);
    expect(new Set(hashes).size).toBe(3);
    await shown.click(shown.get('button', '关闭'));
    expect(shown.context.record.questions.at(-1)?.content).toContain('无法再次查看');
  });

  it('the own account gets no one-time password, and the dialog says why', async () => {
    const shown = await open({ user: { userId: 'p1' } });
    const choose = (name: string) => shown.click(row(shown, name).querySelector('[type=checkbox], [role=checkbox]') as HTMLElement);
    await choose('张三');
    await shown.click(shown.get('button', '批量设密码'));
    expect(shown.context.record.toasts.at(-1)).toMatchObject({ kind: 'warning', text: expect.stringContaining('自己的密码') });
    await choose('李四');
    await shown.click(shown.get('button', '批量设密码'));
    await shown.until(() => shown.find('button', '为 1 名用户设置'));
    expect(shown.text()).toContain('自己的密码');
  });

  it('nobody sees acts on the own account, or without the rights', async () => {
    const own = await open({ user: { userId: 'p1' } });
    await own.click(inRow(own, '张三', '更多'));
    await own.until(() => own.find('menuitem', '授权'));
    for (const name of ['停用', '删除', '锁定']) expect(own.find('menuitem', name)).toBeUndefined();
    await own.unmount();
    page = undefined;
    const shown = await open({ grants: ['permission.user'] });
    for (const name of [/新建用户/, /导入/, /导出/, '编辑', '重置密码', '更多', '启用', '停用'])
      expect(shown.find('button', name), String(name)).toBeUndefined();
  });

  it('[7.11-15] exports the list as it is filtered, with the chosen columns', async () => {
    const shown = await open({}, ({ http }) => http.answer(userImportContract.routes.exportExcel, () => new File(['x'], '用户.xlsx') as never));
    await shown.click(shown.get('button', /导出/));
    await shown.click(await shown.until(() => shown.find('checkbox', '手机')));
    const [, start] = shown.all('button', /导出/);
    await shown.click(start as HTMLElement);
    await shown.until(() => shown.context.http.callsOf(userImportContract.routes.exportExcel)[0]);
    const query = shown.context.http.callsOf(userImportContract.routes.exportExcel)[0]?.input.query as { selectKey: string; dataType: string };
    expect(query.dataType).toBe('1');
    expect(query.selectKey.split(',')).not.toContain('mobilePhone');
    expect(query.selectKey.split(',')).toContain('account');
  });

  it('[7.11-15] imports a workbook: what is wrong is said at its cell, the rest becomes users', async () => {
    const bad = previewRow(3, {
      mobilePhone: '12',
      errors: [{ field: 'mobilePhone', msg: '手机：不是正确的手机号码' }],
      errorsInfo: '手机：不是正确的手机号码',
    });
    const shown = await open({}, ({ http }) => {
      http.answer(userImportContract.routes.preview, { dataRow: [previewRow(2), bad] });
      http.answer(userImportContract.routes.importData, { snum: 1, fnum: 0, resultType: 0, failResult: [] });
      http.answer(userImportContract.routes.exportErrors, () => new File(['x'], '错误.xlsx') as never);
    });
    await shown.click(shown.get('button', /导入/));
    const input = await shown.until(() => document.querySelector<HTMLInputElement>('input[type=file]'));
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'users.xlsx')], configurable: true });
    await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
    await shown.until(() => shown.text().includes('手机：不是正确的手机号码'));
    await shown.click(shown.get('button', '导入 1 行'));
    await shown.until(() => shown.text().includes('已导入 1 行，1 行未导入'));
    expect(shown.context.http.callsOf(userImportContract.routes.importData)[0]?.input.body).toMatchObject({ list: [{ account: 'new.2', rowKey: 'file:2' }] });
    await shown.click(shown.get('button', /下载错误数据/));
    await shown.until(() => shown.context.http.callsOf(userImportContract.routes.exportErrors)[0]);
    expect(shown.context.http.callsOf(userImportContract.routes.exportErrors)[0]?.input.body).toEqual({ fileName: 'file-1.xlsx' });
  });
});
