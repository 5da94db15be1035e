import { addMoney, AppError, EnvelopeCode, moneyToText, moneyToWire, ZERO } from '@nephra/plugin-sdk/contract';
import { type RequestContext, searchGrams } from '@nephra/plugin-sdk/server';
import { PayStatus, RxStatus, type SplitFlagReply } from '../../contract/index.ts';
import { certainOwnPay, normaliseGroups } from '../../../catalogue/contract/index.ts';
import { planSplit, type SplitLine, type SplitPart, type SplitPlan } from '../../domain/split.ts';
import { assertEditable } from '../../domain/states.ts';
import { totalsOf } from '../../domain/lines/totals.ts';
import { totalColumns } from '../lines/compile-lines.ts';
import { stateOf } from './move-prescription.command.ts';
import { nextPrescriptionNumber } from './prescription-number.ts';
import { repoOf } from '../prescription-call.ts';
import type { LineStored } from '../tables/line.table.ts';
import type { PrescriptionStored } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { assertMonthOpen, requireWritablePatient } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;
type StoredLine = SplitLine & LineStored;

const splitLine = (head: PrescriptionStored, line: LineStored): StoredLine => {
  const own = certainOwnPay({ ...line, reimWay: head.reimWay });
  // What costs nothing belongs to neither side and stays with the insured lines.
  return { ...line, ownPay: head.reimWay === '0' || (line.subTotal !== ZERO && own === line.subTotal) };
};

const planOf = (head: PrescriptionStored, rows: readonly LineStored[]): SplitPlan<StoredLine> =>
  planSplit(
    rows.map((row) => splitLine(head, row)),
    { reimWay: head.reimWay, dpType: head.dpType, mainDisease: head.diagnosis[0]?.code ?? '' },
  );

/** Whether a prescription must be split, by which rules and into what. Only unconfirmed ones can be. */
export async function splitFlag(ctx: Ctx, dpId: string): Promise<SplitFlagReply> {
  const repo = repoOf(ctx);
  const head = await repo.find(dpId, ctx.user.orgIds);
  if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'prescription', subjectId: dpId, patientId: head.patientId });
  const isOpen = head.payStatus === PayStatus.New && head.rxStatus === RxStatus.New;
  const { parts, rules } = planOf(head, await repo.details([dpId]));
  return {
    splitFlag: isOpen && parts.length > 1,
    rules: isOpen ? [...rules] : [],
    parts: parts.map((part) => ({
      detailIds: part.lines.map(({ id }) => id),
      controlClass: part.control,
      slices: part.slices,
      reimWay: part.reimWay,
      dpType: part.dpType,
      diseCodg: part.diseCodg,
      pharmacy: part.pharmacy,
      totalPrice: moneyToWire(part.lines.reduce((sum, line) => addMoney(sum, line.subTotal), ZERO)),
    })),
  };
}

/** The disease of the part stands first among the diagnoses; the others stay behind it. */
const diagnosisOf = (head: PrescriptionStored, code: string): PrescriptionStored['diagnosis'] => {
  const first = head.diagnosis.filter((entry) => entry.code === code);
  return [...first, ...head.diagnosis.filter((entry) => entry.code !== code)];
};

/** What of the head follows from its lines. */
function columnsOf(head: PrescriptionStored, part: SplitPart<StoredLine>) {
  return {
    dpType: part.dpType,
    reimWay: part.reimWay,
    diagnosis: diagnosisOf(head, part.diseCodg),
    ...totalColumns(totalsOf(part.lines)),
    lineCount: part.lines.length,
    hasStockLines: part.lines.some((line) => line.stockKept),
  };
}

/** The part's lines as rows of a prescription: order and group numbers from the top, amounts untouched. */
function rowsOf(dpId: string, part: SplitPart<StoredLine>): LineStored[] {
  return normaliseGroups(part.lines).map((line, index) => ({ ...line, dpId, sortCode: index + 1 }));
}

/**
 * Splits an unconfirmed prescription in one go: the first part keeps id and number, each other gets its own. Lines keep their ids and amounts,
 * so the parts add up to the whole. @returns the ids of all parts, in order
 */
export async function splitPrescription(ctx: Ctx, dpId: string, version: number): Promise<string[]> {
  const repo = repoOf(ctx);
  const head = await repo.lock(dpId, ctx.user.orgIds, version);
  assertEditable(stateOf(head));
  await requireWritablePatient(ctx, head.patientId, 'recorded');
  await assertMonthOpen(ctx, { orgId: head.orgId, patientId: head.patientId, dpDate: head.dpDate });
  const { parts, rules } = planOf(head, await repo.details([dpId]));
  const [first, ...rest] = parts;
  if (!first || rest.length === 0) throw new AppError('prescription.nothing-to-split', { code: EnvelopeCode.Refused });

  const now = ctx.clock.now();
  await repo.change(dpId, columnsOf(head, first), now, rowsOf(dpId, first));
  const made: string[] = [];
  for (const part of rest) {
    const id = ctx.newId();
    const dpNumber = await nextPrescriptionNumber(ctx, head.orgId);
    await repo.insert(
      [
        {
          ...head,
          ...columnsOf(head, part),
          nothingToHandOut: false,
          rounds: 0,
          withdrawnPrice: ZERO,
          id,
          dpNumber,
          splitFrom: dpId,
          version: 1,
          searchGrams: searchGrams(head.patientName, head.outpatientCode, dpNumber),
          createdAt: now,
          updatedAt: now,
        },
      ],
      rowsOf(id, part),
    );
    made.push(id);
  }
  ctx.audit({
    subject: 'prescription',
    subjectId: dpId,
    patientId: head.patientId,
    before: { version: head.version, total: moneyToText(head.totalPrice), lineCount: head.lineCount },
    after: { rules, parts: [dpId, ...made].map((id, index) => ({ dpId: id, lines: parts[index]?.lines.map((line) => line.id) ?? [] })) },
  });
  return [dpId, ...made];
}
