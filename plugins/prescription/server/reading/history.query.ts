import { AppError, EnvelopeCode, toPage, unitPriceToWire, weekdayAt } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { type CopyReply, type HistoryRow, type Prescription, RxStatus } from '../../contract/index.ts';
import { priceDay } from '../../domain/price-day.ts';
import { choiceOf } from '../lines/compile-lines.ts';
import { dayRange } from '../day-range.ts';
import { presentHead } from './prescription.present.ts';
import { repoOf } from '../prescription-call.ts';
import { readyLines } from './ready-lines.ts';
import type { PrescriptionDb } from '../tables.ts';
import { idsOfPatient, requirePatient, requireWritablePatient } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** Names shown beside a prescription of the history. */
const MAX_NAMES = 12;

export interface HistoryQuery {
  readonly keyword?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly dpType?: number;
  readonly workerId?: string;
  readonly drugKeyword?: string;
  readonly confirmedOnly?: boolean;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

/** A patient's prescriptions, newest first, with the names of their lines. */
export async function historyOf(ctx: Ctx, patientId: string, query: HistoryQuery) {
  const patient = await requirePatient(ctx, patientId);
  ctx.audit({ subject: 'patient', subjectId: patientId, patientId });
  const repo = repoOf(ctx);
  const { startDate, endDate } = query;
  const { rows, total } = await repo.search(
    {
      orgIds: [patient.orgId],
      patientIds: await idsOfPatient(ctx, patient),
      keyword: query.keyword,
      dpType: query.dpType,
      workerId: query.workerId || undefined,
      drugKeyword: query.drugKeyword?.trim() || undefined,
      ...(query.confirmedOnly ? { notRxStatus: [RxStatus.New, RxStatus.RefusedByPharmacist] } : {}),
      ...(startDate ? { from: dayRange(startDate).from } : {}),
      ...(endDate ? { before: dayRange(endDate).before } : {}),
    },
    query,
  );
  const lines = await repo.details(rows.map((row) => row.id));
  const list = rows.map(
    (row): HistoryRow => ({
      ...presentHead(row),
      drugNames: lines
        .filter((line) => line.dpId === row.id)
        .slice(0, MAX_NAMES)
        .map((line) => line.drugName),
    }),
  );
  return toPage(list, total, query);
}

/**
 * Lines of an old prescription for a new one: today's catalogue, the prices of the day it is for, the sessions of the patient they are for. Stores nothing.
 * The insurer's condition is confirmed anew by the doctor, so approval marks are not copied.
 */
export async function copyOf(
  ctx: Ctx,
  dpId: string,
  wanted: { patientId?: string; detailIds?: readonly string[]; dpDate?: number; reimWay?: string },
): Promise<CopyReply> {
  const repo = repoOf(ctx);
  const head = await repo.find(dpId, ctx.user.orgIds);
  if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  const patient = await requireWritablePatient(ctx, wanted.patientId || head.patientId, wanted.patientId ? 'chosen' : 'recorded');
  ctx.audit({ subject: 'prescription', subjectId: dpId, patientId: head.patientId });
  const rows = (await repo.details([dpId])).filter(({ id }) => !wanted.detailIds || wanted.detailIds.includes(id));
  const dpDate = wanted.dpDate ?? ctx.clock.now().getTime();
  const { list, skipped } = await readyLines(
    ctx,
    patient.orgId,
    rows.map((row) => {
      const { detailId: _old, ...choice } = choiceOf(row);
      return { drugName: row.drugName, input: { ...choice, approvalMark: 0, diseCodg: '', packageId: '' } };
    }),
    {
      reimWay: wanted.reimWay ?? patient.reimWay,
      plan: { startWeekday: weekdayAt(dpDate), weekdays: patient.dialysis?.weekdays ?? [] },
      day: priceDay(dpDate),
    },
  );
  const then = new Map(rows.map((row) => [row.drugId, row]));
  return {
    list,
    skipped,
    dpNumber: head.dpNumber,
    dpType: head.dpType,
    priceChanges: list.flatMap(({ drugId, drugName, packPrice }) => {
      const old = then.get(drugId);
      const from = old ? unitPriceToWire(old.packPrice) : packPrice;
      return from === packPrice ? [] : [{ drugName, from, to: packPrice }];
    }),
  };
}

/** Whole prescriptions in the order of their ids. */
export const inOrder = (all: readonly Prescription[], ids: readonly string[]): Prescription[] => ids.flatMap((id) => all.filter((entry) => entry.dpId === id));
