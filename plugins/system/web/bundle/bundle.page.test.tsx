import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type BundlePreview, bundleContract } from '../../contract/bundle/bundle.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './bundle.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});
const { routes } = bundleContract;
const signer = { fingerprint: 'ab12'.repeat(16), publicKey: 'SIM', state: 'confirmed', confirmedBy: '管理员' } as const;
const preview: BundlePreview = {
  digest: 'd1'.repeat(32),
  siteName: 'SIM 别院',
  madeAt: 1_772_416_800_000,
  product: '1.0.0',
  signer,
  stamp: 'SIM-stamp',
  parts: [
    {
      id: 'system.areas',
      title: '行政区划',
      rows: 4,
      left: [{ name: 'SIM 密钥', why: 'secret' }],
      state: 'taken',
      counts: { new: 1, changed: 1, same: 1, conflict: 1 },
      entries: [
        { code: '1', name: 'SIM 冲突', act: 'conflict', fields: [], reason: 'SIM 缺上级' },
        { code: '2', name: 'SIM 改', act: 'changed', fields: [{ label: '名称', from: 'SIM 旧名', to: 'SIM 新名' }], reason: '' },
        { code: '3', name: 'SIM 增', act: 'new', fields: [{ label: '名称', from: '', to: 'SIM 增' }], reason: '' },
      ],
    },
    { id: 'acme.notes', title: 'SIM 外来', rows: 1, left: [], state: 'absent', counts: { new: 0, changed: 0, same: 0, conflict: 0 }, entries: [] },
  ],
};

async function open(looked: BundlePreview): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  answerContract(context.http, bundleContract, {
    parts: {
      list: [
        { id: 'system.areas', title: '行政区划', rows: 4, left: [], byChoice: false },
        { id: 'system.tasks', title: '定时任务', rows: 0, left: [], byChoice: false },
        { id: 'data.table-rows', title: 'SIM 表数据', rows: 3, left: [], byChoice: true },
      ],
      fingerprint: signer.fingerprint,
      siteName: 'SIM',
      signers: [],
    },
    look: looked,
    importFile: { digest: '', new: 1, changed: 0, same: 1 },
    progress: { done: 0, total: 0 },
    confirm: { fingerprint: signer.fingerprint },
    forget: null,
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.bundle', fullName: '迁移包' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('行政区划'));
  return shown;
}
async function choose(shown: RenderedPage): Promise<void> {
  await shown.click(shown.get('tab', '导入'));
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no field for a file');
  Object.defineProperty(input, 'files', { value: [new File(['{}'], 'b.json')], configurable: true });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
}

describe('[2.5-05] page of bundles', () => {
  it('shows conflicts first and each change from and to; what is taken leaves out what cannot and what nobody wants', async () => {
    const shown = await open(preview);
    await choose(shown);
    await shown.until(() => shown.text().includes('SIM 缺上级'));
    expect(shown.text()).toContain('SIM 旧名 → SIM 新名');
    expect(shown.text()).toContain('SIM 密钥');
    expect(shown.text()).toContain('没有运行对应的插件');
    expect(shown.text().indexOf('SIM 冲突')).toBeLessThan(shown.text().indexOf('SIM 改'));
    await shown.click(shown.get('checkbox', 'SIM 改'));
    await shown.click(shown.get('button', '导入所选 1 条'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.importFile)[0]);
    expect(call.input.body).toMatchObject({ choice: '{"system.areas":["1","2"]}', stamp: 'SIM-stamp' });
  });

  it('exports what has entries; a part that goes along by choice alone waits for the choice', async () => {
    const shown = await open(preview);
    const isTicked = (name: string): boolean => (shown.get('row', new RegExp(name)).querySelector('input[type="checkbox"]') as HTMLInputElement).checked;
    expect(['行政区划', '定时任务', 'SIM 表数据'].map(isTicked)).toEqual([true, false, false]);
    const exported = async (n: number) => {
      await shown.click(shown.get('button', '导出所选'));
      return (await shown.until(() => shown.context.http.callsOf(routes.exportFile)[n])).input.body;
    };
    expect(await exported(0)).toEqual({ parts: [{ id: 'system.areas' }] });
    await shown.click(shown.get('row', /SIM 表数据/).querySelector('input[type="checkbox"]') as HTMLElement);
    expect(await exported(1)).toEqual({ parts: [{ id: 'system.areas' }, { id: 'data.table-rows' }] });
  });

  it('shows nothing of a bundle whose signer is unknown but the fingerprint, and asks to compare it', async () => {
    const shown = await open({ ...preview, signer: { ...signer, state: 'unknown', confirmedBy: '' }, parts: [], stamp: '' });
    await choose(shown);
    await shown.until(() => shown.text().includes('ab12 ab12'));
    expect(shown.find('button', /导入所选/)).toBeUndefined();
    await shown.click(shown.get('button', '指纹一致，确认此签名者'));
    const call = await shown.until(() => shown.context.http.callsOf(routes.confirm)[0]);
    expect(call.input.body).toEqual({ publicKey: 'SIM', siteName: 'SIM 别院' });
  });

  it('keeps on the page why a file was not read, and which one, until another one is chosen', async () => {
    const shown = await open(preview);
    shown.context.http.refuse(routes.look, { error: 'system.bundle-newer', code: 400, message: 'SIM 请先升级本系统再导入' });
    await choose(shown);
    await shown.until(() => shown.get('alert').textContent?.includes('SIM 请先升级本系统再导入'));
    expect(shown.text()).toContain('没有读取“b.json”');
    expect(shown.find('button', /导入所选/)).toBeUndefined();
    shown.context.http.answer(routes.look, preview);
    await choose(shown);
    await shown.until(() => shown.text().includes('SIM 缺上级'));
    expect(shown.text()).not.toContain('没有读取');
  });

  it('says beside the choice why nothing was imported, keeps the choice, and looks at the same file anew', async () => {
    const shown = await open(preview);
    await choose(shown);
    await shown.until(() => shown.text().includes('SIM 缺上级'));
    await shown.click(shown.get('checkbox', 'SIM 改'));
    shown.context.http.refuse(routes.importFile, { error: 'system.bundle-stale', code: 400, message: 'SIM 又有改动' });
    await shown.click(shown.get('button', '导入所选 1 条'));
    await shown.until(() => shown.text().includes('SIM 又有改动'));
    expect((shown.get('checkbox', 'SIM 改') as HTMLInputElement).checked).toBe(false);
    await shown.click(shown.get('button', '重新核对这个文件'));
    await shown.until(() => shown.context.http.callsOf(routes.look)[1]);
    await shown.until(() => !shown.text().includes('SIM 又有改动'));
  });
});
