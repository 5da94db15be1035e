import { LEVEL_3_PASSWORDS, SPEC_PASSWORDS } from '@nephra/plugin-sdk/contract';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Language } from '@nephra/plugin-sdk/contract';
import { type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { MAX_MOBILE } from '../../contract/sign-in-limits.ts';
import { LightError, type LightHttp } from '../net/light-http.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { LoginPage } from './login.page.tsx';

const started = vi.fn(async () => {});
const system = { import: vi.fn(async () => ({ start: started })), forgetFailures: vi.fn() };
vi.stubGlobal('System', system);
afterAll(() => void vi.unstubAllGlobals());

const FACTS = {
  sysName: 'SIM 透析中心',
  sysDescription: '',
  loginIcon: '',
  navigationIcon: '',
  copyright: '©',
  modes: ['password', 'scan', 'code'],
  setup: false,
  passwordRules: [] as unknown[],
  demoAccounts: [] as string[],
  demoPassword: '',
};
type Answers = Record<string, unknown>;

function setUp(answers: Answers = {}) {
  const area = memoryStorage();
  const storage = openStorage(() => area);
  const sent: [string, unknown][] = [];
  const answer = async (path: string, body?: unknown) => {
    sent.push([path, body]);
    const found = { '/api/oauth/LoginPage': FACTS, '/api/oauth/Login': { token: 'Bearer t', theme: 'blend' }, ...answers }[path];
    if (found instanceof Error) throw found;
    return found ?? { enableVerificationCode: 0, verificationCodeNumber: 4 };
  };
  const http = { get: answer, postForm: answer, postJson: answer, address: (path: string) => path } as LightHttp;
  const toast = { show: vi.fn(), close: vi.fn(), success: vi.fn(), info: vi.fn(), warning: vi.fn(), error: vi.fn() };
  const makeRoom = vi.fn();
  const draw = (language: Language = 'zh', notice = '', siteLanguage = '', onLanguage = vi.fn()) =>
    renderElement(
      <LoginPage
        http={http}
        toast={toast}
        storage={storage}
        language={language}
        siteLanguage={siteLanguage}
        notice={notice}
        onLanguage={onLanguage}
        makeRoom={makeRoom}
      />,
    );
  return { storage, sent, toast, makeRoom, draw };
}

const field = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`) as HTMLInputElement;
let shown: RenderedPage | undefined;

beforeEach(() => {
  started.mockClear();
  window.history.replaceState(null, '', '/login?redirect=/his/pharmacy');
});
afterEach(async () => {
  await shown?.unmount();
  shown = undefined;
});

const configOf = (enableVerificationCode: number) => ({ enableVerificationCode, verificationCodeNumber: 4 });
/** An answer that comes when the test says so. */
const heldBack = () => {
  let answer: (config: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    answer = resolve;
  });
  return { late, answer: (config: unknown) => answer(config) };
};
const leaveAccount = () => void field('请输入账号').dispatchEvent(new FocusEvent('focusout', { bubbles: true }));

const signIn = async (page: RenderedPage, account: string, password: string) => {
  await page.type(field('请输入账号'), account);
  await page.type(field('请输入密码'), password);
  await page.click(page.get('button', '登 录'));
};

describe('[2.1-02] account and password', () => {
  test('[4-02] [7.2-01] signs in, keeps token and layout, and goes on in the same document to the wanted address', async () => {
    const { storage, sent, makeRoom, draw } = setUp();
    shown = await draw();
    await signIn(shown, ' doctor ', 'Demo2026');
    await shown.until(() => started.mock.calls.length > 0);
    expect(sent.find(([path]) => path === '/api/oauth/Login')?.[1]).toMatchObject({
      account: 'doctor',
      password: 'f4f0164f0ca301cc30cfbe324c5f9fad',
      origin: 'password',
    });
    expect([storage.getText('token'), storage.getText('layoutType'), storage.getText('loginAccount')]).toEqual(['Bearer t', 'blend', 'doctor']);
    expect([makeRoom.mock.calls.length, window.location.pathname]).toEqual([1, '/his/pharmacy']);
    expect(started).toHaveBeenCalledWith({ fromLogin: true });
  });

  test('[5-10] says what is missing, beside the field, and sends nothing', async () => {
    const { sent, draw } = setUp();
    shown = await draw();
    await shown.click(shown.get('button', '登 录'));
    expect(shown.all('alert').map((one) => one.textContent)).toEqual(expect.arrayContaining(['请输入账号', '请输入密码']));
    expect(sent.some(([path]) => path === '/api/oauth/Login')).toBe(false);
  });

  test('[8-03] a refused log-in shows its reason and lets the person try again; a captcha appears when the server wants one', async () => {
    const body = { code: 500, msg: '账号或密码错误', data: null, timestamp: 1, extras: { error: 'core.login-failed', params: { needCode: 1 } } };
    const { toast, draw } = setUp({ '/api/oauth/Login': new LightError('账号或密码错误', body) });
    shown = await draw();
    expect(field('请输入验证码')).toBeNull();
    await signIn(shown, 'doctor', 'x');
    await shown.until(() => shown?.text().includes('账号或密码错误'));
    expect(toast.error).toHaveBeenCalledWith('账号或密码错误');
    expect(field('请输入验证码')).not.toBeNull();
    expect(shown.get('button', '登 录').hasAttribute('disabled')).toBe(false);
  });

  test('[8-03] who has to wait in the queue of an address reads until when and whom to ask, and is shown a picture for the next try', async () => {
    const msg = '本网络近来登录失败过多，正在限速，请在 4 秒后（2026-03-02 10:01 前）再试。';
    const body = {
      code: 500,
      msg,
      data: null,
      timestamp: 1,
      extras: { error: 'core.login-queue', params: { seconds: 4, until: '2026-03-02 10:01', needCode: 1 } },
    };
    const { draw } = setUp({ '/api/oauth/Login': new LightError(msg, body) });
    shown = await draw();
    await signIn(shown, 'doctor', 'Demo2026');
    await shown.until(() => field('请输入验证码'));
    expect(shown.all('alert').map((one) => one.textContent)).toContain(msg);
  });

  test('the log-in with a picture brings the work that was done for it', async () => {
    const { sent, draw } = setUp({ '/api/oauth/getConfig/nurse': configOf(1) });
    shown = await draw();
    await shown.type(field('请输入账号'), 'nurse');
    leaveAccount();
    await shown.until(() => field('请输入验证码'));
    await shown.type(field('请输入验证码'), 'AB23');
    await signIn(shown, 'nurse', 'Demo2026');
    await shown.until(() => started.mock.calls.length > 0);
    const body = sent.find(([path]) => path === '/api/oauth/Login')?.[1] as Record<string, string>;
    expect(body).toMatchObject({ account: 'nurse', code: 'AB23', proof: expect.stringMatching(/^[0-9a-z]+$/) });
  });

  test('[7.2-05] the account is asked for a captcha when the field is left', async () => {
    const { sent, draw } = setUp({ '/api/oauth/getConfig/nurse': { enableVerificationCode: 1, verificationCodeNumber: 5 } });
    shown = await draw();
    await shown.type(field('请输入账号'), 'nurse');
    leaveAccount();
    await shown.until(() => field('请输入验证码'));
    expect(sent.map(([path]) => path)).toContain('/api/oauth/getConfig/nurse');
    expect(document.querySelector('.lg-captcha img')?.getAttribute('src')).toMatch(/^\/api\/oauth\/ImageCode\/5\/[0-9a-f]{32}\?scale=2$/);
  });

  test.each([
    ['bring one', 1, 0],
    ['take it away', 0, 1],
  ])('[7.2-05] an answer that comes late for an earlier account does not %s', async (_what, earlier, latest) => {
    const { late, answer } = heldBack();
    const { storage, sent, draw } = setUp({ '/api/oauth/getConfig/doctor': late, '/api/oauth/getConfig/nurse': configOf(latest) });
    shown = await draw();
    for (const account of ['doctor', 'nurse']) {
      await shown.type(field('请输入账号'), account);
      leaveAccount();
      await shown.settle();
    }
    expect(sent.filter(([path]) => path.includes('getConfig'))).toHaveLength(2);
    answer(configOf(earlier));
    await shown.settle();
    expect([field('请输入验证码') !== null, storage.getFlag('loginNeedCode')]).toEqual([latest === 1, latest === 1]);
  });

  test('[7.2-05] an answer that comes late, after a refused log-in wanted a captcha, does not take it away', async () => {
    const { late, answer } = heldBack();
    const body = { code: 500, msg: '账号或密码错误', data: null, timestamp: 1, extras: { error: 'core.login-failed', params: { needCode: 1 } } };
    const { draw } = setUp({ '/api/oauth/getConfig/doctor': late, '/api/oauth/Login': new LightError('账号或密码错误', body) });
    shown = await draw();
    await shown.type(field('请输入账号'), 'doctor');
    leaveAccount();
    await signIn(shown, 'doctor', 'x');
    await shown.until(() => field('请输入验证码'));
    answer(configOf(0));
    await shown.settle();
    expect(field('请输入验证码')).not.toBeNull();
  });

  test('an account is remembered only with a tick', async () => {
    const { storage, draw } = setUp();
    shown = await draw();
    await shown.click(shown.get('checkbox'));
    await signIn(shown, 'doctor', 'Demo2026');
    await shown.until(() => started.mock.calls.length > 0);
    expect(storage.getText('loginAccount')).toBeUndefined();
  });

  test.each([
    ['is fetched once while a person types', 'stays', 1],
    ['is not fetched for a page that has gone', 'goes', 0],
  ])('the shell %s', async (_what, page, fetched) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { draw } = setUp();
    shown = await draw();
    for (const account of ['doc', 'doctor']) await shown.type(field('请输入账号'), account);
    if (page === 'goes') await shown.unmount();
    system.import.mockClear();
    vi.advanceTimersByTime(10_000);
    expect(system.import).toHaveBeenCalledTimes(fetched);
  });

  test('files of the shell that cannot be had are asked for again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { draw } = setUp();
    shown = await draw();
    system.import.mockRejectedValue(new Error('network'));
    await signIn(shown, 'doctor', 'Demo2026');
    await shown.until(() => shown?.text().includes('系统文件未能加载'));
    expect(system.forgetFailures).toHaveBeenCalled();
    system.import.mockResolvedValue({ start: started });
    await shown.click(shown.get('button', '重试'));
    await shown.until(() => started.mock.calls.length > 0);
  });
});

test('pictures and the sentence of the site stand in place of ours', async () => {
  const [loginIcon, navigationIcon] = ['/api/file/Image/annexpic/picture.png', '/api/file/Image/annexpic/logo.png'];
  const sources = () => [...document.querySelectorAll('.lg img')].map((one) => one.getAttribute('src'));
  const { draw } = setUp({ '/api/oauth/LoginPage': { ...FACTS, loginIcon, navigationIcon, sysDescription: 'SIM 一句话' } });
  shown = await draw();
  await shown.until(() => sources().length > 0);
  expect(sources()).toEqual([navigationIcon, loginIcon, navigationIcon]);
  expect(document.querySelector('.lg-slogan')?.textContent).toBe('SIM 一句话');
});

test('a demo account is filled in with the password that the server tells', async () => {
  const { sent, draw } = setUp({ '/api/oauth/LoginPage': { ...FACTS, demoAccounts: ['nurse'], demoPassword: 'Sim2030' } });
  shown = await draw();
  await shown.until(() => shown?.find('button', 'nurse') !== undefined);
  expect(shown.text()).toContain('密码均为 Sim2030');
  await shown.click(shown.get('button', 'nurse'));
  expect([...document.querySelectorAll<HTMLInputElement>('.lg-line input')].map(({ value }) => value)).toEqual(['nurse', 'Sim2030']);
  expect(sent.map(([path]) => path)).toContain('/api/oauth/getConfig/nurse');
});

test('[2.3-07] [8-03] the reason why the session before ended stays readable', async () => {
  const { draw } = setUp();
  shown = await draw('zh', '登录已过期，请重新登录');
  expect(shown.text()).toContain('登录已过期，请重新登录');
});

test('[2.1-02] [5-01] the mobile mode checks the number before a code is sent', async () => {
  const { sent, draw } = setUp({ '/api/oauth/MobileCode': { waitSeconds: 60 } });
  shown = await draw();
  await shown.click(shown.get('tab', '手机登录'));
  await shown.type(field('请输入手机号'), '1234');
  await shown.click(shown.get('button', '获取验证码'));
  expect(shown.text()).toContain('请输入正确的手机号');
  await shown.type(field('请输入手机号'), '13812345678');
  await shown.click(shown.get('button', '获取验证码'));
  expect(sent.filter(([path]) => path === '/api/oauth/MobileCode')).toEqual([['/api/oauth/MobileCode', { mobile: '13812345678' }]]);
  await shown.until(() => shown?.find('button', '60 秒后重发'));
});

test('a mobile number with a digit too many is told, not cut to one that is right', async () => {
  const { sent, draw } = setUp({ '/api/oauth/MobileCode': { waitSeconds: 60 } });
  shown = await draw();
  await shown.click(shown.get('tab', '手机登录'));
  expect(field('请输入手机号').maxLength).toBe(MAX_MOBILE);
  await shown.type(field('请输入手机号'), '138123456780');
  await shown.click(shown.get('button', '获取验证码'));
  expect(shown.text()).toContain('请输入正确的手机号');
  expect(sent.filter(([path]) => path === '/api/oauth/MobileCode')).toEqual([]);
});

test('[2.1-02] the scan mode draws the address of its ticket', async () => {
  const { draw } = setUp({ '/api/oauth/Scan': { ticket: 't', url: 'https://his.example/profile?scan=abc', expiresInSeconds: 180 } });
  shown = await draw();
  await shown.click(shown.get('tab', '扫码登录'));
  await shown.until(() => document.querySelector('.lg-qr path'));
  expect(document.querySelector('.lg-qr path')?.getAttribute('d')).toMatch(/^M0 0h1v1h-1z/);
});

describe('[2.1-02] another system to scan with', () => {
  const scanAnswers = {
    '/api/oauth/LoginPage': { ...FACTS, providers: [{ code: 'wecom', title: '企业微信扫码登录' }] },
    '/api/oauth/Scan': { ticket: 't', url: '/home?scan=abc', expiresInSeconds: 180 },
  };
  test('is gone to with what the server answers, and nothing but a web address', async () => {
    const { storage, draw } = setUp({ ...scanAnswers, '/api/oauth/Provider/wecom': { url: 'javascript:alert(1)', nonce: 'n1', expiresInSeconds: 600 } });
    shown = await draw();
    await shown.click(shown.get('tab', '扫码登录'));
    await shown.until(() => shown?.find('button', '企业微信扫码登录'));
    await shown.click(shown.get('button', '企业微信扫码登录'));
    await shown.until(() => shown?.text().includes('登录地址不正确'));
    expect(storage.get('signInJourney')).toBeUndefined();
  });

  test('brings the person to where they wanted to go; the address is clean before anything is sent', async () => {
    const enter = '/api/oauth/Provider/wecom/Actions/Enter';
    const { sent, storage, draw } = setUp({ ...scanAnswers, [enter]: { token: 'Bearer w', theme: 'classic' } });
    storage.set('signInJourney', { provider: 'wecom', nonce: 'n1', search: '?redirect=/his/pharmacy' });
    window.history.replaceState(null, '', '/login?provider=wecom&code=C1&state=S1');
    shown = await draw();
    expect(window.location.search).not.toContain('C1');
    await shown.until(() => started.mock.calls.length > 0);
    expect(sent.filter(([path]) => path === enter)).toEqual([[enter, { code: 'C1', state: 'S1', nonce: 'n1' }]]);
    expect([storage.getText('token'), window.location.pathname]).toEqual(['Bearer w', '/his/pharmacy']);
  });

  test('says why it did not work, where one can scan again; without a journey of this browser nothing is sent', async () => {
    const enter = '/api/oauth/Provider/wecom/Actions/Enter';
    const refused = setUp({ ...scanAnswers, [enter]: new LightError('没有绑定本系统的人员') });
    refused.storage.set('signInJourney', { provider: 'wecom', nonce: 'n1', search: '' });
    window.history.replaceState(null, '', '/login?provider=wecom&code=C1&state=S1');
    shown = await refused.draw();
    await shown.until(() => shown?.text().includes('没有绑定本系统的人员') && shown.find('button', '企业微信扫码登录'));
    await shown.unmount();

    const foreign = setUp(scanAnswers);
    window.history.replaceState(null, '', '/login?provider=wecom&code=C1&state=S1');
    shown = await foreign.draw();
    await shown.until(() => shown?.text().includes('不是从本页面发起'));
    expect(foreign.sent.some(([path]) => path.includes('/Enter'))).toBe(false);
  });
});

test('a new system asks for the first password of the administrator, then for the log-in', async () => {
  const { sent, storage, draw } = setUp({
    '/api/oauth/LoginPage': { ...FACTS, setup: true, passwordRules: [{ name: 'level3', policy: { ...LEVEL_3_PASSWORDS, minLength: 9 } }] },
    '/api/oauth/Setup': null,
  });
  shown = await draw();
  await shown.until(() => field('设置码'));
  await shown.type(field('设置码'), '1111-2222-3333');
  await shown.type(field('管理员密码'), 'short');
  await shown.type(field('再次输入密码'), 'short');
  await shown.click(shown.get('button', '保存并继续'));
  expect(shown.text()).toContain('请输入9-16位密码（数字和字母');
  await shown.type(field('管理员密码'), 'Nephra2026');
  await shown.type(field('再次输入密码'), 'Nephra2026');
  await shown.click(shown.get('button', '保存并继续'));
  await shown.until(() => field('请输入账号'));
  expect(sent.filter(([path]) => path === '/api/oauth/Setup')).toHaveLength(1);
  expect(shown.find('radio', /./)).toBeUndefined();
  expect([storage.getText('loginAccount'), field('请输入账号').value]).toEqual(['admin', 'admin']);
});

test('[5-02] [9-21] a new system proposes the stricter rule for passwords; that of the specification is one click away', async () => {
  const rules = [
    { name: 'level3', policy: LEVEL_3_PASSWORDS },
    { name: 'specification', policy: SPEC_PASSWORDS },
  ];
  const { sent, draw } = setUp({ '/api/oauth/LoginPage': { ...FACTS, setup: true, passwordRules: rules }, '/api/oauth/Setup': null });
  shown = await draw('en');
  await shown.until(() => document.querySelectorAll('input[name="passwordPolicy"]').length === 2);
  const choice = (value: string) => document.querySelector<HTMLInputElement>(`input[name="passwordPolicy"][value="${value}"]`) ?? expect.fail(value);
  expect([choice('level3').checked, choice('specification').checked]).toEqual([true, false]);
  await shown.type(field('Setup code'), '1111-2222-3333');
  for (const label of ['Administrator’s password', 'Password again']) await shown.type(field(label), 'lotus7');
  await shown.click(shown.get('button', 'Save and continue'));
  expect(shown.text()).toContain('8-16 characters password (digits and letters; at least 3 of');
  expect(sent.filter(([path]) => path === '/api/oauth/Setup')).toEqual([]);
  await shown.click(choice('specification'));
  await shown.click(shown.get('button', 'Save and continue'));
  expect(sent.find(([path]) => path === '/api/oauth/Setup')?.[1]).toMatchObject({
    passwordPolicy: 'specification',
    passwordShape: { length: 6, signs: false },
  });
});

test.each([
  ['zh', '欢迎登录'],
  ['zhtw', '歡迎登入'],
  ['en', 'Welcome'],
] as const)('[2.4-24] the page speaks %s', async (language, title) => {
  const { draw } = setUp();
  shown = await draw(language);
  expect(shown.get('heading', title)).toBeDefined();
  expect(document.documentElement.lang).toBe({ zh: 'zh-CN', zhtw: 'zh-TW', en: 'en' }[language]);
});
