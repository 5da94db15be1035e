import { fen, type Language, type OrgId } from '@nephra/plugin-sdk/contract';
import { PayStatus, prescriptionLedger } from '../../prescription/contract/index.ts';
import { type BillSettlement, billSettlements, type InsuredBillActor, type InsuredBills, insuredBills } from '../contract/index.ts';
import { cashier, type Desk } from './desk.ts';

const ORG = 'org-gz' as OrgId;
export const actor: InsuredBillActor = { userId: cashier.userId, userName: cashier.userName, orgIds: [ORG] };

type Charge = Parameters<InsuredBills['charge']>[0];

export interface InsuredDesk {
  readonly bills: InsuredBills;
  /** 0→2, and on to 3 when told: nobody else can charge them. */
  hold(dpIds: readonly string[], doubtful?: boolean): Promise<void>;
  /** In a transaction of its own: fund 300.00, account 50.00, the rest in cash, of 755.50. */
  charge(dpIds: readonly string[], over?: Partial<Charge>): ReturnType<InsuredBills['charge']>;
  reverse(billId: string, reason?: string): ReturnType<InsuredBills['reverse']>;
  /** What an insurance plugin would say of these bills. */
  settledBy(settlements: readonly BillSettlement[]): void;
}

export const settlementOf = (billId: string, over: Partial<BillSettlement> = {}): BillSettlement => ({
  billId,
  mdtrtId: 'SIM-MDTRT-1',
  setlId: 'SIM-SETL-1',
  poolPay: fen(25_000),
  civilServantPay: fen(0),
  otherFundPay: fen(5_000),
  accountPay: fen(5_000),
  cashPay: fen(40_550),
  hospitalPay: fen(0),
  simulated: true,
  ...over,
});

/** The desk as a plugin sees it that settles with an insurer. */
export function insuredDesk({ host }: Desk): InsuredDesk {
  const bills = host.service(insuredBills);
  const ledger = host.service(prescriptionLedger);
  const language: Language = 'zh';
  return {
    bills,
    hold: (dpIds, doubtful = false) =>
      host.db.transaction(async () => {
        for (const { dpId, version } of await ledger.getMany([...dpIds].sort(), [ORG])) {
          const held = await ledger.setPayStatus({ dpId, version, by: actor, to: PayStatus.Settling });
          if (doubtful) await ledger.setPayStatus({ dpId, version: held.version, by: actor, to: PayStatus.Unknown });
        }
      }),
    charge: (dpIds, over) =>
      host.db.transaction(() =>
        bills.charge({
          dpIds,
          medInsMark: '1',
          fundPay: fen(30_000),
          accountPay: fen(5_000),
          hospitalPay: fen(0),
          selfPay: fen(40_550),
          payments: [{ payWay: 'cash', amount: fen(40_550), tendered: fen(50_000) }],
          reference: 'SIM-SETL-1',
          by: actor,
          language,
          ...over,
        }),
      ),
    reverse: (billId, reason = '患者要求撤销') => host.db.transaction(() => bills.reverse({ billId, reason, by: actor })),
    settledBy: (settlements) => host.provide(billSettlements, { of: async (billIds) => settlements.filter((one) => billIds.includes(one.billId)) }),
  };
}
