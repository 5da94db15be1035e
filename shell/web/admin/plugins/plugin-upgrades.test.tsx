import { afterEach, describe, expect, it } from 'vitest';
import { button, closePage, DETAILS, draw, LIST, plugin, rowOf, words } from './plugins-page.fixture.tsx';

afterEach(closePage);

describe('versions of a plugin', () => {
  it('tells what a plugin did, its log, what an older build in service means, and lets the version before run again', async () => {
    const older = plugin('acme', '外来', { state: 'failed', reason: '启动失败', version: '1.1.0', runningVersion: '1.0.0', outside: true });
    const details = {
      ...DETAILS,
      before: { version: '0.9.0', refusal: '' },
      strikes: Array.from({ length: 3 }, () => ({ time: 1_795_000_000_000, kind: 'apart-hang', place: 'loop' })),
    };
    const { click, text, until, get, calls } = await draw({ list: [...LIST, older], details });
    await click(button(rowOf('外来'), '详情'));
    await until(() => text().includes('a call failed'));
    for (const part of ['版本 1.0.0 仍在服务', '12.5 毫秒', '一天内 3 次被强制结束', 'Error: x', '外来插件包']) expect(text()).toContain(part);
    // One that was put aside is noted three times at once; that is told once.
    expect(text().split('失去响应 loop')).toHaveLength(2);
    expect(text()).toContain('现在是版本 1.0.0，可以回退到之前运行过的较旧版本 0.9.0');
    await click(get('button', '回退到 0.9.0'));
    await until(() => calls.length > 0);
    expect(calls).toEqual([{ params: { id: 'acme' }, body: { version: 'before' } }]);
  });

  it('says why the version before cannot run again, and lets go of a version that is held', async () => {
    const details = { ...DETAILS, before: { version: '0.9.0', refusal: '数据表已升级。' }, pinned: '1.0.0' };
    const { click, text, until, get, find, calls } = await draw({ details });
    await click(button(rowOf('收费'), '详情'));
    await until(() => text().includes('不能回退到之前运行过的较旧版本 0.9.0：数据表已升级。'));
    expect(find('button', /回退/)).toBeUndefined();
    await click(get('button', '改用来源中的版本'));
    await until(() => calls.length > 0);
    expect(calls).toEqual([{ params: { id: 'charging' }, body: { version: 'newest' } }]);
  });

  it('after somebody went back, says which number is the newer one: of the one that ran, and of the one in the source', async () => {
    const back = plugin('acme', '外来', { outside: true, version: '1.0.0', runningVersion: '1.0.0' });
    const details = { ...DETAILS, before: { version: '1.10.0', refusal: '' }, pinned: '1.0.0', inSource: '1.9.0' };
    const { click, text, until, get, calls } = await draw({ list: [back], details });
    await click(button(rowOf('外来'), '详情'));
    await until(() => text().includes('之前运行过较新的版本 1.10.0'));
    expect(text()).toContain('注册表固定使用版本 1.0.0，来源中的版本不会自动换上。来源中现有较新的版本 1.9.0。');
    expect(text()).not.toContain('较旧');
    get('button', '改用来源中的 1.9.0');
    await click(get('button', '换回较新的 1.10.0'));
    await until(() => calls.length > 0);
    expect(calls).toEqual([{ params: { id: 'acme' }, body: { version: 'before' } }]);
  });

  it('offers no other version in safe mode, in which none would run', async () => {
    const safe = plugin('acme', '外来', { outside: true, state: 'failed', waits: 'safe-mode', version: '1.1.0', runningVersion: '' });
    const details = { ...DETAILS, before: { version: '1.0.0', refusal: '' }, pinned: '1.1.0', inSource: '1.2.0' };
    const { click, text, until, find } = await draw({ list: [safe], details });
    await click(button(rowOf('外来'), '详情'));
    await until(() => text().includes('a call failed'));
    expect(find('button', /回退/)).toBeUndefined();
    // That it is held is said all the same: one that was never tried here would run at the next start, with nobody looking.
    expect(text()).toContain('注册表固定使用版本 1.1.0');
    expect(find('button', /改用来源中的/)).toBeUndefined();
  });

  it('of an upgrade that waits marks what the version in service did not ask for, where nobody has to unfold it', async () => {
    const menus = Array.from({ length: 10 }, (_, at) => ({ enCode: `acme.${at}`, title: words(`菜单${at}`), type: 2 }));
    const asking = plugin('acme', '外来', {
      state: 'incompatible',
      waits: 'allow',
      outside: true,
      version: '2.0.0',
      reason: '尚未决定',
      adds: { ...plugin('acme', '外来').adds, menus, privileges: ['identity', 'site-tables'], uses: ['patient: names', 'patient: bills'] },
      asks: {
        outbound: [
          { what: 'https://a.example', answer: 'granted' },
          { what: 'https://b.example', answer: 'undecided' },
        ],
        jobs: [],
      },
      newly: {
        ...plugin('acme', '外来').newly,
        than: '1.0.0',
        menus: ['acme.9'],
        privileges: ['site-tables'],
        uses: ['patient: bills'],
        outboundHosts: ['https://b.example'],
      },
    });
    const { click, until } = await draw({ list: [asking] });
    await click(button(rowOf('外来'), '允许运行'));
    await until(() => document.querySelector('.semi-modal-title')?.textContent === '允许插件运行');
    const dialog = document.querySelector('.nephra-switch-dialog');
    expect(dialog?.textContent).toContain('版本 2.0.0 比最近运行的版本 1.0.0 多要求或新增 4 项');
    const marked = [...(dialog?.querySelectorAll('.nephra-asks-new') ?? [])].filter((mark) => mark.textContent === '新增');
    const lines = marked.map((mark) => mark.parentElement?.textContent);
    expect(lines).toEqual([expect.stringContaining('https://b.example'), expect.any(String), '菜单9新增', 'patient: bills新增']);
    expect(marked.some((mark) => mark.closest('details'))).toBe(false);
    await closePage();
    await draw({ list: [{ ...asking, newly: { ...plugin('a', 'a').newly, than: '1.0.0' } }] });
    await click(button(rowOf('外来'), '详情'));
    await until(() => document.querySelector('.nephra-plugin-details'));
    expect(document.querySelector('.nephra-plugin-details')?.textContent).toContain('没有比最近运行的版本 1.0.0 多要求');
    expect([...document.querySelectorAll('.nephra-asks-new')].map(({ textContent }) => textContent)).toEqual(['尚未决定']);
  });

  it('of one that is off says whether its files are what its manifest says, and what to do where they are not', async () => {
    const off = { enabled: false, state: 'disabled', runningVersion: '', outside: true } as const;
    const { click, text } = await draw({ list: [plugin('scales', '体重秤', off), plugin('lab', '检验', { ...off, files: 'bad' })] });
    await click(button(rowOf('体重秤'), '详情'));
    expect(text()).toContain('与清单一致');
    expect(text()).not.toContain('未校验');
    await closePage();
    // Of its manifest nothing is believed, its range of the SDK neither.
    await draw({ list: [plugin('lab', '检验', { ...off, files: 'bad', sdk: '' })] });
    await click(button(rowOf('检验'), '详情'));
    expect(text()).toContain('所需 SDK 版本–');
    expect(document.querySelector('.nephra-plugin-details [role=alert]')?.textContent).toContain('请从发布者处重新取得');
  });
});
