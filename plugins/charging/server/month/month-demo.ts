import { addMoney, dayOf, type OrgId, parseDay, ZERO } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, PayStatus, prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { ChargingDemo } from '../../contract/index.ts';
import { monthOf, monthSpan } from '../../domain/month/month.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { type Cashier, writeBill } from '../charge/write-bill.ts';

type Account = NonNullable<ChargingDemo['monthAccounts']>[number];

const PAGE = 500;
const CLOSING_HOURS = 17.5;

/** Prescriptions of the account holders that are still at the desk, oldest first. */
async function atTheDesk(ctx: ServerContext<ChargingTables>, { orgId, patientIds }: Account, endDate: string): Promise<LedgerPrescription[]> {
  const ledger = ctx.service(prescriptionLedger);
  const orgIds: OrgId[] = [orgId];
  const found: LedgerPrescription[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const { list } = await ledger.listToCharge({ orgIds, patientIds, payStatus: [PayStatus.ToCharge], endDate, currentPage, pageSize: PAGE });
    found.push(
      ...(await ledger.getMany(
        list.map((head) => head.dpId),
        orgIds,
      )),
    );
    if (list.length < PAGE) return found;
  }
}

/**
 * The demo's account holders: what lies in earlier months was settled with one bill at the end of its month, what lies in the current
 * one is on the account.
 */
export async function loadMonthDemo(
  ctx: ServerContext<ChargingTables>,
  account: Account,
  facility: { readonly cashier: Cashier; readonly prefix: string; readonly endDate: string },
): Promise<void> {
  const ledger = ctx.service(prescriptionLedger);
  const current = monthOf(ctx.clock.today());
  const earlier = new Map<string, LedgerPrescription[]>();
  for (const one of await atTheDesk(ctx, account, facility.endDate)) {
    const month = monthOf(dayOf(one.dpDate));
    if (month === current) await ledger.setPayStatus({ dpId: one.dpId, version: one.version, by: facility.cashier, to: PayStatus.OnAccount, past: true });
    else earlier.set(`${month}/${one.patientId}`, [...(earlier.get(`${month}/${one.patientId}`) ?? []), one]);
  }
  let number = 90_000;
  for (const [key, prescriptions] of earlier) {
    number += 1;
    const { endDate } = monthSpan(key.slice(0, 7));
    const total = addMoney(ZERO, ...prescriptions.map((one) => one.totalPrice));
    await writeBill(ctx, {
      prescriptions,
      total,
      payments: total === ZERO ? [] : [{ payWay: 'wechat', amount: total, tendered: total, change: ZERO, reference: '' }],
      cashier: facility.cashier,
      at: new Date(parseDay(endDate) + CLOSING_HOURS * 3_600_000),
      origin: 'demo',
      billNo: `${facility.prefix}${endDate.replaceAll('-', '')}${number}`,
    });
  }
}
