import { defineSettings, field, type SettingDocument } from '@nephra/plugin-sdk/record';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type ListedPlugin, pluginSettingsContract, type SettingSheet, type SettingView } from '../../../contract/plugin-settings.contract.ts';
import { createFakeShell } from '../../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../../shell-context.tsx';
import { Page } from './settings.page.tsx';

const NOW = Date.parse('2026-03-02T02:00:00Z');
const { routes } = pluginSettingsContract;
const words = (text: string) => ({ zh: text, zhtw: text, en: text });
const { fields: secretFields } = defineSettings({
  installation: { user: field.text(20).label('账号', '帳號', 'User'), password: field.text(30).label('密码', '密碼', 'Password') },
  secrets: ['password'],
}).document;
const { fields: plainFields } = defineSettings({
  installation: {
    hour: field.int(0, 23).initial(1).label('对账时刻', '對帳時刻', 'Hour').help('从这一小时起', '從這一小時起', 'From this hour on'),
    note: field.text(10).label('备注', '備註', 'Note'),
  },
  organisation: { limit: field.int(0, 1000).initial(30).label('限额', '限額', 'Limit') },
}).document;
const fields: Readonly<Record<string, SettingDocument>> = { ...plainFields, ...secretFields };
const view = (name: string, value: string | number, more: Partial<SettingView> = {}): SettingView => ({
  name,
  document: fields[name] as SettingDocument,
  value,
  source: 'default',
  byDefault: name === 'hour' ? 1 : name === 'limit' ? 30 : '',
  setBy: '',
  setAt: null,
  ...more,
});
const BOTH: ListedPlugin = { pluginId: 'sim', name: words('医保接口'), installation: 2, organisation: 1, set: 1 };
const OTHER: ListedPlugin = { pluginId: 'other', name: words('处方'), installation: 0, organisation: 1, set: 0 };
const KEYS: ListedPlugin = { pluginId: 'keys', name: words('短信'), installation: 2, organisation: 0, set: 1 };
const ORGANISATIONS = [
  { id: 'org-gz', fullName: '广州' },
  { id: 'org-wh', fullName: '武汉' },
];

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

interface Drawing {
  readonly list?: readonly ListedPlugin[];
  readonly grants?: readonly string[];
  readonly language?: 'zh' | 'en';
  readonly context?: ReturnType<typeof createFakeWebContext>;
}

async function draw({
  list = [BOTH, OTHER],
  grants,
  language = 'zh',
  context = createFakeWebContext({ grants, now: () => NOW, language, confirms: true }),
}: Drawing = {}) {
  const state: { sheets: Record<string, SettingSheet> } = {
    sheets: {
      'sim/': {
        pluginId: 'sim',
        name: words('医保接口'),
        orgId: '',
        version: 3,
        settings: [view('hour', 4, { source: 'page', setBy: '王管理', setAt: NOW - 3_600_000 }), view('note', '', { source: 'registry' })],
      },
      'sim/org-gz': { pluginId: 'sim', name: words('医保接口'), orgId: 'org-gz', version: 0, settings: [view('limit', 30)] },
      'sim/org-wh': { pluginId: 'sim', name: words('医保接口'), orgId: 'org-wh', version: 0, settings: [view('limit', 77)] },
      'keys/': {
        pluginId: 'keys',
        name: words('短信'),
        orgId: '',
        version: 1,
        settings: [view('user', 'SIM'), view('password', '', { source: 'page', setBy: '王管理', setAt: NOW - 3_600_000 })],
      },
      'other/org-gz': { pluginId: 'other', name: words('处方'), orgId: 'org-gz', version: 0, settings: [view('limit', 55)] },
    },
  };
  answerContract(context.http, pluginSettingsContract, {
    list: () => ({ list: [...list], organisations: ORGANISATIONS }),
    sheet: ({ params, query }) => state.sheets[`${params.pluginId}/${query?.orgId ?? ''}`] ?? expect.fail('no sheet'),
    save: ({ params, body }) => {
      const key = `${params.pluginId}/${body.orgId}`;
      const before = state.sheets[key] ?? expect.fail('no sheet');
      const settings = before.settings.map((each): SettingView => {
        const given = body.values[each.name];
        if (given === undefined) return each;
        return given === null
          ? view(each.name, each.byDefault)
          : { ...each, value: each.document.secret ? '' : given, source: 'page', setBy: '我', setAt: NOW };
      });
      state.sheets[key] = { ...before, version: before.version + 1, settings };
      return state.sheets[key];
    },
  });
  const { shell } = createFakeShell();
  page = await renderElement(
    <ShellProvider shell={shell}>
      <Page />
    </ShellProvider>,
    { context, menu: createFakeMenu({ enCode: 'system.pluginSettings' }) },
  );
  const saved = () => context.http.callsOf(routes.save).map(({ input }) => input.body);
  return { ...page, context, state, saved };
}

const rowOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('tbody tr')].find((row) => row.textContent?.includes(name)) ?? expect.fail(`no row ${name}`);
const inputOf = (label: string) => {
  const { htmlFor } = [...document.querySelectorAll('label')].find((one) => one.textContent === label) ?? expect.fail(`no label ${label}`);
  return document.getElementById(htmlFor) as HTMLInputElement;
};

describe('the page of plugin settings', () => {
  it('shows the values of the first plugin with where each comes from', async () => {
    await draw();
    expect(inputOf('对账时刻').value).toBe('4');
    for (const part of ['4', '在此设置', '1', '王管理', '09:00']) expect(rowOf('对账时刻').textContent).toContain(part);
    expect(rowOf('备注').textContent).toContain('registry.json');
    expect(document.body.textContent).toContain('从这一小时起');
    expect(document.querySelector('nav')?.textContent).toContain('3 项设置 · 已修改 1 项');
  });

  it('speaks English', async () => {
    await draw({ language: 'en' });
    for (const part of ['Plugin settings', 'Hour', 'Set here', 'Applies to']) expect(document.body.textContent).toContain(part);
  });

  it('sends what was changed alone, with the version, and shows what came of it', async () => {
    const { type, click, get, saved, context } = await draw();
    await type(inputOf('备注'), 'SIM');
    await click(get('button', '保存'));
    expect(saved()).toEqual([{ orgId: '', version: 3, values: { note: 'SIM' } }]);
    expect(rowOf('备注').textContent).toContain('在此设置');
    expect(context.record.toasts.length).toBeGreaterThan(0);
    expect(get('button', '保存').hasAttribute('disabled')).toBe(true);
  });

  it('gives a value back to its default; what was typed elsewhere stays', async () => {
    const { type, click, get, saved } = await draw();
    await type(inputOf('备注'), 'SIM');
    await click(get('button', '恢复默认'));
    expect(saved()).toEqual([{ orgId: '', version: 3, values: { hour: null } }]);
    expect([inputOf('对账时刻').value, inputOf('备注').value]).toEqual(['1', 'SIM']);
    expect(rowOf('对账时刻').textContent).toContain('插件默认');
  });

  it('checks by the kind of the setting before anything is sent', async () => {
    const { type, click, get, saved } = await draw();
    await type(inputOf('备注'), 'more than ten');
    await click(get('button', '保存'));
    expect(document.body.textContent).toContain('最多输入10个字符');
    expect(saved()).toEqual([]);
  });

  it('puts what the server refuses at its field', async () => {
    const { type, click, get, context } = await draw();
    context.http.refuse(routes.save, { error: 'core.invalid', code: 400, message: '请更正', fields: [{ path: 'note', msg: '不可以这样' }] });
    await type(inputOf('备注'), 'SIM');
    await click(get('button', '保存'));
    expect(document.querySelector('[data-field=note]')?.textContent).toContain('不可以这样');
  });

  it('after a save of somebody else reads again and keeps what was typed, and only that', async () => {
    const { type, click, get, context, state, saved } = await draw();
    context.http.refuse(routes.save, { error: 'core.setting-stale', code: 409, message: '设置已被他人修改' });
    await type(inputOf('备注'), 'SIM');
    await click(get('button', '保存'));
    expect(document.body.textContent).toContain('设置已被他人修改');
    const before = state.sheets['sim/'] ?? expect.fail('no sheet');
    state.sheets['sim/'] = { ...before, version: 4, settings: before.settings.map((each) => (each.name === 'hour' ? { ...each, value: 9 } : each)) };
    await click(get('button', '重新读取'));
    expect([inputOf('对账时刻').value, inputOf('备注').value]).toEqual(['9', 'SIM']);
    context.http.refuse(routes.save, { error: 'core.invalid', code: 400, message: 'SIM' });
    await click(get('button', '保存'));
    expect(saved().at(-1)).toEqual({ orgId: '', version: 4, values: { note: 'SIM' } });
  });

  it('goes to another plugin, whose values are those of an organisation, and back to what was typed', async () => {
    const { type, click, get } = await draw();
    await type(inputOf('备注'), 'SIM');
    await click(get('button', /^处方/));
    expect(inputOf('限额').value).toBe('55');
    expect(document.body.textContent).toContain('广州');
    await click(get('button', /^医保接口/));
    expect(inputOf('备注').value).toBe('SIM');
  });

  it('shows of a secret that it is set and since when; replaces it, keeps nothing of it, and clears it', async () => {
    const { type, click, get, saved, context } = await draw({ list: [KEYS] });
    expect([inputOf('密码').type, inputOf('密码').value]).toEqual(['password', '']);
    for (const part of ['已设置', '王管理', '09:00']) expect(rowOf('密码').textContent).toContain(part);
    expect(document.body.textContent).toContain('留空则保持不变');
    await type(inputOf('账号'), 'SIM-2');
    await type(inputOf('密码'), 'SIM-7391');
    expect(JSON.stringify(context.drafts.keys('').map((key) => context.drafts.load(key)))).not.toContain('SIM-7391');
    await click(get('button', '保存'));
    expect(saved()).toEqual([{ orgId: '', version: 1, values: { user: 'SIM-2', password: 'SIM-7391' } }]);
    expect(inputOf('密码').value).toBe('');
    // Left empty it is not sent.
    await type(inputOf('账号'), 'SIM-3');
    await click(get('button', '保存'));
    expect(saved().at(-1)).toEqual({ orgId: '', version: 2, values: { user: 'SIM-3' } });
    await click([...rowOf('密码').querySelectorAll('button')].find(({ textContent }) => textContent === '清除') ?? expect.fail('no button'));
    expect(saved().at(-1)).toEqual({ orgId: '', version: 3, values: { password: null } });
    expect(rowOf('密码').textContent).toContain('未设置');
  });

  it('says that no plugin has settings', async () => {
    await draw({ list: [] });
    expect(document.body.textContent).toContain('没有插件提供可修改的设置');
  });

  it('without the button shows values that cannot be changed', async () => {
    await draw({ grants: ['system.pluginSettings'] });
    expect(inputOf('备注').disabled).toBe(true);
    expect(document.body.textContent).toContain('不能修改');
    expect([...document.querySelectorAll('button')].some(({ textContent }) => textContent === '保存' || textContent === '恢复默认')).toBe(false);
  });

  it('says what could not be read, and reads again', async () => {
    const { context, click, get } = await draw();
    context.http.refuse(routes.list, { error: 'core.forbidden', code: 403, message: '没有权限' });
    await click(get('button', '刷新'));
    expect(document.body.textContent).toContain('没有权限');
  });
});
