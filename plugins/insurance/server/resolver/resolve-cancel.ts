import { asNode } from '@nephra/plugin-sdk/contract';
import { text } from '../../domain/settlement/settle-amounts.ts';
import { CERTAIN, toReview } from '../settlement/flow/book.ts';
import { bookCancelled } from '../settlement/flow/cancel.command.ts';
import type { SettlementContext } from '../settlement/ledger/settlement-context.ts';
import { advance, exchangeOf, type SettlementRow } from '../settlement/ledger/settlement.repo.ts';
import { askSettlement, fromJournal, later, reverseMessage } from './resolve-settle.ts';

const CANCELLED = '1';

/** A 2208 without a certain outcome: the platform is asked whether the settlement still stands; if it does, the lost message is undone for good. */
export async function resolveCancel(desk: SettlementContext, begun: SettlementRow): Promise<SettlementRow> {
  const { ctx, by } = desk;
  const known = await fromJournal(desk, begun);
  if (known && known.state !== 'cancel-unknown') return known;
  const row = known ?? begun;
  if (row.reversalExchangeId === null) {
    const asked = await askSettlement(desk, row, row.setlId);
    const exchange = exchangeOf(asked, '5203');
    if (asked.kind === 'unknown') return await later(desk, row, { kind: 'silent', params: { step: 'lookup', infno: '5203', reason: asked.reason }, exchange });
    if (asked.kind === 'success' && text(asNode(asked.output.setlinfo).refd_setl_flag) === CANCELLED) {
      return await bookCancelled(desk, row, { kind: 'cancel-found', exchange, byName: by.userName }, { cancelMsgid: row.doubtMsgid });
    }
  }
  const reversed = await reverseMessage(desk, row);
  const step = { params: { omsgid: row.doubtMsgid, reason: reversed.reason }, exchange: reversed.exchange, byName: by.userName };
  switch (reversed.kind) {
    case 'undone':
    case 'never':
      return await advance(
        ctx,
        reversed.row,
        'settled',
        { ...CERTAIN, problem: 'problem.not-cancelled' },
        { kind: reversed.kind === 'undone' ? 'cancel-reversed' : 'cancel-never', ...step },
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
