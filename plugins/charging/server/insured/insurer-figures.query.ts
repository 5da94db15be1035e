import { addMoney, type Money, moneyToWire, negateMoney, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { prescriptionLedger } from '../../../prescription/contract/index.ts';
import { type BillSettlement, billSettlements, type SheetLine } from '../../contract/index.ts';
import { type FeeParts, lineParts, sumParts } from '../../domain/money/fee-parts.ts';
import { ACCOUNT_WAY, FUND_WAY, HOSPITAL_WAY } from '../../domain/money/insured-parts.ts';
import type { Bill } from '../bills/bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Ctx = ServerContext<ChargingTables>;

/** The settlement behind a bill; of a refund the one that it took back. */
export async function settlementBehind(ctx: Ctx, bill: Bill): Promise<BillSettlement | undefined> {
  const billId = bill.reversesId ?? bill.id;
  return (await ctx.optionalService(billSettlements)?.of([billId], [bill.orgId]))?.find((one) => one.billId === billId);
}

/** Lines of a bill with their four parts: the insurer's, else what was known while prescribing; of a bill without insurance all is the patient's. */
export async function settledLinesOf(ctx: Ctx, bill: Bill, settlement: BillSettlement | undefined): Promise<SheetLine[]> {
  const dpIds = bill.prescriptions.map((one) => one.dpId);
  const prescriptions = bill.medInsMark === '0' ? [] : await ctx.service(prescriptionLedger).getMany(dpIds, [bill.orgId]);
  const prescribed = new Map(prescriptions.flatMap((one) => one.prescribedLines).map((line) => [line.detailId, line]));
  const settled = new Map(settlement?.lines?.map((line) => [line.detailId, line]));
  return bill.lines.map((line) => {
    const whole = prescribed.get(line.detailId);
    const own = settled.get(line.detailId);
    const parts = lineParts(line, whole && { ...whole, ...own });
    return { detailId: line.detailId, drugType: line.drugType, amount: line.subTotal, ...parts };
  });
}

const partsToWire = (parts: FeeParts) => ({
  fulamt_ownpay_amt: moneyToWire(parts.fulamtOwnpay),
  overlmt_selfpay: moneyToWire(parts.overlmt),
  preselfpay_amt: moneyToWire(parts.preselfpay),
  inscp_scp_amt: moneyToWire(parts.inscp),
});

/** Who pays: as the payments of the bill say; the settlement tells the funds apart. */
export function insurerFiguresOf(bill: Bill, settlement: BillSettlement | undefined, lines: readonly FeeParts[]) {
  const paidBy = (way: string): Money => addMoney(ZERO, ...bill.payments.filter((one) => one.payWay === way).map((one) => one.amount));
  const [fund, account, hospital] = [paidBy(FUND_WAY), paidBy(ACCOUNT_WAY), paidBy(HOSPITAL_WAY)];
  const part = (amount: Money | undefined): Money => (amount === undefined ? ZERO : bill.kind === 'refund' ? negateMoney(amount) : amount);
  const [pool, civilServant] = [part(settlement?.poolPay), part(settlement?.civilServantPay)];
  const personal = subtractMoney(bill.total, addMoney(fund, hospital));
  return {
    mdtrt_id: settlement?.mdtrtId ?? '',
    setl_id: settlement?.setlId ?? '',
    medfee_sumamt: moneyToWire(bill.total),
    ...partsToWire(sumParts(lines)),
    fund_pay_sumamt: moneyToWire(fund),
    hifp_pay: moneyToWire(pool),
    cvlserv_pay: moneyToWire(civilServant),
    oth_pay: moneyToWire(subtractMoney(fund, addMoney(pool, civilServant))),
    psn_part_amt: moneyToWire(personal),
    acct_pay: moneyToWire(account),
    psn_cash_pay: moneyToWire(subtractMoney(personal, account)),
    hosp_part_amt: moneyToWire(hospital),
  };
}
