import { createFakeWebContext, type FakeWebContext, type RenderedPage } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderContract } from '../../contract/orders/order.contract.ts';
import { sessionContract } from '../../contract/session.contract.ts';
import type { OrderDue, WholeSession } from '../../contract/session.schema.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { cardOf, drawBedside, NOW, replyOf, todayOf, wholeOf } from './bedside.fixture.ts';

const { routes } = sessionContract;
let page: RenderedPage | undefined;
let ctx: FakeWebContext;
const due = (orderId: string, over: Partial<OrderDue> = {}): OrderDue => ({
  ...{ orderId, title: `SIM ${orderId}`, dose: '1 g', highRisk: false, timing: 'during', method: '', parts: [], once: false, doctorName: '' },
  ...over,
});
const draw = async (whole: Partial<WholeSession>): Promise<RenderedPage> => {
  ctx.http.answer(routes.session, wholeOf(whole));
  page = await drawBedside(ctx);
  return page;
};
const focused = (): string => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim();
const press = async (shown: RenderedPage, key: string): Promise<void> => {
  await shown.press(document.activeElement ?? document.body, key);
};

beforeEach(() => {
  ctx = createFakeWebContext({ texts, now: () => NOW });
  ctx.http.answer(routes.today, todayOf(cardOf()));
  ctx.http.answer(orderContract.routes.list, { list: [] });
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

describe('with keys alone', () => {
  it('a page that opens takes the focus to no step: nobody had it there', async () => {
    const shown = await draw({ orders: [due('o1')] });
    expect(shown.get('tab', '监测').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(document.body);
  });

  it('numbers: arrows walk over the pad as it is laid out, digits type there too, Escape goes back to the field', async () => {
    const shown = await draw({});
    const field = shown.get('button', /^收缩压/);
    field.focus();
    // A key may be a scanner's first: it arrives a moment later.
    const typed = async (key: string, text: string): Promise<void> => {
      await press(shown, key);
      await shown.until(() => shown.get('button', /^收缩压/).querySelector('b')?.textContent === text);
    };
    await typed('1', '1');
    await press(shown, 'ArrowDown');
    expect(focused()).toBe('7');
    const walked: string[] = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await press(shown, key);
      walked.push(focused());
    }
    expect(walked).toEqual(['8', '5', '2', '1', '4']);
    await typed('2', '12');
    await typed('0', '120');
    await typed('Backspace', '12');
    await typed('8', '128');
    await press(shown, 'Escape');
    expect(document.querySelector('.ds-pad')).toBeNull();
    expect(document.activeElement?.getAttribute('data-field')).toBe('systolic');
  });

  it('orders: the reason is asked where the cursor stands, Escape goes back to where it began, Enter sends, and the next order has the focus', async () => {
    const shown = await draw({ orders: [due('o1'), due('o2')] });
    await shown.click(shown.get('tab', /医嘱/));
    const [skip] = shown.all('button', '不执行');
    skip?.focus();
    await shown.click(skip as HTMLElement);
    expect(document.activeElement?.tagName).toBe('INPUT');
    await press(shown, 'Escape');
    expect(focused()).toBe('执行');
    await shown.click(shown.all('button', '不执行')[0] as HTMLElement);
    ctx.http.answer(
      routes.give,
      replyOf(
        wholeOf({
          version: 6,
          orders: [due('o1', { given: { outcome: 'skipped', dose: '', reason: '患者拒绝', byName: '护士', checkerName: '', at: NOW } as never }), due('o2')],
        }),
      ),
    );
    await press(shown, 'Enter');
    expect(ctx.http.callsOf(routes.give)).toHaveLength(0);
    await shown.type(document.activeElement as HTMLElement, '患者拒绝');
    await press(shown, 'Enter');
    await shown.until(() => ctx.http.callsOf(routes.give).length === 1);
    expect(ctx.http.callsOf(routes.give)[0]?.input.body).toMatchObject({ outcome: 'skipped', reason: '患者拒绝' });
    await shown.until(() => shown.all('button', '执行').length === 1);
    expect(focused()).toBe('执行');
  });

  it('after: choices are walked over by arrows and pressed; a sheet that is closed goes on at the tab of its log', async () => {
    const shown = await draw({ state: 4, endedAt: NOW });
    const [first, second] = [...document.querySelectorAll<HTMLElement>('fieldset.ds-choice button')];
    first?.focus();
    await press(shown, 'ArrowRight');
    expect(document.activeElement).toBe(second);
    await press(shown, 'ArrowLeft');
    expect(document.activeElement).toBe(first);
    ctx.http.answer(routes.close, replyOf(wholeOf({ version: 6, state: 5, endedAt: NOW, closedAt: NOW })));
    const close = shown.get('button', '完成治疗单');
    close.focus();
    await shown.click(close);
    await shown.until(() => shown.get('tab', '记录').getAttribute('aria-selected') === 'true');
    expect(document.activeElement?.getAttribute('role')).toBe('tab');
  });

  it('log: opening a sheet asks for the reason under the cursor, and Escape leaves the key where it was', async () => {
    const shown = await draw({ state: 5, endedAt: NOW, closedAt: NOW, sections: { before: { fields: { systolic: 120 }, version: 1 } as never } });
    await shown.click(shown.get('button', '重新打开'));
    expect(document.activeElement?.tagName).toBe('INPUT');
    await press(shown, 'Escape');
    expect(focused()).toBe('重新打开');
  });
});
