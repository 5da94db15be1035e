import { toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { recordPage } from '../record-page.tsx';
import { lineTotals } from './line-totals.ts';

const order = defineRecord('meals.order', {
  title: ['订单', '訂單', 'Order'],
  wire: { at: '/api/meals/Order' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    lines: field
      .lines({
        max: 9,
        fields: {
          dish: field.text(10).required().label('菜品', '菜品', 'Dish'),
          salt: field.text(5).when({ show: "dish = '汤'", require: "dish = '汤'" }).label('盐', '鹽', 'Salt'),
          pieces: field.int(0, 99).label('份数', '份數', 'Pieces'),
          price: field.money().label('单价', '單價', 'Price'),
          total: field.money().value({ calc: 'pieces * price' }).label('金额', '金額', 'Amount'),
        },
        totals: ['pieces', 'total'],
      })
      .label('明细', '明細', 'Lines'),
  },
  list: { columns: ['fullName'] },
  acts: { create: {}, edit: {} },
});
const contract = recordContract(order);
const Page = recordPage(contract);
const row = {
  id: 'o1',
  version: 1,
  creatorTime: 0,
  lastModifyTime: 0,
  fullName: '一号单',
  lines: [
    { id: 'l1', dish: '饭', salt: '', pieces: 3, price: 0.1, total: 0.3 },
    { id: 'l2', dish: '汤', salt: '1g', pieces: 2, price: 1_000, total: 2_000 },
  ],
};

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

it('cells follow the other cells of their line while one types: away, asked for, calculated, summed up', async () => {
  const context = createFakeWebContext();
  const { lines: _, ...listed } = row;
  context.http.answer(contract.routes.list, toPage([listed as never], 1, {}));
  context.http.answer(contract.routes.one, row);
  context.http.answer(contract.routes.edit, { id: 'o1', version: 2 });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: order.name, fullName: '订单' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('一号单'));
  await shown.click(shown.get('button', '编辑'));
  await shown.until(() => shown.find('textbox', '菜品 1'));
  expect(shown.find('textbox', '盐 1')).toBeUndefined();
  expect(shown.find('textbox', '盐 2')).toBeDefined();
  expect(shown.text()).toContain('份数 合计5');
  expect(shown.text()).toContain('金额 合计2,000.30');
  await shown.type(shown.get('textbox', '菜品 1'), '汤');
  await shown.until(() => shown.find('textbox', '盐 1'));
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => shown.text().includes('明细中有需要更正的内容'));
  expect(context.http.callsOf(contract.routes.edit)).toEqual([]);
  await shown.type(shown.get('textbox', '盐 1'), '2g');
  await shown.click(shown.get('button', '保存'));
  const { input } = await shown.until(() => context.http.callsOf(contract.routes.edit)[0]);
  expect((input.body as typeof row).lines.map(({ id, dish, salt }) => ({ id, dish, salt }))).toEqual([
    { id: 'l1', dish: '汤', salt: '2g' },
    { id: 'l2', dish: '汤', salt: '1g' },
  ]);
});

it('sums are exact, below zero as well, and count what will be saved', () => {
  const lines = order.fields[1];
  if (!lines) throw new Error('no lines');
  const sent = (pieces: number, price: number) => ({ sent: { dish: '', salt: '', pieces, price, total: 9 }, stored: undefined });
  expect(lineTotals(lines, [sent(1, 0.1), sent(1, 0.2), sent(1, 0.7)])).toEqual({ pieces: '3', total: '1.00' });
  expect(lineTotals(lines, [sent(-1, 0.05)])).toEqual({ pieces: '-1', total: '-0.05' });
  expect(lineTotals(lines, [])).toEqual({ pieces: '0', total: '0.00' });
});
