import { createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderContract, sessionContract } from '../../../dialysis-session/contract/index.ts';
import { wholeOf } from '../../../dialysis-session/web/bedside/bedside.fixture.ts';
import { roundContract } from '../../contract/round.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { NOW, PRESCRIPTION, patientOf, rowOf, waitingNote, waitingWeight, worklistOf } from '../round.fixture.ts';
import { Page } from './worklist.page.tsx';

const { routes } = roundContract;
let page: RenderedPage | undefined;
let ctx: FakeWebContext;
beforeEach(() => {
  ctx = createFakeWebContext({ texts, now: () => NOW, pageAddress: (menu, query = {}) => `/${menu}?${new URLSearchParams(query)}` });
  const other = rowOf({ slotId: 'slot-2', patientId: 'pat-2', patientName: 'SIM 李四', stationCode: 'A02', shiftId: 'late', problems: [] });
  ctx.http.answer(routes.worklist, worklistOf(rowOf(), other));
  ctx.http.answer(routes.patient, patientOf());
  ctx.http.answer(sessionContract.routes.session, wholeOf({ state: 2, startedAt: null, confirmedAt: null, standing: PRESCRIPTION }));
  ctx.http.answer(orderContract.routes.list, { list: [] });
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const draw = async (): Promise<RenderedPage> => {
  page = await renderPage(Page, { context: ctx });
  await page.until(() => page?.find('button', /A01 ?SIM 张三/));
  return page;
};

it('begins with the own shifts, shows problems with their rules, and reads the day again when a treatment changed', async () => {
  const shown = await draw();
  expect(shown.text()).not.toContain('李四');
  expect(shown.text()).toContain('透前收缩压 84');
  await shown.click(shown.get('button', /A01 ?SIM 张三/));
  await shown.until(() => shown.find('list', '今日问题'));
  expect(shown.text()).toContain('透前低于 90 mmHg');
  ctx.http.answer(routes.worklist, worklistOf(rowOf({ problems: [{ code: 'gain', severity: 'warn', params: { kg: 3.4, percent: 5.7, limit: 5 } }] })));
  ctx.receive({ method: 'dialysisSessionChanged', sessionId: 's1', slotId: 'slot-1', date: '2026-03-02', red: false });
  await shown.until(() => shown.text().includes('增重 3.4 kg（5.7%）'));
});

it('confirms the prescription of today, and a guard that may be passed asks for the reason and sends it along', async () => {
  const shown = await draw();
  await shown.click(shown.get('button', /A01 ?SIM 张三/));
  await shown.until(() => shown.find('button', '确认当日处方'));
  const confirm = () => shown.click(shown.get('button', '确认当日处方'));
  const names = () => ctx.http.callsOf(sessionContract.routes.confirm).map(({ input }) => (input.body as { readonly clientId: string }).clientId);
  // Nobody knows what became of it: pressed again it is the same act.
  ctx.http.refuse(sessionContract.routes.confirm, { error: 'timeout' });
  await confirm();
  await shown.until(() => names().length === 1);
  ctx.http.answer(sessionContract.routes.confirm, ({ body }) => {
    if ((body.passes ?? []).length === 0) throw new ApiError({ code: 500, error: 'dialysis-session.guard.uf-rate-high', message: '超滤率超过上限' });
    return { session: wholeOf({ state: 2, confirmedAt: NOW }), repeated: false, clockOff: null, conflicts: [] };
  });
  await confirm();
  await shown.until(() => shown.text().includes('超滤率超过上限'));
  // Refused, and pressed again, it is another act: under its name the refused one is never done.
  await confirm();
  await shown.until(() => names().length === 3);
  await shown.type(shown.get('textbox', /说明理由/), '心衰，已延长时间');
  await shown.click(shown.get('button', '继续'));
  await shown.until(() => names().length === 4);
  expect(ctx.http.callsOf(sessionContract.routes.confirm).at(-1)?.input.body).toMatchObject({
    passes: [{ guard: 'uf-rate-high', reason: '心衰，已延长时间' }],
  });
  const [lost, refused, again, passed] = names();
  expect(refused).toBe(lost);
  expect(new Set([refused, again, passed]).size).toBe(3);
});

it('signs in batch what is ticked, each with its own answer', async () => {
  const shown = await draw();
  ctx.http.answer(routes.waiting, { list: [waitingWeight('w1'), waitingNote('n1')] });
  ctx.http.answer(routes.signProposal, () => {
    throw new ApiError({ code: 409, error: 'dialysis-round.settled', message: '已由王医生处理' });
  });
  ctx.http.answer(routes.signNote, () => ({ ...waitingNote('n1').note, noteId: 'n1' }) as never);
  await shown.click(shown.get('button', /待签 2/));
  await shown.until(() => document.body.textContent?.includes('60.0 → 60.5 kg'));
  expect(document.body.textContent).toContain('处理意见：观察血压');
  await shown.click(shown.get('checkbox', '全选'));
  await shown.click(shown.get('button', '签署 2 项'));
  await shown.until(() => document.body.textContent?.includes('已签署 1 项，未成功 1 项'));
  expect(document.body.textContent).toContain('已由王医生处理');
  expect(ctx.http.callsOf(routes.signNote)[0]?.input.body).toEqual({ version: 1 });
});

it('without network the list says from when it is, and is read again when the network is back', async () => {
  const shown = await draw();
  window.dispatchEvent(new Event('offline'));
  await shown.until(() => /网络不通，显示的是 \d\d:\d\d 的内容/.test(shown.text()));
  expect(shown.find('button', /A01 ?SIM 张三/)).toBeTruthy();
  ctx.http.answer(routes.worklist, worklistOf(rowOf({ patientName: 'SIM 王五' })));
  window.dispatchEvent(new Event('online'));
  await shown.until(() => shown.find('button', /A01 ?SIM 王五/));
  expect(shown.text()).not.toContain('网络不通');
});

it('with keys alone: arrows walk from patient to patient, Enter opens, Escape comes back to the card', async () => {
  ctx.http.answer(
    routes.worklist,
    worklistOf(rowOf(), rowOf({ slotId: 'slot-2', patientId: 'pat-2', patientName: 'SIM 李四', stationCode: 'A02', problems: [] })),
  );
  const shown = await draw();
  const [first, second] = [...document.querySelectorAll<HTMLElement>('.dr-card')];
  first?.focus();
  await shown.press(first as HTMLElement, 'ArrowDown');
  expect(document.activeElement).toBe(second);
  await shown.press(second as HTMLElement, 'ArrowDown');
  expect(document.activeElement).toBe(second);
  await shown.press(second as HTMLElement, 'Home');
  expect(document.activeElement).toBe(first);
  await shown.click(first as HTMLElement);
  const confirm = await shown.until(() => shown.find('button', '确认当日处方'));
  (confirm as HTMLElement).focus();
  await shown.press(confirm as HTMLElement, 'Escape');
  expect(document.activeElement).toBe(first);
});
