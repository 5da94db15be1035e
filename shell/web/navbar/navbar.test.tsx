import { runInAction } from 'mobx';
import { afterEach, describe, expect, it } from 'vitest';
import { type DrawnFrame, drawFrame } from '../layouts/testing/draw-frame.tsx';
import { fakeMenu } from '../layouts/testing/fake-shell.ts';
import { webAddress } from './dialogs/about.dialog.tsx';

let page: DrawnFrame | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const draw = async (options: Parameters<typeof drawFrame>[0] = {}) => {
  page = await drawFrame({ menus: [fakeMenu('clinic', '医院业务', [fakeMenu('clinic.ph', '药房发药')])], ...options });
  return page;
};
const toolNames = ({ container }: DrawnFrame) =>
  [...container.querySelectorAll('.nephra-navbar-tools > button, .nephra-navbar-tools > .nephra-flyout > button')].map(
    (tool) => tool.getAttribute('aria-label') ?? tool.textContent,
  );
const dialogTitle = () => document.querySelector('.semi-modal-title')?.textContent;

describe('navbar', () => {
  it('[2.4-04] offers help, size, language, notice, chat, settings and the account', async () => {
    const names = toolNames(await draw());
    expect(names).toEqual([
      '帮助',
      '全屏',
      '组件大小',
      '切换语言',
      'AI 助手',
      '站内消息',
      '内部聊天',
      '界面设置',
      '示范血透中心/护理部 N001 李护士 的账户菜单',
    ]);
  });

  it('[2.4-03] shows the AI icon on a desktop only; a phone has the assistant in the menu of the account', async () => {
    const phone = await draw({ width: 390 });
    expect(toolNames(phone)).not.toContain('AI 助手');
    const { get, click, until, text } = phone;
    await click(get('button', /账户菜单$/));
    await click(get('menuitem', 'AI 助手'));
    await until(() => text().includes('AI 助手尚未安装'));
  });

  it('[2.4-04] a phone, which has no help menu, offers feedback with the account', async () => {
    const { get, all, click, until } = await draw({ width: 390 });
    await click(get('button', /账户菜单$/));
    expect(all('menuitem').map((item) => item.textContent)).toContain('意见反馈');
    await click(get('menuitem', '意见反馈'));
    await until(() => dialogTitle() !== undefined);
    expect(dialogTitle()).toBe('意见反馈');
  });

  it('[2.4-21] hides language switch and search when the settings say so', async () => {
    const { find } = await draw({ settings: { showLanguage: false, showSearch: false } });
    expect([find('button', '切换语言'), find('button', /^搜索：导航菜单/)]).toEqual([undefined, undefined]);
  });

  it('[2.4-05] [2.1-11] the account opens profile, about, lock screen and, below a line, log out', async () => {
    const { get, all, click, log, container } = await draw();
    const account = () => get('button', /账户菜单$/);
    expect(account().textContent).toContain('示范血透中心/护理部 N001 李护士');
    await click(account());
    expect(all('menuitem').map((item) => item.textContent)).toEqual(['个人信息', '关于平台', '锁定屏幕', '退出登录']);
    expect(container.querySelector('.nephra-action-divided')?.textContent).toBe('退出登录');
    await click(get('menuitem', '锁定屏幕'));
    await click(account());
    await click(get('menuitem', '退出登录'));
    await click(account());
    await click(get('menuitem', '个人信息'));
    expect(log).toEqual(['lock', 'log out', 'go /profile']);
  });

  it('[7.11-08] whoever works in several organisations switches in the account menu', async () => {
    const workplaces = [
      { id: 'gz', fullName: '集团/广州中心', isDefault: true },
      { id: 'wh', fullName: '集团/武汉中心', isDefault: false },
    ];
    const { get, all, click, log, until } = await draw({ workplaces });
    await click(get('button', /账户菜单$/));
    await until(() => all('menuitemradio').length === 2);
    expect(all('menuitemradio').map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['广州中心', 'true'],
      ['武汉中心', 'false'],
    ]);
    await click(get('menuitemradio', '武汉中心'));
    expect(log).toEqual(['switch Organize wh']);
  });

  it('[2.4-06] [9-16] the about dialog is 400 px wide and shows linked name, version and slogan', async () => {
    const { get, click, until, text } = await draw();
    await click(get('button', /账户菜单$/));
    await click(get('menuitem', '关于平台'));
    await until(() => dialogTitle() === '关于平台');
    expect(document.querySelector<HTMLElement>('.semi-modal')?.style.width).toBe('400px');
    expect(text()).toContain('版本：V1.0.0');
    const link = document.querySelector<HTMLAnchorElement>('.nephra-about-name > a');
    expect([link?.textContent, link?.href, link?.rel]).toEqual(['血透中心信息系统', 'https://nephra.example/', 'noopener noreferrer']);
  });

  it('[2.4-06] the name is a link where no address is configured, too: to this system', async () => {
    const { get, click, until, shell } = await draw();
    runInAction(() => {
      shell.session.sysConfig = { ...shell.session.sysConfig, website: '' };
    });
    await click(get('button', /账户菜单$/));
    await click(get('menuitem', '关于平台'));
    await until(() => dialogTitle() === '关于平台');
    expect(document.querySelector<HTMLAnchorElement>('.nephra-about-name > a')?.getAttribute('href')).toBe(window.location.origin);
  });

  it('links the system name to web pages only', () => {
    expect([webAddress('https://a.example'), webAddress('javascript:alert(1)'), webAddress('')]).toEqual(['https://a.example/', undefined, undefined]);
  });

  it('[2.4-24] offers three languages in their names and follows the choice', async () => {
    const { get, all, click, shell } = await draw();
    await click(get('button', '切换语言'));
    expect(all('menuitemradio').map((item) => item.textContent)).toEqual(['简体中文', '繁体中文', 'English']);
    await click(get('menuitemradio', 'English'));
    expect(shell.settings.language).toBe('en');
    expect(get('button', 'Language').getAttribute('aria-expanded')).toBe('false');
  });

  it('[2.4-24] offers four sizes; [8-13] says Switch Size Success', async () => {
    const { get, all, click, shell, log } = await draw();
    await click(get('button', '组件大小'));
    expect(all('menuitemradio').map((item) => item.textContent)).toEqual(['默认', '中等', '小型', '迷你']);
    await click(get('menuitemradio', '迷你'));
    expect([shell.settings.size, shell.storage.get('size'), log]).toEqual(['mini', 'mini', ['success Switch Size Success']]);
  });

  it('[8-14] warns 不支持全屏 when the browser cannot do it', async () => {
    const { get, click, log } = await draw();
    await click(get('button', '全屏'));
    expect(log).toEqual(['warning 不支持全屏']);
  });

  it('[2.4-04] documentation, feedback and statement open something real', async () => {
    const { get, click, until, text, press, type, log } = await draw();
    await press(document.body, 'F1');
    await until(() => dialogTitle() === '帮助文档');
    expect(text()).toContain('键盘快捷键');
    await click(document.querySelector('.semi-modal-close') ?? expect.fail('no close button'));
    await click(get('button', '帮助'));
    await click(get('menuitem', '使用声明'));
    await until(() => dialogTitle() === '使用声明');
    await click(get('button', '我知道了'));
    await click(get('button', '帮助'));
    await click(get('menuitem', '意见反馈'));
    await until(() => dialogTitle() === '意见反馈');
    await click(get('button', '发送'));
    expect(log).toContain('warning 请先填写内容');
    await type(get('textbox', '意见反馈'), '打印按钮太小');
    await click(get('button', '发送'));
    await until(() => log.some((line) => line.startsWith('POST /api/system/Feedback')));
    expect(log).toContain('POST /api/system/Feedback {"text":"打印按钮太小","place":"/home"}');
  });

  it('bell, chat and AI open a drawer that names the plugin it waits for', async () => {
    const { get, click, until, change, text } = await draw();
    for (const [tool, plugin] of [
      ['站内消息', 'message'],
      ['内部聊天', 'chat'],
      ['AI 助手', 'assistant'],
    ] as const) {
      await click(get('button', tool));
      await until(() => text().includes(`${tool}尚未安装`));
      expect(text()).toContain(`此功能由插件“${plugin}”提供`);
      await change(() => undefined);
      await click(document.querySelector('.semi-sidesheet-close') ?? expect.fail('no close button'));
    }
  });

  it('shows where the page stands', async () => {
    const { get, go } = await draw();
    await go('/clinic/ph');
    expect([...get('navigation', '当前位置').querySelectorAll('li')].map((item) => item.textContent)).toEqual(['首页', '医院业务', '药房发药']);
  });
});
