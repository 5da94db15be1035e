import type { FakeWebContext, RenderedPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionContract } from '../../contract/session.contract.ts';
import { cardOf, drawBedside, NOW, replyOf, todayOf, twoPatients, typeOnPad, wholeOf } from './bedside.fixture.ts';
import { stepFor } from './steps/step-of.ts';

const { routes } = sessionContract;
let page: RenderedPage | undefined;
let ctx: FakeWebContext;
beforeEach(() => {
  ctx = twoPatients();
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const draw = async (): Promise<RenderedPage> => {
  page = await drawBedside(ctx);
  return page;
};
const cut = (): never => {
  throw new ApiError({ code: 0, error: 'network', message: '' });
};
const isPadOpen = (shown: RenderedPage): boolean => shown.find('button', '退格') !== null && shown.find('button', '退格') !== undefined;

it('digits of an open number pad stay when the network comes back and the page is read again', async () => {
  const shown = await draw();
  ctx.http.answer(routes.today, cut);
  ctx.http.answer(routes.session, cut);
  ctx.receive({ method: 'dialysisSessionChanged', sessionId: 's1', slotId: 'slot-1', date: '2026-03-02', red: false });
  await shown.until(() => shown.text().includes('网络'));
  await typeOnPad(shown, /^收缩压/, '11');
  ctx.http.answer(routes.today, todayOf(cardOf()));
  ctx.http.answer(routes.session, wholeOf({ version: 6 }));
  window.dispatchEvent(new Event('online'));
  await shown.until(() => !shown.text().includes('网络'));
  await shown.click(shown.get('button', '8'));
  expect(shown.find('button', /^收缩压 ?118/)).toBeTruthy();
});

it('a page that is drawn anew has what was typed, with the pad open, says from when it is, and empties it when asked', async () => {
  const first = await draw();
  await typeOnPad(first, /^收缩压/, '11');
  await first.click(first.get('button', '补录'));
  await first.until(() => ctx.drafts.keys('typed:').length === 1);
  await first.unmount();
  const again = await draw();
  await again.until(() => again.find('button', /^收缩压 ?11/));
  expect([again.text().includes('尚未保存'), isPadOpen(again), again.text().includes('补录时间')]).toEqual([true, true, true]);
  await again.click(again.get('button', '8'));
  ctx.http.answer(routes.reading, replyOf(wholeOf({ version: 6 })));
  await again.click(again.get('button', '保存'));
  await again.until(() => ctx.http.callsOf(routes.reading).length === 1);
  expect(ctx.http.callsOf(routes.reading)[0]?.input.body).toMatchObject({ fields: { systolic: 118 } });
  // What is saved, or thrown away, does not come back.
  await again.until(() => ctx.drafts.keys('typed:').length === 0);
  await typeOnPad(again, /^收缩压/, '12');
  await again.until(() => ctx.drafts.keys('typed:').length === 1);
  await again.unmount();
  const third = await draw();
  await third.click(await third.until(() => third.find('button', '清空')));
  await third.until(() => ctx.drafts.keys('typed:').length === 0);
  expect(third.find('button', /^收缩压 ?–/)).toBeTruthy();
});

it('what was typed is there after another tab, another kind of entry and another patient', async () => {
  const shown = await draw();
  await typeOnPad(shown, /^收缩压/, '118');
  await shown.click(shown.get('tab', /下机/));
  await typeOnPad(shown, /^超滤量/, '2000');
  await shown.click(shown.get('button', /下一位/));
  await shown.until(() => shown.find('heading', /李四/));
  await shown.click(shown.get('tab', /监测/));
  expect(shown.find('button', /^收缩压 ?–/)).toBeTruthy();
  await shown.click(shown.get('button', /上一位/));
  await shown.until(() => shown.find('heading', /张三/));
  await shown.click(shown.get('tab', /监测/));
  expect(shown.find('button', /^收缩压 ?118/)).toBeTruthy();
  await shown.click(shown.get('tab', /下机/));
  expect(shown.find('button', /^超滤量 ?2000/)).toBeTruthy();
});

it('an entry that waited and takes the treatment a step on leaves the form of whoever types meanwhile', async () => {
  ctx.http.answer(routes.session, wholeOf({ state: 1, startedAt: null, check2At: null, check2By: '', check1At: null, confirmedAt: null }));
  const shown = await draw();
  ctx.http.answer(routes.save, cut);
  await typeOnPad(shown, /^体重（含衣物）/, '66');
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => shown.text().includes('1 条待上传'));
  await typeOnPad(shown, /^收缩压/, '13');
  ctx.http.answer(routes.save, replyOf(wholeOf({ version: 6, state: 2, startedAt: null, check2At: null, check2By: '', check1At: null, confirmedAt: null })));
  window.dispatchEvent(new Event('online'));
  await shown.until(() => !shown.text().includes('条待上传'));
  await shown.click(shown.get('button', '8'));
  expect(shown.find('button', /^收缩压 ?138/)).toBeTruthy();
});

it('opens where the treatment is: at the second check until there are readings, and at what was being typed', async () => {
  const entry = { ...{ id: 'e1', kind: 'reading', at: NOW, enteredAt: NOW, isLate: false, byName: '', coName: '', skewMs: 0, corrections: 0 } };
  const whole = wholeOf({ check2At: null, check2By: '' });
  expect(stepFor(whole)).toBe('check');
  const further = { ...whole, entries: [{ ...whole.entries[0], ...entry, content: { fields: { systolic: 120 } } }] };
  expect(stepFor(further as typeof whole)).toBe('monitor');
  ctx.http.answer(routes.session, whole);
  const first = await draw();
  expect(first.get('tab', /核对上机/).getAttribute('aria-selected')).toBe('true');
  await first.click(first.get('tab', /监测/));
  await typeOnPad(first, /^收缩压/, '11');
  await first.until(() => ctx.drafts.keys('typed:').length === 1);
  await first.unmount();
  const again = await draw();
  expect(again.get('tab', /监测/).getAttribute('aria-selected')).toBe('true');
  await again.until(() => again.find('button', /^收缩压 ?11/));
});
