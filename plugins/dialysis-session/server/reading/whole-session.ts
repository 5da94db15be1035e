import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { EntryKind, SessionEntry, WholeSession } from '../../contract/session.schema.ts';
import { SESSION_ACTS } from '../../contract/states.ts';
import { readingDueAt } from '../../domain/due.ts';
import { guardsAgainst } from '../../domain/session-states.ts';
import { gainSince, ufByWeight } from '../../domain/weights.ts';
import type { EntryStored } from '../tables/entry.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { around, type Around, type DueOrder, factsOf, minutesOf, plannedUfRate, ufTargetOf } from './around.ts';
import { requireSeen } from './visible.ts';

const millis = (at: Date | null): number | null => at?.getTime() ?? null;
const kg = (value: number | string | null): number | null => (value === null ? null : Number(value));

export const entryView = (entry: EntryStored): SessionEntry => ({
  id: entry.id,
  clientId: entry.clientId,
  kind: entry.kind as EntryKind,
  at: entry.at.getTime(),
  enteredAt: entry.enteredAt.getTime(),
  deviceAt: millis(entry.deviceAt),
  skewMs: entry.skewMs,
  isLate: entry.isLate,
  byName: entry.byName,
  coName: entry.coName,
  content: entry.content,
  corrections: entry.corrections,
});

/** Orders as they are given: what is given together is one. */
function orderViews(due: readonly DueOrder[]): WholeSession['orders'] {
  const together = new Map<string, DueOrder[]>();
  for (const one of due) {
    const key = one.order.groupId || one.order.id;
    together.set(key, [...(together.get(key) ?? []), one]);
  }
  return [...together.values()].flatMap((group) => {
    const all = group.toSorted((a, b) => a.order.groupPlace - b.order.groupPlace);
    const [first] = all;
    return first ? [orderView(first, all)] : [];
  });
}

const orderView = ({ order, given }: DueOrder, all: readonly DueOrder[]): WholeSession['orders'][number] => ({
  orderId: order.id,
  title: all.map((one) => one.order.title).join(' + '),
  dose: all.map((one) => one.order.dose).join(' + '),
  timing: order.timing,
  once: order.once,
  highRisk: all.some((one) => one.order.highRisk),
  doctorName: order.doctorName,
  method: order.method,
  parts: all.map(({ order: { id, title, dose, drugKind, highRisk } }) => ({ orderId: id, title, dose, drugKind, highRisk })),
  ...(given && {
    given: {
      ...{ outcome: given.outcome, reason: given.reason, byName: given.byName, checkerName: given.checkerName },
      dose: given.outcome === 'changed' ? given.dose : all.map((one) => one.given?.dose ?? one.order.dose).join(' + '),
      at: given.at.getTime(),
    },
  }),
});

async function patientOf(ctx: Ctx, { patientId, orgId }: SessionStored): Promise<WholeSession['patient']> {
  const file = await ctx.service(patientDirectory).get(patientId, [orgId]);
  return {
    patientId,
    name: file?.patientName ?? '',
    sex: file?.patientSex ?? 0,
    age: file?.patientAge ?? -1,
    code: file?.outpatientCode ?? '',
    allergies: [...(file?.allergies ?? [])],
    allergyState: file?.allergyState ?? '',
  };
}

/** A treatment as its sheet shows it. @throws AppError `dialysis-session.not-found` */
export async function wholeOf(ctx: Ctx, id: string): Promise<WholeSession> {
  const session = await sessionTable.find(ctx, id);
  if (!session) throw new AppError('dialysis-session.not-found', { code: EnvelopeCode.NotFound });
  await requireSeen(ctx, session.patientId);
  return viewOf(ctx, session, await around(ctx, session), await patientOf(ctx, session));
}

function viewOf(ctx: Ctx, session: SessionStored, of: Around, patient: WholeSession['patient']): WholeSession {
  const { bedside, station, shift, limits } = of;
  // Who would sign is not known yet; that it must be another person is told when somebody does.
  const facts = factsOf(ctx, session, of, { secondId: '' });
  const pre = kg(session.preWeight);
  const dry = session.plan?.dryWeight ?? bedside?.dryWeight?.kg ?? null;
  const uf = ufTargetOf(session, of.entries) ?? bedside?.prescription?.ufTarget ?? ufByWeight(pre, dry);
  const minutes = minutesOf(session, of.entries) ?? bedside?.prescription?.minutes ?? null;
  const startedAt = millis(session.startedAt);
  const runs = session.state === 3;
  return {
    id: session.id,
    version: session.version,
    orgId: session.orgId,
    date: session.day,
    shiftId: session.shiftId,
    shiftName: shift?.name ?? '',
    stationId: session.stationId,
    stationCode: session.stationCode,
    zone: session.plan?.zone ?? bedside?.zone ?? '',
    machineCode: station?.machine?.code ?? '',
    machineState: station?.machine?.state ?? '',
    origin: session.origin,
    mode: session.mode,
    state: session.state,
    patient,
    arrivedAt: millis(session.arrivedAt),
    confirmedAt: millis(session.confirmedAt),
    doctorName: session.doctorName,
    check1At: millis(session.check1At),
    startedAt,
    check2At: millis(session.check2At),
    endedAt: millis(session.endedAt),
    closedAt: millis(session.closedAt),
    // Names as they were on that day: whoever signed a check wrote its section.
    check1By: session.check1By === '' ? '' : (session.sections.check1?.byName ?? ''),
    check2By: session.check2By === '' ? '' : (session.sections.check2?.byName ?? ''),
    plan: session.plan && { ...session.plan, minutes: minutes ?? session.plan.minutes, ufTarget: uf },
    standing: bedside?.prescription ?? null,
    access: session.plan?.access ?? bedside?.access ?? null,
    dryWeight: dry,
    dryWeightOverdue: bedside?.dryWeight?.overdue === true,
    consentsLacking: [...(bedside?.consentsLacking ?? [])],
    lastPostWeight: of.lastPostWeight,
    preWeight: pre,
    postWeight: kg(session.postWeight),
    gain: gainSince(pre, of.lastPostWeight),
    ufByWeight: ufByWeight(pre, dry),
    ufRate: plannedUfRate(session, of, uf, minutes),
    ufRateWarn: limits.ufRateWarn,
    ufRateHigh: limits.ufRateHigh,
    systolicLow: limits.systolicLow,
    systolicHigh: limits.systolicHigh,
    readingDueAt: runs ? readingDueAt(startedAt, millis(session.lastReadingAt), limits.readingEveryMinutes) : null,
    readingEvery: limits.readingEveryMinutes,
    readingGrace: limits.readingGraceMinutes,
    check2DueAt: runs && startedAt !== null && session.check2At === null ? startedAt + limits.secondCheckMinutes * 60_000 : null,
    sections: session.sections as WholeSession['sections'],
    entries: of.entries.map(entryView),
    orders: orderViews(of.orders),
    guards: Object.fromEntries(SESSION_ACTS.map((act) => [act, [...guardsAgainst(act, facts)]])),
    prescriptionId: session.prescriptionId,
    prescriptionNo: session.prescriptionNo,
    now: ctx.clock.now().getTime(),
  };
}
