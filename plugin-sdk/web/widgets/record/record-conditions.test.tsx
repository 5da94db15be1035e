import { toPage } from '@nephra/plugin-sdk/contract';
import { compileRecord, defineRecord, field, type ListTotals, recordContract, settleValues } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type RenderedPage, recordRow, renderPage } from '@nephra/plugin-sdk/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { conditions, wireValues } from '../../../../tests/support/records/expression-arbitrary.ts';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { printExpression } from '../../../contract/record/expression/print-expression.ts';
import { FormConditions } from './record-conditions.tsx';
import { recordPage } from './record-page.tsx';
import { type RecordValues, toForm } from './record-views.tsx';

const fee = defineRecord('beds.fee', {
  title: ['费用', '費用', 'Fee'],
  wire: { at: '/api/beds/Fee' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    price: field.unitPrice().label('单价', '單價', 'Unit price'),
    amount: field.quantity().label('数量', '數量', 'Amount'),
    total: field.money({ min: -1000, max: 1000 }).value({ calc: 'price * amount - discount' }).label('合计额', '合計額', 'Total'),
    discounted: field.flag(['有优惠', '有優惠', 'Discounted'], ['无优惠', '無優惠', 'Full']).label('优惠', '優惠', 'Discounted'),
    discount: field.money().when({ show: 'discounted' }).label('优惠额', '優惠額', 'Discount'),
    reason: field.text(10).when({ show: 'discount > 0', require: 'discount > 50' }).label('优惠原因', '優惠原因', 'Reason'),
    locked: field.flag(['已锁', '已鎖', 'Locked'], ['未锁', '未鎖', 'Open']).label('锁定', '鎖定', 'Locked'),
    note: field.text(20).initial('原话').when({ edit: 'not locked' }).label('备注', '備註', 'Note'),
  },
  list: { columns: ['fullName', 'price', 'amount', 'total'], totals: ['amount', 'total'] },
  acts: { create: {}, edit: {} },
});
const contract = recordContract(fee);
const Page = recordPage(contract);
const row = recordRow(fee, { id: 'f1', fullName: '床位费', price: 2, amount: 3, total: 6, note: '旧话' });

recordScreens(contract, { Page, row: { ...row }, texts: {}, typed: { fullName: '护理费' } });

describe('a form whose fields depend on each other', () => {
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    page = undefined;
  });
  const open = async (totals?: ListTotals): Promise<RenderedPage> => {
    const context = createFakeWebContext();
    context.http.answer(contract.routes.list, { ...toPage([row], 1, {}), ...(totals && { totals }) });
    context.http.answer(contract.routes.one, row);
    context.http.answer(contract.routes.create, { id: 'f2', version: 1 });
    context.http.answer(contract.routes.edit, { id: 'f1', version: 2 });
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: fee.name }) });
    const shown = page;
    await shown.until(() => shown.text().includes('床位费'));
    return shown;
  };
  const rowOf = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`);
  const inputOf = (name: string) => {
    const input = rowOf(name)?.querySelector('input');
    if (!input) throw new Error(`no input of ${name}`);
    return input;
  };
  const outputOf = (name: string) => rowOf(name)?.querySelector('output')?.textContent;
  const isMarked = (name: string) => rowOf(name)?.querySelector('label')?.classList.contains('nk-required');
  const adding = async (shown: RenderedPage) => {
    await shown.click(shown.get('button', '新建费用'));
    await shown.until(() => rowOf('fullName'));
  };

  it('shows, hides and asks for fields while somebody types; what is away is in nobody’s way, and is not sent', async () => {
    const shown = await open();
    await adding(shown);
    expect([rowOf('discount'), rowOf('reason')]).toEqual([null, null]);
    const on = shown.get('radio', '有优惠');
    on.focus();
    await shown.click(on);
    expect(rowOf('discount')).not.toBeNull();
    expect(document.activeElement).toBe(on);
    await shown.type(inputOf('discount'), '50');
    expect(isMarked('reason')).toBe(false);
    await shown.type(inputOf('discount'), '51');
    expect(isMarked('reason')).toBe(true);
    await shown.type(inputOf('fullName'), '护理费');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => document.activeElement === inputOf('reason'));
    expect(shown.context.http.callsOf(contract.routes.create)).toEqual([]);
    await shown.click(shown.get('radio', '无优惠'));
    expect([rowOf('discount'), rowOf('reason')]).toEqual([null, null]);
    expect([...document.querySelectorAll('input')].some((input) => input.value.includes('51'))).toBe(false);
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(contract.routes.create)[0]);
    expect(call.input.body).toEqual({ fullName: '护理费', price: 0, amount: 0, discounted: 0, locked: 0, note: '原话' });
  });

  it('calculates while somebody types, reads it out, and lets nobody type it; a result beyond the limits is told before it is sent', async () => {
    const shown = await open();
    await adding(shown);
    expect(outputOf('total')).toBe('0.00');
    await shown.type(inputOf('price'), '1.005');
    await shown.type(inputOf('amount'), '3');
    expect(outputOf('total')).toBe('3.02');
    const output = rowOf('total')?.querySelector('output');
    expect(output?.id).toBe(rowOf('total')?.querySelector('label')?.htmlFor);
    expect(rowOf('total')?.querySelector('input, button, [tabindex="0"]')).toBeNull();
    await shown.type(inputOf('price'), '400');
    await shown.type(inputOf('fullName'), '护理费');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => (rowOf('total')?.textContent ?? '').includes('不能大于1000'));
    expect(document.activeElement).toBe(rowOf('total')?.querySelector('output'));
    expect(shown.context.http.callsOf(contract.routes.create)).toEqual([]);
  });

  it('what cannot be edited stays what it was, is shown as that, and is not sent', async () => {
    const shown = await open();
    await shown.click(shown.get('button', '编辑'));
    await shown.until(() => rowOf('note'));
    await shown.type(inputOf('note'), '新话');
    await shown.click(shown.get('radio', '已锁'));
    expect(outputOf('note')).toBe('旧话');
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    expect(call.input.body).not.toHaveProperty('note');
    expect(call.input.body).not.toHaveProperty('total');
    expect(call.input.body).toMatchObject({ locked: 1, version: 1 });
  });

  it('what was typed is there again when its field comes back', async () => {
    const shown = await open();
    await adding(shown);
    await shown.click(shown.get('radio', '有优惠'));
    await shown.type(inputOf('discount'), '20');
    await shown.click(shown.get('radio', '无优惠'));
    await shown.click(shown.get('radio', '有优惠'));
    expect(inputOf('discount').value).toContain('20');
  });

  it('totals stand below their columns; one that is withheld leaves its place empty', async () => {
    const shown = await open({ amount: '1234567.5000', total: '98765432109876543.21' });
    const foot = await shown.until(() => document.querySelector('tfoot'));
    expect(foot.textContent).toBe('合计1,234,567.500098,765,432,109,876,543.21');
    await shown.unmount();
    const less = await open({ amount: '3.0000' });
    expect((await less.until(() => document.querySelector('tfoot'))).textContent).toBe('合计3.0000');
  });
});

/** Fields of all kinds whose values expressions look into, and two that depend on them. */
const every = defineRecord('beds.every', {
  title: ['费用', '費用', 'Fee'],
  wire: { at: '/api/beds/Every' },
  fields: {
    fullName: field.text(20).label('名称', '名稱', 'Name'),
    kind: field.choice(20, ['nurse', '护', '護', 'Nurse'], ['b c', '其他', '其他', 'Other']).label('类别', '類別', 'Kind'),
    price: field.money().label('价格', '價格', 'Price'),
    count: field.int(-99, 999).label('次数', '次數', 'Times'),
    amount: field.quantity().label('数量', '數量', 'Amount'),
    score: field.decimal(2, -99, 999).label('评分', '評分', 'Score'),
    window: field.flag().label('靠窗', '靠窗', 'Window'),
    opened: field.day().label('日', '日', 'Day'),
    seen: field.instant().label('时间', '時間', 'Time'),
    term: field.month().label('月', '月份', 'Month'),
    tags: field.choices(20, ['x', '一', '一', 'One'], ['y', '二', '二', 'Two']).label('标签', '標籤', 'Tags'),
    note: field.text(20).when({ show: 'true' }).label('备注', '備註', 'Note'),
    total: field.unitPrice().value({ calc: 'price * amount / 3 + count - score' }).label('合计', '合計', 'Total'),
  },
  list: { columns: ['fullName'] },
  acts: { edit: {} },
});

it('[property] a form settles as the server settles what it sends, whatever the kinds', () => {
  const steering = every.fields.filter(({ name }) => name !== 'note' && name !== 'total');
  fc.assert(
    fc.property(conditions(steering, 2), conditions(steering, 2), wireValues(every.fields), (show, require, wire) => {
      const [shows, requires] = [printExpression(show), printExpression(require)];
      fc.pre(shows.length <= 500 && requires.length <= 500);
      const { note } = every.document.fields;
      const fields = { ...every.document.fields, note: { ...note, when: { show: shows, require: requires } } } as typeof every.document.fields;
      const record = compileRecord({ ...every.document, fields });
      const values = Object.fromEntries(record.fields.map((each) => [each.name, toForm(each, wire[each.name])])) as RecordValues;
      const inForm = FormConditions.of(record, null)?.settled(values);
      const sent = settleValues(record.fields, wire, undefined);
      expect(inForm?.values.total).toBe(sent.values.total);
      for (const each of record.fields) expect(inForm?.stateOf(each)).toEqual(sent.stateOf(each));
    }),
  );
});
