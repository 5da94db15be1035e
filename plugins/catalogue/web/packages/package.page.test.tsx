import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { cataloguePackageContract } from '../../contract/catalogue-package.contract.ts';
import type { PackageLineRow, WholePackage } from '../../contract/catalogue-package.schema.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { entryRow, rowsOf } from '../catalogue.fixture.ts';
import { Page } from './package.page.tsx';

const { routes } = cataloguePackageContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

const catalogueEntry = (over: Parameters<typeof entryRow>[0] = {}) => {
  const { version: _v, planned: _p, packageCount: _c, ...entry } = entryRow(over);
  return entry;
};
const line = (over: Partial<PackageLineRow> = {}): PackageLineRow => ({
  drugId: 'item-hd',
  onceUsing: 1,
  onceUsingUnit: '次',
  drugUsage: '',
  drugInterval: 'st',
  drugDays: 1,
  drugNum: 1,
  drugNumUnit: '次',
  manualNum: true,
  isGroup: 0,
  state: 'ok',
  entry: catalogueEntry({
    drugId: 'item-hd',
    kind: 'item',
    drugName: '血液透析',
    drugSpec: '',
    drugType: '治疗',
    dMin: 0,
    dMinUnit: '',
    preparaUnit: '次',
    stockUnit: '次',
    stockDmin: 1,
    price: 400,
  }),
  ...over,
});
const pack: WholePackage = {
  packageId: 'pack-1',
  packageName: '高通套餐',
  note: '每次治疗',
  sortCode: 2,
  enableMark: 1,
  lineCount: 2,
  deadCount: 1,
  totalPrice: 400,
  version: 5,
  lines: [
    line(),
    line({
      drugId: 'mat-old',
      drugNumUnit: '个',
      state: 'disabled',
      entry: catalogueEntry({ drugId: 'mat-old', kind: 'material', drugName: '旧透析器', drugType: '耗材', price: 220 }),
    }),
  ],
};

async function open(options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { lines: _lines, ...head } = pack;
  context.http.answer(routes.packages, rowsOf([head]));
  context.http.answer(routes.package, pack);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.package' }) });
  return page;
}

describe('package page', () => {
  it('marks lines whose entry is out of use, counts the others only', async () => {
    const { text, click, get, until, find } = await open();
    expect(text()).toContain('1 条失效');
    await click(get('button', '编辑'));
    await until(() => find('table', '明细'));
    expect(get('table', '明细').textContent).toContain('旧透析器已停用');
    expect(text()).toContain('共 2 条，今日金额 ¥400.00');
  });

  it('order and quantities go with the version that was read', async () => {
    const { click, get, until, find, type, context, settle, text } = await open();
    await click(get('button', '编辑'));
    await until(() => find('table', '明细'));
    await click(get('button', '下移第 1 行'));
    await type(get('textbox', '数量 2'), '3');
    expect(text()).toContain('今日金额 ¥1,200.00');
    context.http.answer(routes.update, { ...pack, version: 6 });
    await click(get('button', '保存'));
    await settle();
    const input = context.http.callsOf(routes.update)[0]?.input;
    expect(input).toMatchObject({ params: { id: 'pack-1' }, body: { packageName: '高通套餐', version: 5 } });
    const sent = input?.body as { lines: PackageLineRow[] } | undefined;
    expect(sent?.lines.map((one) => [one.drugId, one.drugNum])).toEqual([
      ['mat-old', 1],
      ['item-hd', 3],
    ]);
  });

  it('an empty package is not sent; who may only look cannot change', async () => {
    const { click, get, until, find, context, text } = await open();
    await click(get('button', '新增'));
    await until(() => find('table', '明细'));
    await click(get('button', '保存'));
    expect(text()).toContain('请至少添加一条明细');
    expect(context.http.callsOf(routes.create)).toHaveLength(0);
    await page?.unmount();
    const reader = await open({ grants: ['his.package'] });
    await reader.click(reader.get('button', '查看'));
    await reader.until(() => reader.find('table', '明细'));
    expect(reader.find('button', '保存')).toBeUndefined();
    expect(reader.find('combobox', /添加明细/)).toBeUndefined();
  });
});
