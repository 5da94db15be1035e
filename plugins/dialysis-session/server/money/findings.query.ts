import { setImmediate } from 'node:timers/promises';
import { AppError, DAY_MS, dayOf, type OrgId, parseDay, quantityToWire } from '@nephra/plugin-sdk/contract';
import { catalogueStockUse, type UseTrouble } from '../../../catalogue/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { type BriefPrescription, prescriptionLedger, prescriptionProposals, PayStatus } from '../../../prescription/contract/index.ts';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import {
  type AuditedPrescription,
  type AuditedSession,
  countsOf,
  type Finding,
  findingsOf,
  inOrder,
  isShort,
  type StoredFindings,
} from '../../domain/money/findings.ts';
import { againstPrices, overCap, testedTooSoon, whileAway } from '../../domain/money/price-rules.ts';
import { kitTable } from '../tables/order.table.ts';
import { awaysOf } from '../stays/stays.service.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { audited, type AuditedRow, auditedRows, auditedSession, endReasons, plannedMinutes, TEST } from './audited.ts';
import { priceRulesOf } from './price-rules.query.ts';
import { proposalKey } from './propose.ts';
import { stockKey } from './use-goods.ts';

/** Treatments of a month and prescriptions: more than twenty facilities hold. Of a part of them findings would be wrong, so that more is refused. */
export const MAX_READ = 40_000;
/** Findings that one answer carries, the newest; it says how many there are. */
const MAX_FOUND = 5_000;
const HELD = 5;

const lastDay = (month: string): string => {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  return dayOf(parseDay(number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`) - DAY_MS);
};

/**
 * Whether each treatment has its prescription. One of the month that stands is known by its number: it is the one that the treatment proposed. What became
 * of all others is asked, of the treatments that were held.
 */
async function writtenOf(ctx: WorkCtx, orgIds: readonly OrgId[], rows: readonly AuditedRow[], prescriptions: readonly BriefPrescription[]) {
  const standing = new Set(prescriptions.filter(({ payStatus }) => payStatus !== PayStatus.Void).map(({ dpId }) => dpId));
  const doubtful = rows.filter(({ state, prescriptionId }) => state === HELD && !standing.has(prescriptionId)).map(({ id }) => proposalKey(id));
  const statuses = await ctx.service(prescriptionProposals).payStatuses(doubtful, orgIds);
  return (session: AuditedRow): AuditedSession['written'] => {
    if (standing.has(session.prescriptionId)) return 'stands';
    const own = statuses.get(proposalKey(session.id));
    if (own !== undefined) return own === PayStatus.Void ? 'void' : 'stands';
    if (session.prescriptionId !== '') return 'void';
    // A number alone is that of an earlier system.
    return session.prescriptionNo === '' ? 'none' : 'stands';
  };
}

/** Tests of the patients who were tested in the month, before it. */
async function earlierTests(
  ctx: WorkCtx,
  orgIds: readonly OrgId[],
  tested: readonly string[],
  from: string,
  days: number,
): Promise<readonly BriefPrescription[]> {
  if (tested.length === 0 || days <= 0) return [];
  const before = { startDate: dayOf(parseDay(from) - days * DAY_MS), endDate: dayOf(parseDay(from) - DAY_MS) };
  return await ctx.service(prescriptionLedger).brief({ orgIds, patientIds: tested, ...before, testsAlone: true }, MAX_READ);
}

/** What stock says of goods that treatments used. */
function ofStock(sessions: readonly AuditedSession[], troubles: readonly UseTrouble[]): Finding[] {
  const byKey = new Map(sessions.map((one) => [stockKey(one.sessionId), one]));
  return troubles.flatMap((goods): Finding[] => {
    const session = byKey.get(goods.key);
    if (!session) return [];
    const place = { patientId: session.patientId, day: session.day, sessionId: session.sessionId, dpId: '', dpNumber: '' };
    const others = goods.problems.filter((problem) => problem !== 'short');
    return [
      ...(goods.missing > 0
        ? [{ ...place, kind: 'stock-short' as const, params: { name: goods.drugName, n: quantityToWire(goods.missing), unit: goods.unit } }]
        : []),
      ...others.map((what) => ({ ...place, kind: 'lot-or-code' as const, params: { name: goods.drugName, what } })),
    ];
  });
}

/** Whose month is looked through: the facilities, and the one whose rules hold. */
export interface AuditedMonth {
  readonly orgIds: readonly OrgId[];
  readonly orgId: OrgId;
  /** `YYYY-MM` */
  readonly month: string;
}
/** Told after each day that was read; what it throws ends the reading. */
export type EachDay = (daysRead: number) => Promise<void>;

export const daysOfMonth = (month: string): number => Number(lastDay(month).slice(8));

/** Treatments and prescriptions of the month; day by day where somebody wants to know how far it is. @throws AppError `dialysis-session.month-too-large` */
async function read(ctx: WorkCtx, { orgIds, month }: AuditedMonth, eachDay: EachDay | undefined) {
  const ledger = ctx.service(prescriptionLedger);
  const spans: readonly (readonly [string, string])[] = eachDay
    ? Array.from({ length: daysOfMonth(month) }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`).map((day) => [day, day])
    : [[`${month}-01`, lastDay(month)]];
  const rows: AuditedRow[] = [];
  const prescriptions: BriefPrescription[] = [];
  for (const [at, [from, to]] of spans.entries()) {
    const [treated, written] = await Promise.all([
      auditedRows(ctx, orgIds, from, to, MAX_READ + 1),
      ledger.brief({ orgIds, startDate: from, endDate: to }, MAX_READ + 1),
    ]);
    for (const row of treated) rows.push(row);
    for (const one of written) prescriptions.push(one);
    if (Math.max(rows.length, prescriptions.length) > MAX_READ) throw new AppError('dialysis-session.month-too-large', { params: { most: MAX_READ } });
    await eachDay?.(at + 1);
  }
  return { rows, prescriptions };
}

/** Findings of a month in these facilities. @throws AppError `dialysis-session.month-too-large` */
export async function findingsOfMonth(ctx: WorkCtx, audit: AuditedMonth, eachDay?: EachDay): Promise<StoredFindings> {
  const { orgIds, orgId, month } = audit;
  const [from, to] = [`${month}-01`, lastDay(month)];
  const directory = ctx.service(patientDirectory);
  // None of them needs another one: the database answers some while others are read.
  const [{ rows, prescriptions }, kit, rules, { endToleranceMinutes }, troubles] = await Promise.all([
    read(ctx, audit, eachDay),
    kitTable
      .everywhere(ctx, 'what treatments of these facilities are charged with', 'k')
      .where('k.orgId', 'in', [...orgIds])
      .where('k.part', '=', 'treatment')
      .execute(),
    priceRulesOf(ctx, orgId),
    ctx.service(dialysisDirectory).someLimits(orgId, ['endToleranceMinutes']),
    ctx.optionalService(catalogueStockUse)?.troubles(orgIds, from, to) ?? [],
  ]);
  const treatments = new Set([...kit, ...rules.prices].map(({ drugId }) => drugId).filter((drugId) => drugId !== ''));
  const ids = [...new Set([...rows, ...prescriptions].map(({ patientId }) => patientId))];
  const tested = [...new Set(prescriptions.filter(({ lines }) => lines.some(({ drugType }) => drugType === TEST)).map(({ patientId }) => patientId))];
  const testedDays = Math.max(0, ...rules.intervals.map(({ days }) => days));
  const short = rows.filter((row) => isShort({ minutes: row.minutes, prescribedMinutes: plannedMinutes(row) }, endToleranceMinutes)).map(({ id }) => id);
  const [merged, written, reasons, earlier] = await Promise.all([
    directory.mergedInto(ids, orgIds),
    writtenOf(ctx, orgIds, rows, prescriptions),
    endReasons(ctx, orgIds, short),
    earlierTests(ctx, orgIds, tested, from, testedDays),
  ]);
  const personOf = (patientId: string): string => merged.get(patientId) ?? patientId;
  const auditedRx = (one: BriefPrescription): AuditedPrescription => audited(one, treatments, personOf(one.patientId));

  const sessions = rows.map((session) => auditedSession(session, written(session), personOf(session.patientId), reasons.get(session.id) ?? ''));
  const all = prescriptions.map(auditedRx);
  const charged = all.filter((one) => one.treatments.length > 0 || one.dialysers > 0);
  // Whoever was away the whole month has no sheet, and may have been charged.
  const people = [...new Set([...sessions, ...charged].map(({ patientId }) => patientId))];
  const aways = await awaysOf(ctx, orgIds, people, from, to);
  const found: Finding[] = [];
  const rulesInTurn: readonly (() => readonly Finding[])[] = [
    () => findingsOf(sessions, charged, ctx.clock.today(), endToleranceMinutes),
    () => overCap(sessions, rules.prices),
    () => againstPrices(sessions, all, rules.prices),
    () => testedTooSoon([...earlier.map(auditedRx), ...all], rules.intervals, month),
    () => whileAway(sessions, all, aways),
    () => ofStock(sessions, troubles),
  ];
  for (const rule of rulesInTurn) {
    for (const one of rule()) found.push(one);
    // In the background others are answered between two rules.
    if (eachDay) await setImmediate();
  }
  const everything = inOrder(found);
  const held = sessions.filter(({ state }) => state === HELD);
  return {
    held: held.length,
    written: held.filter((one) => one.written === 'stands').length,
    counts: countsOf(everything),
    list: everything.slice(0, MAX_FOUND),
  };
}

/** Findings as a page shows them, with the names that patients have now. */
export async function namedFindings(ctx: WorkCtx, orgIds: readonly OrgId[], { list, counts, ...sums }: StoredFindings) {
  const nameOf = await ctx.service(patientDirectory).names([...new Set(list.map(({ patientId }) => patientId))], orgIds);
  return {
    ...sums,
    counts: { ...counts },
    list: list.map(({ kind, patientId, day, sessionId, dpId, dpNumber, params }) => {
      const { patientName = '', outpatientCode = '' } = nameOf.get(patientId) ?? {};
      const id = `${kind}/${sessionId || dpId}/${params.name ?? ''}/${params.what ?? ''}`;
      return { kind, patientId, day, sessionId, dpId, dpNumber, params: { ...params }, id, patientName, outpatientCode };
    }),
  };
}
