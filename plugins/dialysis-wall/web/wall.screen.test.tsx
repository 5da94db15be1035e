import { answerContract, createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { screenSessionContract } from '../../../plugin-sdk/contract/access/screen-session.contract.ts';
import { wallContract } from '../contract/wall.contract.ts';
import type { Callable, StationsReply, WaitingReply, WallStation } from '../contract/wall.schema.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { Page as CallPage } from './control/control.page.tsx';
import { Page as StationsPage } from './stations/stations.page.tsx';
import { Page as WaitingPage } from './waiting/waiting.page.tsx';

const NOW = Date.parse('2026-03-02T02:00:00Z');
const SHIFTS: WaitingReply['shifts'] = [
  { name: '上午班', startTime: '07:30', endTime: '11:30', when: 'now' },
  { name: '下午班', startTime: '12:30', endTime: '16:30', when: 'next' },
];
let page: RenderedPage | undefined;
let context: FakeWebContext;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const waiting = (over: Partial<WaitingReply> = {}): WaitingReply => ({
  ...{ now: NOW, shifts: SHIFTS, pageSeconds: 12 },
  people: [{ key: 's1', name: '张*三', tail: '038', station: '6', shiftName: '上午班', called: true }],
  calls: [{ callId: 'c1', name: '张*三', tail: '038', place: 'station', station: '6', calledAt: NOW }],
  ...over,
});
const station = (code: string, over: Partial<WallStation> = {}): WallStation => ({
  ...{ stationId: code, code, name: '李*', shiftName: '上午班', state: 'running', endsAt: NOW + 77 * 60_000, readingDueAt: NOW + 60_000 },
  ...{ check2DueAt: null, pressureOff: false, redEvent: false, toDisinfect: false },
  ...over,
});
const stationsOf = (stations: WallStation[]): StationsReply => ({ now: NOW, shifts: SHIFTS, readingGrace: 10, pageSeconds: 12, stations });
const callable = (over: Partial<Callable> = {}): Callable => ({
  ...{
    slotId: 's1',
    patientName: '张小三',
    dialysisNo: 'HD00038',
    stationCode: 'A06',
    publicName: '6',
    shiftId: 'early',
    shiftName: '上午班',
    state: 'waiting',
    call: null,
  },
  ...over,
});

async function opened(
  Page: Parameters<typeof renderPage>[0],
  answers: Partial<Record<'waiting' | 'stations' | 'people', unknown>>,
  grants: string[] = [],
): Promise<RenderedPage> {
  context = createFakeWebContext({ texts, grants, now: () => NOW });
  answerContract(context.http, wallContract, answers as never);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'dialysis.call' }) });
  return page;
}
const wall = (): string => document.querySelector('.dw-wall')?.textContent ?? '';

it('the waiting room: who is called stands large, who waits in the list, this shift and the next', async () => {
  const of = await opened(WaitingPage, { waiting: waiting() });
  await of.until(() => document.querySelector('.dw-call'));
  expect(document.querySelector('.dw-call')?.textContent).toBe('张*三 尾号 038请到 6 号机位');
  expect(document.querySelector('.dw-people li')?.getAttribute('data-called')).toBe('true');
  for (const text of ['当前 上午班 07:30–11:30', '下一班 下午班 12:30–16:30', '10:00']) expect(wall()).toContain(text);
});

it('a push reads again at once; nothing of a patient is in it', async () => {
  const of = await opened(WaitingPage, { waiting: waiting({ calls: [], people: [] }) });
  await of.until(() => wall().includes(texts.waiting.noCall));
  context.http.answer(wallContract.routes.waiting, waiting());
  context.receive({ method: 'dialysisWallCalled', orgId: context.user.organizeId });
  await of.until(() => document.querySelector('.dw-call'));
});

it('without a connection what was read last stays, below since when', async () => {
  const of = await opened(WaitingPage, { waiting: waiting() });
  await of.until(() => document.querySelector('.dw-call'));
  context.http.refuse(wallContract.routes.waiting, { code: 0, error: 'network', message: '没有网络' });
  context.receive({ method: 'dialysisWallCalled', orgId: context.user.organizeId });
  await of.until(() => document.querySelector('.dw-cut'));
  expect(document.querySelector('.dw-cut')?.textContent).toContain('10:00 起未连接');
  expect(document.querySelector('.dw-call')?.textContent).toContain('张*三');
  context.http.answer(wallContract.routes.waiting, waiting({ calls: [] }));
  context.receive({ method: 'greeted' });
  await of.until(() => document.querySelector('.dw-cut') === null && wall().includes(texts.waiting.noCall));
});

it('seventeen people do not fit: the page says so, sixteen are shown', async () => {
  const people = Array.from({ length: 17 }, (_, at) => ({ key: `s${at}`, name: `甲*${at}`, tail: '', station: String(at), shiftName: '', called: false }));
  const of = await opened(WaitingPage, { waiting: waiting({ people, calls: [] }) });
  await of.until(() => document.querySelectorAll('.dw-people li').length === 16);
  expect(wall()).toContain('第 1 / 2 页');
});

it('the nurse station: time left, next reading, alarms in words with their colour', async () => {
  const late = station('A02', { readingDueAt: NOW - 11 * 60_000, pressureOff: true });
  const of = await opened(StationsPage, {
    stations: stationsOf([station('A01'), late, station('A03', { state: 'free', name: '', shiftName: '', endsAt: null, readingDueAt: null })]),
  });
  await of.until(() => document.querySelectorAll('.dw-stations li').length === 3);
  const [first, second, third] = [...document.querySelectorAll('.dw-stations li')];
  expect(first?.textContent).toContain('剩余 1:17');
  expect(first?.textContent).toContain('下次监测 10:01');
  expect(second?.getAttribute('data-alarm')).toBe('red');
  expect([...(second?.querySelectorAll('.dw-alarm') ?? [])].map(({ textContent }) => textContent)).toEqual([
    texts.stations.alarm.pressure,
    `${texts.stations.alarm.reading} 09:49`,
  ]);
  expect(second?.textContent).not.toContain('下次监测');
  expect(third?.textContent).toBe(`A03${texts.stations.state.free}`);
  expect(wall()).toContain('请查看：A02');
});

it('the nurse station never says that there is nothing while something waits at a station', async () => {
  const due = station('A02', { readingDueAt: NOW - 60_000 });
  const of = await opened(StationsPage, { stations: stationsOf([station('A01'), due]) });
  await of.until(() => document.querySelector('[data-alarm=amber]'));
  expect(wall()).toContain('需处理 1 个机位');
  expect(wall()).not.toContain(texts.stations.calm);
  context.http.answer(wallContract.routes.stations, stationsOf([station('A01')]));
  context.receive({ method: 'greeted' });
  await of.until(() => wall().includes(texts.stations.calm));
});

it('the nurse station says neither numbers nor that there are no alarms before anything was read', async () => {
  const of = await opened(StationsPage, {});
  context.http.refuse(wallContract.routes.stations, { code: 500, error: 'refused', message: '服务器出错' });
  context.receive({ method: 'greeted' });
  await of.until(() => wall().includes('服务器出错'));
  expect(wall()).not.toContain(texts.stations.calm);
  expect(document.querySelector('.dw-foot')?.textContent).toBe('');
});

it('whom one may call: of a whole day, drawn in pieces, nobody is left out', async () => {
  const list = Array.from({ length: 24 }, (_, at) => callable({ slotId: `s${at}`, patientName: `甲${at}` }));
  const of = await opened(CallPage, { people: { list } }, ['dialysis.call']);
  await of.until(() => of.container.querySelectorAll('.dw-callable li').length === 24);
  expect(of.container.querySelectorAll('.dw-callable li')[23]?.textContent).toContain('甲23');
});

it('calling: sent once, then again by another press; without the right there is no button', async () => {
  const of = await opened(CallPage, { people: { list: [callable(), callable({ slotId: 's2', patientName: '王五', state: 'planned' })] } }, [
    'dialysis.call',
    'dialysis.call:btn_call',
  ]);
  await of.until(() => of.container.querySelectorAll('.dw-callable li').length === 2);
  context.http.answer(wallContract.routes.call, { callId: 'c1', calledAt: NOW });
  const press = of.container.querySelector<HTMLElement>('.dw-callable button');
  await of.click(press as HTMLElement);
  await of.until(() => context.http.callsOf(wallContract.routes.call).length === 1);
  expect(context.http.callsOf(wallContract.routes.call)[0]?.input).toEqual({ body: { slotId: 's1', place: 'station' } });
  await of.unmount();
  const reader = await opened(CallPage, { people: { list: [callable()] } }, ['dialysis.call']);
  await reader.until(() => reader.container.querySelector('.dw-callable li'));
  expect(reader.container.querySelectorAll('.dw-callable button')).toHaveLength(0);
});

it('a screen whose server was away at its start says soon again that it hangs there, and then every half an hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    context = createFakeWebContext({ texts, now: () => NOW });
    answerContract(context.http, wallContract, { waiting: waiting() } as never);
    const { keep } = screenSessionContract.routes;
    context.http.refuse(keep, { code: 0, error: 'network', message: '' });
    page = await renderPage(WaitingPage, { context, menu: createFakeMenu({ enCode: 'dialysis.waitingScreen' }) });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const asked = () => context.http.callsOf(keep).length;
    await vi.waitFor(() => expect(asked()).toBe(1), { timeout: 60_000 });
    context.http.answer(keep, { until: NOW });
    await pass(20_000);
    await vi.waitFor(() => expect(asked()).toBe(2), { timeout: 60_000 });
    await pass(29 * 60_000);
    expect(asked()).toBe(2);
    await pass(60_000);
    await vi.waitFor(() => expect(asked()).toBe(3), { timeout: 60_000 });
  } finally {
    vi.useRealTimers();
  }
});
