import { addMoney, AppError, EnvelopeCode, type Money, moneyToWire, ZERO } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../patient/contract/index.ts';
import { prescriptionLedger } from '../../prescription/contract/index.ts';
import { billSettlements, type GxSheet } from '../contract/index.ts';
import { type FeeParts, feeCategoryOf, lineParts, type PrescribedParts, sumParts } from '../domain/fee-parts.ts';
import type { Bill } from './bill-model.ts';
import { billSight } from './bill-sight.ts';
import { readBills } from './bill.repo.ts';
import type { ChargingTables } from './charging-tables.ts';
import { settleSheets } from './settle-sheet.query.ts';

type Ctx = RequestContext<ChargingTables>;

const partsToWire = (parts: FeeParts) => ({
  fulamt_ownpay_amt: moneyToWire(parts.fulamtOwnpay),
  overlmt_selfpay: moneyToWire(parts.overlmt),
  preselfpay_amt: moneyToWire(parts.preselfpay),
  inscp_scp_amt: moneyToWire(parts.inscp),
});

/** What of each line insurance does not cover, by detail; nothing for a bill without insurance. */
async function prescribedParts(ctx: Ctx, bill: Bill): Promise<ReadonlyMap<string, PrescribedParts>> {
  if (bill.medInsMark === '0') return new Map();
  const dpIds = bill.prescriptions.map((one) => one.dpId);
  const prescriptions = await ctx.service(prescriptionLedger).getMany(dpIds, ctx.user.orgIds);
  return new Map(prescriptions.flatMap((one) => one.lines.map((line): [string, PrescribedParts] => [line.detailId, line])));
}

/** Who pays: what the insurer says; without one, the patient everything. */
async function payersOf(ctx: Ctx, bill: Bill) {
  const [settled] = (await ctx.optionalService(billSettlements)?.of([bill.id], ctx.user.orgIds)) ?? [];
  const funds: Money[] = settled ? [settled.poolPay, settled.civilServantPay, settled.otherFundPay] : [ZERO, ZERO, ZERO];
  const [pool = ZERO, civilServant = ZERO, other = ZERO] = funds;
  const account = settled?.accountPay ?? ZERO;
  const cash = settled?.cashPay ?? bill.total;
  return {
    mdtrt_id: settled?.mdtrtId ?? '',
    setl_id: settled?.setlId ?? '',
    fund_pay_sumamt: moneyToWire(addMoney(...funds)),
    hifp_pay: moneyToWire(pool),
    cvlserv_pay: moneyToWire(civilServant),
    oth_pay: moneyToWire(other),
    psn_part_amt: moneyToWire(addMoney(account, cash)),
    acct_pay: moneyToWire(account),
    psn_cash_pay: moneyToWire(cash),
  };
}

/** GET printgx. @throws AppError `charging.bill-not-found`. */
export async function gxSheets(ctx: Ctx, chargeId: string): Promise<{ list: GxSheet[] }> {
  const [bill] = await readBills(ctx.db, [chargeId], ctx.user.orgIds, billSight(ctx));
  const [sheet] = (await settleSheets(ctx, chargeId)).list;
  if (!bill || !sheet) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  const prescribed = await prescribedParts(ctx, bill);
  const lines = bill.lines.map((line) => ({
    category: feeCategoryOf(line.drugType),
    amount: line.subTotal,
    parts: lineParts(line, prescribed.get(line.detailId)),
  }));
  const codes = [...new Set(lines.map((line) => line.category))].sort();
  const [patient] = await ctx.service(patientDirectory).list([bill.patientId], ctx.user.orgIds);
  return {
    list: [
      {
        ...sheet,
        psn_no: patient?.psn_no ?? '',
        categories: codes.map((category) => {
          const own = lines.filter((line) => line.category === category);
          return { category, amount: moneyToWire(addMoney(ZERO, ...own.map((line) => line.amount))), ...partsToWire(sumParts(own.map((line) => line.parts))) };
        }),
        medfee_sumamt: moneyToWire(bill.total),
        ...partsToWire(sumParts(lines.map((line) => line.parts))),
        ...(await payersOf(ctx, bill)),
      },
    ],
  };
}
