import { AppError, EnvelopeCode, moneyFromWire, moneyToText, quantityFromWire } from '@nephra/plugin-sdk/contract';
import { insuredBills } from '../../../../charging/contract/index.ts';
import type { CorrectBody, SettlementRecord } from '../../../contract/index.ts';
import { cancelSettled } from './cancel.command.ts';
import type { CallCtx, ClientOf } from '../ledger/settlement-context.ts';

/**
 * POST settlement/{id}/correct: some lines go back. The insurer cancels the settlement as a whole, so the whole bill is reversed; what remains waits
 * at the desk to be settled anew. What is to go back is on record before 2208 leaves: whoever finishes it after a lost answer does the same.
 * @throws AppError `insurance.correct-month`, `insurance.correct-without-bill`, `insurance.correct-changed` (409) when another sum would go back than
 * the cashier saw, the refusals of `cancel`, and those of a refund (`charging.*`)
 */
export function correct(ctx: CallCtx, id: string, body: CorrectBody, clientOf: ClientOf): Promise<SettlementRecord> {
  const lines = body.lines.map((line) => ({ detailId: line.detailId, quantity: quantityFromWire(line.drugNum) }));
  return cancelSettled(
    ctx,
    id,
    { version: body.version, reason: body.reason.trim(), lines },
    {
      clientOf,
      async prove(row) {
        if (row.month !== null) throw new AppError('insurance.correct-month', { params: { month: row.month } });
        const billId = row.billId;
        if (billId === null) throw new AppError('insurance.correct-without-bill');
        const { back } = await ctx.transaction(() => ctx.service(insuredBills).assertCorrectable({ billId, lines, orgIds: ctx.user.orgIds }));
        const seen = moneyFromWire(body.totalPrice);
        if (seen !== back) {
          throw new AppError('insurance.correct-changed', { code: EnvelopeCode.Conflict, params: { seen: moneyToText(seen), back: moneyToText(back) } });
        }
      },
    },
  );
}
