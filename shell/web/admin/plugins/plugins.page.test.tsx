import { LANGUAGES, PRIVILEGES } from '@nephra/plugin-sdk/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { FAULT_PLACES, SERVER_FAULT_KINDS } from '../../../contract/plugins/fault-kinds.ts';
import en from '../../i18n/frame/en.json' with { type: 'json' };
import zh from '../../i18n/frame/zh.json' with { type: 'json' };
import zhtw from '../../i18n/frame/zhtw.json' with { type: 'json' };
import { FAILURE_KINDS } from '../../plugins/plugin-failure.ts';
import { button, closePage, DETAILS, draw, LIST, NOW, plugin, rowOf, soundCheck, words } from './plugins-page.fixture.tsx';
import { ownText } from './texts/plugin-texts.ts';

afterEach(closePage);

describe('plugin administration', () => {
  it('lists plugins with state and reason', async () => {
    await draw();
    expect(rowOf('收费').textContent).toContain('启动失败');
    expect(rowOf('收费').textContent).toContain('迁移失败');
    expect(rowOf('广西医保').textContent).toContain('已停用');
    await closePage();
    // One that runs and failed lately: its process was started again, or a call of it ended in a fault.
    const report = { time: NOW, where: 'GET /api/acme', kind: 'memory', message: 'over', userName: '' };
    const list = [plugin('acme', '外来', { reason: '运行中，最近发生 1 次错误', reports: [report] }), plugin('calm', '安静', { reason: '运行中：照常' })];
    await draw({ list });
    expect(rowOf('外来').textContent).toContain('最近发生 1 次错误');
    expect(rowOf('安静').textContent).not.toContain('照常');
  });

  it('says when the data was checked and agreed, and what did not; and that the clock of the server was set', async () => {
    const { text } = await draw();
    expect(text()).toContain('数据一致：2026-03-02 03:00 核对了 26 条规则');
    await closePage();
    const finding = { pluginId: 'charging', rule: '账单明细之和等于账单总额', organizeName: '广州中心', count: 2, sample: ['b1', 'b2'], error: '' };
    const clockSteps = [
      { at: NOW - 60_000, byMs: -3_600_000, node: 'pc-1' },
      { at: NOW - 90 * 86_400_000, byMs: 5_000, node: 'pc-1' },
    ];
    const again = await draw({ watched: { checks: [{ ...soundCheck, findings: [finding] }, soundCheck], clockSteps } });
    const alarm = document.querySelector('[role=alert]')?.textContent ?? '';
    for (const part of ['账单明细之和等于账单总额', '广州中心', '2 条', 'b1 b2']) expect(alarm).toContain(part);
    expect(again.text()).toContain('服务器时钟被调回 3600 秒，调后为 2026-03-02 09:59:00。');
    expect(document.querySelectorAll('.nephra-admin-watch li')).toHaveLength(2);
  });

  it('shows what is wrong with the registry file', async () => {
    const { text } = await draw({ fileError: 'registry.json:3: Expected ","' });
    expect(text()).toContain('注册表文件有误，仍使用上一份正确的内容registry.json:3: Expected ","');
  });

  it('disables only with a reason, after naming what stops with it', async () => {
    const { click, type, get, text, calls, log, until } = await draw();
    await click(button(rowOf('患者'), '停用'));
    await until(() => document.querySelector('.semi-modal-title')?.textContent === '停用插件');
    expect(text()).toContain('这些插件依赖它，也会停止工作：收费');
    const disable = () => button(document.querySelector('.semi-modal-footer'), '停用');
    await click(disable());
    expect([get('alert', '请填写停用的原因').textContent, calls]).toEqual(['请填写停用的原因', []]);
    await type(document.querySelector('textarea') ?? expect.fail('no reason field'), '  系统升级 ');
    await click(disable());
    expect(calls).toEqual([{ params: { id: 'patient' }, body: { enabled: false, reason: '系统升级' } }]);
    expect(log).toEqual(['success 已停用“患者”']);
  });

  it('enables without a reason and shows what will come', async () => {
    const { click, text, calls, until } = await draw();
    await click(button(rowOf('广西医保'), '启用'));
    await until(() => document.querySelector('.semi-modal-title')?.textContent === '启用插件');
    expect(text()).toContain('广西医保菜单');
    expect(document.querySelector('.nephra-adds-group--warns')?.textContent).toBe('可访问的外部系统 1https://gateway.example');
    await click(button(document.querySelector('.semi-modal-footer'), '启用'));
    expect(calls).toEqual([{ params: { id: 'guangxi' }, body: { enabled: true, privileges: [] } }]);
  });

  it('what a package from outside asks for is shown before somebody lets it run', async () => {
    const asking = plugin('acme', '外来', {
      state: 'incompatible',
      waits: 'allow',
      outside: true,
      runningVersion: '',
      reason: '它要求超出自身数据的权限',
      adds: { ...plugin('acme', '外来').adds, privileges: ['identity'] },
      // All of it is decided: the reason is another one, and must be read.
      asks: { outbound: [{ what: 'https://a.example', answer: 'granted' }], jobs: [] },
    });
    const { click, calls, until } = await draw({ list: [...LIST, asking] });
    await click(button(rowOf('外来'), '允许运行'));
    await until(() => document.querySelector('.semi-modal-title')?.textContent === '允许插件运行');
    expect(document.querySelector('.semi-modal-body')?.textContent).toContain('它要求超出自身数据的权限');
    expect(document.querySelector('.nephra-adds-group--warns h4')?.textContent).toContain('1');
    await click(button(document.querySelector('.semi-modal-footer'), '允许运行'));
    expect(calls).toEqual([{ params: { id: 'acme' }, body: { enabled: true, privileges: ['identity'], outbound: ['https://a.example'], jobs: [] } }]);
  });

  it('shows one plugin whole: identity, file check, additions and faults', async () => {
    const { click, text, until } = await draw();
    await click(button(rowOf('收费'), '详情'));
    await until(() => document.querySelector('.nephra-plugin-details'));
    for (const part of ['plugins/charging', '文件校验与清单一致', 'GET /api/his/charging', 'column exists']) expect(text()).toContain(part);
  });

  it('says of each privilege in words what it opens', () => {
    const frames = { zh, zhtw, en };
    for (const language of LANGUAGES) {
      const frame: Readonly<Record<string, string>> = frames[language].pluginAdmin.privilege;
      expect(PRIVILEGES.filter((name) => (ownText(language, `pluginAdmin.privilege.${name}`) ?? frame[name]) === undefined)).toEqual([]);
    }
  });

  it('says in words of what kind each fault was and where, and what no list knows as it came', async () => {
    const fault = (kind: string, where: string) => ({ time: NOW, where, kind, message: 'm', userName: '' });
    // Twice the same within a millisecond: both stand there.
    const reports = [fault('hang', 'process'), fault('handler', 'GET /api/acme'), fault('handler', 'GET /api/acme'), fault('migrate', 'older')];
    const { click, until } = await draw({ list: [plugin('acme', '外来', { reports })] });
    await click(button(rowOf('外来'), '详情'));
    await until(() => document.querySelector('.nephra-reports'));
    const heads = [...document.querySelectorAll('.nephra-plugin-details .nephra-reports li > p:first-child')].map(({ textContent }) => textContent);
    expect(heads).toEqual(['失去响应 整个进程', '调用出错 GET /api/acme', '调用出错 GET /api/acme', 'migrate older']);
    const lists = { fault: [...SERVER_FAULT_KINDS, ...FAILURE_KINDS, 'reported'], faultPlace: FAULT_PLACES };
    for (const language of LANGUAGES)
      for (const [list, names] of Object.entries(lists))
        expect(names.filter((name) => ownText(language, `pluginAdmin.${list}.${name}`) === undefined)).toEqual([]);
  });

  it('foreign systems and jobs are allowed one by one: what is new is not ticked', async () => {
    const job = { name: 'fetch', title: words('取数'), purpose: words('每小时取一次') };
    const asking = plugin('acme', '外来', {
      state: 'incompatible',
      waits: 'allow',
      reason: '尚未决定',
      outside: true,
      runningVersion: '',
      adds: { ...plugin('acme', '外来').adds, jobs: [job] },
      asks: {
        outbound: [
          { what: 'https://a.example', answer: 'granted' },
          { what: 'https://b.example', answer: 'undecided' },
        ],
        jobs: [{ what: 'fetch', answer: 'undecided' }],
      },
    });
    const { click, calls, until, get } = await draw({ list: [...LIST, asking] });
    await click(button(rowOf('外来'), '允许运行'));
    await until(() => document.querySelector('.semi-modal-title')?.textContent === '允许插件运行');
    const boxes = [...document.querySelectorAll<HTMLInputElement>('.nephra-asks input')];
    // A job that is asked for stands there with its tick, and not once more among what the plugin brings.
    expect(document.querySelector('.nephra-switch-dialog')?.textContent?.split('取数')).toHaveLength(2);
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false]);
    await click(get('checkbox', /取数/));
    await click(button(document.querySelector('.semi-modal-footer'), '允许运行'));
    expect(calls).toEqual([{ params: { id: 'acme' }, body: { enabled: true, privileges: [], outbound: ['https://a.example'], jobs: ['fetch'] } }]);
  });

  it('says which name of the SDK a plugin uses that will be gone, and what to do', async () => {
    const old = plugin('acme', '外来', { outside: true, deprecated: [{ name: 'slot', gone: '2.0.0', instead: 'filling' }] });
    const { click, text, until } = await draw({ list: [old], details: DETAILS });
    await click(button(rowOf('外来'), '详情'));
    await until(() => text().includes('slot'));
    for (const told of ['2.0.0', 'filling']) expect(text()).toContain(told);
  });

  it('shows what the process of a package takes, and with whom it shares it', async () => {
    const details = { ...DETAILS, process: { ...DETAILS.process, sharedWith: ['neighbour'], ownRole: false } };
    const { click, text, until } = await draw({ details });
    await click(button(rowOf('收费'), '详情'));
    await until(() => text().includes('4711'));
    for (const told of ['71 MB', '96 MB', '重新启动次数', '仅语句解析', 'neighbour']) expect(text()).toContain(told);
  });

  it('lets other plugins show live checks of the opened one', async () => {
    const { click, text, until } = await draw();
    await click(button(rowOf('广西医保'), '详情'));
    await until(() => document.querySelector('.nephra-plugin-details'));
    expect(text()).toContain('shell/plugin-checks@1 {"pluginId":"guangxi","enabled":false}');
  });

  it.each([
    ['who may only look', { grants: ['system.plugins'] }],
    ['whose right is one of their organisation', { isAdministrator: false }],
  ])('shows no switches and no reload to those %s', async (_whom, options) => {
    const { find } = await draw(options);
    expect([...document.querySelectorAll('button')].some((one) => one.textContent === '停用')).toBe(false);
    expect(find('button', '重新读取注册表')).toBeUndefined();
  });

  it('filters by name and by state', async () => {
    const { get, type, click } = await draw();
    await type(get('textbox', '按名称或编号筛选'), 'guang');
    expect(document.body.textContent).not.toContain('迁移失败');
    await type(get('textbox', '按名称或编号筛选'), '');
    await click(get('button', /^启动失败/));
    expect(document.querySelectorAll('tr')).toHaveLength(2);
  });

  it('counts and filters by what is shown: what waits is no other version, and in safe mode nobody can let it run here', async () => {
    const waiting = plugin('lab', '检验', { outside: true, state: 'incompatible', waits: 'allow', reason: '尚未决定', runningVersion: '' });
    const safe = plugin('scales', '体重秤', { outside: true, state: 'failed', waits: 'safe-mode', reason: '安全模式', runningVersion: '' });
    const { get, find, click } = await draw({ list: [...LIST, waiting, safe] });
    expect(find('button', /^版本不兼容/)).toBeUndefined();
    expect(get('button', /^等待决定/).textContent).toBe('等待决定 1');
    await click(get('button', /^安全模式/));
    expect(document.querySelectorAll('tr')).toHaveLength(2);
    expect(rowOf('体重秤').textContent).not.toContain('允许运行');
    // Said once above the list, whatever is filtered.
    expect(document.body.textContent).toContain('1 个外来插件包已停下');
  });

  it('says of a package from outside whose it is, where it runs and with whose rights, before it is enabled and afterwards; of ours nothing', async () => {
    const off = { outside: true, enabled: false, state: 'disabled', runningVersion: '' } as const;
    const foreign = plugin('scales', '体重秤', { ...off, publisher: '0123456789abcdef0123' });
    const within = plugin('lab', '检验', { ...off, inServer: true, adds: { ...foreign.adds, browserBytes: 0 } });
    const reachOf = () => [...document.querySelectorAll('.nephra-reach li')].map((line) => line.textContent);
    const { click, get } = await draw({ list: [...LIST, foreign, within] });
    await click(button(rowOf('体重秤'), '启用'));
    expect(reachOf()).toEqual([
      '由本院信任的密钥签名（0123456789abcdef…）。',
      expect.stringContaining('独立进程'),
      expect.stringContaining('该人员的全部权限'),
    ]);
    await click(get('button', '取消'));
    await click(button(rowOf('检验'), '启用'));
    expect(reachOf()).toEqual([expect.stringContaining('没有本院信任的签名'), expect.stringContaining('服务器能做的')]);
    await click(get('button', '取消'));
    await click(button(rowOf('体重秤'), '详情'));
    expect(reachOf()).toHaveLength(3);
    await closePage();
    await draw();
    await click(button(rowOf('广西医保'), '启用'));
    expect(reachOf()).toEqual([]);
  });

  it('reads the registry again and says which revision is in force', async () => {
    const { get, click, log } = await draw();
    await click(get('button', '重新读取注册表'));
    expect(log).toEqual(['success 已重新读取，当前版本 r3']);
  });
});
