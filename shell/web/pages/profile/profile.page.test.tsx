import { toPage } from '@nephra/plugin-sdk/contract';
import { createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileContract, profileContract, type RightNode, sessionContract } from '../../../contract/index.ts';
import { createFakeShell, type FakeShell } from '../../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../../shell-context.tsx';
import { Page } from './profile.page.tsx';

const { routes } = profileContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const right = (id: string, fullName: string, children: RightNode[] | null = null): RightNode => ({
  id,
  parentId: '-1',
  fullName,
  icon: '',
  sortCode: 1,
  moduleId: id,
  hasChildren: children !== null,
  isLeaf: children === null,
  num: 0,
  children,
});

const Stage = observer(function Stage({ fake, context }: { readonly fake: FakeShell; readonly context: FakeWebContext }) {
  return (
    <ShellProvider shell={{ ...fake.shell, http: context.http }}>
      <Page menu={createFakeMenu({ enCode: 'profile' })} query={fake.router.visit.query} />
    </ShellProvider>
  );
});

async function open(tab = 'base'): Promise<RenderedPage & { readonly log: string[] }> {
  const context = createFakeWebContext();
  const { http } = context;
  http.answer(routes.sendMobileCode, { waitSeconds: 60 });
  http.answer(sessionContract.routes.profile, {
    id: 'u1',
    account: 'nurse',
    realName: '李护士',
    organizeId: 'o1',
    organize: '集团/广州中心/护理部',
    position: '护士',
    positionId: 'p',
    roleId: '护士',
    roleIds: 'r',
    manager: '王护士长/gz03',
    creatorTime: null,
    prevLogTime: null,
    signature: '',
    gender: '2',
    nation: '汉族',
    nativePlace: '',
    entryDate: null,
    certificatesType: 'idCard',
    certificatesNumber: '11010519491231002X',
    education: '',
    birthday: null,
    telePhone: '',
    landline: '',
    mobilePhone: '',
    email: '',
    urgentContacts: '',
    urgentTelePhone: '',
    postalAddress: '',
    theme: 'classic',
    language: 'zh',
    avatar: '',
    mobileChange: 'code',
  });
  http.answer(sessionContract.routes.saveProfile, null);
  http.answer(routes.organizes, [
    { id: 'o1', fullName: '集团/广州中心', isDefault: true },
    { id: 'o2', fullName: '集团/武汉中心', isDefault: false },
  ]);
  http.answer(routes.positions, [{ id: 'p', fullName: '护士', isDefault: true }]);
  const person = (id: string, userName: string, isLeaf: boolean) => ({ id, avatar: '', userName, department: '护理部', position: '护士', isLeaf });
  http.answer(routes.subordinates, ({ params }) => (params.id === '0' ? [person('u1', '李护士/nurse', false)] : [person('u2', '赵护士/gz05', true)]));
  http.answer(routes.authorize, {
    module: [right('m', '医院业务', [right('m1', '药房发药')])],
    button: [right('m', '医院业务', [right('m1', '药房发药', [right('b', '发药')])])],
    column: [],
    form: [],
    resource: [],
  });
  http.answer(routes.systemLog, ({ query }) =>
    toPage(
      [
        {
          id: '7',
          creatorTime: 1_772_416_800_000,
          userName: '李护士',
          ipaddress: '127.0.0.1',
          platForm: 'Chrome 126 · Windows',
          requestURL: query.category === 1 ? '/api/oauth/Login' : '/api/his/patient',
          requestMethod: 'POST',
          requestDuration: 12,
          moduleName: query.category === 1 ? 'session.login' : 'patient.create',
          class: query.category === 1 ? 'security' : 'write',
          outcome: 'refused',
        },
      ],
      1,
      {},
    ),
  );
  const fake = createFakeShell({ at: `/profile?tab=${tab}` });
  page = await renderElement(<Stage fake={fake} context={context} />, { context });
  return { ...page, log: fake.log };
}

describe('[2.1-11] profile page', () => {
  it('[7.11-03] shows the whole file; what is changed is checked and saved', async () => {
    const shown = await open();
    await shown.until(() => shown.text().includes('王护士长/gz03'));
    expect(shown.text()).toContain('居民身份证');
    await shown.click(shown.get('button', '修改'));
    expect(shown.text()).toContain('由管理员在“用户管理”中维护');
    const mobile = await shown.until(() => shown.find('textbox', '手机'));
    await shown.type(mobile, '12');
    await shown.click(shown.get('button', '保存'));
    expect(shown.context.http.callsOf(sessionContract.routes.saveProfile)).toHaveLength(0);
    await shown.type(shown.get('textbox', '手机'), '13800138000');
    await shown.click(shown.get('button', '获取验证码'));
    expect(shown.context.http.callsOf(routes.sendMobileCode)[0]?.input.body).toEqual({ mobile: '13800138000' });
    await shown.until(() => shown.find('button', /60 秒后可重发/));
    await shown.type(shown.get('textbox', '验证码'), '123456');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(sessionContract.routes.saveProfile)[0]);
    expect(call.input.body).toMatchObject({ mobilePhone: '13800138000', mobileCode: '123456', nation: '汉族' });
    // Who somebody is stands there to be read: an administrator keeps it.
    expect(call.input.body).not.toHaveProperty('realName');
    expect(call.input.body).not.toHaveProperty('certificatesNumber');
    await shown.until(() => shown.find('button', '修改'));
  });

  it('[5-16] [5-17] a picture of exactly 5 MB, and what is none, are refused in words and not sent', async () => {
    const shown = await open();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]') ?? expect.fail('no input');
    const choose = (file: File) => {
      Object.defineProperty(input, 'files', { configurable: true, value: [file] });
      input.dispatchEvent(new Event('change', { bubbles: true }));
      return shown.settle();
    };
    const large = new File(['x'], 'a.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 5_242_880 });
    await choose(large);
    await choose(new File(['x'], 'a.pdf', { type: 'application/pdf' }));
    expect(shown.log.filter((line) => line.startsWith('error'))).toEqual(['error 图片大小超过5MB', 'error 请上传图片']);
    expect(shown.context.http.callsOf(fileContract.routes.upload)).toEqual([]);
  });

  it('[7.11-03] a change that is done or given up leads back to the button that began it', async () => {
    const shown = await open();
    for (const end of ['取消', '保存']) {
      await shown.click(await shown.until(() => shown.find('button', '修改')));
      const button = await shown.until(() => shown.find('button', end));
      button.focus();
      await shown.click(button);
      const begun = await shown.until(() => shown.find('button', '修改'));
      expect(document.activeElement, end).toBe(begun);
    }
  });

  it('[7.11-04] what is wrong with a new password stands at its field, and the cursor in it', async () => {
    const shown = await open('password');
    const refusal = new ApiError({ code: 400, error: 'core.old-password-wrong', message: '旧密码不正确。' });
    shown.context.http.answer(sessionContract.routes.modifyPassword, () => Promise.reject(refusal));
    const [old, next, again] = await shown.until(() => {
      const fields = [...(document.querySelector('.nf-password')?.querySelectorAll('input') ?? [])];
      return fields.length === 3 && (fields as [HTMLInputElement, HTMLInputElement, HTMLInputElement]);
    });
    await shown.type(old, 'Wrong2026x');
    await shown.type(next, 'Newer2026x');
    await shown.type(again, 'Newer2026y');
    await shown.click(shown.get('button', '保存新密码'));
    expect(document.activeElement).toBe(again);
    await shown.type(again, 'Newer2026x');
    await shown.click(shown.get('button', '保存新密码'));
    await shown.until(() => shown.text().includes('原密码不正确'));
    expect(document.activeElement).toBe(old);
  });

  it('the tab that is open is brought into view, where the row of tabs is swiped', async () => {
    const seen: (string | null)[] = [];
    const spy = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    await open('log');
    expect(seen).toEqual(['我的日志']);
    spy.mockRestore();
  });

  it('[7.11-08] switches to another organisation', async () => {
    const shown = await open('places');
    await shown.click(await shown.until(() => shown.find('button', '切换到集团/武汉中心')));
    expect(shown.log).toContain('switch Organize o2');
  });

  it('[7.11-06] subordinates come when they are asked for', async () => {
    const shown = await open('subordinates');
    await shown.until(() => shown.text().includes('赵护士/gz05'));
    expect(shown.context.http.callsOf(routes.subordinates).map(({ input }) => input.params)).toEqual([{ id: '0' }, { id: 'u1' }]);
  });

  it('[7.11-06] rights are trees with search, from one call', async () => {
    const shown = await open('rights');
    await shown.until(() => shown.text().includes('药房发药'));
    await shown.click(shown.get('radio', '按钮'));
    await shown.type(await shown.until(() => shown.find('textbox', /关键|输入|搜索/)), '发药');
    await shown.until(() =>
      shown.all('treeitem').some((item) => item.textContent === '发药' || item.textContent?.endsWith('▸发药') || item.getAttribute('aria-level') === '3'),
    );
    expect(shown.context.http.callsOf(routes.authorize)).toHaveLength(1);
  });

  it('[7.11-06] the log starts with signing in and has filters', async () => {
    const shown = await open('log');
    await shown.until(() => shown.text().includes('/api/oauth/Login'));
    expect(shown.text()).toMatch(/登录POST \/api\/oauth\/Login127\.0\.0\.1Chrome 126 · Windows12 毫秒被拒绝/);
    expect(shown.context.http.callsOf(routes.systemLog)[0]?.input.query).toMatchObject({ category: 1, currentPage: 1 });
  });
});
