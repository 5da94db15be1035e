import { pick } from '@nephra/plugin-sdk/server';
import { formatScaled, parseScaled, unitPriceToText, asNodes, type AnswerNode as Node } from '@nephra/plugin-sdk/contract';
import { type LedgerPrescription, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { type FeeSource, feeBatches, feeRow } from '../../../domain/settlement/fee-upload.ts';
import { text } from '../../../domain/settlement/settle-amounts.ts';
import { withMappedCodes } from '../../catalogue/mapping/mapped-lines.query.ts';
import { revokeFees } from '../../visit/visit-calls.ts';
import { requireVisit, takeLineNumbers, type VisitRecord } from '../../visit/visit.repo.ts';
import { settlementLineTable } from '../../tables/settlement-parts.table.ts';
import { type SettlementContext, subjectOf } from '../ledger/settlement-context.ts';
import { halted, type Progress } from '../ledger/progress.ts';
import { advance, dpIdsOf, exchangeOf, type SettlementRow } from '../ledger/settlement.repo.ts';

const feeSources = (prescriptions: readonly LedgerPrescription[]): FeeSource[] =>
  prescriptions.flatMap((rx) =>
    rx.lines.map((line) => ({
      ...line,
      dpId: rx.dpId,
      dpNumber: rx.dpNumber,
      dpDate: rx.dpDate,
      doctorNo: rx.workerNo || rx.workerId,
      doctorName: rx.workerName,
    })),
  );

/** A number of an answer as decimal text with so many places; empty text counts as nothing. */
function decimal(value: unknown, places: number): string | null {
  const plain = text(value);
  if (plain === '') return null;
  try {
    return formatScaled(parseScaled(plain, places), places);
  } catch {
    return null;
  }
}

const GRADE: Readonly<Record<string, string>> = { '1': '01', '2': '02', '3': '03' };

/** What the platform made of a line; columns of `insurance.settlement_line`. */
const resultOf = (row: Node) => ({
  pric_uplmt: decimal(row.pric_uplmt_amt, 6),
  selfpay_prop: decimal(row.selfpay_prop, 4) ?? '0',
  fulamt_ownpay: decimal(row.fulamt_ownpay_amt, 2) ?? '0',
  overlmt: decimal(row.overlmt_amt ?? row.overlmt_selfpay, 2) ?? '0',
  preselfpay: decimal(row.preselfpay_amt, 2) ?? '0',
  inscp_scp: decimal(row.inscp_scp_amt, 2) ?? '0',
  chrgitm_lv: GRADE[text(row.chrgitm_lv)] ?? text(row.chrgitm_lv),
  lmt_used_flag: text(row.lmt_used_flag),
  memo: text(row.memo),
});

/** Takes the batch before this one back: whether all of it arrived, or none, the platform holds none of it afterwards. */
export async function takeBatchBack(desk: SettlementContext, row: SettlementRow, visit: VisitRecord): Promise<Progress> {
  if (row.chrgBchno === '') return { row, stopped: false };
  const outcome = await revokeFees(desk, visit, row.chrgBchno, row.id);
  if (outcome.kind === 'unknown') return await halted(desk, row, 'revoke', '2205', outcome);
  // Refused: there is nothing under this number. What is settled cannot be here, that has a state of its own.
  const next = await advance(
    desk.ctx,
    row,
    'registered',
    { chrgBchno: '', batchStale: false },
    {
      kind: 'fees-revoked',
      params: { batch: row.chrgBchno, ...(outcome.kind === 'refused' ? { reason: outcome.reason } : {}) },
      exchange: exchangeOf(outcome, '2205'),
      byName: desk.by.userName,
    },
  );
  return { row: next, stopped: false };
}

/** registered → uploaded: every attempt under a batch of its own, fee line numbers that the visit never saw. */
export async function uploadStep(desk: SettlementContext, begun: SettlementRow): Promise<Progress> {
  const { ctx, client, by } = desk;
  const orgId = begun.orgId;
  const visit = await requireVisit(ctx, begun.visitId ?? '', [orgId]);
  const cleared = await takeBatchBack(desk, begun, visit);
  if (cleared.stopped) return cleared;
  const { adapter } = await client.connectionOf(orgId);
  const prescriptions = await ctx.service(prescriptionLedger).getMany(await dpIdsOf(ctx, begun.id), [orgId]);
  const sources = feeSources(await withMappedCodes(ctx, orgId, prescriptions));
  const batch = await ctx.numbers.next(`insurance.batch/${orgId}`, { prefix: '', date: 'yyyyMMdd', digits: 8 });
  const first = await takeLineNumbers(ctx, visit.id, sources.length);
  const to = {
    mdtrtId: visit.mdtrtId,
    psnNo: visit.psnNo,
    batch,
    diseaseCode: visit.diseCodg,
    department: { code: visit.departmentCode, name: visit.departmentName },
  };
  const numbered = sources.map((source, at) => ({ source, sn: String(first + at) }));
  // The number is on record before a line of it leaves: whatever becomes of the answer, the batch can be taken back.
  let row = await advance(
    ctx,
    cleared.row,
    cleared.row.state,
    { chrgBchno: batch },
    { kind: 'batch', params: { batch, lines: sources.length }, byName: by.userName },
  );
  const lists = feeBatches(
    numbered.map(({ source, sn }) => feeRow(source, sn, to)),
    adapter.rules.maxInputChars,
  );
  const results = new Map<string, Node>();
  let last: ReturnType<typeof exchangeOf> | undefined;
  for (const [at, feedetail] of lists.entries()) {
    const outcome = await client.call('2204', { feedetail }, subjectOf(desk, row));
    if (outcome.kind !== 'success') return await halted(desk, row, 'upload', '2204', outcome);
    for (const result of asNodes(outcome.output.result ?? outcome.output.data)) results.set(text(result.feedetl_sn), result);
    last = exchangeOf(outcome, '2204');
    if (at < lists.length - 1)
      row = await advance(ctx, row, row.state, {}, { kind: 'fees-part', params: { part: at + 1, parts: lists.length }, exchange: last, byName: by.userName });
  }
  row = await ctx.transaction(async () => {
    // rows: of a settlement that was found for the organisations of whoever works on it
    await ctx.db.deleteFrom('insurance.settlement_line').where('settlement_id', '=', row.id).execute();
    await ctx.db
      .insertInto('insurance.settlement_line')
      .values(
        numbered.map(({ source, sn }, position) => ({
          ...settlementLineTable.toSql({
            settlementId: row.id,
            position,
            feedetlSn: sn,
            ...pick(source, 'dpId', 'dpNumber', 'detailId', 'drugName'),
            medListCodg: source.medicalInsCode,
            cnt: source.quantity,
            pric: unitPriceToText(source.price),
            amount: source.subTotal,
          }),
          ...resultOf(results.get(sn) ?? {}),
        })),
      )
      .execute();
    return await advance(
      ctx,
      row,
      'uploaded',
      { batchStale: false },
      { kind: 'fees-sent', params: { lines: sources.length, batch }, exchange: last, byName: by.userName },
    );
  });
  return { row, stopped: false };
}
