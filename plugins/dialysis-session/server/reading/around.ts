import { type BedsideFacts, type DialysisLimits, dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { zoneMisfit } from '../../../dialysis-file/contract/index.ts';
import { dialysisBoard, type ShiftFacts, type StationFacts } from '../../../dialysis-schedule/contract/index.ts';
import { byKey } from '../../domain/by-key.ts';
import { orderIn } from '../../domain/orders-due.ts';
import type { SessionFacts } from '../../domain/session-states.ts';
import { isAccessLookedAt, isAfterComplete, isCheckFine, isEndComplete, isPressureTaken, isWeighed } from '../../domain/sheet.ts';
import { isAbove, ufRate } from '../../domain/weights.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import { type GivenStored, givenTable, type OrderStored, orderTable, ruleOf } from '../tables/order.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { MAX_ENTRIES } from '../../contract/limits.ts';

/** An order that is due in a treatment, and whether it was given there. */
export interface DueOrder {
  readonly order: OrderStored;
  readonly given: GivenStored | undefined;
}

/** All that the rules look at besides the row. */
export interface Around {
  readonly bedside: BedsideFacts | undefined;
  readonly station: StationFacts | undefined;
  readonly shift: ShiftFacts | undefined;
  readonly limits: DialysisLimits;
  readonly entries: readonly EntryStored[];
  readonly orders: readonly DueOrder[];
  /** kg, of the last closed treatment. */
  readonly lastPostWeight: number | null;
  readonly runningElsewhere: boolean;
  readonly overMidnight: boolean;
}

const toNumber = (text: string | number | null): number | null => (text === null ? null : Number(text));

/** Orders in force on the day of a treatment, and those given in it, by the time of giving. */
export async function dueOrders(ctx: Ctx, session: SessionStored): Promise<readonly DueOrder[]> {
  const orders = await orderTable
    .select(ctx, 'o')
    .where('o.patientId', '=', session.patientId)
    .where('o.validFrom', '<=', session.day)
    .orderBy('o.createdAt')
    .orderBy('o.id')
    .limit(300)
    .execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const given = await givenTable.select(ctx, 'g').where('g.orderId', 'in', ids).orderBy('g.day', 'desc').orderBy('g.id').limit(2_000).execute();
  const byOrder = byKey(given, ({ orderId }) => orderId);
  return orders.flatMap((order): DueOrder[] => {
    const found = orderIn(ruleOf(order), byOrder.get(order.id) ?? [], { sessionId: session.id, day: session.day });
    if (found.is === 'none') return [];
    return [{ order, given: found.is === 'handled' ? found.by : undefined }];
  });
}

export async function around(ctx: Ctx, session: SessionStored): Promise<Around> {
  const orgIds = [session.orgId];
  const directory = ctx.service(dialysisDirectory);
  const board = ctx.service(dialysisBoard);
  const bedside = await directory.bedside(session.patientId, orgIds, session.day);
  const station = (await board.stations(orgIds)).find(({ stationId }) => stationId === session.stationId);
  const shift = (await board.shifts(orgIds, ctx.language)).find(({ shiftId }) => shiftId === session.shiftId);
  const limits = await directory.limits(session.orgId);
  const entries = await entryTable.select(ctx, 'e').where('e.sessionId', '=', session.id).orderBy('e.at').orderBy('e.id').limit(MAX_ENTRIES).execute();
  const orders = await dueOrders(ctx, session);
  // Rules look at all treatments of the patient, whatever of them the caller may read.
  const ofPatient = () =>
    sessionTable
      .everywhere(ctx, 'treatments of the patient of one that the caller sees, for its rules', 's')
      .where('s.orgId', 'in', [...ctx.user.orgIds])
      .where('s.patientId', '=', session.patientId);
  const last = await ofPatient()
    .where('s.state', '=', 5)
    .where('s.day', '<', session.day)
    .where('s.postWeight', 'is not', null)
    .orderBy('s.day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const running = await ofPatient().where('s.state', '=', 3).limit(2).execute();
  return {
    ...{ bedside, station, shift, limits, entries, orders },
    lastPostWeight: toNumber(last?.postWeight ?? null),
    runningElsewhere: running.some(({ id }) => id !== session.id),
    overMidnight: shift !== undefined && shift.endTime < shift.startTime,
  };
}

const machineOf = (station: StationFacts | undefined): SessionFacts['machine'] => {
  if (!station?.machine) return 'none';
  return station.machine.state === 'ready' ? 'ready' : 'not-ready';
};
const millis = (at: Date | null): number | null => at?.getTime() ?? null;

/** ml/kg/h of what was, or would be, confirmed. */
export function plannedUfRate(session: SessionStored, of: Around, ufTarget: number | null, minutes: number | null): number | null {
  const dry = session.plan?.dryWeight ?? of.bedside?.dryWeight?.kg ?? toNumber(session.preWeight);
  return ufRate(ufTarget, minutes, dry);
}

/** What the guards look at. @param over what the act itself brings */
export function factsOf(ctx: Ctx, session: SessionStored, of: Around, over: Partial<SessionFacts> = {}): SessionFacts {
  const { bedside, station, shift, limits } = of;
  const fields = (name: keyof SessionStored['sections']) => session.sections[name]?.fields;
  const zone = session.plan?.zone ?? bedside?.zone;
  const [pre, post] = [toNumber(session.preWeight), toNumber(session.postWeight)];
  return {
    state: session.state,
    date: session.day,
    today: ctx.clock.today(),
    overMidnight: of.overMidnight,
    now: ctx.clock.now().getTime(),
    patientActive: bedside?.active === true,
    consented: bedside?.consented === true || !limits.consentBlocks,
    runningElsewhere: of.runningElsewhere,
    weighed: isWeighed(fields('arrival')),
    pressureTaken: isPressureTaken(fields('before')),
    accessLookedAt: isAccessLookedAt(fields('access'), (session.plan?.access ?? bedside?.access)?.kind ?? null),
    hasPrescription: session.plan !== null || (bedside?.prescription ?? null) !== null,
    hasAccess: session.plan !== null || (bedside?.access ?? null) !== null,
    ufRateHigh: false,
    confirmed: session.confirmedAt !== null,
    check1ById: session.check1By === '' ? null : session.check1By,
    check1Fine: isCheckFine(fields('check1')) || passed(of.entries, 'check1', 'check1-failed'),
    check2Done: session.check2At !== null,
    secondId: null,
    zoneFits: zone !== undefined && station !== undefined && zoneMisfit(zone, station.zone, shift?.last === true) === undefined,
    machine: session.state >= 3 ? 'ready' : machineOf(station),
    modeOffered: station?.modes.some((mode) => mode === session.mode) === true,
    startedAt: millis(session.startedAt),
    endedAt: millis(session.endedAt),
    prescribedMinutes: minutesOf(session, of.entries),
    endTolerance: limits.endToleranceMinutes,
    readings: of.entries.filter(({ kind }) => kind === 'reading').length,
    endComplete: isEndComplete(fields('end')),
    afterComplete: isAfterComplete(fields('after')),
    postAbovePre: isAbove(post, pre),
    ordersOpen: of.orders.filter(({ given }) => given === undefined).length,
    reasonGiven: true,
    ...over,
  };
}

/** A guard was passed with a reason in an act of this kind. */
const passed = (entries: readonly EntryStored[], kind: string, guard: string): boolean =>
  entries.some(
    (entry) => entry.kind === kind && (entry.content.passes as readonly { guard: string }[] | undefined)?.some((one) => one.guard === guard) === true,
  );

/** Minutes of the whole treatment: those of the last adjustment that says some, else the confirmed ones. */
export function minutesOf(session: Pick<SessionStored, 'plan'>, entries: readonly EntryStored[]): number | null {
  const adjusted = entries.filter(({ kind }) => kind === 'adjust').map(({ content }) => (content.fields as { minutes?: unknown } | undefined)?.minutes);
  const last = adjusted.findLast((minutes) => typeof minutes === 'number');
  return typeof last === 'number' ? last : (session.plan?.minutes ?? null);
}
/** ml of the whole treatment, in the same way. */
export function ufTargetOf(session: Pick<SessionStored, 'plan'>, entries: readonly EntryStored[]): number | null {
  const adjusted = entries.filter(({ kind }) => kind === 'adjust').map(({ content }) => (content.fields as { ufTarget?: unknown } | undefined)?.ufTarget);
  const last = adjusted.findLast((volume) => typeof volume === 'number');
  return typeof last === 'number' ? last : (session.plan?.ufTarget ?? null);
}
