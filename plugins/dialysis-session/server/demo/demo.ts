import { DAY_MS, dayOf, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import { type DialysisPattern, dialysisDirectory, dialysisRound, type FileHistory } from '../../../dialysis-file/contract/index.ts';
import { dialysisBoard, type SlotFacts } from '../../../dialysis-schedule/contract/index.ts';
import { prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { EntryStored } from '../tables/entry.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { fillKit, fillOrders } from './demo-goods.ts';
import { DEMO_DAYS, dryOn, happenings, pastOf } from './demo-past.ts';
import { type DemoStaff, entriesOf, type House, isCatheter, rowOf, startOf, store } from './demo-rows.ts';
import { demoSheet, drawnFrom } from './demo-sheet.ts';
import { fillToday } from './demo-today.ts';

/** Generated data for a demo system, `plugins/dialysis-session` part (`tools/seed/data-set.mjs`). */
export interface SessionDemo {
  /** How many days back treatments go; left out: half a year. Templates of tests hold fewer, by the same code. */
  readonly days?: number;
  readonly staff: readonly DemoStaff[];
}

/** Treatments as far back as the demo goes, on the days of the patterns. */
async function fillPast(house: House, patterns: readonly DialysisPattern[], slots: ReadonlyMap<string, SlotFacts>): Promise<void> {
  const { ctx, shifts, nurses } = house;
  const today = ctx.clock.today();
  const from = dayOf(parseDay(today) - house.days * DAY_MS);
  const past = patterns.flatMap((pattern) => pastOf(house, pattern, slots, from, today));
  const happens = happenings(house, past);
  const sessions: SessionStored[] = [];
  const entries: EntryStored[] = [];
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
    await fillKit(ctx, orgId);
    await fillOrders(house, [...bedside.keys()]);
    await fillToday(house);
  }
}
