import { shareOf } from '../../support/cases/effort.ts';
import { asShown, spoken } from '../languages/spoken-locators.ts';
import { callAs } from '../pages/caller.ts';
import { chooseInAccountMenu } from '../pages/account-menu.ts';
import { deskOf, fillLogin, openDesk, signIn } from '../pages/desk.ts';
import { PASSWORD } from '../pages/system.ts';
import { expect, test } from '../pages/journey.ts';
import { openMenu } from '../pages/looks/narrow.ts';

const MENUS = {
  admin: [
    '患者管理',
    '处方开立',
    '收费结算',
    '药房发药',
    '药品材料诊疗目录',
    '套餐维护',
    '医保结算',
    '异常结算',
    '目录与对照',
    '医保对账',
    '接口日志',
    '医保接入',
    '经营概览',
    '插件管理',
    '组件示例',
    '机构管理',
    '部门管理',
    '岗位管理',
    '用户管理',
    '角色管理',
    '分组管理',
    '权限授权',
    '在线用户',
  ],
  doctor: ['患者管理', '处方开立', '药品材料诊疗目录', '套餐维护'],
  nurse: ['患者管理', '处方开立'],
  pharmacist: ['药房发药', '药品材料诊疗目录', '套餐维护'],
  cashier: ['患者管理', '收费结算', '医保结算', '异常结算', '医保对账'],
  clerk: ['患者管理', '收费结算', '医保结算', '异常结算', '目录与对照', '医保对账', '接口日志', '医保接入', '经营概览'],
  manager: ['经营概览', '机构管理', '部门管理', '岗位管理', '用户管理', '角色管理', '分组管理', '权限授权', '在线用户'],
  developer: ['组件示例', '接口日志'],
} as const;

test('[2.3-12] an address asked for without a token is kept and opened after the log-in', async ({ browser }) => {
  const desk = await openDesk(browser);
  await desk.page.goto('/his/patient?from=mail');
  await expect(desk.page).toHaveURL(/\/login\?redirect=/);
  await fillLogin(desk.page, 'doctor', PASSWORD);
  await expect(desk.page).toHaveURL(/\/his\/patient/);
  await expect(desk.page.getByRole('heading', { name: '患者管理' })).toBeVisible();
  expect(desk.faults).toEqual([]);
  await desk.leave();
});

test('[2.1-02] a wrong password says so, keeps what was typed and lets in afterwards', async ({ browser }) => {
  const desk = await openDesk(browser);
  const { page } = desk;
  await page.goto('/login');
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await expect(page.getByText('请输入账号', { exact: true }).last()).toBeVisible();
  await fillLogin(page, ' nurse ', 'Wrong2026');
  await expect(page.getByRole('alert').filter({ hasText: /密码/ }).first()).toBeVisible();
  await expect(page.locator('form input').first()).toHaveValue(' nurse ');
  await fillLogin(page, ' nurse ', PASSWORD);
  await page.waitForURL('**/home');
  await desk.leave();
});

const accounts = Object.keys(MENUS);
const share = shareOf('accounts whose menu is read', accounts, Math.ceil(accounts.length / 3));
for (const [account, menus] of Object.entries(MENUS)) {
  test(`[1-05] ${account} sees their own menu and no more`, async ({ browser }) => {
    test.skip(!share.includes(account), 'another day, and in the long run');
    const desk = await deskOf(browser, account);
    const menu = await openMenu(desk.page);
    await expect(menu).toContainText('首页');
    // Opening one directory closes the one beside it, and shows those inside it.
    const seen = new Set<string>();
    const opened = new Set<string>();
    for (;;) {
      const names = await menu.locator('button[aria-expanded]').allTextContents();
      const name = names.find((one) => !opened.has(one));
      if (name === undefined) break;
      opened.add(name);
      const directory = menu.locator('button[aria-expanded]').filter({ hasText: asShown(name) });
      if ((await directory.getAttribute('aria-expanded')) === 'false') await directory.click();
      await expect(directory).toHaveAttribute('aria-expanded', 'true');
      for (const name of await menu.getByRole('link').allTextContents()) seen.add(name.trim());
    }
    for (const name of new Set(Object.values(MENUS).flat())) {
      const title = spoken(name, 'whole');
      const listed = expect.arrayContaining([title instanceof RegExp ? expect.stringMatching(title) : title]);
      if ((menus as readonly string[]).includes(name)) expect([...seen]).toEqual(listed);
      else expect([...seen]).not.toEqual(listed);
    }
    expect(desk.faults).toEqual([]);
    await desk.leave();
  });
}

test('[4-03] logging out asks, ends the session and leaves nothing behind', async ({ browser }) => {
  const desk = await deskOf(browser, 'clerk');
  const { page } = desk;
  await chooseInAccountMenu(page, '退出登录');
  await expect(page.getByText('您确定要退出应用程序吗?')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('jnpf_token'))).toBeNull();
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
  await desk.leave('ended');
});

test('[4-01] [2.3-03] a locked screen is locked on the server too and opens with the password', async ({ browser }) => {
  const desk = await deskOf(browser, 'cashier');
  const { page } = desk;
  await chooseInAccountMenu(page, '锁定屏幕');
  await expect(page).toHaveURL(/\/lockScreen/);
  const token = await page.evaluate(() => (localStorage.getItem('jnpf_token') ?? '').split('|')[0] ?? '');
  const answer = await page.request.get('/api/his/charge/bill', { headers: { Authorization: token } });
  expect((await answer.json()).code).toBe(601);
  await page.goto('/his/charging');
  await expect(page).toHaveURL(/\/lockScreen/);
  await page.getByPlaceholder('请输入密码').fill(PASSWORD);
  await page.getByRole('button', { name: '解锁' }).click();
  await expect(page).not.toHaveURL(/\/lockScreen/);
  await desk.leave('ended');
});

test('a link with a ticket that nobody issued costs a signed-in person nothing, locked screen included', async ({ browser }) => {
  const desk = await deskOf(browser, 'nurse');
  const { page } = desk;
  await page.goto('/home?token=garbage');
  await expect(page.getByText(/链接中的登录票据未被接受/)).toBeVisible();
  await expect(page).not.toHaveURL(/token=/);
  expect((await callAs(desk, 'GET', '/api/oauth/CurrentUser')).code).toBe(200);
  await chooseInAccountMenu(page, '锁定屏幕');
  await expect(page).toHaveURL(/\/lockScreen/);
  await page.goto('/home?token=garbage');
  await expect(page).toHaveURL(/\/lockScreen/);
  await page.getByPlaceholder('请输入密码').fill(PASSWORD);
  await page.getByRole('button', { name: '解锁' }).click();
  await expect(page).not.toHaveURL(/\/lockScreen/);
  expect((await callAs(desk, 'GET', '/api/oauth/CurrentUser')).code).toBe(200);
  await desk.leave('ended');
});

test('[2.4-24] the whole way in works in English and in traditional Chinese', { tag: '@once' }, async ({ browser }) => {
  for (const [language, greeting, menu] of [
    ['en-US', /good|hello|late/i, /patient/i],
    ['zh-TW', /好|安|夜深/, /患者|病患|病人/],
  ] as const) {
    const desk = await openDesk(browser, { language });
    await signIn(desk, 'doctor');
    await expect(desk.page.getByRole('main')).toContainText(greeting);
    await expect(desk.page.getByRole('main')).toContainText(menu);
    await expect(desk.page).toHaveTitle(/HIS/);
    await desk.leave();
  }
});
