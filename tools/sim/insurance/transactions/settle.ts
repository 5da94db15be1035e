import { wireTime } from '../clock.ts';
import type { Amounts, Person, Settlement, Visit } from '../model.ts';
import { sumOf, yuan } from '../money.ts';
import { fenOf, type Node, needed, nodeOf, oneOf, textOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import { type SettlementResult, settle } from '../rules/settlement-rule.ts';
import { moved, usedIn } from './account-moves.ts';
import { accountOf, insuredPerson, openVisit } from './identify.ts';
import { fundRows, type Settled, settlementNode } from './settlement-answer.ts';
import { type Call, type Transaction, reading, writing } from './transaction.ts';

/** Copied from 2206 into 2207, so that both sides mean the same settlement. */
const COPIED = ['fulamt_ownpay_amt', 'overlmt_selfpay', 'preselfpay_amt', 'inscp_scp_amt'] as const satisfies readonly (keyof Amounts)[];
const OUTPATIENT = '11';

interface Computed {
  readonly person: Person;
  readonly visit: Visit;
  readonly batch: string;
  readonly result: SettlementResult;
  readonly settled: Settled;
}

/** What 2206 shows and 2207 does: the same figures as long as nothing of the person changed between. */
function compute(call: Call, data: Node): Computed {
  const medType = needed(data, 'med_type');
  const batch = needed(data, 'chrg_bchno');
  const setlway = oneOf(data, 'psn_setlway', ['01', '02']);
  const useAccount = oneOf(data, 'acct_used_flag', ['0', '1']) === '1';
  const total = fenOf(data, 'medfee_sumamt');
  const person = insuredPerson(call, data);
  const visit = openVisit(call, data);
  if (visit.medType !== medType) throw new Refusal('med_type与就诊信息不符');
  const lines = visit.lines.filter((line) => line.batch === batch);
  if (lines.length === 0) throw new Refusal(`未查询到收费批次${batch}的费用明细`);
  if (lines.some(({ setlId }) => setlId !== '')) throw new Refusal(`收费批次${batch}已结算`);
  const uploaded = sumOf(lines, ({ sumFen }) => sumFen);
  if (uploaded !== total) throw new Refusal(`医疗费总额${yuan(total).toFixed(2)}与明细合计${yuan(uploaded).toFixed(2)}不符`);
  const at = wireTime(call.now);
  const account = accountOf(call, person);
  const result = settle({
    lines,
    insutype: person.insutype,
    psnType: person.psnType,
    medType,
    fixedQuota: setlway === '02',
    useAccount,
    civilServant: person.civilServant,
    inNeed: person.inNeed,
    ownAccountFen: account.ownFen,
    familyAccountFen: account.familyFen,
    used: usedIn(account, at.slice(0, 4), person.insutype),
  });
  const { amounts, poolPpm } = result;
  const settled = {
    mdtrtId: visit.mdtrtId,
    insutype: person.insutype,
    medType,
    certType: textOf(data, 'mdtrt_cert_type'),
    clrType: OUTPATIENT,
    poolPpm,
    amounts,
    balanceFen: account.ownFen - (amounts.acct_pay - amounts.acct_mulaid_pay),
    msgid: call.envelope.msgid,
    at,
  };
  return { person, visit, batch, result, settled };
}

/** 2206 and 2206A: as often as one likes. */
export const preSettle = reading((call) => {
  const { person, settled } = compute(call, nodeOf(call.input, 'data'));
  return { setlinfo: settlementNode(settled, person, call.region.area), setldetail: fundRows(settled.amounts, settled.insutype) };
});

function checkCopied(data: Node, amounts: Amounts, mandatory: boolean) {
  for (const name of COPIED) {
    if (!mandatory && textOf(data, name) === '') continue;
    const fen = fenOf(data, name);
    if (fen !== amounts[name]) throw new Refusal(`${name}与预结算结果不符,应为${yuan(amounts[name]).toFixed(2)}`);
  }
}

/** 2207 (four amounts must be copied) and 2207A (may). */
const settleWith = (mandatory: boolean): Transaction =>
  writing((call) => {
    const data = nodeOf(call.input, 'data');
    const { person, visit, batch, result, settled } = compute(call, data);
    checkCopied(data, result.amounts, mandatory);
    const setlId = `${call.region.area}S${String(call.draft.next('settlement')).padStart(14, '0')}`;
    const settlement: Settlement = {
      ...settled,
      setlId,
      region: call.region.code,
      facility: call.envelope.fixmedins_code,
      psnNo: person.psnNo,
      batch,
      year: settled.at.slice(0, 4),
      invoice: textOf(data, 'invono'),
      growth: result.growth,
      state: 'settled',
      cancelMsgid: '',
      cancelledAt: '',
    };
    call.draft.put('settlement', setlId, settlement);
    call.draft.put('account', person.psnNo, moved(accountOf(call, person), settlement, 1));
    call.draft.put('visit', visit.mdtrtId, { ...visit, lines: visit.lines.map((line) => (line.batch === batch ? { ...line, setlId } : line)) });
    call.touches(setlId);
    return {
      setlinfo: { setl_id: setlId, ...settlementNode(settlement, person, call.region.area) },
      setldetail: fundRows(settlement.amounts, settlement.insutype),
    };
  });

export const settleCopied = settleWith(true);
export const settleFree = settleWith(false);
