import { wireTime } from '../clock.ts';
import type { Amounts, Person, Settlement } from '../model.ts';
import { yuan } from '../money.ts';

const yuanOf = (amounts: Amounts) => Object.fromEntries(Object.entries(amounts).map(([name, fen]) => [name, yuan(fen)]));

/** Funds that paid, one row each. */
export function fundRows(amounts: Amounts, insutype: string) {
  const employee = insutype !== '390';
  const rows: readonly (readonly [string, string, number])[] = [
    employee ? ['310100', '职工基本医疗保险统筹基金', amounts.hifp_pay] : ['390100', '城乡居民基本医疗保险基金', amounts.hifp_pay],
    ['320100', '公务员医疗补助基金', amounts.cvlserv_pay],
    ['330100', '大额医疗费用补助基金', amounts.hifob_pay],
    ['390200', '城乡居民大病保险资金', amounts.hifmi_pay],
    ['610100', '医疗救助基金', amounts.maf_pay],
    ['310200', '职工基本医疗保险个人账户', amounts.acct_pay],
  ];
  return rows
    .filter(([, , fen]) => fen > 0)
    .map(([type, name, fen]) => ({
      fund_pay_type: type,
      inscp_scp_amt: yuan(amounts.inscp_scp_amt),
      crt_payb_lmt_amt: 0,
      fund_payamt: yuan(fen),
      fund_pay_type_name: name,
      setl_proc_info: `模拟结算:${name}支付${yuan(fen).toFixed(2)}元`,
    }));
}

/** Settlement facts that both a preview and the settlement itself have. */
export interface Settled {
  readonly mdtrtId: string;
  readonly insutype: string;
  readonly medType: string;
  readonly certType: string;
  readonly clrType: string;
  readonly poolPpm: number;
  readonly amounts: Amounts;
  readonly balanceFen: number;
  readonly msgid: string;
  readonly at: string;
}

/** Node `setlinfo` of 2206 and 2207. */
export function settlementNode(settled: Settled, person: Person, area: string) {
  return {
    mdtrt_id: settled.mdtrtId,
    psn_no: person.psnNo,
    psn_name: person.name,
    psn_cert_type: '01',
    certno: person.certNo,
    gend: person.gend,
    naty: '01',
    brdy: person.birthday,
    age: Number(settled.at.slice(0, 4)) - Number(person.birthday.slice(0, 4)),
    insutype: settled.insutype,
    psn_type: person.psnType,
    cvlserv_flag: person.civilServant ? '1' : '0',
    setl_time: settled.at,
    mdtrt_cert_type: settled.certType,
    med_type: settled.medType,
    ...yuanOf(settled.amounts),
    pool_prop_selfpay: settled.poolPpm / 1_000_000,
    balc: yuan(settled.balanceFen),
    medins_setl_id: settled.msgid,
    clr_optins: area,
    clr_way: '1',
    clr_type: settled.clrType,
  };
}

/** `setlinfo` with the names that 2208 has for some of them. */
export function cancelledNode(settlement: Settlement, person: Person, area: string, now: Date) {
  const { psn_cash_pay: cash, ...rest } = settlementNode(settlement, person, area) as Record<string, unknown>;
  return { ...rest, setl_id: settlement.setlId, pdn_cash_pay: cash, setl_time: wireTime(now) };
}

/** `setlinfo` with the names that 5203 has for some of them. */
export function queriedNode(settlement: Settlement, person: Person, area: string) {
  const { psn_cash_pay: cash, psn_part_amt: part, ...rest } = settlementNode(settlement, person, area) as Record<string, unknown>;
  return {
    ...rest,
    setl_id: settlement.setlId,
    psn_pay: part,
    cash_payamt: cash,
    refd_setl_flag: settlement.state === 'cancelled' ? '1' : '0',
    year: settlement.year,
    pay_loc: '1',
    invono: settlement.invoice,
  };
}
