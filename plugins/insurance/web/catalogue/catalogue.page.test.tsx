import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogueContract, connectionContract, type MappingRow, mappingContract, type Suggestion } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { lineState, pageOf } from '../insurance.fixture.ts';
import { Page } from './catalogue.page.tsx';
import { MappingStore } from './mapping.store.ts';

const { routes } = mappingContract;
const entry = (drugId: string, over: Partial<MappingRow> = {}): MappingRow => ({
  drugId,
  drugName: `药品${drugId}`,
  drugSpec: '10mg×20片/盒',
  drugType: '西药',
  drugNumber: 'SIMD1',
  approvalNumber: 'SIM准字1',
  maker: '演示药业',
  stockUnit: '盒',
  price: 12.5,
  grade: '02',
  listType: '101',
  problem: 'unmapped',
  mapping: null,
  ...over,
});
const proposal = (code: string, score: number): Suggestion => ({
  item: {
    code,
    listType: '101',
    name: `目录${code}`,
    genericName: '',
    spec: '',
    form: '',
    unit: '',
    approvalNumber: '',
    maker: '',
    grade: '02',
    limited: false,
    limitText: '',
    valid: true,
    endDate: '',
  },
  score,
  reasons: ['name'],
});
const rows = [entry('A'), entry('B'), entry('C', { problem: 'fine' })];
const good = { done: 1, failed: 0, lines: [{ drugId: 'A', ok: true, error: '', said: '' }] };

function contextWith(options: FakeWebOptions = {}) {
  const context = createFakeWebContext({ texts, ...options });
  context.http.answer(connectionContract.routes.state, lineState());
  context.http.answer(routes.list, pageOf(rows));
  context.http.answer(routes.counts, { total: 3, problems: { unmapped: 2, fine: 1 } });
  context.http.answer(routes.suggest, { list: [{ drugId: 'A', suggestions: [proposal('XSIM1', 90), proposal('XSIM2', 40)] }] });
  context.http.answer(routes.map, good);
  context.http.answer(catalogueContract.routes.kinds, { list: [] });
  return context;
}
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('mapping page', () => {
  it('what is accepted is pressed beside the proposals: an option of a list holds nothing that can be pressed', async () => {
    const context = contextWith({ grants: ['his.insurance.catalogue', 'his.insurance.catalogue:btn_map'] });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance.catalogue' }) });
    const { all, get, find, click, until } = page;
    await click(await until(() => all('button', '对照')[0]));
    await until(() => all('option').length === 2);
    expect(all('option').flatMap((option) => [...option.querySelectorAll('button, a, input')])).toEqual([]);
    await click(all('option')[1] as HTMLElement);
    await click(get('button', '采纳'));
    await until(() => context.http.callsOf(routes.map)[0]);
    expect(context.http.callsOf(routes.map)[0]?.input.body).toMatchObject({ lines: [{ code: 'XSIM2' }] });
    expect(find('heading', /药品/)?.tagName).toBe('H2');
  });

  it('shows what needs work, and the entry in hand with its proposals and reasons', async () => {
    const context = contextWith();
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance.catalogue' }) });
    const { text, all, click, until } = page;
    await until(() => text().includes('药品B'));
    expect(text()).toContain('未对照 2');
    const [first] = all('button', '对照');
    if (!first) throw new Error('no entry can be mapped');
    await click(first);
    await until(() => text().includes('目录XSIM1'));
    expect(text()).toContain('匹配 90');
    expect(text()).toContain('名称相同');
  });

  it('offers no mapping to whoever may only look', async () => {
    page = await renderPage(Page, { context: contextWith({ grants: [] }), menu: createFakeMenu({ enCode: 'his.insurance.catalogue' }) });
    const { text, all, click, until, find } = page;
    await until(() => text().includes('药品B'));
    const [first] = all('button', '对照');
    if (!first) throw new Error('no entry can be looked at');
    await click(first);
    await until(() => text().includes('目录XSIM1'));
    expect(find('button', '采纳')).toBeUndefined();
  });
});

describe('versions of the catalogue', () => {
  it('a list that came without a version was downloaded all the same, and today', async () => {
    const context = contextWith();
    const kind = { shape: 'file' as const, version: '', rowCount: 1, run: null };
    context.http.answer(catalogueContract.routes.kinds, {
      list: [
        { ...kind, kind: '1302', checkTime: Date.UTC(2026, 10, 21, 13, 30), ageDays: 0 },
        { ...kind, kind: '1307', rowCount: 0, checkTime: null, ageDays: null },
      ],
    });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance.catalogue' }) });
    const { all, get, click, until, text } = page;
    await click(get('tab', '目录版本'));
    await until(() => text().includes('1307'));
    const [downloaded, never] = all('row')
      .slice(-2)
      .map((row) => row.textContent ?? '');
    expect(downloaded).not.toContain('从未下载');
    expect(downloaded).toContain('今天');
    expect(never).toContain('从未下载');
  });
});

describe('mapping store', () => {
  const started = async (options: FakeWebOptions = {}) => {
    const context = contextWith(options);
    const store = new MappingStore(context);
    await store.list.reload();
    store.pick(store.list.rows[0] as MappingRow);
    await store.suggest();
    return { context, store };
  };

  it('maps to the proposal that is pointed at, notes it, and takes up the next entry', async () => {
    const { context, store } = await started();
    store.move(1);
    expect(store.chosen?.item.code).toBe('XSIM2');
    store.move(1);
    expect(store.chosen?.item.code).toBe('XSIM1');
    await store.accept();
    expect(context.http.callsOf(routes.map)[0]?.input.body).toEqual({ lines: [{ drugId: 'A', code: 'XSIM1', version: 0 }] });
    expect([...store.mapped.keys()]).toEqual(['A']);
    expect(store.row?.drugId).toBe('B');
    store.dispose();
  });

  it('stays at the entry that was refused and says why', async () => {
    const { context, store } = await started();
    context.http.answer(routes.map, { done: 0, failed: 1, lines: [{ drugId: 'A', ok: false, error: 'insurance.map-stale', said: '' }] });
    await store.accept();
    expect(store.row?.drugId).toBe('A');
    expect(store.mapped.size).toBe(0);
    expect(context.record.toasts.map((one) => one.kind)).toEqual(['error']);
    expect(context.record.toasts[0]?.text).not.toContain('insurance.');
    store.dispose();
  });

  it('accepts many at once where the first proposal is sure, and tells the rest line by line', async () => {
    const { context, store } = await started();
    context.http.answer(routes.suggest, {
      list: [
        { drugId: 'A', suggestions: [proposal('XSIM1', 95)] },
        { drugId: 'B', suggestions: [proposal('XSIM2', 12)] },
      ],
    });
    store.list.setSelected(store.list.rows.slice(0, 2), true);
    await store.acceptSelected();
    expect(context.http.callsOf(routes.map)[0]?.input.body).toEqual({ lines: [{ drugId: 'A', code: 'XSIM1', version: 0 }] });
    expect(store.result?.reply).toMatchObject({ done: 1, failed: 1 });
    expect(store.result?.reply.lines.find((line) => !line.ok)).toMatchObject({ drugId: 'B', error: 'insurance.map-unsure' });
    store.dispose();
  });
});
