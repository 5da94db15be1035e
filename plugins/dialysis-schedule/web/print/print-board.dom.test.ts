import type { WebContext } from '@nephra/plugin-sdk/web';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { boardContract } from '../../contract/board.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { boardOf, boardSlot, DAY } from '../board/board.fixture.ts';
import { BoardStore } from '../board/board.store.ts';
import { planContract } from '../../contract/plan.contract.ts';
import { RotaStore } from '../rota/rota.store.ts';
import { printBoard, printPreparation } from './print-board.ts';
import { printRota } from './print-rota.ts';

type Paper = Parameters<WebContext['print']>[0];

it('on the paper of a week each day stands once above its shifts, and every place in its column', async () => {
  const ctx = createFakeWebContext({ texts, now: () => Date.parse(`${DAY}T02:00:00Z`) });
  ctx.http.answer(boardContract.routes.board, boardOf([boardSlot(1, 'A01'), boardSlot(2, 'A02', { date: '2026-03-04', shiftId: 'noon' })]));
  const store = new BoardStore(ctx);
  store.look({ view: 'week' });
  await store.load();
  const papers: Paper[] = [];
  printBoard({ ...ctx, t: ctx.t, user: ctx.user, print: (paper) => papers.push(paper) } as WebContext, store);
  const paper = new DOMParser().parseFromString(papers[0]?.html ?? '', 'text/html');
  const [days, shifts] = [...paper.querySelectorAll('thead tr')].map((row) => [...row.querySelectorAll('th')]);
  const told = (days ?? []).slice(1).map(({ textContent }) => textContent);
  expect(told.filter((day) => day?.startsWith('03-02'))).toHaveLength(1);
  const width = (days ?? []).slice(1).reduce((all, { colSpan }) => all + colSpan, 0);
  expect(width).toBe(shifts?.length);
  for (const row of paper.querySelectorAll('tbody tr')) expect(row.querySelectorAll('td')).toHaveLength(width);
  const at = [...paper.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].findIndex(({ textContent }) => textContent !== ''));
  expect(at).toEqual([0, 7, -1]);
});

it('what is to be laid out is a page for each shift, in the order of stations, with allergies and remarks as they were written', async () => {
  const ctx = createFakeWebContext({ texts, now: () => Date.parse(`${DAY}T02:00:00Z`) });
  ctx.http.answer(boardContract.routes.board, boardOf([boardSlot(1, 'A01')]));
  const line = {
    zone: 'A',
    dialysisNo: 'HD1',
    mode: 'HDF',
    minutes: 240,
    dialyser: 'F60S',
    perfusor: '',
    anticoagulant: '低分子肝素 4000 IU',
    access: 'AVF 左 前臂',
  };
  ctx.http.answer(boardContract.routes.preparation, ({ query }) => ({
    list:
      query.shiftId === 'early'
        ? [
            { ...line, stationCode: 'A01', patientName: '测试1', allergies: ['聚砜膜', '<b>'], remark: '首次使用' },
            { ...line, stationCode: 'A02', patientName: '测试2', minutes: null, allergies: [], remark: '' },
          ]
        : [],
  }));
  const store = new BoardStore(ctx);
  await store.load();
  const papers: Paper[] = [];
  await printPreparation({ ...ctx, http: ctx.http, t: ctx.t, user: ctx.user, print: (paper) => papers.push(paper) } as WebContext, store);
  const paper = new DOMParser().parseFromString(papers[0]?.html ?? '', 'text/html');
  const pages = [...paper.querySelectorAll('section')];
  expect(pages).toHaveLength(store.board.shifts.length);
  const rows = [...(pages[0]?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['A01 A', '测试1 HD1', 'HDF 240 分钟', 'F60S', '', '低分子肝素 4000 IU', 'AVF 左 前臂', '聚砜膜、<b>', '首次使用'],
    ['A02 A', '测试2 HD1', 'HDF', 'F60S', '', '低分子肝素 4000 IU', 'AVF 左 前臂', '', ''],
  ]);
  expect(pages[0]?.textContent).toContain('2');
});

it('the rota of a week is hung up: everybody in the cell of day and shift, with duty and zone, who is absent struck out without the reason', async () => {
  const ctx = createFakeWebContext({ texts, now: () => Date.parse(`${DAY}T02:00:00Z`) });
  const at = { date: DAY, shiftId: 'early', version: 1, note: '', absent: false };
  ctx.http.answer(planContract.routes.rota, {
    list: [
      { ...at, id: 'r1', userId: 'u1', userName: '护士甲', duty: 'nurse', zone: 'A' },
      { ...at, id: 'r2', userId: 'u2', userName: '林<医生', duty: 'doctor', zone: '' },
      { ...at, id: 'r3', userId: 'u3', userName: '护士乙', duty: 'nurse', zone: 'B', absent: true, note: '病假' },
    ],
    loads: [{ date: DAY, shiftId: 'early', patients: 16, nurses: 1, doctors: 1, perNurse: 16, perDoctor: 16, overNurse: true, overDoctor: false, mixed: [] }],
    shifts: ['early', 'noon'].map((shiftId) => ({ shiftId, name: shiftId })),
    ...{ patientsPerNurse: 5, patientsPerDoctor: 30 },
  });
  const store = new RotaStore(ctx);
  await store.load();
  const papers: Paper[] = [];
  printRota({ ...ctx, t: ctx.t, user: ctx.user, print: (paper) => papers.push(paper) } as WebContext, store);
  const paper = new DOMParser().parseFromString(papers[0]?.html ?? '', 'text/html');
  const rows = [...paper.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent));
  const told = rows[0]?.[store.days.indexOf(DAY)] ?? '';
  for (const text of ['护士甲 A', '医 林<医生', '护士乙 B', '缺勤', '16']) expect(told).toContain(text);
  expect(told).not.toContain('病假');
  expect([paper.querySelector('del')?.textContent, rows.length, rows.flat().filter((text) => text !== '').length]).toEqual(['护士乙 B', 2, 1]);
});
