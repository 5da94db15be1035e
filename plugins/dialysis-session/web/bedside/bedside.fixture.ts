import { createFakeWebContext, type FakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { orderContract } from '../../contract/orders/order.contract.ts';
import { sessionContract } from '../../contract/session.contract.ts';
import type { ActReply, StationCard, TodayReply, WholeSession } from '../../contract/session.schema.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './bedside.page.tsx';
import { SESSION_ACTS } from '../../contract/states.ts';

export const NOW = Date.parse('2026-03-02T02:00:00Z');

export const cardOf = (over: Partial<StationCard> = {}): StationCard => ({
  ...{ slotId: 'slot-1', sessionId: 's1', stationId: 'S1', stationCode: 'A01', zone: 'A', roomName: '透析一区', shiftId: 'early', patientId: 'pat-1' },
  ...{
    patientName: 'SIM 张三',
    patientCode: 'MZ0001',
    mode: 'HD',
    state: 3,
    origin: 'pattern',
    machineState: 'in-use',
    confirmed: true,
    checked1: true,
    checked2: false,
  },
  ...{ startedAt: NOW - 3_600_000, minutes: 240, readingDueAt: NOW - 60_000, check2DueAt: NOW - 1_800_000, pressure: '130/80', pressureOff: false },
  ...{ ufDone: 500, ufTarget: 2000, allergies: [], allergyState: '', dryWeight: 60, falls: false, events: 0, consentsLacking: [] },
  ...over,
});

export const todayOf = (...cards: readonly StationCard[]): TodayReply => ({
  ...{ date: '2026-03-02', now: NOW, readingGrace: 10 },
  shifts: [{ shiftId: 'early', name: '上午班', startTime: '07:00', endTime: '12:00' }],
  cards: [...cards],
});

export const wholeOf = (over: Partial<WholeSession> = {}): WholeSession => ({
  ...{ id: 's1', version: 5, orgId: 'org-gz', date: '2026-03-02', shiftId: 'early', shiftName: '上午班', stationId: 'S1', stationCode: 'A01', zone: 'A' },
  ...{ machineCode: 'M01', machineState: 'in-use', origin: 'pattern', mode: 'HD', state: 3 },
  patient: { patientId: 'pat-1', name: 'SIM 张三', sex: 1, age: 60, code: 'MZ0001', allergies: [], allergyState: '' },
  ...{ arrivedAt: NOW - 5_400_000, confirmedAt: NOW - 4_000_000, doctorName: '林医生', check1At: NOW - 3_700_000, startedAt: NOW - 3_600_000 },
  ...{ check2At: NOW - 3_000_000, endedAt: null, closedAt: null, check1By: '护士甲', check2By: '护士乙' },
  plan: null,
  standing: null,
  access: null,
  ...{
    dryWeight: 60,
    dryWeightOverdue: false,
    consentsLacking: [],
    lastPostWeight: 60.2,
    preWeight: 63,
    postWeight: null,
    gain: 2.8,
    ufByWeight: 3000,
    ufRate: 8.3,
  },
  ...{ ufRateWarn: 10, ufRateHigh: 13, systolicLow: 90, systolicHigh: 200, readingDueAt: NOW - 60_000, readingEvery: 60, readingGrace: 10, check2DueAt: null },
  sections: {},
  entries: [],
  orders: [],
  guards: Object.fromEntries(SESSION_ACTS.map((act) => [act, []])),
  ...{ prescriptionId: '', prescriptionNo: '', now: NOW },
  ...over,
});

export const replyOf = (session: WholeSession, over: Partial<ActReply> = {}): ActReply => ({
  session,
  repeated: false,
  clockOff: null,
  conflicts: [],
  ...over,
});

/** A day with two patients, who both lie here: SIM 张三 at A01, SIM 李四 at A02. */
export function twoPatients(options: FakeWebOptions = {}): FakeWebContext {
  const { routes } = sessionContract;
  const ctx = createFakeWebContext({ texts, now: () => NOW, pageAddress: (menu, query = {}) => `/${menu}?${new URLSearchParams(query)}`, ...options });
  const second = { slotId: 'slot-2', sessionId: 's2', stationCode: 'A02', patientName: 'SIM 李四', patientCode: 'MZ0002' };
  ctx.http.answer(routes.today, todayOf(cardOf(), cardOf(second)));
  ctx.http.answer(routes.session, ({ params }) =>
    wholeOf({ id: params.id, ...(params.id === 's2' && { stationCode: 'A02', patient: { ...wholeOf().patient, name: 'SIM 李四' } }) }),
  );
  ctx.http.answer(orderContract.routes.list, { list: [] });
  return ctx;
}

/** The bedside page of a slot, once its patient is there. */
export async function drawBedside(context: FakeWebContext, query: Readonly<Record<string, string>> = { slot: 'slot-1' }): Promise<RenderedPage> {
  const page = await renderPage(Page, { context, query });
  await page.until(() => page.find('heading', /SIM/));
  return page;
}

/** Types a number by the pad of a field. */
export async function typeOnPad(shown: RenderedPage, field: RegExp, digits: string): Promise<void> {
  await shown.click(shown.get('button', field));
  for (const digit of digits) await shown.click(shown.get('button', digit));
}
