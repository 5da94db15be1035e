import type { Settlement } from '../model.ts';
import { sumOf, yuan } from '../money.ts';
import { fenOf, type Node, need, needed, nodeOf, rangeOf, textOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import { readTabText, tabText } from '../zip/tab-text.ts';
import { keepFile } from './reading/files.ts';
import { type Call, reading, writing } from './transaction.ts';

/** A settlement (sign 1) or its cancellation (-1), as the day's statement has it. */
interface StatementRow {
  readonly settlement: Settlement;
  readonly refund: '0' | '1';
  readonly msgid: string;
  readonly medfee: number;
  readonly fund: number;
  readonly account: number;
  readonly cash: number;
}

function rowOf(settlement: Settlement, refund: '0' | '1'): StatementRow {
  const sign = refund === '1' ? -1 : 1;
  const { amounts } = settlement;
  return {
    settlement,
    refund,
    msgid: refund === '1' ? settlement.cancelMsgid : settlement.msgid,
    medfee: sign * amounts.medfee_sumamt,
    fund: sign * amounts.fund_pay_sumamt,
    account: sign * amounts.acct_pay,
    cash: sign * amounts.psn_cash_pay,
  };
}

/** Rows of the facility in a range; a settlement that was cancelled has two. */
function statementOf(call: Call, data: Node, fits: (settlement: Settlement) => boolean): StatementRow[] {
  const range = rangeOf(data, 'stmt_begndate', 'stmt_enddate');
  const within = (at: string) => at >= range.from && at <= range.to;
  const refund = textOf(data, 'refd_setl_flag');
  return call.draft
    .rows('settlement')
    .filter((one) => one.facility === call.envelope.fixmedins_code && one.state !== 'reversed' && fits(one))
    .flatMap((one) => [...(within(one.at) ? [rowOf(one, '0')] : []), ...(one.state === 'cancelled' && within(one.cancelledAt) ? [rowOf(one, '1')] : [])])
    .filter((row) => refund === '' || row.refund === refund);
}

/** 3201: are the sums of both sides equal. */
export const totals = reading((call) => {
  const data = nodeOf(call.input, 'data');
  const insutype = needed(data, 'insutype');
  const clrType = needed(data, 'clr_type');
  const rows = statementOf(call, data, (one) => one.insutype === insutype && one.clrType === clrType);
  const pairs = [
    ['医疗费总额', fenOf(data, 'medfee_sumamt'), sumOf(rows, ({ medfee }) => medfee)],
    ['基金支付总额', fenOf(data, 'fund_pay_sumamt'), sumOf(rows, ({ fund }) => fund)],
    ['个人账户支付', fenOf(data, 'acct_pay'), sumOf(rows, ({ account }) => account)],
  ] as const;
  const differences = pairs.filter(([, theirs, ours]) => theirs !== ours).map(([name, theirs, ours]) => `${name}:机构${yuan(theirs)},中心${yuan(ours)}`);
  const count = Number(needed(data, 'fixmedins_setl_cnt'));
  if (count !== rows.length) differences.push(`笔数:机构${count},中心${rows.length}`);
  const { results } = call.region;
  const result =
    differences.length === 0 ? results.equal : count < rows.length ? results.platformMore : count > rows.length ? results.facilityMore : results.differ;
  return {
    stmtinfo: { setl_optins: needed(data, 'setl_optins'), stmt_rslt: result, stmt_rslt_dscr: differences.length === 0 ? '对账相等' : differences.join(';') },
  };
});

interface FacilityRow {
  readonly setlId: string;
  readonly mdtrtId: string;
  readonly psnNo: string;
  readonly medfee: number;
  readonly fund: number;
  readonly account: number;
  readonly refund: string;
}

function facilityRows(call: Call, number: string): FacilityRow[] {
  const stored = call.draft.get('upload', number);
  if (!stored || stored.facility !== call.envelope.fixmedins_code) throw new Refusal('对账明细文件不存在');
  return readTabText(Buffer.from(stored.base64, 'base64')).map((cells, at) => {
    if (cells.length !== 7) throw new Refusal(`对账明细第${at + 1}行应为7列`);
    const [setlId = '', mdtrtId = '', psnNo = '', medfee, fund, account, refund = ''] = cells;
    const row = { medfee_sumamt: medfee, fund_pay_sumamt: fund, acct_pay: account };
    return {
      setlId,
      mdtrtId,
      psnNo,
      medfee: fenOf(row, 'medfee_sumamt'),
      fund: fenOf(row, 'fund_pay_sumamt'),
      account: fenOf(row, 'acct_pay'),
      refund: refund || '0',
    };
  });
}

/** 3202: row by row; the result is a file. A row that only the platform has carries the message for 2601. */
export const details = writing((call) => {
  const data = nodeOf(call.input, 'data');
  need(data, 'setl_optins', 'medfee_sumamt', 'fund_pay_sumamt', 'cash_payamt', 'fixmedins_setl_cnt');
  const clrType = textOf(data, 'clr_type');
  const ours = new Map(
    statementOf(call, data, (one) => clrType === '' || one.clrType === clrType).map((row) => [`${row.settlement.setlId}|${row.refund}`, row]),
  );
  const { results, resultRowsHaveAmounts } = call.region;
  const lines: string[][] = [];
  const add = (psnNo: string, mdtrtId: string, setlId: string, msgid: string, result: string, refund: string, memo: string, fen: readonly number[]) =>
    lines.push([psnNo, mdtrtId, setlId, msgid, result, refund, memo, ...(resultRowsHaveAmounts ? fen.map((one) => yuan(one).toFixed(2)) : [])]);
  for (const row of facilityRows(call, needed(data, 'file_qury_no'))) {
    const own = ours.get(`${row.setlId}|${row.refund}`);
    ours.delete(`${row.setlId}|${row.refund}`);
    const equal = own !== undefined && own.medfee === row.medfee && own.fund === row.fund && own.account === row.account;
    const memo = own === undefined ? '中心无此记录' : equal ? '' : '金额不一致';
    const result = own === undefined ? results.facilityMore : equal ? results.equal : results.differ;
    add(row.psnNo, row.mdtrtId, row.setlId, own?.msgid ?? '', result, row.refund, memo, own ? [own.medfee, own.fund, own.cash] : [row.medfee, row.fund, 0]);
  }
  for (const { settlement, refund, msgid, medfee, fund, cash } of ours.values()) {
    add(settlement.psnNo, settlement.mdtrtId, settlement.setlId, msgid, results.platformMore, refund, '机构无此记录', [medfee, fund, cash]);
  }
  return { fileinfo: keepFile(call, `3202_${call.envelope.msgid}.zip`, tabText(lines)) };
});
