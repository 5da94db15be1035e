import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConfigView, configContract } from '../../contract/config/config.contract.ts';
import { FLAGS, KEPT, PICTURES, SECRETS, TEXT_LENGTHS, WHOLE_BOUNDS } from '../../contract/config/config-limits.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './config.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const each = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
const VIEW = {
  ...each(Object.keys(TEXT_LENGTHS), ''),
  ...each(Object.keys(WHOLE_BOUNDS), 5),
  ...each(FLAGS, 0),
  ...each(PICTURES, ''),
  ...each(SECRETS, ''),
  ...each(KEPT, null),
  ...{ sysName: 'SIM 中心', copyright: '© SIM', singleLogin: '2', lockType: 2, sysVersion: 'V1.0.0', tokenTimeout: 30 },
  ...{ revision: 4, fixed: { copyright: 'COPYRIGHT', sysVersion: '' }, secretsSet: ['emailPassword'], ownAddress: '10.1.2.3' },
} as unknown as ConfigView; // made of the contract's own lists
const { routes } = configContract;

async function open({ isAdministrator = true }: { readonly isAdministrator?: boolean } = {}) {
  const context = createFakeWebContext({ texts, user: { isAdministrator } });
  answerContract(context.http, configContract, {
    read: VIEW,
    save: { ...VIEW, sysName: 'SIM 新名', revision: 5 },
    testMail: { to: 'sim@example.org' },
    administrators: [{ id: 'u1', account: 'admin', realName: 'SIM 管理员' }],
    setAdministrators: [{ id: 'u1', account: 'admin', realName: 'SIM 管理员' }],
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.sysConfig', fullName: '系统配置' }) });
  const drawn = page;
  await drawn.until(() => drawn.find('tab', '基本信息'));
  return { drawn, context };
}
const saved = ({ http }: Awaited<ReturnType<typeof open>>['context']) => http.callsOf(routes.save).map(({ input }) => input.body);

describe('page of configuration', () => {
  it('sends what was changed and the revision that was read; what is fixed names its variable', async () => {
    const { drawn, context } = await open();
    expect(drawn.text()).toContain('由服务器环境变量 COPYRIGHT 设定');
    expect((drawn.find('textbox', '版权信息') as HTMLInputElement).disabled).toBe(true);
    await drawn.type(drawn.get('textbox', '系统名称'), 'SIM 新名');
    await drawn.click(drawn.get('button', '保存'));
    await drawn.until(() => saved(context).length > 0);
    expect(saved(context)).toEqual([{ sysName: 'SIM 新名', revision: 4 }]);
  });

  it('keeps what was typed when somebody else saved, reads what they did, and saves then', async () => {
    const { drawn, context } = await open();
    context.http.refuse(routes.save, { code: 409, error: 'system.config-stale' });
    await drawn.type(drawn.get('textbox', '系统名称'), 'SIM 我的');
    await drawn.click(drawn.get('button', '保存'));
    await drawn.until(() => drawn.find('button', '读取最新'));
    answerContract(context.http, configContract, { read: { ...VIEW, companyName: 'SIM 别人', revision: 7 }, save: { ...VIEW, revision: 8 } });
    await drawn.click(drawn.get('button', '读取最新'));
    await drawn.until(() => (drawn.find('textbox', '单位名称') as HTMLInputElement).value === 'SIM 别人');
    expect((drawn.find('textbox', '系统名称') as HTMLInputElement).value).toBe('SIM 我的');
    await drawn.click(drawn.get('button', '保存'));
    await drawn.until(() => saved(context).length === 2);
    expect(saved(context)[1]).toEqual({ sysName: 'SIM 我的', revision: 7 });
  });

  it('tells what a mail server said, above values that stay', async () => {
    const { drawn, context } = await open();
    await drawn.click(drawn.get('tab', '邮件'));
    await drawn.until(() => drawn.find('textbox', /SMTP 服务器/));
    context.http.refuse(routes.testMail, { error: 'core.mail-auth', message: '邮件服务器不接受该账号或密码。' });
    await drawn.type(drawn.get('textbox', 'SMTP 服务器'), 'smtp.example.org');
    await drawn.click(drawn.get('button', '发送测试邮件'));
    await drawn.until(() => drawn.text().includes('不接受该账号或密码'));
    expect((drawn.find('textbox', 'SMTP 服务器') as HTMLInputElement).value).toBe('smtp.example.org');
  });

  it('is for looking where somebody is no system administrator', async () => {
    const { drawn } = await open({ isAdministrator: false });
    expect(drawn.find('button', '保存')).toBeUndefined();
    expect(drawn.find('tab', '管理员')).toBeUndefined();
    expect((drawn.find('textbox', '系统名称') as HTMLInputElement).disabled).toBe(true);
  });
});
