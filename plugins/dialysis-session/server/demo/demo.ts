import { DAY_MS, dayOf, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import { type DialysisPattern, dialysisDirectory, dialysisRound, type FileHistory } from '../../../dialysis-file/contract/index.ts';
import { dialysisBoard, type ShiftFacts, type SlotFacts, type StationFacts } from '../../../dialysis-schedule/contract/index.ts';
import { prescriptionLedger } from '../../../prescription/contract/index.ts';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import type { SessionPlan } from '../../contract/session.schema.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import { fillPriceRules } from './demo-price-rules.ts';
import { kitTable, orderTable } from '../tables/order.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { DEMO_DAYS, dryOn, happenings, type PastHouse, pastOf, planOf } from './demo-past.ts';
import { type DemoPerson, type DemoSheet, demoSheet, drawnFrom } from './demo-sheet.ts';

const MINUTE_MS = 60_000;
const BATCH = 1_000;
/** Number of a prescription that an earlier system wrote: those of the demo begin four weeks ago. */
const EARLIER = 'SIM-OLD';

const startOf = (day: string, shift: ShiftFacts | undefined, late: number): number => {
  const [hour = 8, minute = 0] = (shift?.startTime ?? '08:00').split(':').map(Number);
  return parseDay(day) + (hour * 60 + minute + late) * MINUTE_MS;
};

/** Generated data for a demo system, `plugins/dialysis-session` part (`tools/seed/data-set.mjs`). */
export interface SessionDemo {
  /** How many days back treatments go; left out: half a year. Templates of tests hold fewer, by the same code. */
  readonly days?: number;
  readonly staff: readonly {
    readonly orgId: OrgId;
    readonly doctor: DemoPerson & { readonly enCode: string };
    readonly nurses: readonly [DemoPerson, DemoPerson];
  }[];
}

interface House extends PastHouse {
  readonly ctx: WorkCtx;
  readonly orgId: OrgId;
  readonly doctor: SessionDemo['staff'][number]['doctor'];
  readonly nurses: readonly [DemoPerson, DemoPerson];
  readonly shifts: readonly ShiftFacts[];
  readonly stations: readonly StationFacts[];
  /** Prescriptions that stand already, by patient and day. */
  readonly written: ReadonlyMap<string, { readonly dpId: string; readonly dpNumber: string }>;
}

const isCatheter = ({ access }: SessionPlan): boolean => access.kind === 'TCC' || access.kind === 'NCC';

type Upto = Parameters<typeof demoSheet>[0]['upTo'];
const STATE_OF: Readonly<Record<Upto, SessionStored['state']>> = { assessed: 2, checked: 2, running: 3, off: 4, closed: 5 };

interface Place {
  readonly id: string;
  readonly day: string;
  readonly slotId: string;
  readonly shiftId: string;
  readonly stationId: string;
  readonly patientId: string;
  readonly mode: string;
}

function rowOf(house: House, place: Place, sheet: DemoSheet, plan: SessionPlan, startedAt: number, upTo: Upto, machineId: string | null): SessionStored {
  const far = STATE_OF[upTo];
  const checked = upTo !== 'assessed';
  const [{ userId: first }, { userId: second }] = house.nurses;
  const [before, after] = sheet.pressures;
  const stands = house.written.get(`${place.patientId} ${place.day}`);
  const arrivedAt = new Date(sheet.check1At - 30 * MINUTE_MS);
  return {
    ...{ ...place, orgId: house.orgId, stationCode: house.stations.find(({ stationId }) => stationId === place.stationId)?.code ?? '', machineId },
    ...{ origin: 'pattern', state: far, arrivedAt, plan, sections: sheet.sections },
    ...{
      confirmedAt: new Date(sheet.check1At - 10 * MINUTE_MS),
      doctorId: house.doctor.userId,
      doctorName: house.doctor.userName,
      doctorNo: house.doctor.enCode,
    },
    ...{ check1At: checked ? new Date(sheet.check1At) : null, check1By: checked ? first : '' },
    ...{ startedAt: far >= 3 ? new Date(startedAt) : null, check2At: far >= 4 ? new Date(sheet.check2At) : null, check2By: far >= 4 ? second : '' },
    ...{ endedAt: far >= 4 ? new Date(sheet.endedAt) : null, closedAt: far === 5 ? new Date(sheet.endedAt + 20 * MINUTE_MS) : null },
    ...{ lastReadingAt: null, preWeight: sheet.preWeight.toFixed(1), postWeight: sheet.postWeight?.toFixed(1) ?? null, ufVolume: sheet.ufVolume },
    minutes: far >= 4 ? Math.round((sheet.endedAt - startedAt) / MINUTE_MS) : plan.minutes,
    ...{ systolicBefore: before[0], diastolicBefore: before[1], systolicAfter: after?.[0] ?? null, diastolicAfter: after?.[1] ?? null },
    ...{ prescriptionId: far === 5 ? (stands?.dpId ?? '') : '', prescriptionNo: far === 5 ? (stands?.dpNumber ?? EARLIER) : '' },
    ...{ createdAt: arrivedAt, updatedAt: arrivedAt, version: 1 },
  };
}

type NewEntry = EntryStored;
const entryOf = ({ orgId, nurses: [by] }: House, sessionId: string, name: string, kind: string, at: number, content: EntryStored['content']): NewEntry => ({
  ...{
    id: `${sessionId}-${name}`,
    orgId,
    sessionId,
    clientId: `${sessionId}-${name}`.slice(-64),
    digest: 'demo',
    kind,
    at: new Date(at),
    enteredAt: new Date(at),
    deviceAt: null,
  },
  ...{ skewMs: 0, isLate: false, byId: by.userId, byName: by.userName, coId: '', coName: '', content, corrections: 0 },
});

/** Readings and events up to a moment. */
const entriesOf = (house: House, sessionId: string, sheet: DemoSheet, until: number): readonly NewEntry[] => [
  ...sheet.readings.filter(({ at }) => at <= until).map(({ at, fields }, index) => entryOf(house, sessionId, `r${index}`, 'reading', at, { fields })),
  ...(sheet.event && sheet.event.at <= until ? [entryOf(house, sessionId, 'e', 'event', sheet.event.at, { fields: sheet.event.fields })] : []),
];

async function store(ctx: WorkCtx, sessions: readonly SessionStored[], entries: readonly NewEntry[]): Promise<void> {
  for (let at = 0; at < sessions.length; at += BATCH) await sessionTable.insertAll({ db: ctx.db }, sessions.slice(at, at + BATCH));
  for (let at = 0; at < entries.length; at += BATCH) await entryTable.insertAll({ db: ctx.db }, entries.slice(at, at + BATCH));
}

/** Treatments as far back as the demo goes, on the days of the patterns. */
async function fillPast(house: House, patterns: readonly DialysisPattern[], slots: ReadonlyMap<string, SlotFacts>): Promise<void> {
  const { ctx, shifts, nurses } = house;
  const today = ctx.clock.today();
  const from = dayOf(parseDay(today) - house.days * DAY_MS);
  const past = patterns.flatMap((pattern) => pastOf(house, pattern, slots, from, today));
  const happens = happenings(house, past);
  const sessions: SessionStored[] = [];
  const entries: NewEntry[] = [];
  const [first, second] = nurses;
  for (const { id, day, gapDays, patientId, plan, slot, held } of past) {
    const draw = drawnFrom(id);
    const shiftId = held?.shiftId ?? slot.shiftId;
    const shift = shifts.find((one) => one.shiftId === shiftId);
    const startedAt = startOf(day, shift, 10 + draw(35));
    const dry = dryOn(house, patientId, day, plan.dryWeight ?? 60);
    const sheet = demoSheet({
      ...{ startedAt, minutes: plan.minutes, dry, gapDays, person: patientId, first, second, draw, upTo: 'closed' },
      ...{ isCatheter: isCatheter(plan), happens: happens.get(id) ?? null },
    });
    const place = {
      ...{ id, day, slotId: held?.slotId ?? id, shiftId, stationId: held?.stationId ?? slot.stationId ?? 'SIM-none', patientId },
      mode: slot.mode ?? plan.prescription.mode,
    };
    sessions.push(rowOf(house, place, sheet, { ...plan, dryWeight: dry, ufTarget: sheet.ufVolume }, startedAt, 'closed', null));
    entries.push(...entriesOf(house, id, sheet, Number.MAX_SAFE_INTEGER));
  }
  await store(ctx, sessions, entries);
}

const TODAY: readonly (Upto | 'arrived' | 'planned')[] = ['running', 'running', 'off', 'closed', 'running', 'checked', 'assessed', 'planned'];

/** Treatments of today in all states; the first shift is further than the others. */
async function fillToday(house: House): Promise<void> {
  const { ctx, orgId, bedside, shifts } = house;
  const today = ctx.clock.today();
  const now = ctx.clock.now().getTime();
  const board = ctx.service(dialysisBoard);
  const [firstShift] = shifts;
  const slots = (await board.slots({ orgIds: [orgId], date: today })).filter(({ shiftId, state }) => shiftId === firstShift?.shiftId && state === 'planned');
  for (const [index, slot] of slots.entries()) {
    const upTo = TODAY[index % TODAY.length] ?? 'planned';
    const facts = bedside.get(slot.patientId);
    const plan = facts && planOf(facts);
    const station = house.stations.find(({ stationId }) => stationId === slot.stationId);
    if (upTo === 'planned' || upTo === 'arrived' || !plan || station?.machine?.state !== 'ready') continue;
    const id = `SIM-${slot.patientId}-${today}`;
    const draw = drawnFrom(id);
    const over = upTo === 'off' || upTo === 'closed';
    const startedAt = over ? now - (plan.minutes + 30) * MINUTE_MS : now - (40 + draw(130)) * MINUTE_MS;
    const [first, second] = house.nurses;
    const sheet = demoSheet({
      ...{ startedAt, minutes: plan.minutes, dry: plan.dryWeight ?? 60, gapDays: 2, person: slot.patientId, first, second, draw, upTo },
      ...{ isCatheter: isCatheter(plan), happens: index % 9 === 1 ? 'hypotension' : null },
    });
    const locked = await board.lockSlot(slot.slotId, [orgId]);
    if (!locked) continue;
    const arrived = await board.moveSlot(locked, 'arrived');
    if (upTo === 'closed') await board.moveSlot(arrived, 'treated');
    const machineId = upTo === 'running' ? await board.takeMachine(slot.stationId, orgId, id) : null;
    const place = {
      id,
      day: today,
      slotId: slot.slotId,
      shiftId: slot.shiftId,
      stationId: slot.stationId,
      patientId: slot.patientId,
      mode: slot.mode ?? plan.prescription.mode,
    };
    const row = rowOf(
      house,
      place,
      sheet,
      { ...plan, ufTarget: sheet.ufVolume ?? Math.round((sheet.preWeight - (plan.dryWeight ?? 60)) * 1000) },
      startedAt,
      upTo,
      machineId,
    );
    const entries = upTo === 'running' || over ? entriesOf(house, id, sheet, over ? Number.MAX_SAFE_INTEGER : now) : [];
    const readings = entries.filter(({ kind }) => kind === 'reading');
    // Every third that runs waits for its second check.
    const checked2 = upTo === 'running' && index % 3 !== 0 && sheet.check2At < now ? { check2At: new Date(sheet.check2At), check2By: second.userId } : {};
    await store(ctx, [{ ...row, ...checked2, lastReadingAt: readings.at(-1)?.at ?? null }], entries);
  }
}

/** What treatments are charged with, out of the facility's own packages. */
async function fillKit(ctx: WorkCtx, orgId: OrgId): Promise<void> {
  const catalogue = ctx.service(catalogueEntries);
  const find = async (keyword: string, kind: 'item' | 'material') =>
    (await catalogue.search({ orgId, keyword, kinds: [kind], currentPage: 1, pageSize: 20 })).list;
  const [hd, hdf] = [(await find('血液透析', 'item')).find(({ drugName }) => drugName === '血液透析'), (await find('血液透析滤过', 'item'))[0]];
  const [dialyser] = await find('低通量透析器', 'material');
  const [filter] = await find('血液透析滤过器', 'material');
  const [line] = await find('血液透析管路', 'material');
  const now = ctx.clock.now();
  const lines = (
    [
      ['HD', 'treatment', 'item', hd],
      ['HD', 'dialyser', 'material', dialyser],
      ['HD', 'lines', 'material', line],
      ['HDF', 'treatment', 'item', hdf],
      ['HDF', 'dialyser', 'material', filter],
      ['HDF', 'lines', 'material', line],
    ] as const
  ).flatMap(([mode, part, drugKind, entry]) => (entry ? [{ mode, part, drugKind, drugId: entry.drugId, drugName: entry.drugName }] : []));
  await kitTable.insertAll(
    { db: ctx.db },
    lines.map((one, at) => ({
      ...one,
      used: one.part !== 'treatment',
      charged: true,
      id: `SIM-kit-${orgId}-${at}`,
      orgId,
      quantity: 1,
      createdAt: new Date(now.getTime() + at),
      updatedAt: now,
      version: 1,
    })),
  );
  await fillPriceRules(ctx, orgId, { hd: hd?.drugId ?? '', hdf: hdf?.drugId ?? '' });
}

async function fillOrders({ ctx, orgId, doctor }: House, patientIds: readonly string[]): Promise<void> {
  const catalogue = ctx.service(catalogueEntries);
  const [epo] = (await catalogue.search({ orgId, keyword: '人促红素', kinds: ['drug'], currentPage: 1, pageSize: 5 })).list;
  const now = ctx.clock.now();
  const from = dayOf(now.getTime() - 60 * DAY_MS);
  const own = {
    orgId,
    doctorId: doctor.userId,
    doctorName: doctor.userName,
    stoppedAt: null,
    stoppedBy: '',
    createdAt: now,
    updatedAt: now,
    version: 1,
    validFrom: from,
    validTo: null,
    once: false,
  };
  await orderTable.insertAll(
    { db: ctx.db },
    patientIds.flatMap((patientId, at) => [
      ...(at % 2 === 0
        ? [
            {
              ...own,
              id: `SIM-order-${patientId}-1`,
              patientId,
              everyDays: 0,
              timing: 'after' as const,
              title: epo?.drugName ?? '人促红素',
              dose: '3000 IU 静脉注射',
              drugId: epo?.drugId ?? '',
              drugKind: epo ? 'drug' : '',
              quantity: epo ? 1 : 0,
              highRisk: false,
            },
          ]
        : []),
      ...(at % 5 === 0
        ? [
            {
              ...own,
              id: `SIM-order-${patientId}-2`,
              patientId,
              everyDays: 7,
              timing: 'during' as const,
              title: '蔗糖铁注射液',
              dose: '100 mg 静脉滴注',
              drugId: '',
              drugKind: '',
              quantity: 0,
              highRisk: false,
            },
          ]
        : []),
    ]),
  );
}

async function writtenIn(ctx: WorkCtx, orgId: OrgId, from: string, until: string): Promise<House['written']> {
  const found = new Map<string, { readonly dpId: string; readonly dpNumber: string }>();
  const ledger = ctx.service(prescriptionLedger);
  for (let page = 1; page < 20; page += 1) {
    const { list } = await ledger.list({ orgIds: [orgId], startDate: from, endDate: until, currentPage: page, pageSize: 500 });
    for (const { patientId, priceDay, dpId, dpNumber } of list)
      if (!found.has(`${patientId} ${priceDay}`)) found.set(`${patientId} ${priceDay}`, { dpId, dpNumber });
    if (list.length < 500) break;
  }
  return found;
}

/** Treatments of the demo's patients, half a year unless told, and those of today; prescriptions that stand already are named, not written twice. */
export async function fillDemo({ staff, days = DEMO_DAYS }: SessionDemo, ctx: WorkCtx): Promise<void> {
  const today = ctx.clock.today();
  const directory = ctx.service(dialysisDirectory);
  const board = ctx.service(dialysisBoard);
  for (const { orgId, doctor, nurses } of staff) {
    const patterns = await directory.patterns({ orgIds: [orgId], from: today, to: today });
    if (patterns.length === 0) continue;
    const bedside = await ctx.service(dialysisRound).facts([...new Set(patterns.map(({ patientId }) => patientId))], [orgId], today, 0);
    const histories = new Map<string, FileHistory>();
    for (const patientId of bedside.keys()) {
      const history = await ctx.service(dialysisRound).history(patientId, [orgId]);
      if (history) histories.set(patientId, history);
    }
    const slots = new Map<string, SlotFacts>();
    for (let back = 14; back > 0; back -= 1) {
      const date = dayOf(parseDay(today) - back * DAY_MS);
      for (const slot of await board.slots({ orgIds: [orgId], date })) slots.set(`${slot.patientId} ${date}`, slot);
    }
    const written = await writtenIn(ctx, orgId, dayOf(parseDay(today) - 60 * DAY_MS), today);
    const house: House = {
      ctx,
      orgId,
      doctor,
      nurses,
      shifts: await board.shifts([orgId]),
      stations: await board.stations([orgId]),
      bedside,
      histories,
      days,
      written,
    };
    await fillPast(house, patterns, slots);
    await fillToday(house);
    await fillKit(ctx, orgId);
    await fillOrders(house, [...bedside.keys()]);
  }
}
