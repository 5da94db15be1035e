import { moneyFromText, moneyFromWire, moneyToText, moneyToWire } from '@nephra/plugin-sdk/contract';
import { identityFault, type ReadAmounts, readAmounts, twoDecimals } from '../../../domain/settlement/settle-amounts.ts';
import { asksForNewBatch } from '../../../domain/settlement/settle-checks.ts';
import { requireVisit } from '../../visit/visit.repo.ts';
import { personGroup } from '../ledger/certificate.ts';
import { type SettlementContext, subjectOf } from '../ledger/settlement-context.ts';
import { halt, halted, type Progress } from '../ledger/progress.ts';
import { advance, type Changes, exchangeOf, type SettlementRow } from '../ledger/settlement.repo.ts';

/** How the insurer counts: by item, or by the quota that the facility has for the disease. */
const BY_ITEM = '01';
const BY_QUOTA = '02';

/** Columns that say what a settlement costs whom. */
export const amountColumns = (read: ReadAmounts): Changes => ({
  amounts: read.amounts,
  funds: read.funds,
  medfee: moneyFromWire(read.amounts.medfee_sumamt),
  fundPay: moneyFromWire(read.amounts.fund_pay_sumamt),
  acctPay: moneyFromWire(read.amounts.acct_pay),
  cashPay: moneyFromWire(read.amounts.psn_cash_pay),
  hospPay: moneyFromWire(read.amounts.hosp_part_amt),
});

/** What 2206 and 2207 have in common; 2207 is asked for the way 2206 was. */
export async function settleInput(desk: SettlementContext, row: SettlementRow): Promise<Record<string, unknown>> {
  const visit = await requireVisit(desk.ctx, row.visitId ?? '', [row.orgId]);
  const person = await personGroup(desk, row);
  return {
    ...person,
    med_type: row.medType,
    medfee_sumamt: moneyToWire(row.total),
    psn_setlway: row.psnSetlway,
    mdtrt_id: visit.mdtrtId,
    chrg_bchno: row.chrgBchno,
    acct_used_flag: row.acctUsedFlag,
    insutype: row.insutype,
  };
}

/** uploaded → presettled (2206): what the insurer would pay. Asked as often as one likes. */
export async function preSettleStep(desk: SettlementContext, row: SettlementRow): Promise<Progress> {
  const { ctx, client, by } = desk;
  const orgId = row.orgId;
  const { total } = row;
  // rows: of a settlement that was found for the organisations of whoever works on it
  const sent = await ctx.db
    .selectFrom('insurance.settlement_line')
    .select(({ fn }) => fn.sum<string>('amount').as('sum'))
    .where('settlement_id', '=', row.id)
    .executeTakeFirst();
  if (moneyFromText(sent?.sum ?? '0') !== total)
    return await halt(desk, row, { key: 'problem.sum', params: { sum: sent?.sum ?? '0', total: moneyToText(total) } });
  const { adapter, quotaDiseases } = await client.connectionOf(orgId);
  const psnSetlway = quotaDiseases.includes(row.diseCodg) ? BY_QUOTA : BY_ITEM;
  const { transactions, extras } = adapter.rules;
  const infno = transactions.preSettle;
  const outcome = await client.call(infno, { data: { ...(await settleInput(desk, { ...row, psnSetlway })), ...extras?.preSettle } }, subjectOf(desk, row));
  if (outcome.kind !== 'success') {
    const stale = outcome.kind === 'refused' && asksForNewBatch(outcome.reason);
    return await halted(desk, row, 'presettle', infno, outcome, stale ? { batchStale: true } : {});
  }
  const exchange = exchangeOf(outcome, infno);
  const read = readAmounts(outcome.output);
  if (!read) return await halt(desk, row, { key: 'problem.unreadable', params: { infno } }, exchange);
  const fault = identityFault(read.amounts, total, read.funds);
  if (fault) return await halt(desk, row, { key: `problem.identity.${fault}`, params: { infno } }, exchange);
  const { hosp_part_amt: hospital } = read.amounts;
  const next = await advance(
    ctx,
    row,
    'presettled',
    { ...amountColumns(read), psnSetlway },
    {
      kind: hospital > 0 ? 'presettled-hospital' : 'presettled',
      params: {
        total: moneyToText(total),
        fund: twoDecimals(read.amounts.fund_pay_sumamt),
        account: twoDecimals(read.amounts.acct_pay),
        cash: twoDecimals(read.amounts.psn_cash_pay),
        ...(hospital > 0 ? { hospital: twoDecimals(hospital) } : {}),
      },
      exchange,
      byName: by.userName,
    },
  );
  return { row: next, stopped: false };
}
