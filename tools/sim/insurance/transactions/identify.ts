import type { Account, Person, Visit } from '../model.ts';
import { type Node, needed, textOf } from '../nodes.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from './transaction.ts';

const UNKNOWN_PERSON = '未查询到参保人信息';
const digitsOf = (person: Person) => person.psnNo.slice(-8);

/** Who shows this proof: voucher token, ID number, or card with its number inside. */
export function personByProof(call: Call, node: Node): Person {
  const type = needed(node, 'mdtrt_cert_type');
  const number = needed(node, 'mdtrt_cert_no');
  const all = [...call.facts.persons.values()];
  const find = (fits: (person: Person) => boolean) => {
    const person = all.find(fits);
    if (!person) throw new Refusal(UNKNOWN_PERSON);
    return person;
  };
  if (type === '01') return find((person) => `SIMEC${person.psnNo}` === number);
  if (type === '02') return find((person) => person.certNo === number);
  if (type !== '03') throw new Refusal(`mdtrt_cert_type的值${type}不在字典内`);
  const person = find((one) => `SIMK${digitsOf(one)}` === number);
  if (needed(node, 'card_sn') !== `SN${digitsOf(person)}`) throw new Refusal('card_sn与社会保障卡不符');
  return person;
}

/** The person whom `psn_no` names; the area of the envelope must be the person's. */
export function personByNumber(call: Call, psnNo: string): Person {
  const person = call.facts.persons.get(psnNo);
  if (!person) throw new Refusal(UNKNOWN_PERSON);
  if (person.area !== call.envelope.insuplc_admdvs) throw new Refusal(`insuplc_admdvs与参保地${person.area}不符`);
  return person;
}

/** Group P: number and proof must be of the same person, the insurance one that runs. */
export function insuredPerson(call: Call, node: Node): Person {
  const person = personByNumber(call, needed(node, 'psn_no'));
  if (personByProof(call, node).psnNo !== person.psnNo) throw new Refusal('就诊凭证与人员编号不符');
  const insutype = needed(node, 'insutype');
  if (insutype !== person.insutype) throw new Refusal(`参保人无险种${insutype}的参保信息`);
  if (person.paused) throw new Refusal('参保人处于暂停参保状态,不享受待遇');
  return person;
}

/** A visit of this facility and person that is open. */
export function openVisit(call: Call, node: Node): Visit {
  const visit = call.draft.get('visit', needed(node, 'mdtrt_id'));
  if (!visit || visit.facility !== call.envelope.fixmedins_code) throw new Refusal('未查询到就诊信息');
  if (visit.psnNo !== needed(node, 'psn_no')) throw new Refusal('就诊信息与人员编号不符');
  if (visit.state !== 'open') throw new Refusal('就诊登记已撤销');
  return visit;
}

export const accountOf = (call: Call, person: Person): Account =>
  call.draft.get('account', person.psnNo) ?? { ownFen: person.accountFen, familyFen: person.familyFen, years: {} };

export const filingOn = (person: Person, code: string, day: string) =>
  person.filings.find((filing) => filing.code === code && filing.begin <= day && (filing.end === '' || filing.end >= day));

/** Text of `dise_codg` where the medical category wants one. */
export const diseaseOf = (node: Node) => ({ code: textOf(node, 'dise_codg'), name: textOf(node, 'dise_name') });
