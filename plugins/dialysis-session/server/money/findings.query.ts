import { AppError, DAY_MS, dayOf, type OrgId, parseDay, quantityToWire } from '@nephra/plugin-sdk/contract';
import { catalogueStockUse, type UseTrouble } from '../../../catalogue/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { type BriefPrescription, prescriptionLedger, prescriptionProposals, PayStatus } from '../../../prescription/contract/index.ts';
import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import { type AuditedPrescription, type AuditedSession, countsOf, type Finding, findingsOf, inOrder, isShort } from '../../domain/money/findings.ts';
import { againstPrices, overCap, testedTooSoon, whileAway } from '../../domain/money/price-rules.ts';
import { kitTable } from '../tables/order.table.ts';
import { awaysOf } from '../stays/stays.service.ts';
import type { Ctx } from '../tables/tables.ts';
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
async function writtenOf(ctx: Ctx, orgIds: readonly OrgId[], rows: readonly AuditedRow[], prescriptions: readonly BriefPrescription[]) {
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
async function earlierTests(ctx: Ctx, orgIds: readonly OrgId[], tested: readonly string[], from: string, days: number): Promise<readonly BriefPrescription[]> {
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

/** Findings of a month in the caller's facilities. @throws AppError `dialysis-session.month-too-large` */
export async function findingsOfMonth(ctx: Ctx, month: string) {
  const [from, to] = [`${month}-01`, lastDay(month)];
  const { orgIds, orgId } = ctx.user;
  const directory = ctx.service(patientDirectory);
  // None of them needs another one: the database answers some while others are read.
  const [rows, prescriptions, kit, rules, { endToleranceMinutes }, troubles] = await Promise.all([
    auditedRows(ctx, orgIds, from, to, MAX_READ + 1),
    ctx.service(prescriptionLedger).brief({ orgIds, startDate: from, endDate: to }, MAX_READ + 1),
    kitTable.select(ctx, 'k').where('k.part', '=', 'treatment').execute(),
    priceRulesOf(ctx, orgId),
    ctx.service(dialysisDirectory).someLimits(orgId, ['endToleranceMinutes']),
    ctx.optionalService(catalogueStockUse)?.troubles(orgIds, from, to) ?? [],
  ]);
  if (Math.max(rows.length, prescriptions.length) > MAX_READ) throw new AppError('dialysis-session.month-too-large', { params: { most: MAX_READ } });
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
  const everything = inOrder([
    ...findingsOf(sessions, charged, ctx.clock.today(), endToleranceMinutes),
    ...overCap(sessions, rules.prices),
    ...againstPrices(sessions, all, rules.prices),
    ...testedTooSoon([...earlier.map(auditedRx), ...all], rules.intervals, month),
    ...whileAway(sessions, all, aways),
    ...ofStock(sessions, troubles),
  ]);
  const found = everything.slice(0, MAX_FOUND);
  const nameOf = await directory.names([...new Set(found.map(({ patientId }) => patientId))], orgIds);
  const held = sessions.filter(({ state }) => state === HELD);
  return {
    month,
    held: held.length,
    written: held.filter((one) => one.written === 'stands').length,
    counts: countsOf(everything),
    list: found.map(({ kind, patientId, day, sessionId, dpId, dpNumber, params }) => {
      const { patientName = '', outpatientCode = '' } = nameOf.get(patientId) ?? {};
      const id = `${kind}/${sessionId || dpId}/${params.name ?? ''}/${params.what ?? ''}`;
      return { kind, patientId, day, sessionId, dpId, dpNumber, params: { ...params }, id, patientName, outpatientCode };
    }),
  };
}
