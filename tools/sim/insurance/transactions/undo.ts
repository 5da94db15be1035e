import { wireTime } from '../clock.ts';
import type { Settlement } from '../model.ts';
import { needed, nodeOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import { moved } from './account-moves.ts';
import { accountOf, openVisit, personByNumber } from './identify.ts';
import { cancelledNode, fundRows } from './settlement-answer.ts';
import { type Call, writing } from './transaction.ts';

const REVERSIBLE = ['2102', '2103', '2207', '2207A', '2208', '2304', '2305', '2401'];

/** Gives the account back what the settlement took, and its lines their freedom. */
function takeBack(call: Call, settlement: Settlement) {
  const person = call.facts.persons.get(settlement.psnNo);
  const visit = call.draft.get('visit', settlement.mdtrtId);
  if (!person || !visit) throw new Refusal('未查询到就诊信息');
  call.draft.put('account', person.psnNo, moved(accountOf(call, person), settlement, -1));
  call.draft.put('visit', visit.mdtrtId, { ...visit, lines: visit.lines.map((line) => (line.setlId === settlement.setlId ? { ...line, setlId: '' } : line)) });
}

/** 2208: once; also after clearing. Amounts of the cancelled settlement, positive, under its own number. */
export const cancelSettlement = writing((call) => {
  const data = nodeOf(call.input, 'data');
  const settlement = call.draft.get('settlement', needed(data, 'setl_id'));
  const visit = openVisit(call, data);
  if (!settlement || settlement.state === 'reversed' || settlement.mdtrtId !== visit.mdtrtId) throw new Refusal('未查询到结算信息');
  if (settlement.state === 'cancelled') throw new Refusal('该结算已撤销,不能重复撤销');
  const person = personByNumber(call, visit.psnNo);
  takeBack(call, settlement);
  call.draft.put('settlement', settlement.setlId, { ...settlement, state: 'cancelled', cancelMsgid: call.envelope.msgid, cancelledAt: wireTime(call.now) });
  call.touches(settlement.setlId);
  return { setlinfo: cancelledNode(settlement, person, call.region.area, call.now), setldetail: fundRows(settlement.amounts, settlement.insutype) };
});

/** A settlement that was lost on the way: as if it had never been. */
function reverseSettlement(call: Call, settlement: Settlement) {
  if (settlement.state === 'cancelled') throw new Refusal('原结算已撤销,不能冲正');
  takeBack(call, settlement);
  call.draft.put('settlement', settlement.setlId, { ...settlement, state: 'reversed' });
}

/** A cancellation that was lost: the settlement stands again, when nothing of it has been used meanwhile. */
function reverseCancellation(call: Call, settlement: Settlement) {
  const visit = call.draft.get('visit', settlement.mdtrtId);
  const person = call.facts.persons.get(settlement.psnNo);
  if (!visit || !person || visit.state !== 'open') throw new Refusal('原结算的就诊已变动,不能冲正');
  const lines = visit.lines.filter(({ batch }) => batch === settlement.batch);
  const sum = lines.reduce((total, { sumFen }) => total + sumFen, 0);
  if (sum !== settlement.amounts.medfee_sumamt || lines.some(({ setlId }) => setlId !== '')) throw new Refusal('原结算的明细已变动,不能冲正');
  const account = moved(accountOf(call, person), settlement, 1);
  if (account.ownFen < 0 || account.familyFen < 0) throw new Refusal('个人账户余额不足,不能冲正');
  call.draft.put('account', person.psnNo, account);
  call.draft.put('visit', visit.mdtrtId, {
    ...visit,
    lines: visit.lines.map((line) => (line.batch === settlement.batch ? { ...line, setlId: settlement.setlId } : line)),
  });
  call.draft.put('settlement', settlement.setlId, { ...settlement, state: 'settled', cancelMsgid: '', cancelledAt: '' });
}

/** 2601: takes back what a doubtful message did, or says that there is none. Either way that message is dead from now on. */
export const reverse = writing((call) => {
  const data = nodeOf(call.input, 'data');
  const psnNo = needed(data, 'psn_no');
  const omsgid = needed(data, 'omsgid');
  const oinfno = needed(data, 'oinfno');
  if (!REVERSIBLE.includes(oinfno)) throw new Refusal(`交易${oinfno}不支持冲正`);
  personByNumber(call, psnNo);
  if (call.draft.get('reversed', omsgid) !== undefined) throw new Refusal(call.region.noOriginal);
  const original = call.draft.get('message', omsgid);
  if (original && (original.psnNo !== psnNo || original.infno.slice(0, 4) !== oinfno.slice(0, 4))) throw new Refusal('原报文与人员编号或交易编号不符');
  if (!omsgid.startsWith(call.envelope.fixmedins_code)) throw new Refusal('不能冲正其他机构的交易');
  const settlement = original?.answer.infcode === '0' ? call.draft.get('settlement', original.setlId) : undefined;
  if (settlement && original?.infno === '2208') reverseCancellation(call, settlement);
  else if (settlement) reverseSettlement(call, settlement);
  call.draft.put('reversed', omsgid, call.envelope.msgid);
  if (!settlement) throw new Refusal(call.region.noOriginal, true);
  return null;
});
