import { asNodes, type AnswerNode as Node } from '@nephra/plugin-sdk/contract';
import { nextRound } from '../../domain/settlement/resolve-plan.ts';
import { readAmounts, text } from '../../domain/settlement/settle-amounts.ts';
import type { Outcome } from '../client/national-client.ts';
import { applySettle, backToPresettled, bookSettled, toReview } from '../settlement/flow/book.ts';
import { applyCancel } from '../settlement/flow/cancel.command.ts';
import { type SettlementContext, subjectOf } from '../settlement/ledger/settlement-context.ts';
import { advance, exchangeOf, type SettlementRow, type Step } from '../settlement/ledger/settlement.repo.ts';
import { requireVisit } from '../visit/visit.repo.ts';

/** Nothing new: later again, each time a little later. */
export const later = (desk: SettlementContext, row: SettlementRow, step: Omit<Step, 'byName'>): Promise<SettlementRow> =>
  advance(
    desk.ctx,
    row,
    row.state,
    {
      rounds: row.rounds + 1,
      nextTryAt: nextRound(desk.ctx.clock.steady(), row.rounds + 1),
      problem: row.problem,
      problemParams: row.problemParams,
    },
    { ...step, byName: desk.by.userName },
  );

/** Our own journal first: a process that died after the answer left it there. @returns what is known now; undefined when nothing is */
export async function fromJournal(desk: SettlementContext, row: SettlementRow): Promise<SettlementRow | undefined> {
  if (row.doubtExchangeId === null) return undefined;
  const outcome = await desk.client.outcomeOf(row.doubtExchangeId);
  const cancelling = row.state === 'cancelling' || row.state === 'cancel-unknown';
  const known: Outcome = outcome ?? { kind: 'unknown', exchangeId: row.doubtExchangeId, msgid: row.doubtMsgid, reason: '' };
  const next = cancelling ? await applyCancel(desk, row, known) : await applySettle(desk, row, known);
  return next.version === row.version ? undefined : next;
}

/** 5203: the true amounts of a settlement whose number is known. */
export async function askSettlement(desk: SettlementContext, row: SettlementRow, setlId: string): Promise<Outcome> {
  const visit = await requireVisit(desk.ctx, row.visitId ?? '', [row.orgId]);
  return await desk.client.call('5203', { data: { psn_no: row.psnNo, setl_id: setlId, mdtrt_id: visit.mdtrtId } }, subjectOf(desk, row));
}

/** Lines of this batch that carry a settlement number. */
async function provenNumber(desk: SettlementContext, row: SettlementRow, output: Node): Promise<string> {
  // rows: of a settlement that was found for the organisations of whoever works on it
  const lines = await desk.ctx.db.selectFrom('insurance.settlement_line').select('feedetl_sn').where('settlement_id', '=', row.id).execute();
  const ours = new Set(lines.map((line) => line.feedetl_sn));
  const answered = Object.values(output).flatMap((node) => asNodes(node));
  return text(answered.find((line) => ours.has(text(line.feedetl_sn)) && text(line.setl_id) !== '')?.setl_id);
}

/** Books a settlement by its number, with the amounts that the platform names. */
export async function bookByNumber(desk: SettlementContext, row: SettlementRow, setlId: string, kind: string): Promise<SettlementRow> {
  const outcome = await askSettlement(desk, row, setlId);
  const exchange = exchangeOf(outcome, '5203');
  if (outcome.kind !== 'success')
    return await later(desk, row, { kind: 'silent', params: { step: 'amounts', infno: '5203', reason: outcome.reason, setlId }, exchange });
  const read = readAmounts(outcome.output);
  if (!read) return await later(desk, row, { kind: 'silent', params: { step: 'amounts', infno: '5203', reason: 'setlinfo', setlId }, exchange });
  return await bookSettled(desk, row, read, { setlId, msgid: row.doubtMsgid, exchange, kind });
}

type Reversed = {
  readonly kind: 'undone' | 'never' | 'refused' | 'silent';
  readonly reason: string;
  readonly exchange: Step['exchange'];
  readonly row: SettlementRow;
};

/**
 * 2601: what became of the message, or rather: it did not happen. An unanswered 2601 is repeated as it was, never replaced by another one;
 * its number is on record before it leaves.
 */
export async function reverseMessage(desk: SettlementContext, row: SettlementRow): Promise<Reversed> {
  const { ctx, client, by } = desk;
  let current = row;
  const input = { data: { psn_no: row.psnNo, omsgid: row.doubtMsgid, oinfno: row.doubtInfno } };
  const known = row.reversalExchangeId === null ? undefined : await client.outcomeOf(row.reversalExchangeId);
  const outcome =
    known && known.kind !== 'unknown'
      ? known
      : await client.call('2601', input, subjectOf(desk, row), {
          ...(row.reversalExchangeId === null ? {} : { again: row.reversalExchangeId }),
          async onJournalled(message) {
            if (current.reversalExchangeId === message.exchangeId) return;
            current = await advance(
              ctx,
              current,
              current.state,
              { reversalExchangeId: message.exchangeId, problem: current.problem, problemParams: current.problemParams },
              { kind: 'reversing', params: { omsgid: row.doubtMsgid }, exchange: { ...message, infno: '2601' }, byName: by.userName },
            );
          },
        });
  const exchange = exchangeOf(outcome, '2601');
  if (outcome.kind === 'success') return { kind: 'undone', reason: '', exchange, row: current };
  const { adapter } = await client.connectionOf(row.orgId);
  if (outcome.kind === 'refused' && adapter.rules.noOriginalWords.some((word) => outcome.reason.includes(word))) {
    return { kind: 'never', reason: outcome.reason, exchange, row: current };
  }
  return { kind: outcome.kind === 'refused' ? 'refused' : 'silent', reason: outcome.reason, exchange, row: current };
}

/** A 2207 without a certain outcome. */
export async function resolveSettle(desk: SettlementContext, begun: SettlementRow): Promise<SettlementRow> {
  const { client, by } = desk;
  const known = await fromJournal(desk, begun);
  if (known && known.state !== 'unknown') return known;
  const row = known ?? begun;
  if (row.reversalExchangeId === null) {
    const { adapter } = await client.connectionOf(row.orgId);
    if (!adapter.rules.feeQueryNeedsSetlId) {
      const visit = await requireVisit(desk.ctx, row.visitId ?? '', [row.orgId]);
      const fees = await client.call('5204', { data: { psn_no: row.psnNo, mdtrt_id: visit.mdtrtId, setl_id: '' } }, subjectOf(desk, row));
      // Without an answer nothing is undone: what was settled well would be thrown away.
      if (fees.kind === 'unknown')
        return await later(desk, row, { kind: 'silent', params: { step: 'lookup', infno: '5204', reason: fees.reason }, exchange: exchangeOf(fees, '5204') });
      const setlId = fees.kind === 'success' ? await provenNumber(desk, row, fees.output) : '';
      if (setlId !== '') return await bookByNumber(desk, row, setlId, 'found');
    }
  }
  const reversed = await reverseMessage(desk, row);
  const step = { params: { omsgid: row.doubtMsgid, reason: reversed.reason }, exchange: reversed.exchange };
  switch (reversed.kind) {
    case 'undone':
    case 'never':
      return await backToPresettled(
        desk,
        reversed.row,
        { kind: reversed.kind === 'undone' ? 'reversed' : 'never-happened', ...step, byName: by.userName },
        {
          problem: 'problem.not-settled',
        },
      );
    case 'refused':
      return await toReview(desk, reversed.row, { key: 'problem.reversal-refused', params: { reason: reversed.reason } }, {}, reversed.exchange);
    case 'silent':
      return await later(desk, reversed.row, {
        kind: 'silent',
        params: { step: 'reverse', infno: '2601', reason: reversed.reason },
        exchange: reversed.exchange,
      });
  }
}
