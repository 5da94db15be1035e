import { addMoney, moneyFromText, moneyToText, moneyToWire, moneyFromWire, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import { identityFault, type ReadAmounts, readAmounts, twoDecimals } from '../../domain/settle-amounts.ts';
import { asksForNewBatch } from '../../domain/settle-checks.ts';
import { demandVisit } from '../visit/visit.repo.ts';
import { personGroup } from './certificate.ts';
import { type Desk, subjectOf } from './desk.ts';
import { halt, halted, type Progress } from './progress.ts';
import { advance, type Changes, exchangeOf, type SettlementRow } from './settlement.repo.ts';

/** By item; quotas are the insurer's affair. */
const BY_ITEM = '01';

/** Columns that say what a settlement costs whom. */
export const amountColumns = (read: ReadAmounts): Changes => ({
  amounts: JSON.stringify(read.amounts),
  funds: JSON.stringify(read.funds),
  medfee: moneyToText(moneyFromWire(read.amounts.medfee_sumamt)),
  fund_pay: moneyToText(moneyFromWire(read.amounts.fund_pay_sumamt)),
  acct_pay: moneyToText(moneyFromWire(read.amounts.acct_pay)),
  cash_pay: moneyToText(moneyFromWire(read.amounts.psn_cash_pay)),
  hosp_pay: moneyToText(moneyFromWire(read.amounts.hosp_part_amt)),
});

/** What 2206 and 2207 have in common. */
export async function settleInput(desk: Desk, row: SettlementRow): Promise<Record<string, unknown>> {
  const visit = await demandVisit(desk.ctx, row.visit_id ?? '', [row.org_id as OrgId]);
  const person = await personGroup(desk, row);
  return {
    ...person,
    med_type: row.med_type,
    medfee_sumamt: moneyToWire(moneyFromText(row.total)),
    psn_setlway: BY_ITEM,
    mdtrt_id: visit.mdtrt_id,
    chrg_bchno: row.chrg_bchno,
    acct_used_flag: row.acct_used_flag,
    insutype: row.insutype,
  };
}

/** uploaded → presettled (2206): what the insurer would pay. Asked as often as one likes. */
export async function preSettleStep(desk: Desk, row: SettlementRow): Promise<Progress> {
  const { ctx, client, by } = desk;
  const orgId = row.org_id as OrgId;
  const total = moneyFromText(row.total);
  const sent = await ctx.db
    .selectFrom('insurance.settlement_line')
    .select(({ fn }) => fn.sum<string>('amount').as('sum'))
    .where('settlement_id', '=', row.id)
    .executeTakeFirst();
  if (addMoney(ZERO, moneyFromText(sent?.sum ?? '0')) !== total)
    return await halt(desk, row, { key: 'problem.sum', params: { sum: sent?.sum ?? '0', total: row.total } });
  const { adapter } = await client.connectionOf(orgId);
  const infno = adapter.rules.transactions.preSettle;
  const extra = infno === '2206A' ? { expContent: '', pub_hosp_rfom_flag: '' } : {};
  const outcome = await client.call(infno, { data: { ...(await settleInput(desk, row)), ...extra } }, subjectOf(desk, row));
  if (outcome.kind !== 'success') {
    const stale = outcome.kind === 'refused' && asksForNewBatch(outcome.reason);
    return await halted(desk, row, 'presettle', infno, outcome, stale ? { batch_stale: true } : {});
  }
  const exchange = exchangeOf(outcome, infno);
  const read = readAmounts(outcome.output);
  if (!read) return await halt(desk, row, { key: 'problem.unreadable', params: { infno } }, exchange);
  const fault = identityFault(read.amounts, total, read.funds);
  if (fault) return await halt(desk, row, { key: `problem.identity.${fault}`, params: { infno } }, exchange);
  const next = await advance(ctx, row, 'presettled', amountColumns(read), {
    kind: 'presettled',
    params: {
      total: row.total,
      fund: twoDecimals(read.amounts.fund_pay_sumamt),
      account: twoDecimals(read.amounts.acct_pay),
      cash: twoDecimals(read.amounts.psn_cash_pay),
    },
    exchange,
    byName: by.userName,
  });
  return { row: next, stopped: false };
}
