import { answerContract, createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { boardContract } from '../../contract/board.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './board.page.tsx';
import { boardOf, boardSlot, boardStation, DAY } from '../board/board.fixture.ts';
import { shortNameOf } from '../board/board-days.ts';
import { walk } from '../board/board-keys.ts';

const RIGHTS = ['his.dialysisSchedule', 'his.dialysisSchedule:btn_plan', 'his.dialysisSchedule:btn_attendance'];
let page: RenderedPage | undefined;
let context: FakeWebContext;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const SLOTS = [
  boardSlot(1, 'A01'),
  boardSlot(2, 'A02', { conflicts: [{ code: 'mode-not-offered', weight: 'warn', params: { mode: 'HDF', machine: 'SIM-A02' } }] }),
  boardSlot(3, 'A01', { shiftId: 'noon', state: 'arrived' }),
];

async function opened(grants: readonly string[] = RIGHTS, slots = SLOTS): Promise<RenderedPage> {
  context = createFakeWebContext({ texts, grants: [...grants], now: () => Date.parse(`${DAY}T02:00:00Z`) });
  answerContract(context.http, boardContract, { board: boardOf(slots), unplanned: { list: [] } });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.dialysisSchedule' }) });
  await page.until(() => page?.container.querySelector('[role=grid]'));
  return page;
}
const cell = (of: RenderedPage, stationId: string, shiftId = 'early'): HTMLElement => {
  const found = of.container.querySelector<HTMLElement>(`[data-cell="${DAY}|${shiftId}|${stationId}"]`);
  if (!found) throw new Error(`no cell ${stationId} ${shiftId}`);
  return found;
};
const key = async (of: RenderedPage, at: HTMLElement, name: string): Promise<void> => {
  at.focus();
  await of.press(at, name);
};

it('a cell says who lies there, and why it is red', async () => {
  const of = await opened();
  expect(cell(of, 'A01').textContent).toContain('测试1');
  await of.until(() => cell(of, 'B01').getAttribute('aria-label'));
  expect(cell(of, 'A02').getAttribute('aria-label')).toContain('透析机SIM-A02不支持HDF');
  expect(cell(of, 'A02').title).toContain('透析机SIM-A02不支持HDF');
  expect(cell(of, 'A02').classList.contains('ds-warn')).toBe(true);
  expect(cell(of, 'B01').getAttribute('aria-label')).toContain(texts.board.empty);
});

it('each station names its room, and each room stands above its stations; a facility with one room needs no name above', async () => {
  const room = `隔离透析室（${'乙'.repeat(40)}）`;
  const rows = [boardStation('A01'), boardStation('A02'), boardStation('B01', { zone: 'B', roomId: 'r2', roomName: room })];
  const of = await opened();
  expect(of.container.querySelectorAll('th[scope=rowgroup]')).toHaveLength(0);
  context.http.answer(boardContract.routes.board, boardOf(SLOTS, { stations: rows }));
  context.receive({ method: 'dialysisBoardChanged', orgId: context.user.organizeId, date: DAY });
  await of.until(() => of.container.querySelector('th[scope=rowgroup]'));
  const names = [...of.container.querySelectorAll('tbody th')].map((head) => head.querySelector('b')?.textContent ?? head.textContent);
  expect(names).toEqual(['透析一室', 'A01', 'A02', room, 'B01']);
  expect([...of.container.querySelectorAll('th[scope=row]')].map((head) => head.getAttribute('title')?.split(' · ')[0])).toEqual([
    '透析一室',
    '透析一室',
    room,
  ]);
  // Keys walk from station to station, past the names.
  await key(of, cell(of, 'A02'), 'ArrowDown');
  expect(document.activeElement).toBe(cell(of, 'B01'));
});

it('without network the board stays, says from when it is, and is read again when the network is back', async () => {
  const of = await opened();
  const reads = (): number => context.http.callsOf(boardContract.routes.board).length;
  const before = reads();
  window.dispatchEvent(new Event('offline'));
  await of.until(() => of.text().includes('网络不通，显示的是 10:00 的内容'));
  context.http.refuse(boardContract.routes.board, { code: 0, error: 'network', message: '网络连接中断' });
  window.dispatchEvent(new Event('online'));
  await of.until(() => context.record.toasts.some(({ text }) => text === '网络连接中断'));
  expect(cell(of, 'A01').textContent).toContain('测试1');
  context.http.answer(boardContract.routes.board, boardOf([boardSlot(9, 'B01', { zone: 'B', patientName: '测试九' })]));
  window.dispatchEvent(new Event('online'));
  await of.until(() => cell(of, 'B01').textContent?.includes('测试九'));
  expect(of.text()).not.toContain('网络不通');
  expect(reads()).toBe(before + 2);
});

it('by the keyboard: Enter picks up, arrows walk, Enter puts down, by the version that was read; Esc lets go', async () => {
  const of = await opened();
  context.http.answer(boardContract.routes.move, { slotId: 'x1', version: 2 });
  await key(of, cell(of, 'A01'), 'Enter');
  expect(of.container.querySelector('[role=grid]')?.getAttribute('data-picked')).toBe('A');
  await key(of, cell(of, 'A01'), 'ArrowRight');
  expect(document.activeElement).toBe(cell(of, 'A01', 'noon'));
  await key(of, cell(of, 'A01', 'noon'), 'Escape');
  expect(of.container.querySelector('[role=grid]')?.getAttribute('data-picked')).toBeNull();
  expect(context.http.callsOf(boardContract.routes.move)).toHaveLength(0);
  await key(of, cell(of, 'A01'), ' ');
  await key(of, cell(of, 'A02', 'late'), 'Enter');
  await of.until(() => context.http.callsOf(boardContract.routes.move).length === 1);
  expect(context.http.callsOf(boardContract.routes.move)[0]?.input).toMatchObject({
    params: { id: 'x1' },
    body: { date: DAY, shiftId: 'late', stationId: 'A02', version: 1 },
  });
});

it('by the mouse: dragged onto another cell it is moved by the version that was read; let go elsewhere it stays', async () => {
  const of = await opened();
  context.http.answer(boardContract.routes.move, { slotId: 'x1', version: 2 });
  const drag = async (kind: string, at: HTMLElement): Promise<Event> => {
    const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { dataTransfer: { effectAllowed: '', setData: () => undefined } });
    await act(async () => void at.dispatchEvent(event));
    return event;
  };
  await drag('dragstart', cell(of, 'A01'));
  expect((await drag('dragover', cell(of, 'A01', 'late'))).defaultPrevented).toBe(true);
  await drag('dragend', cell(of, 'A01'));
  await drag('drop', cell(of, 'A01', 'late'));
  expect(context.http.callsOf(boardContract.routes.move)).toHaveLength(0);
  // Whoever lies there already is not dragged.
  expect((await drag('dragstart', cell(of, 'A01', 'noon'))).defaultPrevented).toBe(true);
  await drag('dragstart', cell(of, 'A01'));
  await drag('drop', cell(of, 'A01', 'late'));
  await of.until(() => context.http.callsOf(boardContract.routes.move).length === 1);
  expect(context.http.callsOf(boardContract.routes.move)[0]?.input).toMatchObject({
    params: { id: 'x1' },
    body: { date: DAY, shiftId: 'late', stationId: 'A01', version: 1 },
  });
});

it('whoever has arrived is not picked up, and without the right nobody is', async () => {
  const of = await opened();
  await key(of, cell(of, 'A01', 'noon'), 'Enter');
  expect(of.container.querySelector('[role=grid]')?.getAttribute('data-picked')).toBeNull();
  await of.unmount();
  const reader = await opened(['his.dialysisSchedule']);
  await key(reader, cell(reader, 'A01'), 'Enter');
  expect(reader.container.querySelector('[role=grid]')?.getAttribute('data-picked')).toBeNull();
});

it('somebody else was faster: their sentence is shown and the day is read again', async () => {
  const of = await opened();
  context.http.refuse(boardContract.routes.move, { code: 409, error: 'dialysis-schedule.place-taken', message: '机位A02已由甲于03-02 10:00排给乙' });
  const reads = context.http.callsOf(boardContract.routes.board).length;
  await key(of, cell(of, 'A01'), 'Enter');
  await key(of, cell(of, 'A02', 'late'), 'Enter');
  await of.until(() => context.record.toasts.some(({ text }) => text.includes('已由甲')));
  await of.until(() => context.http.callsOf(boardContract.routes.board).length > reads);
});

it('a change elsewhere is seen without a reload: only that day is read', async () => {
  const of = await opened();
  context.http.answer(boardContract.routes.board, boardOf([boardSlot(9, 'B01', { zone: 'B', patientName: '测试九' })]));
  context.receive({ method: 'dialysisBoardChanged', orgId: context.user.organizeId, date: DAY });
  await of.until(() => cell(of, 'B01').textContent?.includes('测试九'));
  expect(context.http.callsOf(boardContract.routes.board).at(-1)?.input).toMatchObject({ query: { from: DAY, to: DAY } });
});

it('a push that names places reads those alone: who came is shown, who is gone is not, and changes of other days are not asked for', async () => {
  const of = await opened();
  const boards = context.http.callsOf(boardContract.routes.board).length;
  context.http.answer(boardContract.routes.changes, { slots: [boardSlot(9, 'B01', { zone: 'B', patientName: '测试九' })], hidden: [], loads: [] });
  const told = { method: 'dialysisBoardChanged', orgId: context.user.organizeId };
  context.receive({ ...told, date: '2026-04-02', slotIds: ['x9'] });
  context.receive({ ...told, date: DAY, slotIds: ['x9', 'x1'] });
  await of.until(() => cell(of, 'B01').textContent?.includes('测试九'));
  expect(cell(of, 'A01').textContent).toBe('');
  expect(cell(of, 'A02').textContent).toContain('测试2');
  expect(context.http.callsOf(boardContract.routes.changes).map(({ input }) => input)).toMatchObject([{ query: { date: DAY, ids: 'x9,x1' } }]);
  expect(context.http.callsOf(boardContract.routes.board)).toHaveLength(boards);
});

it('a push that says where places are now is shown before anything is read; one that is not on the board is read at once', async () => {
  const of = await opened();
  const told = { method: 'dialysisBoardChanged', orgId: context.user.organizeId, date: DAY };
  const place = { slotId: 'x1', date: DAY, shiftId: 'early', stationId: 'B01', state: 'planned', version: 2 };
  context.receive({ ...told, slotIds: ['x1'], places: [place] });
  await of.until(() => cell(of, 'B01').textContent?.includes('测试1'));
  expect(cell(of, 'A01').textContent).toBe('');
  // What is older than what stands there changes nothing.
  context.receive({ ...told, slotIds: ['x1'], places: [{ ...place, stationId: 'A01', version: 1 }] });
  context.receive({ ...told, slotIds: ['x2'], places: [{ slotId: 'x2', date: DAY, shiftId: 'early', stationId: 'A02', state: 'cancelled', version: 2 }] });
  await of.until(() => cell(of, 'A02').textContent === '');
  // No read was answered until here; one may be on its way, as loads are read a while after a push.
  expect(cell(of, 'B01').textContent).toContain('测试1');
  context.http.answer(boardContract.routes.changes, { slots: [boardSlot(9, 'A01', { patientName: '测试九' })], hidden: [], loads: [] });
  context.receive({ ...told, slotIds: ['x9'], places: [{ ...place, slotId: 'x9', stationId: 'A01' }] });
  await of.until(() => cell(of, 'A01').textContent?.includes('测试九'));
});

it('a place that somebody has whom the data rights hide is not free: it is told, nobody is put there, and nothing is begun from it', async () => {
  const of = await opened();
  context.http.answer(boardContract.routes.board, boardOf(SLOTS, { hidden: [{ date: DAY, shiftId: 'early', stationId: 'B01' }] }));
  context.receive({ method: 'dialysisBoardChanged', orgId: context.user.organizeId, date: DAY });
  await of.until(() => cell(of, 'B01').textContent === texts.board.hidden);
  cell(of, 'B01').focus();
  expect(cell(of, 'B01').getAttribute('aria-label')).toContain(texts.board.hiddenWhy);
  await of.click(cell(of, 'B01'));
  const panel = await of.until(() => document.querySelector('.ds-menu'));
  expect(panel.textContent).toContain(texts.board.hiddenWhy);
  expect(panel.textContent).not.toContain(texts.newcomer.emergency);
  await of.press(panel, 'Escape');
  await key(of, cell(of, 'A01'), 'Enter');
  await key(of, cell(of, 'B01'), 'Enter');
  await of.until(() => context.record.toasts.some(({ text }) => text === texts.board.hiddenDrop));
  expect(context.http.callsOf(boardContract.routes.move)).toHaveLength(0);
  // Who went to another place is gone from there, by what a push names.
  context.http.answer(boardContract.routes.changes, { slots: [], hidden: [{ date: DAY, shiftId: 'late', stationId: 'B01' }], loads: [] });
  context.receive({ method: 'dialysisBoardChanged', orgId: context.user.organizeId, date: DAY, slotIds: ['x8'] });
  await of.until(() => cell(of, 'B01', 'late').textContent === texts.board.hidden);
  expect(cell(of, 'B01').textContent).toBe('');
});

it('a cell that is focused says at once who lies there; whoever is picked up is marked, and rows of other zones are greyed out', async () => {
  const of = await opened();
  const held = cell(of, 'A01');
  held.focus();
  expect(held.getAttribute('aria-label')).toContain('测试1');
  await of.press(held, 'Enter');
  expect(held.hasAttribute('data-held')).toBe(true);
  expect(cell(of, 'B01').closest('tr')?.hasAttribute('data-off')).toBe(true);
  expect(cell(of, 'A02').closest('tr')?.hasAttribute('data-off')).toBe(false);
  await of.press(held, 'Escape');
  expect(of.container.querySelectorAll('[data-held], [data-off]')).toHaveLength(0);
});

it('turned to the week the board shows its places, each once, and those of the day still', async () => {
  const of = await opened();
  const week = [...SLOTS, boardSlot(7, 'A02', { date: '2026-03-04', patientName: '测试七' })];
  context.http.answer(boardContract.routes.board, boardOf(week));
  const button = [...of.container.querySelectorAll('.ds-views button')].find(({ textContent }) => textContent === texts.view.week);
  if (!button) throw new Error('no button for the week');
  await of.click(button);
  await of.until(() => of.container.querySelector('[data-cell="2026-03-04|early|A02"]')?.textContent?.includes('测试七'));
  expect(cell(of, 'A01').textContent).toContain('测试1');
  expect(of.container.querySelectorAll('.ds-taken')).toHaveLength(week.length);
});

it('above a column of a week a shift has its name, or where that would be cut the time at which it begins', () => {
  const named = (name: string): string => shortNameOf({ name, startTime: '07:30' });
  expect(['上午班', 'Early', '晚班', 'Morning shift', 'Afternoon', '透析早一班', ''].map(named)).toEqual([
    '上午班',
    'Early',
    '晚班',
    '07:30',
    '07:30',
    '07:30',
    '',
  ]);
});

it('keys walk within the board and stay at its edges', () => {
  const keys = [
    ['a1', 'a2'],
    ['b1', 'b2'],
  ];
  const steps = ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowUp'].map((name) => name);
  let at = 'a1';
  const path = steps.map((name) => (at = walk(keys, at, name, false) ?? at));
  expect(path).toEqual(['a2', 'b2', 'b2', 'b1', 'b1', 'a1']);
  expect([walk(keys, 'a1', 'End', true), walk(keys, 'b2', 'Home', false), walk(keys, 'a1', 'x', false), walk(keys, null, 'ArrowDown', false)]).toEqual([
    'b2',
    'b1',
    undefined,
    'a1',
  ]);
});
